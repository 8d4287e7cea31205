//! Over random pools with figures from the whole permitted range: no NaN, and three ways to the same cost agree
//! (the planners' tables, the figures per stage, the judge's own arithmetic).

use crate::common::assert_close;
use geotrain::answer::evaluate;
use geotrain::check::{Fault, judge};
use geotrain::cost::{Evaluator, Objective};
use geotrain::model::{
    Cluster, Gpu, GpuFigures, Instance, Link, MemeticSettings, Network, ObjectiveSettings, Plan, PlannerName,
    Precision, SearchSettings, Stage, Training, TrainingFigures, Transformer,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// Log-uniform over a range, its ends included now and then.
fn spread(low: f64, high: f64) -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => (low.ln()..high.ln()).prop_map(f64::exp),
        1 => Just(low),
        1 => Just(high),
    ]
    .prop_map(move |value| value.clamp(low, high))
}

fn gpu() -> impl Strategy<Value = GpuFigures> {
    let memory_bytes = prop_oneof![spread(1e9, 1e15), spread(1e-3, 1e15)];
    (spread(1.0, 1e18), memory_bytes, 0.0..=1e5, 0.0..=1.0).prop_map(|(flops, memory, active_w, idle_share)| {
        GpuFigures {
            name: String::new(),
            model: "any".to_owned(),
            site: 0,
            effective_flops: flops,
            effective_memory_bytes: memory,
            idle_w: active_w * idle_share,
            active_w,
        }
    })
}

fn link() -> impl Strategy<Value = Option<Link>> {
    let some = (spread(1e-1, 1.25e14), prop_oneof![Just(0.0), 1e-6..=100.0_f64]);
    prop_oneof![5 => some.prop_map(|(bandwidth, latency)| Link::new(bandwidth, latency).ok()), 1 => Just(None)]
}

fn cluster() -> impl Strategy<Value = Cluster> {
    let gpus = prop::collection::vec((gpu(), 0..3_usize), 1..6);
    let overrides = prop::collection::btree_map((0..5_usize, 0..5_usize), link(), 0..8);
    let site_links = prop::collection::btree_map((0..3_usize, 0..3_usize), link(), 0..5);
    (gpus, link(), link(), site_links, overrides).prop_map(|(gpus, within_site, between_sites, site_links, pairs)| {
        let count = gpus.len();
        let named = |(index, (figures, site)): (usize, (GpuFigures, usize))| {
            Gpu::new(GpuFigures { name: format!("g{index}"), site, ..figures }).unwrap()
        };
        let gpu_links = pairs.into_iter().filter(|((from, to), _)| *from < count && *to < count).collect();
        let sites = ["A", "B", "C"].map(str::to_owned).to_vec();
        let network = Network { within_site, between_sites, site_links, gpu_links };
        Cluster::new(gpus.into_iter().enumerate().map(named).collect(), sites, network).unwrap()
    })
}

fn training() -> impl Strategy<Value = Training> {
    let precision = prop::sample::select(vec![Precision::Fp16, Precision::Bf16, Precision::Fp32]);
    let factor = prop_oneof![Just(0.0), Just(2.0), 0.0..=1_000.0_f64];
    let micro = prop_oneof![1..64_u64, Just(15_u64), Just(1_000_000)];
    let count = prop_oneof![1..64_u64, Just(65_536)];
    (micro, count, prop_oneof![1..8_192_u64, Just(4_194_304)], precision, factor.clone(), factor).prop_map(
        |(micro_batch_size, count, sequence_length, precision, activation_factor, backward_ratio)| {
            let count = count.min(1_000_000 / micro_batch_size);
            Training::new(TrainingFigures {
                batch_size: micro_batch_size * count,
                micro_batch_size,
                sequence_length,
                precision,
                activation_factor,
                backward_ratio,
            })
            .unwrap()
        },
    )
}

fn transformer() -> impl Strategy<Value = Transformer> {
    let hidden = prop_oneof![1..4_096_u64, Just(65_536)];
    let layers = prop_oneof![1..12_u64, Just(1_024)];
    (hidden, layers, prop_oneof![1..60_000_u64, Just(4_194_304)])
        .prop_map(|(hidden, layers, vocab)| Transformer::new(hidden, layers, vocab).unwrap())
}

fn objective() -> impl Strategy<Value = ObjectiveSettings> {
    let reference = prop_oneof![Just(1e-9), Just(1.0), Just(1e12)];
    (prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0_f64], reference.clone(), reference, any::<bool>()).prop_map(
        |(time_weight, time_ms, energy_j, energy_counts_head)| ObjectiveSettings {
            time_weight,
            reference_time_ms: Some(time_ms),
            reference_energy_j: Some(energy_j),
            energy_counts_head,
        },
    )
}

/// A plan of the right layer sum over distinct GPUs, drawn by `picks`.
fn plan(gpus: usize, layers: u16, picks: &[u16]) -> Plan {
    let most = gpus.min(usize::from(layers)).min(picks.len());
    let depth = 1 + usize::from(picks[0]) % most;
    let mut left: Vec<u16> = (0..gpus as u16).collect();
    let mut stages: Vec<Stage> = picks[..depth]
        .iter()
        .map(|pick| Stage { gpu: left.remove(usize::from(*pick) % left.len()), layers: 1 })
        .collect();
    let mut spare = layers - depth as u16;
    for (stage, pick) in stages.iter_mut().zip(picks.iter().rev()) {
        let share = if spare == 0 { 0 } else { pick % (spare + 1) };
        stage.layers += share;
        spare -= share;
    }
    stages[depth - 1].layers += spare;
    Plan::new(stages).unwrap()
}

fn search() -> SearchSettings {
    SearchSettings {
        planner: PlannerName::Memetic,
        seed: 1,
        max_evaluations: None,
        time_limit_s: None,
        frontier_weights: vec![0.0, 1.0],
        memetic: MemeticSettings::default(),
    }
}

prop_compose! {
    fn case()(
        cluster in cluster(), transformer in transformer(), training in training(), objective in objective(),
        picks in prop::collection::vec(any::<u16>(), 6),
    ) -> (Instance, Plan) {
        let plan = plan(cluster.gpus().len(), transformer.layers(), &picks);
        (Instance { cluster, transformer, training, objective, search: search(), plan: None }, plan)
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn three_ways_to_a_cost_agree_and_nothing_is_nan((instance, plan) in case()) {
        let evaluation = evaluate(&instance, &plan);
        let figures = serde_json::to_value(&evaluation).unwrap();
        for stage in &evaluation.stages {
            prop_assert!(stage.compute_ms.is_finite() && stage.memory_gb.is_finite(), "{figures}");
            prop_assert!(stage.service_ms.is_none_or(f64::is_finite), "{figures}");
        }
        for total in [evaluation.time_ms, evaluation.energy_j, evaluation.objective] {
            prop_assert!(total.is_none_or(f64::is_finite), "{figures}");
        }
        let claimed = evaluation.time_ms.zip(evaluation.energy_j);
        let faults = judge(&instance, &plan, claimed);
        let disagrees = |fault: &Fault| matches!(fault, Fault::Time { .. } | Fault::Energy { .. });
        prop_assert!(!faults.iter().any(disagrees), "{:?}", faults);
        let missing = faults.iter().any(|fault| matches!(fault, Fault::MissingLink { .. }));
        prop_assert_eq!(missing, evaluation.time_ms.is_none());

        let set = instance.objective;
        let references = (set.reference_time_ms.unwrap(), set.reference_energy_j.unwrap());
        let objective = Objective::new(set.time_weight, references.0, references.1);
        let cost = Evaluator::new(&instance, objective).plan_cost(&plan);
        prop_assert_eq!(cost.is_some(), faults.is_empty());
        if let Some(cost) = cost {
            assert_close("time", cost.time_ms, evaluation.time_ms.unwrap());
            assert_close("energy", cost.energy_j, evaluation.energy_j.unwrap());
            assert_close("objective", cost.objective, evaluation.objective.unwrap());
        }
    }

    /// Caps are the largest layer counts that the memory expression itself accepts.
    #[test]
    fn layer_caps_are_exact((instance, plan) in case()) {
        let evaluator = Evaluator::new(&instance, Objective::time_only());
        let need = geotrain::cost::memory::MemoryNeed::new(&instance.transformer, &instance.training);
        let stages = plan.stages().len();
        for (gpu, figures) in instance.cluster.gpus().iter().enumerate() {
            for last in [false, true] {
                let limit = figures.effective_memory_bytes;
                let fitting = (1..=evaluator.layers()).rev().find(|&n| need.fits(n, stages, last, limit));
                prop_assert_eq!(evaluator.cap(gpu, stages, last), fitting.unwrap_or(0));
            }
        }
    }
}

/// Every planner on pools whose figures are as extreme as a scenario permits: an answer, and no NaN in it.
#[test]
fn planners_survive_extreme_pools() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for round in 0..60 {
        let (mut instance, _) = case().new_tree(&mut runner).unwrap().current();
        instance.search.planner = [PlannerName::Memetic, PlannerName::Metis, PlannerName::MetisImproved][round % 3];
        instance.search.memetic = MemeticSettings { population: 12, patience: 5, ..MemeticSettings::default() };
        if round % 2 == 0 {
            (instance.objective.reference_time_ms, instance.objective.reference_energy_j) = (None, None);
        }
        let answer = crate::common::plan(&instance);
        for figure in [answer.time_ms, answer.energy_j, answer.objective] {
            assert!(figure.is_none_or(f64::is_finite), "{answer:?}");
            assert_eq!(figure.is_some(), answer.plan.is_some(), "{answer:?}");
        }
        assert!(answer.notes.iter().all(|note| note.code != "refused-by-check"), "{answer:?}");
    }
}
