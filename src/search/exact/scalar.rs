//! The pruning rule of one objective: improving is what beats the best plan.
//!
//! With idle power P of a set, `al = λ/T_ref + (1−λ)/(1000 E_ref) · P` prices a millisecond, `mu = (1−λ)/(1000
//! E_ref)` a W·ms: the objective of a plan is `al·(M−1)·B + al·(Σ d + head) + mu·(active energy of the head) + Σ w_i
//! n_i` with `w_i = al·a_i + mu·M·(P_act − P_idle)·a_i`. All of these grow in every figure of a relaxed pipeline.

use super::ceiling::{ceiling_ms, fill, sorted};
use super::pool::{MAX_GPUS, Pool};
use super::relaxed::{PruningRule, Relaxed};
use crate::cost::Evaluator;
use crate::model::Stage;
use crate::search::SearchContext;
use crate::search::allocation::{Allocator, Split};

/// A bound this much below the best objective, relative, still closes: rounding.
const TOLERANCE: f64 = 1e-10;

/// Pruning rule and keeper of the best plan.
pub struct Scalar<'a, 'e> {
    evaluator: &'a Evaluator,
    context: &'a mut SearchContext<'e>,
    /// Which GPU of the evaluator each of the pool is.
    gpus: &'a [u16],
    layers: u32,
    repeats: f64,
    per_ms: f64,
    per_w_ms: f64,
    allocator: Allocator,
    weight: [f64; MAX_GPUS],
    cutoff: f64,
    stages: Vec<Stage>,
}

impl<'a, 'e> Scalar<'a, 'e> {
    /// For the evaluator's objective; the best plan is that of `context`.
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

    /// Objectives from which on a plan is not wanted.
    pub fn cutoff(&self) -> f64 {
        self.cutoff
    }

    /// Objective per ms of iteration time.
    fn per_elapsed_ms(&self, relaxed: &Relaxed) -> f64 {
        self.per_ms + self.per_w_ms * relaxed.idle_w
    }

    /// Σ d, head and its energy: what a plan costs whatever the split.
    fn fixed(&self, relaxed: &Relaxed) -> f64 {
        self.per_elapsed_ms(relaxed) * (relaxed.links_ms + relaxed.head_ms) + self.per_w_ms * relaxed.head_active
    }

    /// Sets the objective per layer of each stage.
    fn weigh(&mut self, relaxed: &Relaxed) {
        let (per_elapsed_ms, per_w_ms) = (self.per_elapsed_ms(relaxed), self.per_w_ms);
        let weights = self.weight[..relaxed.len].iter_mut();
        for ((weight, layer_ms), active) in weights.zip(&relaxed.layer_ms).zip(&relaxed.active) {
            *weight = per_elapsed_ms * layer_ms + per_w_ms * active;
        }
    }

    /// The least objective of any plan that `relaxed` stands for is at least this; `None` if that is not below
    /// `cutoff`, or there is none.
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

/// The objective that a better plan must stay below.
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
