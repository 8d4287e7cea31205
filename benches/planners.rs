//! Planning from a validated scenario to a judged answer, natively.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use geotrain::cost::{Evaluator, Objective};
use geotrain::model::{Instance, MemeticSettings};
use geotrain::scenario;
use geotrain::search::allocation::{Allocator, Sequence};
use geotrain::search::exact::Exact;
use geotrain::search::{Planner, Rng, SearchContext, Undisturbed, exact_frontier, memetic::Memetic, metis::Metis};
use rand::{Rng as _, SeedableRng};

fn pool() -> Instance {
    scenario::read(include_str!("../tests/data/paper-tables/scaling-n12-l12.json")).unwrap().instance
}

fn run(planner: &dyn Planner, evaluator: &Evaluator, seed: u64) -> u64 {
    planner.plan(evaluator, SearchContext::new(seed, None, &mut Undisturbed)).evaluations
}

/// One run with the paper's parameters on N = 12, L = 12; a new seed each time, so that the figure is not of one
/// lucky run.
fn memetic(criterion: &mut Criterion) {
    let instance = pool();
    let evaluator = Evaluator::new(&instance, Objective::time_only());
    let planner = Memetic::new(MemeticSettings::default());
    let mut seed = 0;
    criterion.bench_function("memetic, scaling-n12-l12, one run", |bencher| {
        let next_seed = || {
            seed += 1;
            seed
        };
        bencher.iter_batched(next_seed, |seed| black_box(run(&planner, &evaluator, seed)), BatchSize::SmallInput);
    });
}

/// The reference plan: every subset and order of a proportional split.
fn metis_improved(criterion: &mut Criterion) {
    let instance = pool();
    let evaluator = Evaluator::new(&instance, Objective::time_only());
    criterion.bench_function("metis-improved, scaling-n12-l12", |bencher| {
        bencher.iter(|| black_box(run(&Metis::any_subset(), &evaluator, 0)));
    });
}

/// Scoring one plan of five stages.
fn evaluation(criterion: &mut Criterion) {
    let instance = pool();
    let evaluator = Evaluator::new(&instance, Objective::time_only());
    let stage = |gpu: u16, layers: u16| geotrain::model::Stage { gpu, layers };
    let stages = [stage(3, 4), stage(7, 3), stage(1, 1), stage(5, 1), stage(11, 3)];
    assert!(evaluator.cost(&stages).is_some());
    criterion.bench_function("evaluation of a plan of five stages", |bencher| {
        bencher.iter(|| black_box(evaluator.cost(black_box(&stages))));
    });
}

/// `depth` of `gpus` GPUs, in random order.
fn draw(rng: &mut Rng, gpus: usize, depth: usize) -> Vec<u16> {
    let mut drawn: Vec<u16> = (0..gpus as u16).collect();
    for place in 0..depth {
        let other = place + rng.next_u32() as usize % (gpus - place);
        drawn.swap(place, other);
    }
    drawn.truncate(depth);
    drawn
}

/// The best split over one sequence, set up and solved, without a cut-off; the mean over random sequences that
/// fit, of a pool of 16 GPUs and 24 layers.
fn allocation(criterion: &mut Criterion) {
    let case: serde_json::Value =
        serde_json::from_str(include_str!("../tests/data/instances/uni_n16_l24_lam1_s4133.json")).unwrap();
    let instance = scenario::read_value(&case["scenario"]).unwrap().instance;
    let evaluator = Evaluator::new(&instance, Objective::time_only());
    let mut rng = Rng::seed_from_u64(1);
    for depth in [2, 4, 8] {
        let (mut sequence, mut allocator) = (Sequence::default(), Allocator::default());
        let draws = std::iter::repeat_with(|| draw(&mut rng, evaluator.gpus(), depth));
        let fits =
            |gpus: &Vec<u16>| sequence.load(&evaluator, gpus) && allocator.solve(&sequence, f64::INFINITY).is_some();
        let sequences: Vec<Vec<u16>> = draws.filter(fits).take(256).collect();
        let (mut sequence, mut allocator, mut next) = (Sequence::default(), Allocator::default(), 0);
        criterion.bench_function(&format!("allocation, {depth} stages"), |bencher| {
            bencher.iter(|| {
                next = (next + 1) % sequences.len();
                sequence.load(&evaluator, &sequences[next]).then(|| allocator.solve(&sequence, f64::INFINITY))
            });
        });
    }
}

/// The proof of one stored problem of a kind, and its whole trade-off.
fn exact(criterion: &mut Criterion) {
    const PROBLEMS: [(&str, &str); 5] = [
        ("uni_n12_l48", include_str!("../tests/data/instances/uni_n12_l48_lam1_s127.json")),
        ("homo_n12_l48", include_str!("../tests/data/instances/homo_n12_l48_lam1_s134.json")),
        ("uni_n16_l24", include_str!("../tests/data/instances/uni_n16_l24_lam1_s4133.json")),
        ("homo_n16_l48", include_str!("../tests/data/instances/homo_n16_l48_lam1_s500.json")),
        ("jit_n20_l24", include_str!("../tests/data/instances/jit_n20_l24_lam1_s4101.json")),
    ];
    for (name, text) in PROBLEMS {
        let case: serde_json::Value = serde_json::from_str(text).unwrap();
        let instance = scenario::read_value(&case["scenario"]).unwrap().instance;
        let evaluator = Evaluator::new(&instance, Objective::time_only());
        criterion.bench_function(&format!("exact, {name}"), |bencher| {
            bencher.iter(|| black_box(run(&Exact, &evaluator, 1)));
        });
        if instance.cluster.gpus().len() <= 16 {
            criterion.bench_function(&format!("exact trade-off, {name}"), |bencher| {
                bencher.iter(|| black_box(exact_frontier(&evaluator, 1, None, &mut Undisturbed, &mut |_, _| {})));
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = memetic, metis_improved, evaluation, allocation, exact
}
criterion_main!(benches);
