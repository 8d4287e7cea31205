//! Iterated local search over GPU sequences, the layers of each split optimally ([`super::allocation`]).
//!
//! Moves: insert an unused GPU anywhere, replace one, remove one, swap two, relocate one, reverse a segment; always
//! the best of all. From a local optimum, kicks of two or three random moves, kept if no worse.

mod moves;
mod score;
mod starts;

use moves::{Move, random_move};
pub use score::Scorer;

use super::{Planner, SearchContext};
use crate::cost::Evaluator;
use crate::model::{Instance, Outcome, Status, StopReason};

/// The planner with its effort.
#[derive(Clone, Copy, Debug)]
pub struct LocalSearch {
    /// Number of independent starts.
    pub starts: usize,
    /// Kicks from each local optimum.
    pub kicks: usize,
    /// A GPU that the plan must use.
    pub required: Option<u16>,
}

impl Default for LocalSearch {
    fn default() -> Self {
        Self { starts: 60, kicks: 15, required: None }
    }
}

impl Planner for LocalSearch {
    fn plan(&self, evaluator: &Evaluator, mut context: SearchContext<'_>) -> Outcome {
        if super::feasibility::capacity_shortfall(evaluator).is_some() {
            return Outcome { status: Status::Infeasible, ..context.finish(StopReason::Finished) };
        }
        self.improve(evaluator, &mut context);
        context.finish(StopReason::Finished)
    }

    /// About as many: each climb scans all moves from a sequence of half the greatest length twice.
    fn effort(&self, instance: &Instance) -> f64 {
        let gpus = instance.cluster.gpus().len();
        let length = gpus.min(instance.transformer.layers().into()).div_ceil(2);
        let sequence: Vec<u16> = (0..length as u16).collect();
        let climbs = self.starts * (1 + self.kicks);
        (climbs * (1 + 2 * moves::all(&sequence, gpus as u16).len())) as f64
    }
}

impl LocalSearch {
    /// Offers what it finds to `context`, until it has made its starts and kicks or is stopped.
    pub fn improve(&self, evaluator: &Evaluator, context: &mut SearchContext<'_>) {
        let mut scorer = Scorer::new(evaluator, self.required);
        for start in 0..self.starts {
            let fraction = start as f64 / self.starts as f64;
            if context.should_stop(|| fraction) {
                break;
            }
            let Some(sequence) = starts::draw(start, &mut scorer, context) else { continue };
            self.climb_and_kick(sequence, fraction, &mut scorer, context);
        }
    }

    fn climb_and_kick(
        &self,
        mut sequence: Vec<u16>,
        fraction: f64,
        scorer: &mut Scorer<'_>,
        context: &mut SearchContext<'_>,
    ) {
        let mut value = climb(&mut sequence, fraction, scorer, context);
        for _ in 0..self.kicks {
            if context.should_stop(|| fraction) {
                return;
            }
            let mut kicked = sequence.clone();
            let moves = 2 + super::uniform_below(&mut context.rng, 2);
            for _ in 0..moves {
                if let Some(step) = random_move(&kicked, scorer.gpus(), &mut context.rng) {
                    step.apply(&mut kicked);
                }
            }
            let kicked_value = climb(&mut kicked, fraction, scorer, context);
            if kicked_value <= value {
                sequence = kicked;
                value = kicked_value;
            }
        }
    }
}

/// Makes the best move until none improves; returns the value reached, infinite if no plan was met.
fn climb(sequence: &mut Vec<u16>, fraction: f64, scorer: &mut Scorer<'_>, context: &mut SearchContext<'_>) -> f64 {
    let mut value = scorer.score(sequence, f64::INFINITY, context).unwrap_or(f64::INFINITY);
    let mut neighbour = Vec::with_capacity(sequence.len() + 1);
    loop {
        let mut best: Option<(Move, f64)> = None;
        let mut cutoff = if value == f64::INFINITY { value } else { value * (1.0 - 1e-12) };
        for step in moves::all(sequence, scorer.gpus()) {
            if context.should_stop(|| fraction) {
                return value;
            }
            neighbour.clone_from(sequence);
            step.apply(&mut neighbour);
            if let Some(found) = scorer.score(&neighbour, cutoff, context) {
                cutoff = found;
                best = Some((step, found));
            }
        }
        let Some((step, found)) = best else { return value };
        step.apply(sequence);
        value = found;
    }
}
