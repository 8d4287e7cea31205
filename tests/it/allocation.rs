//! The optimal split of a fixed sequence against every split, and the search built on it against proven optima.

use std::sync::LazyLock;

use crate::common::{instance, json_files, plan, with_planner};
use geotrain::cost::{Evaluator, Objective};
use geotrain::model::{Instance, PlannerName, Stage, Status};
use geotrain::search::allocation::{Allocator, Sequence};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The least objective over every split of the layers, by trying them all.
fn exhaustive(evaluator: &Evaluator, gpus: &[u16]) -> f64 {
    let mut best = f64::INFINITY;
    let mut stages: Vec<Stage> = gpus.iter().map(|&gpu| Stage { gpu, layers: 1 }).collect();
    compose(evaluator, &mut stages, 0, evaluator.layers(), &mut best);
    best
}

fn compose(evaluator: &Evaluator, stages: &mut Vec<Stage>, position: usize, left: u16, best: &mut f64) {
    if position + 1 == stages.len() {
        stages[position].layers = left;
        if let Some(cost) = evaluator.cost(stages) {
            *best = best.min(cost.objective);
        }
        return;
    }
    let behind = (stages.len() - 1 - position) as u16;
    for layers in 1..=left.saturating_sub(behind) {
        stages[position].layers = layers;
        compose(evaluator, stages, position + 1, left - layers, best);
    }
}

/// The pools of golden cases and instances small enough to try every split.
static POOLS: LazyLock<Vec<Instance>> = LazyLock::new(|| {
    let cases = json_files("golden").into_iter().chain(json_files("instances"));
    let instances = cases.map(|(_, case)| instance(&case["scenario"]));
    instances.filter(|instance| instance.transformer.layers() <= 12 && instance.cluster.gpus().len() <= 12).collect()
});

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 6_000, rng_seed: RngSeed::Fixed(4), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn no_split_beats_the_allocation(
        pool in any::<prop::sample::Index>(), picks in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        time_weight in prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0_f64], head in any::<bool>(), batch in 0..7_u32,
        memory in prop_oneof![Just(1.0), 0.3..1.0_f64],
    ) {
        let mut instance = pool.get(POOLS.as_slice()).clone();
        instance.objective.energy_counts_head = head;
        let mut figures = *instance.training;
        figures.batch_size = figures.micro_batch_size << batch;
        instance.training = geotrain::model::Training::new(figures).unwrap();
        instance = with_memory(&instance, memory);
        let mut left: Vec<u16> = (0..instance.cluster.gpus().len() as u16).collect();
        let mut gpus = Vec::new();
        for pick in picks {
            if !left.is_empty() {
                gpus.push(left.remove(pick.index(left.len())));
            }
        }
        let evaluator = Evaluator::new(&instance, Objective::new(time_weight, 1_500.0, 700.0));
        let best = exhaustive(&evaluator, &gpus);
        let (mut sequence, mut allocator) = (Sequence::default(), Allocator::default());
        let found = if sequence.load(&evaluator, &gpus) { allocator.solve(&sequence, f64::INFINITY) } else { None };
        match found {
            None => prop_assert_eq!(best, f64::INFINITY),
            Some(value) => {
                let mut stages = Vec::new();
                allocator.write_stages(&gpus, &mut stages);
                let cost = evaluator.cost(&stages).unwrap();
                prop_assert!((cost.objective - best).abs() <= 1e-9 * best, "{} and {best}", cost.objective);
                prop_assert!((value - best).abs() <= 1e-8 * best, "{value} and {best}");
                prop_assert!(allocator.solve(&sequence, best * (1.0 - 1e-6)).is_none(), "the cut-off is kept");
                prop_assert!(allocator.solve(&sequence, best * (1.0 + 1e-6)).is_some());
            }
        }
    }
}

/// The same pool with a share of its memory.
fn with_memory(instance: &Instance, share: f64) -> Instance {
    let cluster = &instance.cluster;
    let gpu = |gpu: &geotrain::model::Gpu| {
        let effective_memory_bytes = gpu.effective_memory_bytes * share;
        geotrain::model::Gpu::new(geotrain::model::GpuFigures { effective_memory_bytes, ..(**gpu).clone() }).unwrap()
    };
    let gpus = cluster.gpus().iter().map(gpu).collect();
    let network = cluster.network().clone();
    let cluster = geotrain::model::Cluster::new(gpus, cluster.sites().to_vec(), network).unwrap();
    Instance { cluster, ..instance.clone() }
}

#[test]
fn local_search_reaches_every_proven_optimum_up_to_14_gpus() {
    let mut reached = 0;
    for (name, case) in json_files("instances") {
        let instance = instance(&case["scenario"]);
        if instance.cluster.gpus().len() > 14 || case["optimum"]["status"] != "optimal" {
            continue;
        }
        let optimum = case["optimum"]["objective"].as_f64().unwrap();
        for seed in 1..=5 {
            let answer = plan(&with_planner(instance.clone(), PlannerName::LocalSearch, seed));
            let objective = answer.objective.unwrap();
            assert!((objective - optimum).abs() <= 1e-9 * optimum, "{name} seed {seed}: {objective} and {optimum}");
            reached += 1;
        }
    }
    assert!(reached >= 150, "{reached}");
}

#[test]
fn local_search_is_within_1_percent_from_16_to_32_gpus() {
    let mut runs = 0;
    for (name, case) in json_files("instances") {
        let instance = instance(&case["scenario"]);
        if instance.cluster.gpus().len() < 16 {
            continue;
        }
        let best_known = case["optimum"]["objective"].as_f64().unwrap();
        for seed in 1..=5 {
            let answer = plan(&with_planner(instance.clone(), PlannerName::LocalSearch, seed));
            let worse = answer.objective.unwrap() / best_known - 1.0;
            assert!((-1e-9..=0.01).contains(&worse), "{name} seed {seed}: {worse}");
            runs += 1;
        }
    }
    assert!(runs >= 75, "{runs}");
}

#[test]
fn the_exact_baselines_prove_the_golden_optima() {
    let mut proven = 0;
    for (name, case) in json_files("golden").into_iter().chain(json_files("instances")) {
        let instance = instance(&case["scenario"]);
        let status = &case["optimum"]["status"];
        if instance.cluster.gpus().len() > 6 || instance.transformer.layers() > 12 || status.is_null() {
            continue;
        }
        for planner in [PlannerName::BruteForce, PlannerName::BranchAndBound] {
            let answer = plan(&with_planner(instance.clone(), planner, 1));
            assert_eq!(answer.status.as_str(), status.as_str().unwrap(), "{name} {planner:?}");
            if status == "optimal" {
                crate::common::assert_close(
                    &name,
                    answer.time_ms.unwrap(),
                    case["optimum"]["time_ms"].as_f64().unwrap(),
                );
                proven += 1;
            }
        }
    }
    assert!(proven >= 24, "{proven}");
}

#[test]
fn brute_force_refuses_what_is_too_much_with_the_count() {
    let answer = plan(&with_planner(crate::common::paper("scaling-n12-l12"), PlannerName::BruteForce, 1));
    assert_eq!((answer.status, answer.plan, answer.evaluations), (Status::NotFound, None, 0));
    // Table 6: f(12, 12) = 40,864,292,184.
    assert!(answer.notes.iter().any(|note| note.what().to_string().contains("4.086e10")), "{:?}", answer.notes);
}
