//! The plan that T_ref and E_ref are taken from.

use super::feasibility::capacity_shortfall;
use super::memetic::Memetic;
use super::metis::Metis;
use super::{Environment, Planner, SearchContext};
use crate::cost::{Evaluator, Objective};
use crate::model::{Cost, Instance, Plan};

/// T_ref and E_ref as set, or of the reference plan.
#[derive(Clone, Debug, PartialEq)]
pub struct References {
    /// T_ref, ms; `None` if not set and no reference plan was met.
    pub time_ms: Option<f64>,
    /// E_ref, J; likewise.
    pub energy_j: Option<f64>,
    /// The plan they are of and its cost (the objective being its time), unless both were set.
    pub plan: Option<(Plan, Cost)>,
    /// Whether that plan comes from sampling rather than from all subsets and orders.
    pub sampled: bool,
}

impl References {
    /// The references of an instance: those it sets, the rest from [`reference_plan`].
    pub fn of(instance: &Instance, evaluator: &Evaluator, environment: &mut dyn Environment) -> Self {
        let set = &instance.objective;
        let (plan, sampled) = match (set.reference_time_ms, set.reference_energy_j) {
            (Some(_), Some(_)) => (None, false),
            _ => reference_plan(instance, evaluator.clone().with_objective(Objective::time_only()), environment),
        };
        let cost = plan.as_ref().map(|(_, cost)| *cost);
        Self {
            time_ms: set.reference_time_ms.or(cost.map(|cost| cost.time_ms)),
            energy_j: set.reference_energy_j.or(cost.map(|cost| cost.energy_j)),
            plan,
            sampled,
        }
    }

    /// Eq. 16 with these references; where one is missing its quantity counts as it is.
    pub fn objective(&self, time_weight: f64) -> Objective {
        Objective::new(time_weight, self.time_ms.unwrap_or(1.0), self.energy_j.unwrap_or(1.0))
    }
}

/// The improved-Metis plan; where there is none, the memetic plan at λ = 1, seed 0. With it, whether it was
/// sampled. `evaluator` minimises time.
pub fn reference_plan(
    instance: &Instance,
    evaluator: Evaluator,
    environment: &mut dyn Environment,
) -> (Option<(Plan, Cost)>, bool) {
    if capacity_shortfall(&evaluator).is_some() {
        return (None, false);
    }
    let metis = Metis::any_subset().plan(&evaluator, SearchContext::new(0, None, environment));
    if metis.best.is_some() {
        return (metis.best, metis.sampled);
    }
    let memetic = Memetic::new(instance.search.memetic);
    (memetic.plan(&evaluator, SearchContext::new(0, None, environment)).best, false)
}
