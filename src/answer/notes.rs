//! The notes of an answer: why there is no plan, or what is not proven of the plan there is.

use super::evaluate::problem;
use crate::check::Fault;
use crate::model::{Instance, Outcome, Plan, Refusal, Status, StopReason};
use crate::scenario::Problem;
use crate::words::problems::{self, ProblemWords};

fn note(code: &str, words: ProblemWords) -> Problem {
    Problem::of_whole(code, "plan", words)
}

/// The faults that the independent check found in the planner's plan.
pub fn refused_by_check(instance: &Instance, plan: &Plan, faults: &[Fault]) -> Vec<Problem> {
    let heading = note("refused-by-check", problems::refused_by_check());
    std::iter::once(heading).chain(faults.iter().map(|fault| problem(instance, plan, fault))).collect()
}

/// Why `outcome` holds no plan, or what its planner did not do. `status` is what is known after the check, and
/// `is_short_of_capacity` says whether the linked GPUs hold too few layers at every depth.
pub fn explanation(outcome: &Outcome, status: Status, is_short_of_capacity: impl FnOnce() -> bool) -> Option<Problem> {
    if let Some(refusal) = outcome.refusal {
        let code = match refusal {
            Refusal::TooManyPlans { .. } => "too-many-plans",
            Refusal::TooManySets { .. } => "too-many-sets",
            Refusal::NoProportionalSplit => "no-proportional-split",
        };
        return Some(note(code, problems::refused_by_planner(refusal)));
    }
    match status {
        Status::Optimal | Status::Feasible => None,
        Status::Infeasible if is_short_of_capacity() => {
            Some(note("no-depth-holds-the-model", problems::no_depth_holds_the_model()))
        }
        Status::Infeasible => Some(note("no-order-holds-the-model", problems::no_order_holds_the_model())),
        Status::NotFound => Some(match outcome.stopped_by {
            StopReason::Finished => note("no-plan-found", problems::no_plan_found()),
            StopReason::Cancelled => note("stopped-without-a-plan", problems::stopped_without_a_plan()),
            StopReason::Patience | StopReason::Generations | StopReason::Evaluations | StopReason::Time => {
                note("budget-without-a-plan", problems::budget_without_a_plan())
            }
        }),
    }
}

/// Not all GPU sets and orders were looked at, for the plan or for the reference.
pub fn best_of_sample(of_reference: bool) -> Problem {
    note("best-of-sample", problems::best_of_sample(of_reference))
}
