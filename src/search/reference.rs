//! The plan that T_ref and E_ref are taken from.

use super::feasibility::capacity_shortfall;
use super::local::LocalSearch;
use super::metis::Metis;
use super::{Environment, Planner, SearchContext};
use crate::cost::{Evaluator, Objective};
use crate::model::{Cost, Instance, Plan, PlannerName};

/// T_ref and E_ref as set, or of the reference plan.
#[derive(Clone, Debug, PartialEq)]
pub struct References {
    /// T_ref, ms; `None` if not set and no reference plan was met.
    pub time_ms: Option<f64>,
    /// E_ref, J; likewise.
    pub energy_j: Option<f64>,
    /// The plan they are of and its cost (the objective being its time), unless both were set.
    pub plan: Option<(Plan, Cost)>,
    /// Which planner that plan comes from.
    pub planner: Option<PlannerName>,
    /// Whether that plan comes from sampling rather than from all subsets and orders.
    pub sampled: bool,
}

/// The plan that gives T_ref and E_ref, with the planner that found the plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReferencePlan {
    /// The reference plan with its cost; `None` where the planner met none.
    pub best: Option<(Plan, Cost)>,
    /// Which planner it comes from.
    pub planner: Option<PlannerName>,
    /// Whether the plan is the best of a sample, rather than of all subsets and orders.
    pub sampled: bool,
}

impl References {
    /// The references of an instance: those it sets, the rest from [`reference_plan`].
    pub fn of(instance: &Instance, evaluator: &Evaluator, environment: &mut dyn Environment) -> Self {
        let set = &instance.objective;
        let reference = match (set.reference_time_ms, set.reference_energy_j) {
            (Some(_), Some(_)) => ReferencePlan::default(),
            _ => reference_plan(&evaluator.clone().with_objective(Objective::time_only()), environment),
        };
        let cost = reference.best.as_ref().map(|(_, cost)| *cost);
        Self {
            time_ms: set.reference_time_ms.or(cost.map(|cost| cost.time_ms)),
            energy_j: set.reference_energy_j.or(cost.map(|cost| cost.energy_j)),
            plan: reference.best,
            planner: reference.planner,
            sampled: reference.sampled,
        }
    }

    /// Eq. 16 with these references; where one is missing its quantity counts as it is.
    pub fn objective(&self, time_weight: f64) -> Objective {
        Objective::new(time_weight, self.time_ms.unwrap_or(1.0), self.energy_j.unwrap_or(1.0))
    }
}

/// The improved-Metis plan; where there is none, the local search's at λ = 1, seed 0. `evaluator` minimises time.
pub fn reference_plan(evaluator: &Evaluator, environment: &mut dyn Environment) -> ReferencePlan {
    if capacity_shortfall(evaluator).is_some() {
        return ReferencePlan::default();
    }
    let metis = Metis::any_subset().plan(evaluator, SearchContext::new(0, None, environment));
    if metis.best.is_some() {
        return ReferencePlan { best: metis.best, planner: Some(PlannerName::REFERENCE), sampled: metis.sampled };
    }
    let best = LocalSearch::default().plan(evaluator, SearchContext::new(0, None, environment)).best;
    let planner = best.is_some().then_some(PlannerName::LocalSearch);
    ReferencePlan { best, planner, sampled: false }
}
