//! The paper's branch and bound, for comparison: depth first over prefixes of pipelines, one stage at a time. A prefix
//! is pruned when its stages don't fit, or when the bound on its completions exceeds the incumbent.

use super::brute_force::plan_count;
use super::{Planner, SearchContext};
use crate::cost::{Evaluator, energy, time};
use crate::model::{Instance, Outcome, Stage, StopReason};
use crate::sorting::sort_by;

/// Node budget where the scenario sets none.
const MAX_NODES: u64 = 200_000_000;

/// The planner: exact where the node budget suffices.
pub struct BranchAndBound;

impl Planner for BranchAndBound {
    /// `optimal` or `infeasible` when the tree is exhausted, else the best met.
    fn plan(&self, evaluator: &Evaluator, mut context: SearchContext<'_>) -> Outcome {
        let gpus = 0..evaluator.gpus();
        let least = |of: &dyn Fn(usize) -> f64| gpus.clone().map(of).fold(f64::INFINITY, f64::min);
        let mut order: Vec<usize> = gpus.clone().collect();
        sort_by(&mut order, |&a, &b| evaluator.layer_ms(a).total_cmp(&evaluator.layer_ms(b)));
        let mut walk = Walk {
            evaluator,
            least_layer_ms: least(&|gpu| evaluator.layer_ms(gpu)),
            least_head_ms: least(&|gpu| evaluator.head_ms(gpu)),
            least_layer_w_ms: least(&|gpu| evaluator.extra_w(gpu) * evaluator.layer_ms(gpu)),
            least_head_w_ms: least(&|gpu| evaluator.extra_w(gpu) * evaluator.energy_head_ms(gpu)),
            least_idle_w: least(&|gpu| evaluator.idle_w(gpu)),
            order,
            used: vec![false; evaluator.gpus()],
            stages: Vec::new(),
            max_nodes: context.max_evaluations().unwrap_or(MAX_NODES),
            gave_up: false,
        };
        walk.extend(Prefix { left: evaluator.layers(), ..Prefix::default() }, &mut context);
        let finished = if walk.gave_up { StopReason::Evaluations } else { StopReason::Finished };
        let ended = !walk.gave_up;
        context.conclude(finished, ended)
    }

    /// As many as there are plans: how many nodes the bound drops is not known before.
    fn effort(&self, instance: &Instance) -> f64 {
        plan_count(instance.cluster.gpus().len(), instance.transformer.layers())
    }
}

/// Sums over the stages of a prefix, the forward transfer of the last stage left out.
#[derive(Clone, Copy, Default)]
struct Prefix {
    left: u16,
    service_sum_ms: f64,
    service_max_ms: f64,
    open_ms: f64,
    idle_w: f64,
    active_w_ms: f64,
}

struct Walk<'e> {
    evaluator: &'e Evaluator,
    least_layer_ms: f64,
    least_head_ms: f64,
    least_layer_w_ms: f64,
    least_head_w_ms: f64,
    least_idle_w: f64,
    /// Fast GPUs first, so that good plans come early.
    order: Vec<usize>,
    used: Vec<bool>,
    stages: Vec<Stage>,
    max_nodes: u64,
    gave_up: bool,
}

impl Walk<'_> {
    fn extend(&mut self, prefix: Prefix, context: &mut SearchContext<'_>) {
        for index in 0..self.order.len() {
            let gpu = self.order[index];
            if self.used[gpu] || !self.is_linked(gpu) {
                continue;
            }
            self.used[gpu] = true;
            for layers in (1..=prefix.left.min(self.most_layers(gpu))).rev() {
                if context.evaluations() >= self.max_nodes {
                    self.gave_up = true;
                }
                if self.gave_up || context.should_stop(|| 0.0) || !context.spend() {
                    break;
                }
                self.stages.push(Stage { gpu: gpu as u16, layers });
                self.visit(prefix, gpu, layers, context);
                self.stages.pop();
            }
            self.used[gpu] = false;
        }
    }

    fn visit(&mut self, prefix: Prefix, gpu: usize, layers: u16, context: &mut SearchContext<'_>) {
        if layers == prefix.left {
            if let Some(cost) = self.evaluator.cost(&self.stages) {
                context.offer(&self.stages, cost);
            }
            return;
        }
        if self.stages.len() == self.evaluator.max_stages() {
            return;
        }
        let next = self.added(prefix, gpu, layers);
        let best = context.best().map_or(f64::INFINITY, |(_, cost)| cost.objective);
        if self.bound(next) < best {
            self.extend(next, context);
        }
    }

    fn is_linked(&self, gpu: usize) -> bool {
        self.stages.last().is_none_or(|last| self.evaluator.linked(last.gpu.into(), gpu))
    }

    /// Most layers the GPU holds in a pipeline of at least this depth: activations only grow with depth.
    fn most_layers(&self, gpu: usize) -> u16 {
        self.evaluator.cap(gpu, self.stages.len() + 1, false)
    }

    fn added(&self, prefix: Prefix, gpu: usize, layers: u16) -> Prefix {
        let compute_ms = self.evaluator.layer_ms(gpu) * f64::from(layers);
        let mut open_ms = compute_ms;
        let (mut sum, mut max) = (prefix.service_sum_ms, prefix.service_max_ms);
        if let [.., before, _] = self.stages[..] {
            let before = usize::from(before.gpu);
            let closed_ms = prefix.open_ms + self.evaluator.transfer_ms(before, gpu);
            sum += closed_ms;
            max = max.max(closed_ms);
            open_ms += self.evaluator.transfer_ms(gpu, before);
        }
        Prefix {
            left: prefix.left - layers,
            service_sum_ms: sum,
            service_max_ms: max,
            open_ms,
            idle_w: prefix.idle_w + self.evaluator.idle_w(gpu),
            active_w_ms: prefix.active_w_ms + self.evaluator.extra_w(gpu) * compute_ms,
        }
    }

    /// An objective no completion can beat: what is left goes to the fastest (and thriftiest) GPU without any
    /// transfer, one more GPU idles.
    fn bound(&self, prefix: Prefix) -> f64 {
        let left = f64::from(prefix.left);
        let micro_batches = self.evaluator.micro_batches();
        let sum = prefix.service_sum_ms + prefix.open_ms + left * self.least_layer_ms + self.least_head_ms;
        let max = prefix.service_max_ms.max(prefix.open_ms);
        let time_ms = time::iteration_ms(sum, max, micro_batches);
        let active_w_ms = prefix.active_w_ms + left * self.least_layer_w_ms + self.least_head_w_ms;
        let energy_j = energy::iteration_j(time_ms, prefix.idle_w + self.least_idle_w, active_w_ms, micro_batches);
        self.evaluator.objective().value(time_ms, energy_j)
    }
}
