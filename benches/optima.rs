//! How often the heuristics reach the proven optima of `tests/data/instances`, and how long they take: a table in
//! Markdown. `cargo bench --no-default-features --bench optima`.
#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::time::Instant;

use geotrain::cost::{Evaluator, Objective};
use geotrain::model::{Instance, MemeticSettings};
use geotrain::scenario;
use geotrain::search::local::LocalSearch;
use geotrain::search::memetic::Memetic;
use geotrain::search::{Planner, References, SearchContext, Undisturbed};
use serde_json::Value;

const SEEDS: u64 = 5;
/// A run has reached the optimum when its objective is no more than this share above it.
const REACHED: f64 = 1e-9;
const SIZES: [(usize, usize); 4] = [(4, 8), (10, 12), (14, 16), (20, 32)];

struct Case {
    evaluator: Evaluator,
    gpus: usize,
    optimum: f64,
}

#[derive(Default)]
struct Tally {
    runs: usize,
    reached: usize,
    worst: f64,
    run_ms: Vec<f64>,
    /// Times to the optimum, of the runs that reach it.
    found_ms: Vec<f64>,
}

fn cases() -> Vec<Case> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/instances");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let case = |path: std::path::PathBuf| {
        let case: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let optimum = case["optimum"]["objective"].as_f64()?;
        let instance: Instance = scenario::read_value(&case["scenario"]).unwrap().instance;
        let evaluator = Evaluator::new(&instance, Objective::time_only());
        let references = References::of(&instance, &evaluator, &mut Undisturbed);
        let evaluator = evaluator.with_objective(references.objective(instance.objective.time_weight));
        Some(Case { evaluator, gpus: instance.cluster.gpus().len(), optimum })
    };
    paths.into_iter().filter_map(case).collect()
}

fn tally(planner: &dyn Planner, cases: &[&Case]) -> Tally {
    let mut tally = Tally::default();
    for case in cases {
        for seed in 1..=SEEDS {
            let start = Instant::now();
            let outcome = planner.plan(&case.evaluator, SearchContext::new(seed, None, &mut Undisturbed));
            let run_ms = 1_000.0 * start.elapsed().as_secs_f64();
            let (_, cost) = outcome.best.unwrap();
            let above = cost.objective / case.optimum - 1.0;
            tally.runs += 1;
            tally.worst = tally.worst.max(above);
            tally.run_ms.push(run_ms);
            if above <= REACHED {
                tally.reached += 1;
                let found = outcome.history.last().map_or(0, |last| last.evaluations);
                tally.found_ms.push(run_ms * found as f64 / outcome.evaluations as f64);
            }
        }
    }
    tally
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() {
    let cases = cases();
    let planners: [(&str, Box<dyn Planner>); 2] = [
        ("Memetic", Box::new(Memetic::new(MemeticSettings::default()))),
        ("Local search", Box::new(LocalSearch::default())),
    ];
    println!(
        "| GPUs | problems | planner | optimum reached | worst above it | one run, median | optimum met after, median |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (least, most) in SIZES {
        let of_size: Vec<&Case> = cases.iter().filter(|case| (least..=most).contains(&case.gpus)).collect();
        for (name, planner) in &planners {
            let mut tally = tally(planner.as_ref(), &of_size);
            println!(
                "| {least}–{most} | {} | {name} | {} of {} | {:.2} % | {:.1} ms | {:.2} ms |",
                of_size.len(),
                tally.reached,
                tally.runs,
                100.0 * tally.worst.max(0.0),
                median(&mut tally.run_ms),
                median(&mut tally.found_ms),
            );
        }
    }
}
