//! The rows of a link: which field stands in which column, and what a row leaves out at its end.
//!
//! This is format `g1`, fixed for ever: a column is never moved and a default never changed, whatever the
//! defaults of files become. New columns may follow with a default that means what was meant before.

use serde_json::{Map, Value};

use crate::scenario::field::Column;
use crate::scenario::fields;

/// What a missing cell stands for.
#[derive(Clone, Copy)]
pub(super) enum Omitted {
    /// Nothing: the cell is always there.
    Stated,
    Null,
    Number(u16),
    Half,
    Tenth,
    True,
    Text(&'static str),
}

impl Omitted {
    fn value(self) -> Option<Value> {
        match self {
            Self::Stated => None,
            Self::Null => Some(Value::Null),
            Self::Number(number) => Some(Value::from(number)),
            Self::Half => Some(Value::from(0.5)),
            Self::Tenth => Some(Value::from(0.1)),
            Self::True => Some(Value::Bool(true)),
            Self::Text(text) => Some(Value::from(text)),
        }
    }
}

/// The columns of a kind of row, in order.
pub(super) type Columns = &'static [(Column, Omitted)];

use Omitted::{Half, Null, Number, Stated, Tenth, Text, True};

pub(super) const DOCUMENT: Columns = &[
    (fields::TITLE.column, Stated),
    (Column::new("model"), Stated),
    (Column::new("training"), Stated),
    (Column::new("gpus"), Stated),
    (Column::new("network"), Stated),
    (Column::new("objective"), Stated),
    (Column::new("search"), Null),
    (fields::PLAN, Null),
    (fields::NOTES.column, Text("")),
];
pub(super) const MODEL: Columns =
    &[(fields::HIDDEN_SIZE.column, Stated), (fields::LAYERS.column, Stated), (fields::VOCAB_SIZE.column, Stated)];
pub(super) const TRAINING: Columns = &[
    (fields::BATCH_SIZE.column, Stated),
    (fields::MICRO_BATCH_SIZE.column, Stated),
    (fields::SEQUENCE_LENGTH.column, Stated),
    (fields::PRECISION.column, Stated),
    (fields::ACTIVATION_FACTOR.column, Number(10)),
    (fields::BACKWARD_RATIO.column, Number(2)),
];
/// The GPU table in three parts: sites by name, kinds of GPU by their figures, rows that point at both.
pub(super) const POOL: Columns =
    &[(Column::new("sites"), Stated), (Column::new("kinds"), Stated), (Column::new("rows"), Stated)];
pub(super) const KIND: Columns = &[
    (fields::GPU_MODEL.column, Stated),
    (fields::PEAK_TFLOPS.column, Stated),
    (fields::COMPUTE_UTILIZATION.column, Stated),
    (fields::MEMORY_GB.column, Stated),
    (fields::MEMORY_UTILIZATION.column, Stated),
    (fields::IDLE_W.column, Stated),
    (fields::ACTIVE_W.column, Stated),
];
/// `kind` and `site` count from 0 in their parts of the pool.
pub(super) const GPU: Columns = &[
    (fields::GPU_NAME.column, Stated),
    (Column::new("kind"), Stated),
    (fields::SITE.column, Stated),
    (fields::COUNT.column, Number(1)),
    (fields::ENABLED.column, True),
];
pub(super) const NETWORK: Columns = &[
    (fields::WITHIN_SITE, Null),
    (fields::BETWEEN_SITES, Null),
    (Column::new("site_links"), Null),
    (Column::new("gpu_links"), Null),
];
pub(super) const LINK_FIGURES: Columns = &[
    (fields::BANDWIDTH_GBPS.column, Stated),
    (fields::LATENCY_MS.column, Stated),
    (fields::UTILIZATION.column, Number(1)),
];
/// `from` and `to` count from 0 in the sites, or in the GPUs after expansion. `connected` is `null` where it is true
/// with a bandwidth or false without one.
pub(super) const LINK: Columns = &[
    (fields::FROM.column, Stated),
    (fields::TO.column, Stated),
    (fields::BANDWIDTH_GBPS.column, Null),
    (fields::LATENCY_MS.column, Null),
    (fields::UTILIZATION.column, Number(1)),
    (fields::CONNECTED.column, Null),
];
pub(super) const OBJECTIVE: Columns = &[
    (fields::TIME_WEIGHT.column, Stated),
    (fields::REFERENCE_TIME_MS.column, Null),
    (fields::REFERENCE_ENERGY_J.column, Null),
    (fields::ENERGY_COUNTS_HEAD.column, True),
];
/// `frontier_weights` is `null` for [`FRONTIER_WEIGHTS`], `memetic` for a row of defaults.
pub(super) const SEARCH: Columns = &[
    (fields::PLANNER.column, Text("auto")),
    (fields::SEED.column, Number(1)),
    (fields::MAX_EVALUATIONS.column, Null),
    (fields::TIME_LIMIT_S.column, Null),
    (fields::FRONTIER_WEIGHT.column, Null),
    (Column::new("memetic"), Null),
];
pub(super) const FRONTIER_WEIGHTS: [f64; 7] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0];
pub(super) const MEMETIC: Columns = &[
    (fields::POPULATION.column, Number(200)),
    (fields::TOURNAMENT.column, Number(4)),
    (fields::ELITE.column, Number(2)),
    (fields::LOCAL_SEARCH_RATE.column, Half),
    (fields::PATIENCE.column, Number(100)),
    (fields::GENERATIONS.column, Number(500)),
    (fields::FALLBACK_RATE.column, Tenth),
];

/// The fields of an object as a row, without the defaults at its end.
pub(super) fn to_row(object: &Map<String, Value>, columns: Columns) -> Value {
    let mut row: Vec<Value> =
        columns.iter().map(|(column, _)| object.get(column.key()).cloned().unwrap_or_default()).collect();
    while let Some(last) = row.last()
        && columns.get(row.len() - 1).and_then(|(_, default)| default.value()).as_ref() == Some(last)
    {
        row.pop();
    }
    Value::Array(row)
}

/// The reverse. A cell that must be there and is not is left out, for the reader to miss; `None` for what is no
/// row or has more cells than there are columns.
pub(super) fn from_row(row: &Value, columns: Columns) -> Option<Map<String, Value>> {
    let cells = row.as_array().filter(|cells| cells.len() <= columns.len())?;
    let mut object = Map::new();
    for (position, (column, default)) in columns.iter().enumerate() {
        if let Some(value) = cells.get(position).cloned().or_else(|| default.value()) {
            object.insert(column.key().to_owned(), value);
        }
    }
    Some(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Table;
    use std::collections::BTreeSet;

    /// What a link states before its rows.
    const HEAD: Columns = &[(Column::new("format"), Stated), (Column::new("version"), Stated)];

    #[test]
    fn every_column_of_a_document_has_its_place_in_a_link() {
        let rows = [
            (Table::Document, vec![DOCUMENT, HEAD]),
            (Table::Model, vec![MODEL]),
            (Table::Training, vec![TRAINING]),
            (Table::Gpus, vec![GPU, KIND]),
            (Table::Network, vec![NETWORK]),
            (Table::WithinSite, vec![LINK_FIGURES]),
            (Table::GpuLinks, vec![LINK]),
            (Table::Objective, vec![OBJECTIVE]),
            (Table::Search, vec![SEARCH]),
            (Table::Memetic, vec![MEMETIC]),
        ];
        for (table, rows) in rows {
            let known: BTreeSet<Column> = fields::of(table).iter().map(|field| field.column()).collect();
            let held = rows.into_iter().flatten().map(|(column, _)| *column);
            let held: BTreeSet<Column> = held.filter(|column| *column != Column::new("kind")).collect();
            assert_eq!(held, known, "{table:?}");
        }
    }
}
