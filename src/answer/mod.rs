//! Questions put to the library as a whole and their answers: what a plan costs, which plan is best, what the
//! trade-off is. The native command prints these answers, the worker sends them.
//!
//! This is where a plan leaves the library, so this is where [`crate::check`] is asked: a plan it refuses is not
//! shown.

mod auto;
pub(crate) mod by_name;
mod evaluate;
mod frontier;
mod infeasible;
mod left_out;
mod notes;
mod packed_timeline;
mod plan;
mod plan_view;
mod simulation;
mod sum;
mod timeline;
mod watch;
mod wire;

pub use evaluate::evaluate;
pub use frontier::{frontier_best, frontier_by_weights, frontier_exact};
pub use infeasible::{BindingAnswer, ChangeAnswer, EditAnswer, InfeasibleAnswer, IslandAnswer, apply_edits, explain};
pub use left_out::left_out;
pub use plan::{plan, plan_scenario};
pub use plan_view::{EvaluatedPlan, FoundPlan, MAX_SHOWN_OPERATIONS, PlanView, ReferenceCost};
pub use simulation::{NoSimulation, Simulation};
pub use sum::{Pace, StageAddends, Sum, sum};
pub use timeline::timeline;
pub use watch::{AnswerEnvironment, Unwatched};
pub use wire::{
    Evaluation, FrontierAnswer, FrontierPointAnswer, HistoryStep, LeftOutAnswer, PlanAnswer, ProgressAnswer,
    StageAnswer,
};
