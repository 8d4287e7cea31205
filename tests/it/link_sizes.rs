//! Links of real pools stay short enough to be sent in a message.

use crate::scenario_support::{described, minimal, with};
use geotrain::scenario::{link, read_value};
use serde_json::{Value, json};

/// Data sheet figures: name, TFLOPS, GB, idle W, active W.
const KINDS: [(&str, f64, f64, f64, f64); 6] = [
    ("A100 PCIe 40GB", 312.0, 40.0, 40.0, 250.0),
    ("A30", 165.0, 24.0, 25.0, 165.0),
    ("V100 SXM2 32GB", 125.0, 32.0, 43.0, 300.0),
    ("RTX 3090", 71.2, 24.0, 21.5, 350.0),
    ("T4", 65.1, 16.0, 9.8, 70.0),
    ("L40S", 362.05, 48.0, 36.0, 350.0),
];
const SITES: [&str; 4] = ["Melbourne", "Sydney", "Singapore", "Frankfurt"];

/// A pool of GPUs of every kind spread over four sites, each named for itself, with a figure of its own for every
/// ordered pair of sites.
fn pool(gpus: usize) -> Value {
    let gpu = |number: usize| {
        let (model, peak_tflops, memory_gb, idle_w, active_w) = KINDS[number * 5 % KINDS.len()];
        json!({ "name": format!("g{number}"), "model": model, "site": SITES[number * 4 / gpus],
                "peak_tflops": peak_tflops, "compute_utilization": 0.45, "memory_gb": memory_gb,
                "memory_utilization": 0.9, "idle_w": idle_w, "active_w": active_w })
    };
    let mut site_links = Vec::new();
    for (row, from) in SITES.iter().enumerate() {
        for (column, to) in SITES.iter().enumerate().filter(|(column, _)| *column != row) {
            let (near, far) = (row.min(column), row.max(column));
            let latency_ms = 11.4 + 47.3 * (far * far) as f64 - 13.7 * near as f64 + 0.1 * row as f64;
            site_links.push(
                json!({ "from": from, "to": to, "bandwidth_gbps": 0.9 + 1.3 * near as f64 + 0.25 * column as f64,
                                    "latency_ms": (latency_ms * 10.0).round() / 10.0 }),
            );
        }
    }
    let named = with(minimal(), "/name", json!("Four sites, two continents"));
    let placed = with(named, "/gpus", (0..gpus).map(gpu).collect());
    with(placed, "/network/site_links", json!(site_links))
}

#[track_caller]
fn length(value: &Value) -> usize {
    let scenario = read_value(value).unwrap_or_else(|problems| panic!("{}", described(&problems)));
    let fragment = link::encode(&scenario.document);
    assert_eq!(link::open(&fragment).unwrap().0, scenario);
    fragment.len()
}

#[test]
fn sixteen_gpus_at_four_sites_take_at_most_600_characters() {
    let length = length(&pool(16));
    assert!(length <= 600, "{length}");
}

#[test]
fn thirty_two_gpus_with_twenty_overrides_take_at_most_1000_characters() {
    let overrides: Vec<Value> = (0..20)
        .map(|number| {
            let bandwidth_gbps = [0.51, 1.27, 2.9, 4.45, 8.03][number % 5] + 0.1 * number as f64;
            json!({ "from": format!("g{}", number * 7 % 32), "to": format!("g{}", (number * 11 + 3) % 32),
                    "bandwidth_gbps": (bandwidth_gbps * 100.0).round() / 100.0, "utilization": 0.8,
                    "latency_ms": 20.0 + (number * number % 37) as f64 * 3.1 })
        })
        .collect();
    let length = length(&with(pool(32), "/network/gpu_links", json!(overrides)));
    assert!(length <= 1_000, "{length}");
}
