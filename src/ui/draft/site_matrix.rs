//! The from × to matrix of sites: what link a pair of sites has, and edits to it.

use serde_json::{Value, json};

use crate::scenario::initial::{link_figures, link_row};
use crate::scenario::{Column, LinkRow, Table, fields};
use crate::ui::draft::{self, CellRef, change, ends, part, rows, rows_of};

/// The table the matrix edits.
pub const TABLE: Table = Table::SiteLinks;

/// The figures that the matrix shows.
const COLUMNS: [Column; 2] = [fields::BANDWIDTH_GBPS.column, fields::LATENCY_MS.column];

/// What the matrix shows for one column of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct PairCell {
    /// The row that states this pair, if there is one.
    pub row: Option<usize>,
    /// The figure; null where the pair isn't connected.
    pub value: Value,
}

/// The link figure `column` of the pair: of its own row, or of the default.
pub fn cell(document: &Value, from: &str, to: &str, column: Column) -> PairCell {
    let row = row_of(document, from, to);
    let link = match row {
        Some(row) => &part(document, TABLE)[row],
        None => default_of(document, from, to),
    };
    let off = *draft::cell(link, fields::CONNECTED.column) == json!(false);
    PairCell { row, value: if off { Value::Null } else { draft::cell(link, column).clone() } }
}

/// The document with another figure for the pair. Nothing typed gives up a row's figure; a row left without
/// any is dropped, and the default holds again.
pub fn set(document: &Value, from: &str, to: &str, column: Column, value: Value) -> Value {
    if let Some(row) = row_of(document, from, to) {
        return change(document, TABLE, |rows| {
            if let Some(cells) = rows.get_mut(row).and_then(Value::as_object_mut) {
                if value != json!("") {
                    cells.insert(fields::CONNECTED.column.key().to_owned(), json!(true));
                }
                cells.insert(column.key().to_owned(), value);
            }
        });
    }
    if value == json!("") {
        return document.clone();
    }
    let unknown = LinkRow { bandwidth_gbps: None, latency_ms: None, ..link_row(from, to, &link_figures()) };
    let mut link = json!(unknown);
    if let (Some(link), Some(default)) = (link.as_object_mut(), default_of(document, from, to).as_object()) {
        link.extend(default.clone());
    }
    link[column.key()] = value;
    change(document, TABLE, |rows| rows.push(link))
}

/// After typing has ended: without the pair's row if it was emptied.
pub fn settle(document: &Value, from: &str, to: &str) -> Value {
    let Some(row) = row_of(document, from, to) else { return document.clone() };
    let figure = |column| draft::cell(&part(document, TABLE)[row], column);
    let emptied = COLUMNS.iter().any(|column| *figure(*column) == json!(""));
    let other = COLUMNS.iter().all(|column| {
        let value = figure(*column);
        *value == json!("") || value.is_null() || value == draft::cell(default_of(document, from, to), *column)
    });
    if emptied && other { rows::delete(document, TABLE, row) } else { document.clone() }
}

/// The cell as problems name it; the pair's default where it has no row.
pub fn spot(row: Option<usize>, from: &str, to: &str, column: Column) -> CellRef {
    match row {
        Some(row) => CellRef::cell(TABLE, row, column),
        None if from == to => CellRef::field(Table::WithinSite, column),
        None => CellRef::field(Table::BetweenSites, column),
    }
}

fn row_of(document: &Value, from: &str, to: &str) -> Option<usize> {
    rows_of(document, TABLE).iter().position(|link| ends(link) == (from, to))
}

fn default_of<'v>(document: &'v Value, from: &str, to: &str) -> &'v Value {
    part(document, if from == to { Table::WithinSite } else { Table::BetweenSites })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANDWIDTH: Column = fields::BANDWIDTH_GBPS.column;
    const LATENCY: Column = fields::LATENCY_MS.column;

    fn document() -> Value {
        json!({ "network": {
            "within_site": { "bandwidth_gbps": 100, "utilization": 0.9, "latency_ms": 0.1 },
            "between_sites": null,
            "site_links": [
                { "from": "A", "to": "B", "connected": true, "bandwidth_gbps": 10, "utilization": 1, "latency_ms": 50 },
                { "from": "B", "to": "A", "connected": false, "bandwidth_gbps": 10, "utilization": 1, "latency_ms": 50 },
            ],
        } })
    }

    #[test]
    fn a_pair_shows_its_row_or_the_default() {
        let shown = |from, to| cell(&document(), from, to, BANDWIDTH);
        assert_eq!(shown("A", "B"), PairCell { row: Some(0), value: json!(10) });
        assert_eq!(shown("B", "A"), PairCell { row: Some(1), value: Value::Null });
        assert_eq!(shown("A", "A"), PairCell { row: None, value: json!(100) });
        assert_eq!(shown("A", "C"), PairCell { row: None, value: Value::Null });
    }

    #[test]
    fn a_figure_typed_over_a_default_makes_a_row_like_it() {
        let next = set(&document(), "A", "A", LATENCY, json!(2));
        assert_eq!(
            next["network"]["site_links"][2],
            json!({ "from": "A", "to": "A", "connected": true, "bandwidth_gbps": 100, "utilization": 0.9, "latency_ms": 2 })
        );
    }

    #[test]
    fn a_figure_typed_where_nothing_is_connected_asks_for_the_other() {
        let next = set(&document(), "A", "C", BANDWIDTH, json!(6));
        assert_eq!(next["network"]["site_links"][2]["bandwidth_gbps"], json!(6));
        assert_eq!(next["network"]["site_links"][2]["latency_ms"], Value::Null);
    }

    #[test]
    fn a_figure_typed_into_a_link_that_is_off_connects_it() {
        let next = set(&document(), "B", "A", BANDWIDTH, json!(6));
        assert_eq!(next["network"]["site_links"][1]["connected"], json!(true));
    }

    #[test]
    fn an_emptied_row_gives_way_to_the_default() {
        let typed = set(&document(), "A", "A", LATENCY, json!(2));
        let emptied = set(&typed, "A", "A", LATENCY, json!(""));
        assert_eq!(settle(&emptied, "A", "A"), document());
        assert_eq!(settle(&typed, "A", "A"), typed);
        let half = set(&document(), "A", "B", LATENCY, json!(""));
        assert_eq!(settle(&half, "A", "B"), half);
        let both = set(&half, "A", "B", BANDWIDTH, json!(""));
        assert_eq!(rows_of(&settle(&both, "A", "B"), TABLE).len(), 1);
    }
}
