//! What the tests of scenarios share: a small valid document, the bundled files, and problems in one line each.

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
        .map(|problem| format!("{} {}: {} {}\n", problem.code, place(problem), problem.what(), problem.remedy))
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

/// A document in which nothing has the value it would have if left out.
pub fn everything() -> Value {
    let row = |name: &str, count: u32, enabled: bool, site: &str, memory_gb: Value| {
        json!({ "name": name, "count": count, "enabled": enabled, "model": "RTX 3090 — Ti", "site": site,
                "peak_tflops": 35.58, "compute_utilization": 0.4375, "memory_gb": memory_gb,
                "memory_utilization": 0.95, "idle_w": 21.5, "active_w": 350 })
    };
    json!({
        "format": "geotrain-scenario", "version": 1, "name": "Everything “stated”", "notes": "Zeile 1\nZeile 2 ✓",
        "model": { "hidden_size": 768, "layers": 10, "vocab_size": 32000 },
        "training": { "batch_size": 96, "micro_batch_size": 4, "sequence_length": 1024, "precision": "fp32",
                      "activation_factor": 8.5, "backward_ratio": 1.75 },
        "gpus": [ row("a", 3, true, "Zürich", json!(24)), row("b", 1, false, "東京", json!(24)), row("c", 1, true, "東京", json!(12.5)) ],
        "network": {
            "within_site": { "bandwidth_gbps": 25, "utilization": 0.9, "latency_ms": 0.05 },
            "between_sites": { "bandwidth_gbps": 0.3, "utilization": 0.8, "latency_ms": 120.25 },
            "site_links": [
                { "from": "Zürich", "to": "東京", "connected": true, "bandwidth_gbps": 1.5, "utilization": 0.7, "latency_ms": 130 },
                { "from": "東京", "to": "Zürich", "connected": false, "bandwidth_gbps": null, "utilization": 1, "latency_ms": null },
                { "from": "Oslo", "to": "Zürich", "connected": false, "bandwidth_gbps": 2, "utilization": 0.5, "latency_ms": 9 }
            ],
            "gpu_links": [
                { "from": "c", "to": "a-1", "connected": true, "bandwidth_gbps": 1e-3, "utilization": 1, "latency_ms": 0 },
                { "from": "a-3", "to": "b", "connected": false, "bandwidth_gbps": null, "utilization": 1, "latency_ms": 3 },
                { "from": "a-2", "to": "a-3", "connected": true, "bandwidth_gbps": 40, "utilization": 1, "latency_ms": 0.01 }
            ]
        },
        "objective": { "time_weight": 0.35, "reference_time_ms": 1234.5, "reference_energy_j": 678.25, "energy_counts_head": false },
        "search": { "planner": "metis-improved", "seed": 9_007_199_254_740_991_u64, "max_evaluations": 250_000, "time_limit_s": 12.5,
                    "frontier_weights": [0, 0.25, 1],
                    "memetic": { "population": 64, "tournament": 3, "elite": 1, "local_search_rate": 0.25, "patience": 40,
                                 "generations": 90, "fallback_rate": 0 } },
        "plan": "a-1:6,c:4"
    })
}

/// A link of format 1 around any bytes, made without the product's code.
pub fn sealed(content: &[u8]) -> String {
    use base64::Engine;
    let packed = miniz_oxide::deflate::compress_to_vec(content, 6);
    let length = packed.len() + 4;
    assert!(length < 1 << 14);
    let mut frame =
        if length < 128 { vec![length as u8] } else { vec![(length & 127 | 128) as u8, (length >> 7) as u8] };
    frame.extend(crc32fast::hash(&packed).to_le_bytes());
    frame.extend(packed);
    format!("g1.{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(frame))
}
