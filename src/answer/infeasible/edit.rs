//! Edits of a scenario document that are worked out here and applied by whoever has the document.

use serde_json::Value;

use super::wire::EditAnswer;
use crate::scenario::{Column, Table};

/// A cell in a part of the document there is only one of.
pub fn field(table: Table, column: Column, value: impl Into<Value>) -> EditAnswer {
    let (table, column) = (table.as_str().to_owned(), Some(column.key().to_owned()));
    EditAnswer { table, row: None, column, value: value.into() }
}

/// A cell of a table.
pub fn cell(table: Table, row: usize, column: Column, value: impl Into<Value>) -> EditAnswer {
    EditAnswer { row: Some(row), ..field(table, column, value) }
}

/// A new row.
pub fn new_row(table: Table, row: usize, value: Value) -> EditAnswer {
    EditAnswer { table: table.as_str().to_owned(), row: Some(row), column: None, value }
}

/// The document with these edits, or `None` if one of them has no place in it.
pub fn apply_edits(document: &Value, edits: &[EditAnswer]) -> Option<Value> {
    let mut next = document.clone();
    for EditAnswer { table, row, column, value } in edits {
        let part = table.split('.').try_fold(&mut next, |part, key| part.get_mut(key))?;
        match (row, column) {
            (Some(row), None) => {
                let rows = part.as_array_mut().filter(|rows| rows.len() == *row)?;
                rows.push(value.clone());
            }
            (row, Some(column)) => {
                let fields = match row {
                    Some(row) => part.get_mut(row)?,
                    None => part,
                };
                fields.as_object_mut()?.insert(column.clone(), value.clone());
            }
            (None, None) => return None,
        }
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::fields;
    use serde_json::json;

    #[test]
    fn cells_change_and_rows_are_added_at_the_end_only() {
        let document = json!({ "model": { "layers": 24 }, "network": { "site_links": [{ "from": "A" }] } });
        let table = Table::SiteLinks;
        let connected = fields::CONNECTED.column;
        let edits = [
            field(Table::Model, fields::LAYERS.column, 23),
            cell(table, 0, connected, true),
            new_row(table, 1, json!({})),
        ];
        let expected = json!({ "model": { "layers": 23 }, "network": { "site_links": [
            { "from": "A", "connected": true }, {}
        ] } });
        assert_eq!(apply_edits(&document, &edits), Some(expected));
        for misplaced in
            [cell(table, 1, connected, true), new_row(table, 0, json!({})), field(Table::Search, connected, 1)]
        {
            assert_eq!(apply_edits(&document, &[misplaced]), None);
        }
    }
}
