//! Answers: why a planner has no plan, and what is not proven of the plan it has.

use super::ProblemWords;
use crate::model::Refusal;

/// A planner's own method did not run, or led to no plan.
pub fn refused_by_planner(refusal: Refusal) -> ProblemWords {
    match refusal {
        Refusal::TooManyPlans { plans, limit } => ProblemWords::new(
            format!("There are {plans:.3e} plans, more than the {limit:.0e} that may be tried"),
            "Take fewer GPUs or layers, raise the evaluation limit, or choose another planner.",
        ),
        Refusal::TooManySets { gpus, limit } => ProblemWords::new(
            format!(
                "{gpus} GPUs could be in a better plan, more than the {limit} among which all sets can be gone \
                 through: the plan is the local search's, without a proof that it is the best"
            ),
            "",
        ),
        Refusal::NoProportionalSplit => ProblemWords::new(
            "No split in proportion to compute fits: each breaks a memory limit or needs a link that is missing",
            "The other planners choose the split as well.",
        ),
    }
}

/// The plan of a planner, or of the reference, is the best of a sample.
pub fn best_of_sample(of_reference: bool) -> ProblemWords {
    let which = if of_reference { "reference plan" } else { "planner" };
    let verdict = format!("Not all GPU sets and orders were looked at: the {which} is the best of a sample");
    ProblemWords::new(verdict, "")
}

/// The independent check refused the planner's plan; the faults follow.
pub fn refused_by_check() -> ProblemWords {
    ProblemWords::new("The independent check refused the planner's result", "")
}

/// No plan can exist, since no order of the GPUs is linked throughout and holds the model.
pub fn no_order_holds_the_model() -> ProblemWords {
    ProblemWords::new(
        "No plan fits: of all choices of GPUs, none can be put in an order in which neighbours are linked and the stages \
         hold all layers and the LM head",
        "Connect more of the pool, add memory or GPUs, or lower the micro-batch size.",
    )
}

/// No plan can exist, since the linked GPUs hold too few layers at every pipeline depth.
pub fn no_depth_holds_the_model() -> ProblemWords {
    ProblemWords::new(
        "No plan fits: at no pipeline depth do the linked GPUs hold all layers and the LM head",
        "Add memory or GPUs, lower the micro-batch size, or connect more of the pool.",
    )
}

/// The planner ended without a plan, and nothing is proven.
pub fn no_plan_found() -> ProblemWords {
    ProblemWords::new(
        "No plan was found, which is no proof that there is none",
        "Try another seed, more evaluations, or loosen memory or links.",
    )
}

/// Somebody stopped the planner before it had a plan.
pub fn stopped_without_a_plan() -> ProblemWords {
    ProblemWords::new("Stopped before any plan was found", "Plan again and give it more time.")
}

/// The budget ended before the planner had a plan.
pub fn budget_without_a_plan() -> ProblemWords {
    ProblemWords::new("The budget was used up before any plan was found", "Raise the limits and plan again.")
}
