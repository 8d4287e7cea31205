//! Time to a proof, and to the whole frontier, by kind and size of the problem: medians over seeds, since one pool
//! says little about its kind.
//!
//! `cargo bench --bench exact -- homo 16` keeps the rows that name both; `seeds=50` takes other than 20 seeds each.
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a benchmark reads the clock")]

#[path = "support/kinds.rs"]
mod kinds;

use std::time::Instant;

use geotrain::cost::{Evaluator, Objective};
use geotrain::model::Status;
use geotrain::search::exact::Exact;
use geotrain::search::{Environment, Planner, Progress, SearchContext, exact_frontier};

/// Seconds after which a run counts as unproven.
const LIMIT_S: f64 = 20.0;

struct Clock(Instant);

impl Environment for Clock {
    fn interrupted(&mut self) -> Option<geotrain::model::StopReason> {
        (self.0.elapsed().as_secs_f64() > LIMIT_S).then_some(geotrain::model::StopReason::Time)
    }
    fn progress(&mut self, _: &Progress<'_>) {}
}

/// Milliseconds to an answer, and whether it was complete: the quickest of three runs, or one of a slow one.
fn answer_ms(mut answer: impl FnMut(&mut Clock) -> bool) -> (f64, bool) {
    let mut least_ms = f64::INFINITY;
    let mut complete = false;
    for _ in 0..3 {
        let start = Instant::now();
        complete = answer(&mut Clock(start));
        least_ms = least_ms.min(start.elapsed().as_secs_f64() * 1_000.0);
        if least_ms > 200.0 {
            break;
        }
    }
    (least_ms, complete)
}

/// Those two for the proof of one problem, and for its frontier.
fn run(kind: &str, gpus: usize, layers: u64, time_weight: f64, seed: u64) -> [(f64, bool); 2] {
    let instance = kinds::instance(kind, gpus, layers, time_weight, seed);
    let reference = |set: Option<f64>| set.unwrap_or(1.0);
    let (time_ms, energy_j) = (instance.objective.reference_time_ms, instance.objective.reference_energy_j);
    let evaluator = Evaluator::new(&instance, Objective::new(time_weight, reference(time_ms), reference(energy_j)));
    let proof = answer_ms(|clock| {
        let outcome = Exact.plan(&evaluator, SearchContext::new(1, None, clock));
        matches!(outcome.status, Status::Optimal | Status::Infeasible)
    });
    let frontier = answer_ms(|clock| exact_frontier(&evaluator, 1, None, clock, &mut |_, _| {}).complete);
    [proof, frontier]
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let seeds = words.iter().find_map(|word| word.strip_prefix("seeds=")?.parse().ok()).unwrap_or(20);
    println!(
        "| kind | N | L | λ | proof: median ms | 90 % | most | unproven | frontier: median ms | 90 % | most | open |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for gpus in [8, 12, 16, 20] {
        for kind in kinds::KINDS {
            for (layers, time_weight) in [(12, 1.0), (24, 0.5), (48, 1.0)] {
                let row = format!("| {kind} | {gpus} | {layers} | {time_weight}");
                let wanted = |word: &String| word.contains('=') || format!("{row} ").contains(&format!(" {word} "));
                if !words.iter().all(wanted) {
                    continue;
                }
                let runs: Vec<[(f64, bool); 2]> =
                    (0..seeds).map(|seed| run(kind, gpus, layers, time_weight, 1_000 + seed)).collect();
                print!("{row}");
                for question in 0..2 {
                    let mut times: Vec<f64> = runs.iter().map(|run| run[question].0).collect();
                    times.sort_by(f64::total_cmp);
                    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
                    let open = runs.iter().filter(|run| !run[question].1).count();
                    print!(" | {:.2} | {:.2} | {:.2} | {open}", at(0.5), at(0.9), at(1.0));
                }
                println!(" |");
            }
        }
    }
}
