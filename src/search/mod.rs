//! The planners: one file or folder per strategy, behind one [`Planner`] trait.
//!
//! All effects (randomness, budget, cancel, progress) come in through one [`SearchContext`], so a planner is a
//! function of instance, settings and seed. Nothing that decides uses anything but `+ − × ÷`, comparisons and
//! `sqrt`, which are exact to the last bit everywhere.

pub mod allocation;
pub mod branch_and_bound;
pub mod brute_force;
mod context;
pub mod exact;
pub mod exact_frontier;
pub mod existence;
pub mod feasibility;
pub mod frontier;
pub mod local;
pub mod memetic;
pub mod metis;
mod reference;

pub use context::{Environment, Progress, Rng, SearchContext, Undisturbed};
pub use exact_frontier::{ExactFrontier, exact_frontier};
pub use reference::{ReferencePlan, References, reference_plan};

use crate::cost::Evaluator;
use crate::model::{Instance, Outcome, PlannerName, SearchSettings, Status};

/// A strategy that looks for the plan of least objective.
pub trait Planner {
    /// Runs until it is done or `context` stops it, and returns the best valid plan with what is known of it.
    fn plan(&self, evaluator: &Evaluator, context: SearchContext<'_>) -> Outcome;

    /// Plans (or nodes, or sets of GPUs) that a run on `instance` looks at without limits: at most, or about as many.
    fn effort(&self, instance: &Instance) -> f64;
}

/// The planner of that name. `auto` is the exact one; what it does when the proof takes too long depends on a clock and
/// so is not decided here.
pub fn planner(name: PlannerName, settings: &SearchSettings) -> Box<dyn Planner> {
    match name {
        PlannerName::Auto | PlannerName::Exact => Box::new(exact::Exact),
        PlannerName::Memetic => Box::new(memetic::Memetic::new(settings.memetic)),
        PlannerName::Metis => Box::new(metis::Metis::all_gpus()),
        PlannerName::MetisImproved => Box::new(metis::Metis::any_subset()),
        PlannerName::LocalSearch => Box::new(local::LocalSearch::default()),
        PlannerName::BruteForce => Box::new(brute_force::BruteForce),
        PlannerName::BranchAndBound => Box::new(branch_and_bound::BranchAndBound),
    }
}

/// Runs `planner`; where it met no plan, says "infeasible" if that can be proven.
pub fn run(planner: &dyn Planner, evaluator: &Evaluator, context: SearchContext<'_>) -> Outcome {
    let mut outcome = planner.plan(evaluator, context);
    if outcome.status == Status::NotFound && feasibility::capacity_shortfall(evaluator).is_some() {
        outcome.status = Status::Infeasible;
    }
    outcome
}
