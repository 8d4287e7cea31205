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
use crate::model::{Outcome, PlannerName, SearchSettings, Status};

/// A strategy that looks for the plan of least objective.
pub trait Planner {
    /// Runs until it is done or `context` stops it, and returns the best valid plan with what is known of it.
    fn plan(&self, evaluator: &Evaluator, context: SearchContext<'_>) -> Outcome;
}

/// The planner of that name, or `None` if this build has none. `auto` is the best there is for any instance.
pub fn planner(name: PlannerName, settings: &SearchSettings) -> Option<Box<dyn Planner>> {
    match name {
        PlannerName::Auto | PlannerName::Memetic => Some(Box::new(memetic::Memetic::new(settings.memetic))),
        PlannerName::Metis => Some(Box::new(metis::Metis::all_gpus())),
        PlannerName::MetisImproved => Some(Box::new(metis::Metis::any_subset())),
        PlannerName::LocalSearch => Some(Box::new(local::LocalSearch::default())),
        PlannerName::BruteForce => Some(Box::new(brute_force::BruteForce)),
        PlannerName::BranchAndBound => Some(Box::new(branch_and_bound::BranchAndBound)),
        PlannerName::Exact => Some(Box::new(exact::Exact)),
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
