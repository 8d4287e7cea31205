//! Random small planning problems of every kind: missing and asymmetric links, sites, identical GPUs, tight memory,
//! one micro-batch or many, any weight of time.

use std::collections::BTreeMap;

use geotrain::cost::{Evaluator, Objective};
use geotrain::model::{
    Cluster, Gpu, GpuFigures, Instance, Link, MemeticSettings, Network, ObjectiveSettings, PlannerName, Precision,
    SearchSettings, Training, TrainingFigures, Transformer,
};
use geotrain::search::Rng;
use rand::{RngExt, SeedableRng};

/// How many random problems a test goes through: GEOTRAIN_CASES, or a thousand.
pub fn cases() -> u64 {
    std::env::var("GEOTRAIN_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_000)
}

/// A random source for case number `case` of some test.
pub fn source(test: u64, case: u64) -> Rng {
    Rng::seed_from_u64(test << 40 | case)
}

/// Uniform in `from..=to`.
pub fn pick(rng: &mut Rng, from: usize, to: usize) -> usize {
    rng.random_range(from as u32..=to as u32) as usize
}

/// Uniform in `from..to`.
pub fn between(rng: &mut Rng, from: f64, to: f64) -> f64 {
    from + (to - from) * rng.random::<f64>()
}

/// Happens once in `times`.
pub fn once_in(rng: &mut Rng, times: usize) -> bool {
    pick(rng, 1, times) == 1
}

/// A problem of at most `most_gpus` GPUs and `most_layers` layers.
pub fn problem(rng: &mut Rng, most_gpus: usize, most_layers: usize) -> (Instance, Evaluator) {
    let (count, layers) = (pick(rng, 1, most_gpus), pick(rng, 1, most_layers));
    let sites = pick(rng, 1, 3);
    let tight = once_in(rng, 2);
    let mut gpus: Vec<GpuFigures> = Vec::new();
    for index in 0..count {
        let figures = if index > 0 && once_in(rng, 3) {
            gpus[pick(rng, 0, index - 1)].clone()
        } else {
            gpu(rng, layers, sites, tight)
        };
        gpus.push(GpuFigures { name: format!("g{index}"), ..figures });
    }
    let network = network(rng, count, sites);
    assemble(rng, layers, gpus, sites, network)
}

/// A problem of `count` GPUs that differ by a quarter, each pair with a link of its own.
pub fn alike(rng: &mut Rng, count: usize, layers: usize) -> (Instance, Evaluator) {
    let figures = |index: usize| GpuFigures {
        name: format!("g{index}"),
        model: String::new(),
        site: 0,
        effective_flops: 1e12 * between(rng, 15.0, 20.0),
        effective_memory_bytes: 1e9 * between(rng, 0.8, 1.2) * 0.4 * layers as f64,
        idle_w: between(rng, 40.0, 50.0),
        active_w: between(rng, 240.0, 300.0),
    };
    let gpus = (0..count).map(figures).collect();
    let pairs = (0..count).flat_map(|from| (0..count).map(move |to| (from, to))).filter(|(from, to)| from != to);
    let mut link = || Link::new(1e9 * between(rng, 1.0, 2.0), 1e-3 * between(rng, 0.1, 1.0)).ok();
    let gpu_links = pairs.map(|pair| (pair, link())).collect();
    assemble(rng, layers, gpus, 1, Network { gpu_links, ..Network::default() })
}

fn assemble(
    rng: &mut Rng,
    layers: usize,
    gpus: Vec<GpuFigures>,
    sites: usize,
    network: Network,
) -> (Instance, Evaluator) {
    let micro_batches = [1, 1, 2, 4, 8, 16, 64][pick(rng, 0, 6)];
    let training = Training::new(TrainingFigures {
        batch_size: 2 * micro_batches,
        micro_batch_size: 2,
        sequence_length: 512,
        precision: Precision::Fp16,
        activation_factor: 10.0,
        backward_ratio: 2.0,
    })
    .unwrap();
    let vocab = [1_000, 20_000, 50_000][pick(rng, 0, 2)];
    let transformer = Transformer::new(1_024, layers as u64, vocab).unwrap();
    let sites = (0..sites).map(|site| format!("s{site}")).collect();
    let cluster = Cluster::new(gpus.into_iter().map(|gpu| Gpu::new(gpu).unwrap()).collect(), sites, network).unwrap();
    let time_weight = [0.0, 1.0, 1.0, between(rng, 0.0, 1.0)][pick(rng, 0, 3)];
    let (reference_time_ms, reference_energy_j) = (between(rng, 50.0, 500.0), between(rng, 5.0, 100.0));
    let objective = ObjectiveSettings {
        time_weight,
        reference_time_ms: Some(reference_time_ms),
        reference_energy_j: Some(reference_energy_j),
        energy_counts_head: once_in(rng, 2),
    };
    let search = SearchSettings {
        planner: PlannerName::Exact,
        seed: 1,
        max_evaluations: None,
        time_limit_s: None,
        frontier_weights: vec![0.0, 0.5, 1.0],
        memetic: MemeticSettings::default(),
    };
    let instance = Instance { cluster, transformer, training, objective, search, plan: None };
    let evaluator = Evaluator::new(&instance, Objective::new(time_weight, reference_time_ms, reference_energy_j));
    (instance, evaluator)
}

fn gpu(rng: &mut Rng, layers: usize, sites: usize, tight: bool) -> GpuFigures {
    // A layer of 1,024 hidden units at FP16 needs about 0.1 GB, with activations of a few stages 0.2.
    let memory_gb = if tight { between(rng, 0.05, 0.25 * layers as f64) + between(rng, 0.0, 0.4) } else { 100.0 };
    let idle_w = if once_in(rng, 5) { 0.0 } else { between(rng, 5.0, 80.0) };
    GpuFigures {
        name: String::new(),
        model: String::new(),
        site: pick(rng, 0, sites - 1),
        effective_flops: 1e12 * between(rng, 2.0, 8.0) * f64::from(1_u32 << pick(rng, 0, 4)),
        effective_memory_bytes: 1e9 * memory_gb,
        idle_w,
        active_w: idle_w + if once_in(rng, 5) { 0.0 } else { between(rng, 0.0, 300.0) },
    }
}

fn link(rng: &mut Rng) -> Link {
    Link::new(1e9 / 8.0 * between(rng, 0.5, 4.0) * f64::from(1_u32 << pick(rng, 0, 4)), 1e-3 * between(rng, 0.1, 10.0))
        .unwrap()
}

fn network(rng: &mut Rng, gpus: usize, sites: usize) -> Network {
    let missing = [0, 0, 2, 4][pick(rng, 0, 3)];
    let maybe = |rng: &mut Rng| if missing > 0 && once_in(rng, missing) { None } else { Some(link(rng)) };
    let mut network = Network {
        within_site: if once_in(rng, 8) { None } else { Some(link(rng)) },
        between_sites: if once_in(rng, 8) { None } else { Some(link(rng)) },
        ..Network::default()
    };
    let kind = pick(rng, 0, 2);
    if kind == 0 {
        let pairs = (0..sites).flat_map(|from| (0..sites).map(move |to| (from, to)));
        network.site_links = pairs.map(|pair| (pair, maybe(rng))).collect::<BTreeMap<_, _>>();
    }
    if kind == 1 {
        let pairs = (0..gpus).flat_map(|from| (0..gpus).map(move |to| (from, to))).filter(|(from, to)| from != to);
        network.gpu_links = pairs.map(|pair| (pair, maybe(rng))).collect::<BTreeMap<_, _>>();
    }
    network
}
