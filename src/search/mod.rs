//! The planners: one file or folder per strategy, behind one [`Planner`] trait.
//!
//! All effects (randomness, budget, cancel, progress) come in through one [`SearchContext`], so a planner is a
//! function of instance, settings and seed. Nothing that decides uses anything but `+ − × ÷`, comparisons and
//! `sqrt`, which are exact to the last bit everywhere.

#![warn(missing_docs)]

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
mod planner;
mod reference;

pub use context::{Environment, Progress, Rng, SearchContext, Undisturbed, uniform_below};
pub use exact_frontier::{ExactFrontier, exact_frontier};
pub use planner::{Planner, run};
pub use reference::{ReferencePlan, References, reference_plan};

use crate::model::{Instance, PlannerName, SearchSettings};

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

/// What a run of the planner of that name looks at, in plans or sets, by [`Planner::effort`]. The page asks this and
/// nothing else of a planner: a call of each method by its type leaves the searches themselves out of the page.
pub fn effort(name: PlannerName, instance: &Instance) -> f64 {
    match name {
        PlannerName::Auto | PlannerName::Exact => exact::Exact.effort(instance),
        PlannerName::Memetic => memetic::Memetic::new(instance.search.memetic).effort(instance),
        PlannerName::Metis => metis::Metis::all_gpus().effort(instance),
        PlannerName::MetisImproved => metis::Metis::any_subset().effort(instance),
        PlannerName::LocalSearch => local::LocalSearch::default().effort(instance),
        PlannerName::BruteForce => brute_force::BruteForce.effort(instance),
        PlannerName::BranchAndBound => branch_and_bound::BranchAndBound.effort(instance),
    }
}
