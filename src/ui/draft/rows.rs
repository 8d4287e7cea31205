//! Adding, copying, moving and deleting rows of the draft's tables.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::ui::draft::{part_mut, rename, rows};

/// Changes the rows of a table.
pub fn change(document: &Value, table: &str, change: impl FnOnce(&mut Vec<Value>)) -> Value {
    let mut next = document.clone();
    if let Some(rows) = part_mut(&mut next, table).and_then(Value::as_array_mut) {
        change(rows);
    }
    next
}

/// With the row one place up.
pub fn move_up(document: &Value, table: &str, row: usize) -> Value {
    change(document, table, |rows| {
        if row > 0 && row < rows.len() {
            rows.swap(row - 1, row);
        }
    })
}

/// With the row one place down.
pub fn move_down(document: &Value, table: &str, row: usize) -> Value {
    move_up(document, table, row.saturating_add(1))
}

/// Without the row.
pub fn delete(document: &Value, table: &str, row: usize) -> Value {
    change(document, table, |rows| {
        if row < rows.len() {
            rows.remove(row);
        }
    })
}

/// Without the GPU row, and without the links that led to what only it stood for.
pub fn delete_gpu(document: &Value, row: usize) -> Value {
    rename::drop_dangling(&delete(document, "gpus", row), document)
}

/// With a copy of the GPU row below it, under a free name.
pub fn duplicate_gpu(document: &Value, row: usize) -> Value {
    let Some(original) = rows(document, "gpus").get(row).cloned() else { return document.clone() };
    let name = free_name(document, original["name"].as_str().unwrap_or_default());
    change(document, "gpus", |rows| {
        let mut copy = original;
        copy["name"] = json!(name);
        rows.insert(row + 1, copy);
    })
}

/// With another GPU at the end: like the last one, or a first one to start from.
pub fn add_gpu(document: &Value) -> Value {
    match rows(document, "gpus").len().checked_sub(1) {
        Some(last) => duplicate_gpu(document, last),
        None => change(document, "gpus", |rows| rows.push(first_gpu())),
    }
}

/// With another override between two GPUs that have none yet.
pub fn add_gpu_link(document: &Value) -> Value {
    let names = rename::gpu_names(document);
    let taken: BTreeSet<(&str, &str)> = rows(document, "network.gpu_links").iter().map(ends).collect();
    let free = names.iter().flat_map(|from| names.iter().map(move |to| (from.as_str(), to.as_str())));
    let (from, to) = free.filter(|(from, to)| from != to).find(|pair| !taken.contains(pair)).unwrap_or_default();
    let row =
        json!({ "from": from, "to": to, "connected": true, "bandwidth_gbps": 10, "utilization": 1, "latency_ms": 10 });
    change(document, "network.gpu_links", |rows| rows.push(row))
}

/// The names at the two ends of a link row; empty where there are none.
pub fn ends(link: &Value) -> (&str, &str) {
    (link["from"].as_str().unwrap_or_default(), link["to"].as_str().unwrap_or_default())
}

/// "g7" after "g6"; "a100-b" after "a100-b" when that is taken becomes "a100-b2".
fn free_name(document: &Value, like: &str) -> String {
    let taken: BTreeSet<&str> = rows(document, "gpus").iter().filter_map(|row| row["name"].as_str()).collect();
    let stem = like.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = like[stem.len()..].parse::<u64>().unwrap_or(1);
    let mut candidates = (1..).map(|step| format!("{stem}{}", number.saturating_add(step)));
    candidates.by_ref().take(taken.len() + 1).find(|name| !taken.contains(name.as_str())).unwrap_or_default()
}

fn first_gpu() -> Value {
    let mut row = Map::new();
    for (key, value) in [("name", "g0"), ("model", "A100 40 GB"), ("site", "A")] {
        row.insert(key.to_owned(), json!(value));
    }
    for (key, value) in [("count", 1.0), ("peak_tflops", 312.0), ("compute_utilization", 0.5), ("memory_gb", 40.0)] {
        row.insert(key.to_owned(), json!(value));
    }
    for (key, value) in [("memory_utilization", 0.9), ("idle_w", 50.0), ("active_w", 250.0)] {
        row.insert(key.to_owned(), json!(value));
    }
    row.insert("enabled".to_owned(), json!(true));
    Value::Object(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(names: &[&str]) -> Value {
        let gpus: Vec<Value> = names.iter().map(|name| json!({ "name": name, "count": 1, "site": "A" })).collect();
        json!({ "gpus": gpus, "network": { "site_links": [], "gpu_links": [] } })
    }

    fn names(document: &Value) -> Vec<&str> {
        rows(document, "gpus").iter().filter_map(|row| row["name"].as_str()).collect()
    }

    #[test]
    fn rows_move_within_the_table_only() {
        let document = pool(&["a", "b", "c"]);
        assert_eq!(names(&move_up(&document, "gpus", 2)), ["a", "c", "b"]);
        assert_eq!(names(&move_down(&document, "gpus", 0)), ["b", "a", "c"]);
        for same in [move_up(&document, "gpus", 0), move_down(&document, "gpus", 2), move_down(&document, "gpus", 9)] {
            assert_eq!(same, document);
        }
        assert_eq!(names(&delete(&document, "gpus", 1)), ["a", "c"]);
        assert_eq!(delete(&document, "gpus", 3), document);
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
