//! Random problems of every kind as JSON lines {"name", "scenario"}, for `benches/browser.mjs`: the same that
//! `benches/exact.rs` solves natively, five seeds each.
#![allow(clippy::unwrap_used)]

#[path = "support/kinds.rs"]
mod kinds;

use geotrain::model::Instance;
use serde_json::{Value, json};

const SEEDS: u64 = 5;

fn scenario(instance: &Instance) -> Value {
    let gpus: Vec<Value> = instance
        .cluster
        .gpus()
        .iter()
        .map(|gpu| {
            json!({
                "name": gpu.name, "model": "random", "site": "pool",
                "peak_tflops": gpu.effective_flops / 1e12, "compute_utilization": 1,
                "memory_gb": gpu.effective_memory_bytes / 1e9, "memory_utilization": 1,
                "idle_w": gpu.idle_w, "active_w": gpu.active_w,
            })
        })
        .collect();
    let pairs = (0..gpus.len()).flat_map(|from| (0..gpus.len()).map(move |to| (from, to)));
    let links: Vec<Value> = pairs
        .filter(|(from, to)| from != to)
        .filter_map(|(from, to)| {
            let link = instance.cluster.link(from, to)?;
            Some(json!({
                "from": format!("g{from}"), "to": format!("g{to}"),
                "bandwidth_gbps": link.bandwidth_bytes_per_s() * 8.0 / 1e9, "latency_ms": link.latency_s() * 1e3,
            }))
        })
        .collect();
    json!({
        "format": "geotrain-scenario", "version": 1, "name": "Random pool",
        "model": { "hidden_size": 2048, "layers": instance.transformer.layers(), "vocab_size": 50_258 },
        "training": { "batch_size": 64, "micro_batch_size": 8, "sequence_length": 2048, "precision": "fp16" },
        "gpus": gpus,
        "network": { "within_site": null, "between_sites": null, "site_links": [], "gpu_links": links },
        "objective": {
            "time_weight": instance.objective.time_weight,
            "reference_time_ms": instance.objective.reference_time_ms,
            "reference_energy_j": instance.objective.reference_energy_j,
        },
        "search": { "planner": "exact", "seed": 1 },
    })
}

fn main() {
    for gpus in [8, 12, 16, 20] {
        for kind in kinds::KINDS {
            for (layers, time_weight) in [(12, 1.0), (24, 0.5), (48, 1.0)] {
                for seed in 1_000..1_000 + SEEDS {
                    let scenario = scenario(&kinds::instance(kind, gpus, layers, time_weight, seed));
                    println!("{}", json!({ "name": format!("{kind}_n{gpus}_l{layers}"), "scenario": scenario }));
                }
            }
        }
    }
}
