//! The paper's baselines: Metis adapted to one GPU per stage, over all GPUs or over the best subset.
//!
//! Layers are split in proportion to effective compute (`split`); what is searched is which GPUs and in which
//! order. Both variants minimise time, whatever the scenario's λ. Since the split depends on the set alone (up to
//! ties), sets are enumerated first and only promising ones are ordered (`orders`); pools with too many sets
//! are sampled (`sample`), and the outcome says so.

mod orders;
mod sample;
mod sets;
mod split;

use super::feasibility::capacity_shortfall;
use super::{Planner, SearchContext};
use crate::cost::{Evaluator, Objective};
use crate::model::{Cost, Instance, Outcome, Refusal, Status, StopReason};

/// Sets up to which the search is exhaustive.
const MAX_SETS: u64 = 2_000_000;

/// Metis over all GPUs, or the best subset.
pub struct Metis {
    any_subset: bool,
}

impl Metis {
    /// The paper's default variant: all GPUs, or the best L of them if there are more GPUs than layers.
    pub fn all_gpus() -> Self {
        Self { any_subset: false }
    }

    /// The paper's improved variant: the best over every subset and order. Its plan is T_ref, E_ref.
    pub fn any_subset() -> Self {
        Self { any_subset: true }
    }

    /// The smallest set looked at, where the largest has `most` GPUs.
    fn least_size(&self, most: usize) -> usize {
        if self.any_subset { 1 } else { most }
    }
}

impl Planner for Metis {
    fn plan(&self, evaluator: &Evaluator, mut context: SearchContext<'_>) -> Outcome {
        if capacity_shortfall(evaluator).is_some() {
            return Outcome { status: Status::Infeasible, ..context.finish(StopReason::Finished) };
        }
        let most = evaluator.max_stages();
        let least = self.least_size(most);
        let by_time = evaluator.clone().with_objective(Objective::time_only());
        let sampled = if count_sets(evaluator.gpus(), least..=most) > MAX_SETS {
            sample::sample(&by_time, least..=most, &mut context);
            true
        } else {
            !sets::search(&by_time, least..=most, &mut context)
        };
        let mut outcome = context.finish(StopReason::Finished);
        if outcome.best.is_none() && outcome.stopped_by == StopReason::Finished {
            outcome.refusal = Some(Refusal::NoProportionalSplit);
        }
        let rescore = |cost: &mut Cost| cost.objective = evaluator.objective().value(cost.time_ms, cost.energy_j);
        outcome.history.iter_mut().for_each(|step| rescore(&mut step.cost));
        outcome.best.iter_mut().for_each(|(_, cost)| rescore(cost));
        Outcome { sampled, ..outcome }
    }

    /// Every set of the sizes looked at, or the samples in their place.
    fn effort(&self, instance: &Instance) -> f64 {
        let gpus = instance.cluster.gpus().len();
        let most = gpus.min(instance.transformer.layers().into());
        let sets = count_sets(gpus, self.least_size(most)..=most);
        if sets > MAX_SETS { sample::SAMPLES as f64 } else { sets as f64 }
    }
}

/// Σ C(gpus, k) over `sizes`, capped just above [`MAX_SETS`].
fn count_sets(gpus: usize, sizes: std::ops::RangeInclusive<usize>) -> u64 {
    let mut total: u64 = 0;
    for size in sizes {
        let mut sets: u64 = 1;
        for chosen in 0..size.min(gpus - size) {
            sets = sets * (gpus - chosen) as u64 / (chosen as u64 + 1);
            if sets > MAX_SETS {
                return sets;
            }
        }
        total += sets;
        if total > MAX_SETS {
            break;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_sets() {
        assert_eq!(count_sets(20, 1..=20), 1_048_575);
        assert_eq!(
            count_sets(21, 1..=12),
            21 + 210 + 1330 + 5985 + 20349 + 54264 + 116280 + 203490 + 293930 + 352716 + 352716 + 293930
        );
        assert_eq!(count_sets(12, 12..=12), 1);
        assert!(count_sets(2_000, 1..=1_024) > MAX_SETS);
    }
}
