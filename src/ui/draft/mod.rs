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

use crate::model::ClosedSet;
use crate::scenario::{Column, Place, Table, fields};

/// A cell of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellRef {
    /// The part of the document.
    pub table: Table,
    /// Row of a table, counted from 0.
    pub row: Option<usize>,
    pub column: Column,
}

impl CellRef {
    /// A field of a part there is only one of.
    pub const fn field(table: Table, column: Column) -> Self {
        Self { table, row: None, column }
    }

    /// A cell of a table.
    pub const fn cell(table: Table, row: usize, column: Column) -> Self {
        Self { table, row: Some(row), column }
    }
}

/// What the cell holds; null where there is nothing.
pub fn get(document: &Value, spot: CellRef) -> &Value {
    let part = part(document, spot.table);
    let part = spot.row.map_or(part, |row| &part[row]);
    cell(part, spot.column)
}

/// The document with another value in this cell; unchanged where there is no such cell.
pub fn set(document: &Value, spot: CellRef, value: Value) -> Value {
    set_field(document, spot.table, spot.row, spot.column.key(), value)
}

/// The document with another value where a problem is; unchanged where that is no cell.
pub fn set_at(document: &Value, place: &Place, value: Value) -> Value {
    match (Table::from_text(&place.table), &place.column) {
        (Some(table), Some(column)) => set_field(document, table, place.row, column, value),
        _ => document.clone(),
    }
}

fn set_field(document: &Value, table: Table, row: Option<usize>, column: &str, value: Value) -> Value {
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

/// What a row says in a column; null where there is nothing.
pub fn cell(row: &Value, column: Column) -> &Value {
    &row[column.key()]
}

/// The part of the document; null where there is none.
pub fn part(document: &Value, table: Table) -> &Value {
    table.path().fold(document, |part, key| &part[key])
}

/// The rows of a table; none where it is no table.
pub fn rows_of(document: &Value, table: Table) -> &[Value] {
    part(document, table).as_array().map_or(&[], Vec::as_slice)
}

/// The document with the rows of a table changed; unchanged where it is no table.
pub fn change(document: &Value, table: Table, change: impl FnOnce(&mut Vec<Value>)) -> Value {
    let mut next = document.clone();
    if let Some(rows) = part_mut(&mut next, table).and_then(Value::as_array_mut) {
        change(rows);
    }
    next
}

/// The names at the two ends of a link row; empty where there are none.
pub fn ends(link: &Value) -> (&str, &str) {
    let end = |column| cell(link, column).as_str().unwrap_or_default();
    (end(fields::FROM.column), end(fields::TO.column))
}

fn part_mut(document: &mut Value, table: Table) -> Option<&mut Value> {
    table.path().try_fold(document, |part, key| part.get_mut(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn cells_are_read_and_written_by_place() {
        let document = json!({ "name": "n", "model": { "layers": 12 }, "gpus": [{ "name": "g0" }, { "name": "g1" }],
            "search": { "memetic": { "elite": 2 } } });
        assert_eq!(get(&document, CellRef::field(Table::Document, fields::TITLE.column)), "n");
        assert_eq!(get(&document, CellRef::field(Table::Model, fields::LAYERS.column)), 12);
        assert_eq!(get(&document, CellRef::cell(Table::Gpus, 1, fields::GPU_NAME.column)), "g1");
        assert_eq!(get(&document, CellRef::field(Table::Memetic, fields::ELITE.column)), 2);
        let next = set(&document, CellRef::cell(Table::Gpus, 1, fields::GPU_NAME.column), json!("x"));
        assert_eq!(next["gpus"], json!([{ "name": "g0" }, { "name": "x" }]));
        assert_eq!(set(&next, CellRef::cell(Table::Gpus, 1, fields::GPU_NAME.column), json!("g1")), document);
    }

    #[test]
    fn places_that_do_not_exist_are_null_and_stay_as_they_are() {
        for document in [json!(null), json!([]), json!({ "gpus": 3 }), json!({ "gpus": [7] })] {
            for spot in [
                CellRef::cell(Table::Gpus, 0, fields::GPU_NAME.column),
                CellRef::cell(Table::Gpus, 9, fields::GPU_NAME.column),
                CellRef::field(Table::Model, fields::LAYERS.column),
            ] {
                assert_eq!(get(&document, spot), &Value::Null);
                assert_eq!(set(&document, spot, json!(1)), document);
            }
        }
    }
}
