//! The pruning rule of one objective: a plan is improving when it beats the best plan.
//!
//! Let P be the idle power of a set, `al = λ/T_ref + (1−λ)/(1000 E_ref) · P` the price of a millisecond, and
//! `mu = (1−λ)/(1000 E_ref)` that of a W·ms. The objective (Eq. 16) of a plan is then
//! `al·(M−1)·B + al·(Σ d + head) + mu·(active energy of the head) + Σ w_i n_i` with
//! `w_i = al·a_i + mu·M·(P_act − P_idle)·a_i`. All terms grow in every figure of a relaxed pipeline.

use super::ceiling::{ceiling_ms, fill, sorted};
use super::pool::{MAX_GPUS, Pool};
use super::relaxed::{PruningRule, Relaxed};
use crate::cost::Evaluator;
use crate::model::Stage;
use crate::search::SearchContext;
use crate::search::allocation::{Allocator, Split};

/// Relative margin for rounding: a plan must be better by this much to count as improving.
const TOLERANCE: f64 = 1e-10;

/// The rule, which also offers improving plans to the context.
pub struct Scalar<'a, 'e> {
    evaluator: &'a Evaluator,
    context: &'a mut SearchContext<'e>,
    /// Index in the evaluator of each GPU of the pool.
    gpus: &'a [u16],
    layers: u32,
    /// M − 1.
    repeats: f64,
    /// Objective per ms of iteration time.
    per_ms: f64,
    /// mu, objective per W·ms.
    per_w_ms: f64,
    allocator: Allocator,
    /// w, objective per layer of each stage of the relaxed pipeline at hand.
    weight: [f64; MAX_GPUS],
    /// Objective that an improving plan stays below.
    cutoff: f64,
    stages: Vec<Stage>,
}

impl<'a, 'e> Scalar<'a, 'e> {
    /// The rule for the evaluator's objective; the best plan is kept in `context`.
    pub fn new(evaluator: &'a Evaluator, pool: &'a Pool, context: &'a mut SearchContext<'e>) -> Self {
        let objective = evaluator.objective();
        Self {
            cutoff: cutoff(context),
            evaluator,
            context,
            gpus: &pool.gpus,
            layers: pool.layers,
            repeats: pool.repeats,
            per_ms: objective.per_ms(),
            per_w_ms: objective.per_j() / 1_000.0,
            allocator: Allocator::default(),
            weight: [0.0; MAX_GPUS],
            stages: Vec::new(),
        }
    }

    /// Objective that an improving plan stays below; infinite while no plan is known.
    pub fn cutoff(&self) -> f64 {
        self.cutoff
    }

    /// al, objective per ms of iteration time, idle energy included.
    fn per_elapsed_ms(&self, relaxed: &Relaxed) -> f64 {
        self.per_ms + self.per_w_ms * relaxed.idle_w
    }

    /// Objective whatever the split and the bottleneck: Σ d, head time and head energy.
    fn fixed(&self, relaxed: &Relaxed) -> f64 {
        self.per_elapsed_ms(relaxed) * (relaxed.links_ms + relaxed.head_ms) + self.per_w_ms * relaxed.head_active
    }

    /// Sets `weight` for `relaxed`.
    fn weigh(&mut self, relaxed: &Relaxed) {
        let (per_elapsed_ms, per_w_ms) = (self.per_elapsed_ms(relaxed), self.per_w_ms);
        let weights = self.weight[..relaxed.len].iter_mut();
        for ((weight, layer_ms), active) in weights.zip(&relaxed.layer_ms).zip(&relaxed.active) {
            *weight = per_elapsed_ms * layer_ms + per_w_ms * active;
        }
    }

    /// Lower bound on the objective of every plan that `relaxed` stands for, by its best split.
    ///
    /// `None` if the bound is not below `cutoff`, or the stages cannot hold L layers.
    pub fn value(&mut self, relaxed: &Relaxed, cutoff: f64) -> Option<f64> {
        self.weigh(relaxed);
        let len = relaxed.len;
        let split = Split {
            layer_ms: &relaxed.layer_ms[..len],
            base_ms: &relaxed.base_ms[..len],
            weight: &self.weight[..len],
            cap: &relaxed.cap[..len],
            layers: self.layers,
            bottleneck_weight: self.per_elapsed_ms(relaxed) * self.repeats,
            fixed: self.fixed(relaxed),
            floor_ms: relaxed.floor_ms,
        };
        self.allocator.solve_split(&split, cutoff)
    }
}

/// Objective that a plan must stay below to improve on the best of `context`; infinite if there is none.
pub fn cutoff(context: &SearchContext<'_>) -> f64 {
    context.best().map_or(f64::INFINITY, |(_, cost)| cost.objective * (1.0 - TOLERANCE))
}

impl PruningRule for Scalar<'_, '_> {
    fn ceiling_ms(&mut self, relaxed: &Relaxed) -> Option<f64> {
        self.weigh(relaxed);
        let mut order = [0; MAX_GPUS];
        let order = sorted(&self.weight[..relaxed.len], &mut order);
        let rest = self.cutoff - self.fixed(relaxed);
        let per_bottleneck_ms = self.per_elapsed_ms(relaxed) * self.repeats;
        ceiling_ms(relaxed, self.layers, |room| {
            let left = rest - fill(order, room, &self.weight, self.layers);
            match left > 0.0 {
                true if per_bottleneck_ms > 0.0 => left / per_bottleneck_ms,
                true => f64::INFINITY,
                false => 0.0,
            }
        })
    }

    fn complete(&mut self, gpus: &[usize], path: &[usize], relaxed: &Relaxed) {
        if self.value(relaxed, self.cutoff).is_none() {
            return;
        }
        let layers = self.allocator.layers();
        self.stages.clear();
        let stage = |&slot: &usize| Stage { gpu: self.gpus[gpus[slot]], layers: layers[slot] as u16 };
        self.stages.extend(path.iter().rev().map(stage));
        if let Some(cost) = self.evaluator.cost(&self.stages) {
            self.context.offer(&self.stages, cost);
            self.cutoff = cutoff(self.context);
        }
    }

    fn may_continue(&mut self, fraction: impl FnOnce() -> f64) -> bool {
        self.context.spend() && !self.context.should_stop(fraction)
    }
}
