//! Adding, copying, moving and deleting rows of the draft's tables.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::scenario::{Table, fields, initial};
use crate::ui::draft::{cell, change, ends, rename, rows_of};

/// With the row one place up.
pub fn move_up(document: &Value, table: Table, row: usize) -> Value {
    change(document, table, |rows| {
        if row > 0 && row < rows.len() {
            rows.swap(row - 1, row);
        }
    })
}

/// With the row one place down.
pub fn move_down(document: &Value, table: Table, row: usize) -> Value {
    move_up(document, table, row.saturating_add(1))
}

/// Without the row.
pub fn delete(document: &Value, table: Table, row: usize) -> Value {
    change(document, table, |rows| {
        if row < rows.len() {
            rows.remove(row);
        }
    })
}

/// Without the GPU row, and without the links that led to what only it stood for.
pub fn delete_gpu(document: &Value, row: usize) -> Value {
    rename::drop_dangling(&delete(document, Table::Gpus, row), document)
}

/// With a copy of the GPU row below it, under a free name.
pub fn duplicate_gpu(document: &Value, row: usize) -> Value {
    let Some(original) = rows_of(document, Table::Gpus).get(row).cloned() else { return document.clone() };
    let name = free_name(document, cell(&original, fields::GPU_NAME.column).as_str().unwrap_or_default());
    change(document, Table::Gpus, |rows| {
        let mut copy = original;
        copy[fields::GPU_NAME.column.key()] = json!(name);
        rows.insert(row + 1, copy);
    })
}

/// With another GPU at the end: like the last one, or a first one to start from.
pub fn add_gpu(document: &Value) -> Value {
    match rows_of(document, Table::Gpus).len().checked_sub(1) {
        Some(last) => duplicate_gpu(document, last),
        None => change(document, Table::Gpus, |rows| rows.push(initial::gpu_row())),
    }
}

/// With another override between two GPUs that have none yet.
pub fn add_gpu_link(document: &Value) -> Value {
    let names = rename::gpu_names(document);
    let taken: BTreeSet<(&str, &str)> = rows_of(document, Table::GpuLinks).iter().map(ends).collect();
    let free = names.iter().flat_map(|from| names.iter().map(move |to| (from.as_str(), to.as_str())));
    let (from, to) = free.filter(|(from, to)| from != to).find(|pair| !taken.contains(pair)).unwrap_or_default();
    let row = json!(initial::link_row(from, to, &initial::link_figures()));
    change(document, Table::GpuLinks, |rows| rows.push(row))
}

/// "g7" after "g6"; "a100-b" after "a100-b" when that is taken becomes "a100-b2".
fn free_name(document: &Value, like: &str) -> String {
    let taken: BTreeSet<&str> =
        rows_of(document, Table::Gpus).iter().filter_map(|row| cell(row, fields::GPU_NAME.column).as_str()).collect();
    let stem = like.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = like[stem.len()..].parse::<u64>().unwrap_or(1);
    let mut candidates = (1..).map(|step| format!("{stem}{}", number.saturating_add(step)));
    candidates.by_ref().take(taken.len() + 1).find(|name| !taken.contains(name.as_str())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(names: &[&str]) -> Value {
        let gpus: Vec<Value> = names.iter().map(|name| json!({ "name": name, "count": 1, "site": "A" })).collect();
        json!({ "gpus": gpus, "network": { "site_links": [], "gpu_links": [] } })
    }

    fn names(document: &Value) -> Vec<&str> {
        rows_of(document, Table::Gpus).iter().filter_map(|row| row["name"].as_str()).collect()
    }

    #[test]
    fn rows_move_within_the_table_only() {
        let document = pool(&["a", "b", "c"]);
        assert_eq!(names(&move_up(&document, Table::Gpus, 2)), ["a", "c", "b"]);
        assert_eq!(names(&move_down(&document, Table::Gpus, 0)), ["b", "a", "c"]);
        for same in [
            move_up(&document, Table::Gpus, 0),
            move_down(&document, Table::Gpus, 2),
            move_down(&document, Table::Gpus, 9),
        ] {
            assert_eq!(same, document);
        }
        assert_eq!(names(&delete(&document, Table::Gpus, 1)), ["a", "c"]);
        assert_eq!(delete(&document, Table::Gpus, 3), document);
    }

    #[test]
    fn copies_get_free_names() {
        assert_eq!(names(&duplicate_gpu(&pool(&["g0", "g1"]), 0)), ["g0", "g2", "g1"]);
        assert_eq!(names(&duplicate_gpu(&pool(&["lyon"]), 0)), ["lyon", "lyon2"]);
        assert_eq!(names(&add_gpu(&pool(&["g0", "g9"]))), ["g0", "g9", "g10"]);
        assert_eq!(names(&add_gpu(&pool(&[]))), ["g0"]);
    }

    #[test]
    fn deleting_a_gpu_takes_its_overrides_along() {
        let mut document = pool(&["a", "b", "c"]);
        document["network"]["gpu_links"] = json!([{ "from": "a", "to": "b" }, { "from": "b", "to": "c" }]);
        let next = delete_gpu(&document, 0);
        assert_eq!(next["network"]["gpu_links"], json!([{ "from": "b", "to": "c" }]));
    }

    #[test]
    fn overrides_are_added_between_pairs_that_have_none() {
        let first = add_gpu_link(&pool(&["a", "b"]));
        assert_eq!(ends(&first["network"]["gpu_links"][0]), ("a", "b"));
        let second = add_gpu_link(&first);
        assert_eq!(ends(&second["network"]["gpu_links"][1]), ("b", "a"));
    }
}
