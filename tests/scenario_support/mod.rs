//! What the tests of scenarios share: a small valid document, the bundled files, and problems in one line each.
#![allow(dead_code)]

use std::path::Path;

use geotrain::scenario::Problem;
use serde_json::{Value, json};

/// A valid document that states only what must be stated: two sites, four GPUs after expansion.
pub fn minimal() -> Value {
    json!({
        "format": "geotrain-scenario", "version": 1, "name": "Small",
        "model": { "hidden_size": 1024, "layers": 12, "vocab_size": 50258 },
        "training": { "batch_size": 64, "micro_batch_size": 8, "sequence_length": 512, "precision": "bf16" },
        "gpus": [
            { "name": "g0", "model": "A100", "site": "A", "peak_tflops": 312, "compute_utilization": 0.5,
              "memory_gb": 40, "memory_utilization": 0.9, "idle_w": 40, "active_w": 250 },
            { "name": "g", "count": 2, "model": "T4", "site": "B", "peak_tflops": 65, "compute_utilization": 0.4,
              "memory_gb": 16, "memory_utilization": 0.9, "idle_w": 17, "active_w": 70 },
            { "name": "off", "enabled": false, "model": "T4", "site": "C", "peak_tflops": 65,
              "compute_utilization": 0.4, "memory_gb": 16, "memory_utilization": 0.9, "idle_w": 17, "active_w": 70 }
        ],
        "network": { "within_site": { "bandwidth_gbps": 100, "latency_ms": 0.1 } },
        "objective": { "time_weight": 0.5 }
    })
}

/// Every scenario under `tests/data`, as `golden/name.json` and its value.
pub fn bundled() -> Vec<(String, Value)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files = Vec::new();
    for folder in ["golden", "instances", "paper-tables"] {
        let mut paths: Vec<_> =
            std::fs::read_dir(data.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| !path.ends_with("published.json")) {
            let mut value: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            if let Some(scenario) = value.get_mut("scenario") {
                value = scenario.take();
            }
            files.push((format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap()), value));
        }
    }
    files
}

/// `code table[row].column: what do`, one problem a line.
pub fn described(problems: &[Problem]) -> String {
    problems
        .iter()
        .map(|problem| format!("{} {}: {} {}\n", problem.code, place(problem), problem.what, problem.remedy))
        .collect()
}

/// `gpus[1].memory_gb`.
pub fn place(problem: &Problem) -> String {
    let row = problem.place.row.map_or_else(String::new, |row| format!("[{row}]"));
    let column = problem.place.column.as_ref().map_or_else(String::new, |column| format!(".{column}"));
    format!("{}{row}{column}", problem.place.table)
}

/// The document with the value at `pointer` replaced, or a field added to the object there.
pub fn with(mut document: Value, pointer: &str, value: Value) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match document.pointer_mut(parent).unwrap() {
        Value::Object(object) => {
            object.insert(key.to_owned(), value);
        }
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
        other => panic!("{other} has no fields"),
    }
    document
}

/// The document without the field at `pointer`.
pub fn without(mut document: Value, pointer: &str) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    document.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key).unwrap();
    document
}
