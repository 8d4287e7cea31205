//! Every plan: each ordered subset of GPUs with each split of the layers.

use super::{Planner, SearchContext};
use crate::cost::Evaluator;
use crate::model::{Instance, Outcome, Refusal, Stage, StopReason};

/// Number of plans that are enumerated where the scenario sets no limit: a few seconds of work.
const MAX_PLANS: f64 = 1e8;

/// The planner that tries every plan.
pub struct BruteForce;

/// f(N, L) = Σ_k C(L−1, k−1) · P(N, k): how many plans there are, memory and links aside.
pub fn plan_count(gpus: usize, layers: u16) -> f64 {
    let (mut splits, mut orders, mut total) = (1.0, 1.0, 0.0);
    for stages in 1..=gpus.min(usize::from(layers)) {
        orders *= (gpus + 1 - stages) as f64;
        if stages > 1 {
            splits = splits * (usize::from(layers) + 1 - stages) as f64 / (stages - 1) as f64;
        }
        total += splits * orders;
    }
    total
}

impl Planner for BruteForce {
    /// `optimal` or `infeasible` when it has seen every plan; refuses to begin where there are more plans than
    /// the scenario's limit, or than a hundred million without one.
    fn plan(&self, evaluator: &Evaluator, mut context: SearchContext<'_>) -> Outcome {
        let plans = plan_count(evaluator.gpus(), evaluator.layers());
        let most = context.max_evaluations().map_or(MAX_PLANS, |most| most as f64);
        if plans > most {
            let refusal = Refusal::TooManyPlans { plans, limit: most };
            return Outcome { refusal: Some(refusal), ..context.finish(StopReason::Finished) };
        }
        let mut walk = Walk { evaluator, used: vec![false; evaluator.gpus()], stages: Vec::new(), plans };
        walk.extend(evaluator.layers(), &mut context);
        context.conclude(StopReason::Finished, true)
    }

    fn effort(&self, instance: &Instance) -> f64 {
        plan_count(instance.cluster.gpus().len(), instance.transformer.layers())
    }
}

struct Walk<'e> {
    evaluator: &'e Evaluator,
    used: Vec<bool>,
    stages: Vec<Stage>,
    plans: f64,
}

impl Walk<'_> {
    /// Tries every way to place the `left` layers behind the stages there are.
    fn extend(&mut self, left: u16, context: &mut SearchContext<'_>) {
        let fraction = context.evaluations() as f64 / self.plans;
        if context.should_stop(|| fraction) {
            return;
        }
        for gpu in 0..self.evaluator.gpus() {
            if self.used[gpu] {
                continue;
            }
            self.stages.push(Stage { gpu: gpu as u16, layers: left });
            if context.spend()
                && let Some(cost) = self.evaluator.cost(&self.stages)
            {
                context.offer(&self.stages, cost);
            }
            if self.stages.len() < self.evaluator.max_stages() {
                self.used[gpu] = true;
                let position = self.stages.len() - 1;
                for layers in 1..left {
                    self.stages[position].layers = layers;
                    self.extend(left - layers, context);
                }
                self.used[gpu] = false;
            }
            self.stages.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_plans_as_the_paper_does() {
        // Table 6: the paper's f(N, 12).
        let published =
            [(2, 24.0), (4, 5_416.0), (6, 636_576.0), (8, 43_761_264.0), (10, 1_757_211_400.0), (12, 40_864_292_184.0)];
        for (gpus, plans) in published {
            assert_eq!(plan_count(gpus, 12), plans);
        }
        assert_eq!(plan_count(3, 1), 3.0);
    }
}
