//! The shapes of answers, as the native command prints them and the worker sends them.

use serde::{Deserialize, Serialize};

use super::by_name;
use super::infeasible::InfeasibleAnswer;
use crate::model::{PlannerName, Status, StopReason, UnusableReason};
use crate::scenario::Problem;
use crate::schedule::OperationKind;

/// One stage of a plan with its figures per micro-batch. `None` stands for a transfer over a missing link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageAnswer {
    /// Name of the GPU.
    pub gpu: String,
    /// Layers it holds.
    pub layers: u16,
    /// Forward and backward compute (Eq. 7, 8), ms.
    pub compute_ms: f64,
    /// Sending activations on (Eq. 9), ms; 0 on the last stage.
    pub forward_ms: Option<f64>,
    /// Sending gradients back (Eq. 10), ms; 0 on the first stage.
    pub backward_ms: Option<f64>,
    /// τ (Eq. 11), ms.
    pub service_ms: Option<f64>,
    /// Memory it needs (Eq. 5, 6), GB.
    pub memory_gb: f64,
    /// Memory it has, GB.
    pub memory_limit_gb: f64,
}

/// What a given plan costs, whether or not it is valid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The plan, "g5:9,g6:3".
    pub plan: String,
    /// Iteration time T_iter (Eq. 1), ms.
    pub time_ms: Option<f64>,
    /// Iteration energy E_iter (Eq. 14), J.
    pub energy_j: Option<f64>,
    /// λ·T/T_ref + (1−λ)·E/E_ref; `None` too where a reference is needed and cannot be had.
    pub objective: Option<f64>,
    /// Whether every stage fits and all neighbours are linked.
    pub feasible: bool,
    /// What keeps it from being feasible.
    pub problems: Vec<Problem>,
    /// Figures per stage.
    pub stages: Vec<StageAnswer>,
}

/// One step of a search's history.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistoryStep {
    /// Evaluations made when it was found.
    pub evaluations: u64,
    pub objective: f64,
    /// Iteration time T_iter (Eq. 1), ms.
    pub time_ms: f64,
    /// Iteration energy E_iter (Eq. 14), J.
    pub energy_j: f64,
}

/// What a planner answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanAnswer {
    /// What is known about the best plan.
    #[serde(with = "by_name")]
    pub status: Status,
    /// Which planner found the plan: the one that was asked, or the one that `auto` took.
    #[serde(with = "by_name")]
    pub planner: PlannerName,
    /// From which seed.
    pub seed: u64,
    /// The plan, "g5:9,g6:3".
    pub plan: Option<String>,
    /// Iteration time T_iter (Eq. 1), ms.
    pub time_ms: Option<f64>,
    /// Iteration energy E_iter (Eq. 14), J.
    pub energy_j: Option<f64>,
    /// λ·T/T_ref + (1−λ)·E/E_ref.
    pub objective: Option<f64>,
    /// T_ref, ms: set, or of the reference plan.
    pub reference_time_ms: Option<f64>,
    /// Reference energy E_ref, J.
    pub reference_energy_j: Option<f64>,
    /// The improved-Metis plan (or what stands in for it), where a reference was worked out.
    pub reference_plan: Option<String>,
    /// Which planner that plan is of: `metis-improved`, or `local-search` where that has none.
    #[serde(default, with = "by_name::optional")]
    pub reference_planner: Option<PlannerName>,
    /// Proven lower bound on the objective.
    pub lower_bound: Option<f64>,
    /// Why it stopped.
    #[serde(with = "by_name")]
    pub stopped_by: StopReason,
    /// Plans looked at.
    pub evaluations: u64,
    /// Time the planner took, without that for the references, ms.
    pub wall_ms: f64,
    /// Whether an exhaustive baseline had to sample.
    pub sampled: bool,
    /// Why there is no plan, or what limits what is said about the plan; empty if nothing needs saying.
    pub notes: Vec<Problem>,
    /// Most layers that GPUs linked with each other can hold, by pipeline depth from 1; only where nothing fits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capacity: Vec<u32>,
    /// What binds and what would lift it; only where nothing fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub infeasible: Option<InfeasibleAnswer>,
    /// Figures per stage.
    pub stages: Vec<StageAnswer>,
    /// Improvements, oldest first.
    pub history: Vec<HistoryStep>,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgressAnswer {
    /// Evaluations so far.
    pub evaluations: u64,
    /// Estimated share done, 0 to 1.
    pub share: f64,
    /// Time since the start, ms.
    pub wall_ms: f64,
    /// The best plan so far, judged, in the form of a final answer (`stopped_by` is `cancelled`).
    pub best: Option<PlanAnswer>,
}

/// One non-dominated plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontierPointAnswer {
    pub plan: String,
    /// Iteration time T_iter (Eq. 1), ms.
    pub time_ms: f64,
    /// Iteration energy E_iter (Eq. 14), J.
    pub energy_j: f64,
    /// Whether some λ selects it.
    pub supported: bool,
    /// The λ of the grid that select it.
    pub time_weights: Vec<f64>,
    /// Least and greatest λ that select it among these points; `None` if none does.
    pub time_weight_range: Option<[f64; 2]>,
    /// Whether the point is the knee of the frontier.
    pub knee: bool,
}

/// The trade-off between time and energy, fastest plan first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontierAnswer {
    /// The non-dominated plans.
    pub points: Vec<FrontierPointAnswer>,
    /// T_ref, ms: set, or of the reference plan.
    pub reference_time_ms: Option<f64>,
    /// Reference energy E_ref, J.
    pub reference_energy_j: Option<f64>,
    /// The plan they are of, unless both were set.
    pub reference_plan: Option<String>,
    /// Which planner that plan is of.
    #[serde(default, with = "by_name::optional")]
    pub reference_planner: Option<PlannerName>,
    /// Whether these are proven to be all.
    pub complete: bool,
}

/// A GPU that the plan leaves out, and what it would cost to use it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOutAnswer {
    pub gpu: String,
    /// The best plan found that uses it; `None` if none was met, as for the next four.
    pub plan: Option<String>,
    /// Iteration time T_iter (Eq. 1), ms.
    pub time_ms: Option<f64>,
    /// Iteration energy E_iter (Eq. 14), J.
    pub energy_j: Option<f64>,
    pub objective: Option<f64>,
    /// How much worse its objective is than the plan's, as a share of the plan's; negative if it is better.
    pub cost_share: Option<f64>,
    /// Why no plan can use the GPU, where that is certain.
    #[serde(default, with = "by_name::optional")]
    pub reason: Option<UnusableReason>,
}

/// One thing a stage does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperationAnswer {
    /// Stage, from 1.
    pub stage: usize,
    /// Name of its GPU.
    pub gpu: String,
    /// What is done.
    #[serde(with = "by_name")]
    pub operation: OperationKind,
    /// Micro-batch, from 1.
    pub micro_batch: u32,
    /// When it starts, ms.
    pub start_ms: f64,
    /// When it ends, ms.
    pub end_ms: f64,
    /// Whether the operation lies on the critical path.
    pub critical: bool,
}

/// An iteration, simulated under 1F1B with sends that hold the sending GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimelineAnswer {
    /// When the last operation ends, ms.
    pub makespan_ms: f64,
    /// The same with sends that hold only the link, ms.
    pub overlapped_makespan_ms: f64,
    /// T_iter of Eq. 1, ms.
    pub eq_1_ms: f64,
    /// 1 − (compute + sends) ÷ (stages × makespan).
    pub bubble_share: f64,
    /// Stage by stage, each in time order.
    pub operations: Vec<OperationAnswer>,
}
