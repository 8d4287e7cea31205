//! Everything that the page shows of one plan, worked out once, in the worker.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::evaluate::{evaluate, stage_answers};
use super::simulation::{NoSimulation, Simulation, simulation};
use super::sum::{Sum, sum};
use super::wire::{PlanAnswer, StageAnswer};
use crate::cost::{Objective, stage_figures, totals};
use crate::model::{Instance, Plan, Stage};
use crate::scenario::{Problem, plan_text};

/// Most operations of an iteration that are simulated for the page, where nothing may take long.
pub const MAX_SHOWN_OPERATIONS: u64 = 400_000;
/// The same for a plan that a search may yet better.
const MAX_OPERATIONS_SO_FAR: u64 = 10_000;

/// A plan with its figures, its sum and its simulated iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanView {
    /// The plan, "g5:9,g6:3".
    pub plan: String,
    /// Index of each stage's GPU in the pool.
    pub gpus: Vec<u16>,
    /// Figures per stage.
    pub stages: Vec<StageAnswer>,
    /// T_iter, ms; `None` where a link is missing, as for the next two.
    pub time_ms: Option<f64>,
    /// E_iter, J.
    pub energy_j: Option<f64>,
    /// Eq. 1 and Eq. 14, addend by addend.
    pub sum: Option<Sum>,
    pub simulation: Result<Arc<Simulation>, NoSimulation>,
}

impl PlanView {
    fn of(instance: &Instance, plan: &Plan, most_operations: u64) -> Self {
        let figures = stage_figures(instance, plan);
        let totals = totals(instance, &figures);
        Self {
            plan: plan_text::format(plan, &instance.cluster),
            gpus: plan.stages().iter().map(|stage| stage.gpu).collect(),
            stages: stage_answers(instance, &figures),
            time_ms: totals.map(|totals| totals.time_ms),
            energy_j: totals.map(|totals| totals.energy_j),
            sum: sum(instance, plan),
            simulation: simulation(instance, plan, most_operations),
        }
    }

    /// The plan as the library has it; `None` if the stages form no pipeline.
    pub fn to_plan(&self) -> Option<Plan> {
        let stages = self.gpus.iter().zip(&self.stages).map(|(&gpu, stage)| Stage { gpu, layers: stage.layers });
        Plan::new(stages.collect()).ok()
    }
}

/// A given plan with what is wrong with it, whether or not it is valid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvaluatedPlan {
    /// λ·T/T_ref + (1−λ)·E/E_ref; `None` where a link is missing, or a reference is needed and cannot be had.
    pub objective: Option<f64>,
    /// Whether every stage fits and all neighbours are linked.
    pub feasible: bool,
    /// What keeps it from being feasible.
    pub problems: Vec<Problem>,
    pub view: Arc<PlanView>,
}

impl EvaluatedPlan {
    /// The evaluation of `plan` with its view.
    pub fn of(instance: &Instance, plan: &Plan) -> Self {
        let evaluation = evaluate(instance, plan);
        Self {
            objective: evaluation.objective,
            feasible: evaluation.feasible,
            problems: evaluation.problems,
            view: Arc::new(PlanView::of(instance, plan, MAX_SHOWN_OPERATIONS)),
        }
    }
}

/// The cost of the reference plan itself: a reference set by hand is not its cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferenceCost {
    pub time_ms: f64,
    pub energy_j: f64,
    /// Eq. 16 against the references; `None` where one of them cannot be had.
    pub objective: Option<f64>,
}

/// A planner's answer with the view of its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundPlan {
    /// The answer; its figures per stage are in the view.
    pub answer: PlanAnswer,
    /// `None` where there is no plan, or the plan is only to be compared.
    pub view: Option<PlanView>,
    /// `None` where no reference plan was worked out.
    pub reference: Option<ReferenceCost>,
}

impl FoundPlan {
    /// The answer about `instance` with the view of its plan.
    pub fn of(instance: &Instance, answer: PlanAnswer) -> Self {
        Self::with_view(instance, answer, MAX_SHOWN_OPERATIONS)
    }

    /// The same of a plan that a search may yet better.
    pub fn so_far(instance: &Instance, answer: PlanAnswer) -> Self {
        let mut found = Self::with_view(instance, answer, MAX_OPERATIONS_SO_FAR);
        if let Some(view) = &mut found.view
            && let Err(NoSimulation::TooLong { operations, .. }) = view.simulation
        {
            view.simulation = Err(match operations > MAX_SHOWN_OPERATIONS {
                true => NoSimulation::TooLong { operations, most: MAX_SHOWN_OPERATIONS },
                false => NoSimulation::AfterTheSearch,
            });
        }
        found
    }

    /// The answer alone, of a plan that is only to be compared.
    pub fn to_compare(answer: PlanAnswer) -> Self {
        Self { answer: PlanAnswer { stages: Vec::new(), ..answer }, view: None, reference: None }
    }

    fn with_view(instance: &Instance, answer: PlanAnswer, most_operations: u64) -> Self {
        let layers = instance.transformer.layers();
        let read = |plan: &Option<String>| plan_text::parse(plan.as_deref()?, &instance.cluster, layers).ok();
        let view = read(&answer.plan).map(|plan| PlanView::of(instance, &plan, most_operations));
        let reference = read(&answer.reference_plan).and_then(|plan| {
            let totals = totals(instance, &stage_figures(instance, &plan))?;
            let (time_ms, energy_j) = (totals.time_ms, totals.energy_j);
            let references = answer.reference_time_ms.zip(answer.reference_energy_j);
            let objective = references.map(|(reference_ms, reference_j)| {
                Objective::new(instance.objective.time_weight, reference_ms, reference_j).value(time_ms, energy_j)
            });
            Some(ReferenceCost { time_ms, energy_j, objective })
        });
        Self { view, reference, ..Self::to_compare(answer) }
    }
}

/// A view that tests of the page begin with: the figures of the answer, nothing simulated.
#[cfg(test)]
impl From<PlanAnswer> for FoundPlan {
    fn from(answer: PlanAnswer) -> Self {
        let view = answer.plan.clone().map(|plan| PlanView {
            gpus: Vec::new(),
            stages: answer.stages.clone(),
            time_ms: answer.time_ms,
            energy_j: answer.energy_j,
            sum: None,
            simulation: Err(NoSimulation::AfterTheSearch),
            plan,
        });
        Self { view, ..Self::to_compare(answer) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::answer::{Unwatched, plan};
    use crate::scenario;

    fn three_sites(edit: impl FnOnce(&mut serde_json::Value)) -> Instance {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        scenario::read_value(&document).unwrap().instance
    }

    #[test]
    fn the_view_has_the_figures_of_the_answer_and_survives_the_way() {
        let instance = three_sites(|_| ());
        let answer = plan(&instance, &mut Unwatched);
        let found = FoundPlan::of(&instance, answer.clone());
        let view = found.view.as_ref().unwrap();
        assert_eq!((Some(&view.plan), &view.stages), (answer.plan.as_ref(), &answer.stages));
        assert_eq!((view.time_ms, view.energy_j), (answer.time_ms, answer.energy_j));
        assert_eq!(plan_text::format(&view.to_plan().unwrap(), &instance.cluster), view.plan);
        assert!((view.sum.as_ref().unwrap().time_ms - answer.time_ms.unwrap()).abs() < 1e-6);
        assert!(view.simulation.is_ok() && found.answer.stages.is_empty());
        let text = serde_json::to_string(&found).unwrap();
        assert_eq!(serde_json::from_str::<FoundPlan>(&text).unwrap(), found);
    }

    #[test]
    fn the_reference_costs_what_its_plan_costs_not_what_was_set_by_hand() {
        let instance = three_sites(|document| document["objective"]["reference_time_ms"] = 500.into());
        let answer = PlanAnswer {
            reference_plan: Some("g5:12".to_owned()),
            reference_time_ms: Some(500.0),
            reference_energy_j: Some(1.0),
            ..plan(&instance, &mut Unwatched)
        };
        let reference = FoundPlan::of(&instance, answer).reference.unwrap();
        let own = EvaluatedPlan::of(&instance, &plan_text::parse("g5:12", &instance.cluster, 12).unwrap()).view;
        assert_eq!((Some(reference.time_ms), Some(reference.energy_j)), (own.time_ms, own.energy_j));
        // λ = 1: the objective is T ÷ T_ref.
        assert_eq!(reference.objective, Some(reference.time_ms / 500.0));
    }

    #[test]
    fn a_long_iteration_is_simulated_once_the_search_is_over() {
        // 2,000 micro-batches × (4 · 4 stages − 2) operations, and 400 times as many.
        let long = |batch: u64| {
            three_sites(|document| {
                document["training"]["batch_size"] = batch.into();
                document["training"]["micro_batch_size"] = 1.into();
            })
        };
        let so_far = |instance: &Instance| {
            let answer = PlanAnswer { plan: Some("g3:4,g4:1,g6:1,g5:6".to_owned()), ..plan(instance, &mut Unwatched) };
            (FoundPlan::so_far(instance, answer.clone()), FoundPlan::of(instance, answer))
        };
        let (during, after) = so_far(&long(2_000));
        assert_eq!(during.view.unwrap().simulation, Err(NoSimulation::AfterTheSearch));
        assert!(after.view.unwrap().simulation.is_ok());
        let (during, after) = so_far(&long(40_000));
        assert_eq!(during.view.unwrap().simulation, after.view.unwrap().simulation);
    }
}
