//! The judge of one objective: wanted is what beats the best plan.
//!
//! With idle power P of a set, `al = λ/T_ref + (1−λ)/(1000 E_ref) · P` prices a millisecond, `mu = (1−λ)/(1000 E_ref)` a
//! W·ms: the objective of a plan is `al·(M−1)·B + al·(Σ d + head) + mu·(active energy of the head) + Σ w_i n_i` with
//! `w_i = al·a_i + mu·M·(P_act − P_idle)·a_i`. All of these grow in every figure of a relaxed pipeline.

use super::pool::Pool;
use super::relaxed::{Judge, Relaxed};
use crate::cost::Evaluator;
use crate::model::Stage;
use crate::search::SearchContext;
use crate::search::allocation::{Allocator, Split};

/// A bound this much below the best objective, relative, still closes: rounding.
const TOLERANCE: f64 = 1e-10;

/// Judge and keeper of the best plan.
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
    weight: [f64; super::pool::MOST],
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
            weight: [0.0; super::pool::MOST],
            stages: Vec::new(),
        }
    }

    /// Objectives from which on a plan is not wanted.
    pub fn cutoff(&self) -> f64 {
        self.cutoff
    }

    /// The least objective of any plan that `relaxed` stands for is at least this; `None` if that is not below
    /// `cutoff`, or there is none.
    pub fn value(&mut self, relaxed: &Relaxed, cutoff: f64) -> Option<f64> {
        let per_elapsed_ms = self.per_ms + self.per_w_ms * relaxed.idle_w;
        let len = relaxed.len;
        let weights = self.weight[..len].iter_mut();
        for ((weight, layer_ms), active) in weights.zip(&relaxed.layer_ms).zip(&relaxed.active) {
            *weight = per_elapsed_ms * layer_ms + self.per_w_ms * active;
        }
        let split = Split {
            layer_ms: &relaxed.layer_ms[..len],
            base_ms: &relaxed.base_ms[..len],
            weight: &self.weight[..len],
            cap: &relaxed.cap[..len],
            layers: self.layers,
            bottleneck_weight: per_elapsed_ms * self.repeats,
            fixed: per_elapsed_ms * (relaxed.links_ms + relaxed.head_ms) + self.per_w_ms * relaxed.head_active,
            floor_ms: relaxed.floor_ms,
        };
        self.allocator.solve_split(&split, cutoff)
    }
}

/// The objective that a better plan must stay below.
pub fn cutoff(context: &SearchContext<'_>) -> f64 {
    context.best().map_or(f64::INFINITY, |(_, cost)| cost.objective * (1.0 - TOLERANCE))
}

impl Judge for Scalar<'_, '_> {
    fn hopeless(&mut self, relaxed: &Relaxed) -> bool {
        self.value(relaxed, self.cutoff).is_none()
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

    fn go_on(&mut self, share: impl FnOnce() -> f64) -> bool {
        self.context.spend() && !self.context.should_stop(share)
    }
}
