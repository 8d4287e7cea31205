//! The trait behind which the planners stand, and the way to run one.

use super::context::SearchContext;
use super::feasibility;
use crate::cost::Evaluator;
use crate::model::{Instance, Outcome, Status};

/// A strategy that looks for the plan of least objective.
pub trait Planner {
    /// Runs until it is done or `context` stops it, and returns the best valid plan with what is known of it.
    fn plan(&self, evaluator: &Evaluator, context: SearchContext<'_>) -> Outcome;

    /// Plans (or nodes, or sets of GPUs) that a run on `instance` looks at without limits: at most, or about as many.
    fn effort(&self, instance: &Instance) -> f64;
}

/// Runs `planner`; where it met no plan, says "infeasible" if that can be proven.
pub fn run(planner: &dyn Planner, evaluator: &Evaluator, context: SearchContext<'_>) -> Outcome {
    let mut outcome = planner.plan(evaluator, context);
    if outcome.status == Status::NotFound && feasibility::capacity_shortfall(evaluator).is_some() {
        outcome.status = Status::Infeasible;
    }
    outcome
}
