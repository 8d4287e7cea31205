//! Random pools of the kinds that `tests/data/instances` has: see its README.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use geotrain::model::{
    Cluster, Gpu, GpuFigures, Instance, Link, MemeticSettings, Network, ObjectiveSettings, PlannerName, Precision,
    SearchSettings, Training, TrainingFigures, Transformer,
};
use geotrain::search::Rng;
use rand::{RngExt, SeedableRng};

/// The kinds.
pub const KINDS: [&str; 5] = ["site", "jit", "rand", "uni", "homo"];

/// Effective TFLOPS, effective GB, idle W, active W.
type Model = (f64, f64, f64, f64);

const ANY: [Model; 8] = [
    (280.8, 72.0, 60.0, 400.0),
    (234.0, 36.0, 40.0, 250.0),
    (134.0, 43.2, 45.0, 300.0),
    (148.0, 21.6, 25.0, 165.0),
    (100.0, 28.8, 45.0, 300.0),
    (64.0, 21.6, 52.0, 350.0),
    (26.0, 14.4, 10.0, 70.0),
    (24.2, 9.9, 37.0, 250.0),
];

/// A problem of the kind, of `gpus` GPUs and `layers` layers, from a seed.
pub fn instance(kind: &str, gpus: usize, layers: u64, time_weight: f64, seed: u64) -> Instance {
    let rng = &mut Rng::seed_from_u64(seed);
    let sites = pick(rng, 3, 5);
    let site: Vec<usize> = (0..gpus).map(|_| pick(rng, 0, sites - 1)).collect();
    let most = if kind == "homo" { 2 } else { ANY.len() };
    let of_site: Vec<Model> = (0..sites).map(|_| ANY[pick(rng, 0, most - 1)]).collect();
    let jittered = kind != "site";
    let gpu = |(index, &site): (usize, &usize)| {
        let (tflops, memory, idle, active) = of_site[site];
        let mut jitter = |spread: f64| if jittered { 1.0 - spread * rng.random::<f64>() } else { 1.0 };
        let power = jitter(0.2);
        let figures = GpuFigures {
            name: format!("g{index}"),
            model: String::new(),
            site: 0,
            effective_flops: 1e12 * tflops * jitter(0.25),
            effective_memory_bytes: 1e9 * memory * jitter(0.15),
            idle_w: idle * power,
            active_w: active * power,
        };
        Gpu::new(figures).unwrap()
    };
    let pool = site.iter().enumerate().map(gpu).collect();
    let pairs = || (0..gpus).flat_map(|from| (0..gpus).map(move |to| (from, to))).filter(|(from, to)| from != to);
    let mut between_sites = BTreeMap::new();
    for from in 0..sites {
        for to in 0..sites {
            between_sites.insert((from, to), (log_uniform(rng, 0.5, 25.0), log_uniform(rng, 1.0, 100.0)));
        }
    }
    let mut links = BTreeMap::new();
    for (from, to) in pairs() {
        let jitter = if kind == "jit" { 0.8 + 0.4 * rng.random::<f64>() } else { 1.0 };
        let (gbps, ms) = match kind {
            "rand" => (log_uniform(rng, 0.5, 25.0), log_uniform(rng, 1.0, 100.0)),
            "uni" => (uniform(rng, 0.5, 25.0), uniform(rng, 1.0, 100.0)),
            "homo" => (uniform(rng, 5.0, 25.0), uniform(rng, 1.0, 20.0)),
            _ if site[from] == site[to] => (100.0 * jitter, 0.1 / jitter),
            _ => {
                let (gbps, ms) = between_sites[&(site[from], site[to])];
                (gbps * jitter, ms / jitter)
            }
        };
        links.insert((from, to), Some(Link::new(gbps * 1e9 / 8.0, ms * 1e-3).unwrap()));
    }
    let training = TrainingFigures {
        batch_size: 64,
        micro_batch_size: 8,
        sequence_length: 2_048,
        precision: Precision::Fp16,
        activation_factor: 10.0,
        backward_ratio: 2.0,
    };
    let network = Network { gpu_links: links, ..Network::default() };
    let objective = ObjectiveSettings {
        time_weight,
        reference_time_ms: Some(100.0 * layers as f64),
        reference_energy_j: Some(60.0 * layers as f64),
        energy_counts_head: true,
    };
    let search = SearchSettings {
        planner: PlannerName::Exact,
        seed: 1,
        max_evaluations: None,
        time_limit_s: None,
        frontier_weights: vec![0.0, 0.5, 1.0],
        memetic: MemeticSettings::default(),
    };
    Instance {
        cluster: Cluster::new(pool, vec!["pool".to_owned()], network).unwrap(),
        transformer: Transformer::new(2_048, layers, 50_258).unwrap(),
        training: Training::new(training).unwrap(),
        objective,
        search,
        plan: None,
    }
}

fn pick(rng: &mut Rng, from: usize, to: usize) -> usize {
    rng.random_range(from as u32..=to as u32) as usize
}

fn uniform(rng: &mut Rng, from: f64, to: f64) -> f64 {
    from + (to - from) * rng.random::<f64>()
}

fn log_uniform(rng: &mut Rng, from: f64, to: f64) -> f64 {
    (from.ln() + (to / from).ln() * rng.random::<f64>()).exp()
}
