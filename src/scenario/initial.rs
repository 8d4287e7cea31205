//! What a row says that is added to a document.

use serde_json::{Value, json};

use super::document::{Figure, LinkFigures, LinkRow};
use super::field::{Field, Table};
use super::fields;

/// A row of the GPU table that is still empty.
pub fn gpu_row() -> Value {
    let cell = |field: &Field| match field {
        Field::Number(field) => json!(field.initial.map(Figure)),
        Field::Text(field) => json!(field.initial),
        Field::Flag(_) => json!(true),
        Field::Other(_) => Value::Null,
    };
    let cells = fields::of(Table::Gpus).iter().map(|field| (field.column().key().to_owned(), cell(field)));
    Value::Object(cells.collect())
}

/// A link where nothing is known of any other.
pub fn link_figures() -> LinkFigures {
    LinkFigures {
        bandwidth_gbps: fields::BANDWIDTH_GBPS.initial.unwrap_or_default(),
        utilization: fields::UTILIZATION.initial.unwrap_or_default(),
        latency_ms: fields::LATENCY_MS.initial.unwrap_or_default(),
    }
}

/// A row of a table of links that connects two ends.
pub fn link_row(from: &str, to: &str, figures: &LinkFigures) -> LinkRow {
    LinkRow {
        from: from.to_owned(),
        to: to.to_owned(),
        connected: true,
        bandwidth_gbps: Some(figures.bandwidth_gbps),
        utilization: figures.utilization,
        latency_ms: Some(figures.latency_ms),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario::{presets, read_value};

    #[test]
    fn rows_that_are_added_are_read_without_problems() {
        let mut document: Value = serde_json::from_str(presets::ALL[0].json).unwrap();
        document["gpus"] = json!([gpu_row(), gpu_row()]);
        document["gpus"][1]["name"] = json!("g1");
        document["model"]["layers"] = json!(2);
        document["plan"] = Value::Null;
        document["network"] = json!({ "within_site": link_figures(), "between_sites": null, "site_links": [],
            "gpu_links": [link_row("g0", "g1", &link_figures())] });
        let read = read_value(&document).unwrap().document;
        assert_eq!((read.gpus[0].name.as_str(), read.gpus[0].count, read.gpus[0].memory_gb), ("g0", 1, 40.0));
        assert_eq!(read.network.within_site, Some(link_figures()));
        assert_eq!(
            json!(read.network.gpu_links[0]),
            json!({ "from": "g0", "to": "g1", "connected": true,
            "bandwidth_gbps": 10, "utilization": 1, "latency_ms": 10 })
        );
    }
}
