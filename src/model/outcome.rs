use super::Plan;
use super::closed_set::closed_set;

/// What a plan costs per iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Iteration time T_iter (Eq. 1), ms.
    pub time_ms: f64,
    /// Iteration energy E_iter (Eq. 14), J.
    pub energy_j: f64,
    /// λ·T/T_ref + (1−λ)·E/E_ref; smaller is better.
    pub objective: f64,
}

closed_set! {
    /// What is known about the best plan.
    pub enum Status {
        /// No plan is better; the proof ended.
        Optimal = "optimal",
        /// The best plan met so far.
        Feasible = "feasible",
        /// No plan can exist; proven.
        Infeasible = "infeasible",
        /// No plan met, and no proof that there is none.
        NotFound = "not-found",
    }
}

closed_set! {
    /// Why a planner stopped.
    pub enum StopReason {
        /// The planner looked at everything that its method looks at.
        Finished = "finished",
        /// No improvement for the set number of generations.
        Patience = "patience",
        /// The set number of generations.
        Generations = "generations",
        /// The evaluation (or node) budget.
        Evaluations = "evaluations",
        /// The time limit: the result is not promised to repeat.
        Time = "time",
        /// A person cancelled the run.
        Cancelled = "cancelled",
    }
}

/// Why a planner's own method did not run or led to no plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refusal {
    /// The planner would try more plans than its limit.
    TooManyPlans {
        /// Number of plans of the instance.
        plans: f64,
        /// Number of plans that the planner may try.
        limit: f64,
    },
    /// More GPUs could be in a better plan than the planner can go through all sets of. A plan that comes with this
    /// refusal is the local search's.
    TooManySets {
        /// Number of GPUs that could be in a better plan.
        gpus: usize,
        /// Number of GPUs that the planner can go through all sets of.
        limit: usize,
    },
    /// Every split of the layers in proportion to compute breaks a memory limit or lacks a link.
    NoProportionalSplit,
}

/// One step of a search's history: when the best plan changed, and to what cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Improvement {
    /// Plans, or nodes of a search tree, evaluated so far.
    pub evaluations: u64,
    /// GPUs in pipeline order with their layers.
    pub plan: Plan,
    /// Time, energy and objective of `plan`.
    pub cost: Cost,
}

/// What a planner returns.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What is known about `best`.
    pub status: Status,
    /// The best plan and its cost.
    pub best: Option<(Plan, Cost)>,
    /// Proven lower bound on the objective, where the planner has one.
    pub lower_bound: Option<f64>,
    /// Why the planner stopped.
    pub stopped_by: StopReason,
    /// Plans, or nodes of a search tree, evaluated so far.
    pub evaluations: u64,
    /// Improvements, oldest first.
    pub history: Vec<Improvement>,
    /// Whether a baseline that is exhaustive on small pools had to sample on this one.
    pub sampled: bool,
    /// Why the planner's own method did not run or led to no plan; `None` where it did its work.
    pub refusal: Option<Refusal>,
}

/// One non-dominated plan.
#[derive(Clone, Debug, PartialEq)]
pub struct FrontierPoint {
    /// GPUs in pipeline order with their layers.
    pub plan: Plan,
    /// Iteration time T_iter (Eq. 1), ms.
    pub time_ms: f64,
    /// Iteration energy E_iter (Eq. 14), J.
    pub energy_j: f64,
    /// Whether some λ selects it: it lies on the lower convex hull.
    pub supported: bool,
    /// The λ of the grid that select it.
    pub time_weights: Vec<f64>,
    /// Least and greatest λ that select it among these points; `None` if none does.
    pub time_weight_range: Option<(f64, f64)>,
    /// Largest distance from the line through the ends, axes scaled to [0, 1].
    pub knee: bool,
}

/// Non-dominated plans, fastest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Frontier {
    /// Non-dominated plans, fastest first.
    pub points: Vec<FrontierPoint>,
    /// Whether a proof shows that no further non-dominated plan exists.
    pub complete: bool,
}
