//! Edits of a scenario document that are worked out here and applied by whoever has the document.

use serde_json::Value;

use super::wire::EditAnswer;

/// A cell in a part of the document there is only one of.
pub fn field(table: &str, column: &str, value: impl Into<Value>) -> EditAnswer {
    EditAnswer { table: table.to_owned(), row: None, column: Some(column.to_owned()), value: value.into() }
}

/// A cell of a table.
pub fn cell(table: &str, row: usize, column: &str, value: impl Into<Value>) -> EditAnswer {
    EditAnswer { row: Some(row), ..field(table, column, value) }
}

/// A new row.
pub fn new_row(table: &str, row: usize, value: Value) -> EditAnswer {
    EditAnswer { table: table.to_owned(), row: Some(row), column: None, value }
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
    use serde_json::json;

    #[test]
    fn cells_change_and_rows_are_added_at_the_end_only() {
        let document = json!({ "model": { "layers": 24 }, "network": { "site_links": [{ "from": "A" }] } });
        let table = "network.site_links";
        let edits = [field("model", "layers", 23), cell(table, 0, "connected", true), new_row(table, 1, json!({}))];
        let expected = json!({ "model": { "layers": 23 }, "network": { "site_links": [
            { "from": "A", "connected": true }, {}
        ] } });
        assert_eq!(apply_edits(&document, &edits), Some(expected));
        for misplaced in [cell(table, 1, "connected", true), new_row(table, 0, json!({})), field("modle", "layers", 1)]
        {
            assert_eq!(apply_edits(&document, &[misplaced]), None);
        }
    }
}
