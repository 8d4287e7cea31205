//! The scenario while it is being edited: a JSON value in the form of a document, which may be wrong in
//! places, with pure functions to look into it and to make the next one.
//!
//! A cell keeps what was typed: a number where it is one, otherwise the text, which the scenario's reader then
//! refuses in words.

pub mod cell_ids;
pub mod cell_value;
pub mod rename;
pub mod rows;
pub mod site_matrix;
pub mod undo;

use serde_json::Value;

use crate::scenario::Place;

/// A cell of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The part of the document, as problems name it: `gpus`, `network.site_links`, `document` for the whole.
    pub table: &'static str,
    /// Row of a table, counted from 0.
    pub row: Option<usize>,
    /// The field.
    pub column: &'static str,
}

impl Spot {
    /// A field of a part there is only one of.
    pub const fn field(table: &'static str, column: &'static str) -> Self {
        Self { table, row: None, column }
    }

    /// A cell of a table.
    pub const fn cell(table: &'static str, row: usize, column: &'static str) -> Self {
        Self { table, row: Some(row), column }
    }
}

/// What the cell holds; null where there is nothing.
pub fn get(document: &Value, spot: Spot) -> &Value {
    let part = part(document, spot.table);
    let part = spot.row.map_or(part, |row| &part[row]);
    &part[spot.column]
}

/// The document with another value in this cell; unchanged where there is no such cell.
pub fn set(document: &Value, spot: Spot, value: Value) -> Value {
    set_field(document, spot.table, spot.row, spot.column, value)
}

/// The document with another value where a problem is; unchanged where that is no cell.
pub fn set_at(document: &Value, place: &Place, value: Value) -> Value {
    match &place.column {
        Some(column) => set_field(document, &place.table, place.row, column, value),
        None => document.clone(),
    }
}

fn set_field(document: &Value, table: &str, row: Option<usize>, column: &str, value: Value) -> Value {
    let mut next = document.clone();
    let part = part_mut(&mut next, table);
    let part = match row {
        Some(row) => part.and_then(|part| part.get_mut(row)),
        None => part,
    };
    if let Some(fields) = part.and_then(Value::as_object_mut) {
        fields.insert(column.to_owned(), value);
    }
    next
}

/// The part of the document a table name stands for; null where there is none.
pub fn part<'v>(document: &'v Value, table: &str) -> &'v Value {
    if table == "document" {
        return document;
    }
    table.split('.').fold(document, |part, key| &part[key])
}

/// The rows of a table; none where it is no table.
pub fn rows<'v>(document: &'v Value, table: &str) -> &'v [Value] {
    part(document, table).as_array().map_or(&[], Vec::as_slice)
}

fn part_mut<'v>(document: &'v mut Value, table: &str) -> Option<&'v mut Value> {
    if table == "document" {
        return Some(document);
    }
    table.split('.').try_fold(document, |part, key| part.get_mut(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_are_read_and_written_by_place() {
        let document = json!({ "name": "n", "model": { "layers": 12 }, "gpus": [{ "name": "g0" }, { "name": "g1" }],
            "search": { "memetic": { "elite": 2 } } });
        assert_eq!(get(&document, Spot::field("document", "name")), "n");
        assert_eq!(get(&document, Spot::field("model", "layers")), 12);
        assert_eq!(get(&document, Spot::cell("gpus", 1, "name")), "g1");
        assert_eq!(get(&document, Spot::field("search.memetic", "elite")), 2);
        let next = set(&document, Spot::cell("gpus", 1, "name"), json!("x"));
        assert_eq!(next["gpus"], json!([{ "name": "g0" }, { "name": "x" }]));
        assert_eq!(set(&next, Spot::cell("gpus", 1, "name"), json!("g1")), document);
    }

    #[test]
    fn places_that_do_not_exist_are_null_and_stay_as_they_are() {
        for document in [json!(null), json!([]), json!({ "gpus": 3 }), json!({ "gpus": [7] })] {
            for spot in [Spot::cell("gpus", 0, "name"), Spot::cell("gpus", 9, "name"), Spot::field("model", "layers")] {
                assert_eq!(get(&document, spot), &Value::Null);
                assert_eq!(set(&document, spot, json!(1)), document);
            }
        }
    }
}
