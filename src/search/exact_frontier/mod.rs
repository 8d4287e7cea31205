//! The exact frontier: all plans that no other plan beats in both time and energy, with the proof.
//!
//! It includes points that no weight λ supports. The enumeration of [`super::exact`] runs with the rule that an archive
//! of known points gives: a relaxed pipeline is prunable when the archive dominates it at every bottleneck
//! ([`super::exact::ceiling`]). At a complete order, all non-dominated splits ([`splits`]) of every bottleneck that is
//! left ([`sweep`]) are offered to the archive. Short local searches at a few weights give the first points.

pub mod archive;
pub mod splits;
pub mod sweep;

use archive::Archive;
use splits::Splits;
use sweep::Sweep;

use super::exact::ceiling::{ceiling_ms, fill, sorted};
use super::exact::depth::Depth;
use super::exact::enumerate::{Coverage, Enumeration, binomial};
use super::exact::leaf::Leaf;
use super::exact::pool::{MAX_GPUS, Pool};
use super::exact::relaxed::{PruningRule, Relaxed};
use super::exact::{reduced, union};
use super::local::LocalSearch;
use super::{Environment, SearchContext};
use crate::cost::{Evaluator, Objective};
use crate::model::{Cost, Plan, Refusal, Stage, StopReason};

/// Weights of time, λ, of the short local searches that give the first points.
const FIRST_WEIGHTS: [f64; 5] = [1.0, 0.8, 0.5, 0.2, 0.0];
/// The local search run at each of these weights.
const FIRST: LocalSearch = LocalSearch { starts: 3, kicks: 1, required: None };

/// The frontier as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactFrontier {
    /// Plans that no known plan beats in both time and energy, fastest first. Objectives are those of the evaluator.
    pub points: Vec<(Plan, Cost)>,
    /// Whether the points are proven to be the whole frontier, up to plans of equal time and energy.
    pub complete: bool,
    /// Why the search stopped.
    pub stopped_by: StopReason,
    /// Plans and nodes evaluated.
    pub evaluations: u64,
    /// Why the sets of GPUs were not gone through; `None` where they were.
    pub refusal: Option<Refusal>,
}

/// The frontier of an instance.
///
/// `seed` and `max_evaluations` are as for planners. `found` gets every plan that joins the archive; later plans may
/// dominate it.
pub fn exact_frontier(
    evaluator: &Evaluator,
    seed: u64,
    max_evaluations: Option<u64>,
    environment: &mut dyn Environment,
    found: &mut dyn FnMut(&Plan, Cost),
) -> ExactFrontier {
    let mut archive = Archive::default();
    let spent = first_points(evaluator, seed, max_evaluations, environment, &mut archive, found);
    let left = max_evaluations.map(|most| most.saturating_sub(spent));
    let mut context = SearchContext::new(seed, left, environment);
    let depths = reduced(evaluator, f64::INFINITY, &mut context);
    let mut rule = Pareto::new(evaluator, &mut context, archive, found);
    for gpu in 0..evaluator.gpus() {
        rule.offer(&[Stage { gpu: gpu as u16, layers: evaluator.layers() }]);
    }
    let mut complete = depths.is_some();
    let depths = depths.unwrap_or_default();
    let union = union(&depths);
    let Some(pool) = Pool::new(evaluator, &union) else {
        let refusal = Refusal::TooManySets { gpus: union.len(), limit: MAX_GPUS };
        let points = rule.archive.into_points();
        let evaluations = spent + context.evaluations();
        return ExactFrontier {
            points,
            complete: false,
            stopped_by: StopReason::Finished,
            evaluations,
            refusal: Some(refusal),
        };
    };
    rule.enter(&pool);
    let all = depths.iter().map(|(stages, gpus)| binomial(gpus.len(), *stages)).sum();
    let mut coverage = Coverage { fathomed: 0.0, all };
    let mut leaf = Leaf::default();
    for (stages, gpus) in &depths {
        let depth = Depth::new(evaluator, &pool, *stages, pool.set_of(gpus));
        let (after, open_from) = Enumeration::new(&pool, &depth, &mut rule, &mut leaf, coverage).run();
        coverage = after;
        if open_from.is_some() {
            complete = false;
            break;
        }
    }
    let points = rule.archive.into_points();
    ExactFrontier {
        points,
        complete,
        stopped_by: context.stopped_by().unwrap_or(StopReason::Finished),
        evaluations: spent + context.evaluations(),
        refusal: None,
    }
}

/// Offers the plans of short local searches to `archive`; returns the evaluations spent.
fn first_points(
    evaluator: &Evaluator,
    seed: u64,
    max_evaluations: Option<u64>,
    environment: &mut dyn Environment,
    archive: &mut Archive,
    found: &mut dyn FnMut(&Plan, Cost),
) -> u64 {
    let mut spent = 0;
    let mut scale: Option<Cost> = None;
    for time_weight in FIRST_WEIGHTS {
        let (time_ms, energy_j) = scale.map_or((1.0, 1.0), |cost| (cost.time_ms, cost.energy_j));
        if time_weight < 1.0 && (scale.is_none() || energy_j <= 0.0) {
            break;
        }
        let weighed = evaluator.clone().with_objective(Objective::new(time_weight, time_ms, energy_j));
        let left = max_evaluations.map(|most| most.saturating_sub(spent));
        let mut context = SearchContext::new(seed, left, environment);
        FIRST.improve(&weighed, &mut context);
        let stopped = context.stopped_by().is_some();
        let outcome = context.finish(StopReason::Finished);
        spent += outcome.evaluations;
        scale = scale.or(outcome.best.as_ref().map(|(_, cost)| *cost));
        for step in outcome.history {
            let cost = evaluator.cost(step.plan.stages()).unwrap_or(step.cost);
            if archive.insert(step.plan.clone(), cost) {
                found(&step.plan, cost);
            }
        }
        if stopped {
            break;
        }
    }
    spent
}

/// The pruning rule of two criteria: a plan is improving when no point of the archive dominates it.
struct Pareto<'a, 'e> {
    evaluator: &'a Evaluator,
    context: &'a mut SearchContext<'e>,
    archive: Archive,
    found: &'a mut dyn FnMut(&Plan, Cost),
    /// Which GPU of the evaluator each of the pool is.
    gpus: Vec<u16>,
    layers: u32,
    repeats: f64,
    sweep: Sweep,
    /// (P + M·D)·a: W·ms per layer.
    energy: [f64; MAX_GPUS],
    splits: Splits,
    /// Room of each level of a sequence, one after the other.
    levels: Vec<u32>,
    stages: Vec<Stage>,
}

impl<'a, 'e> Pareto<'a, 'e> {
    fn new(
        evaluator: &'a Evaluator,
        context: &'a mut SearchContext<'e>,
        archive: Archive,
        found: &'a mut dyn FnMut(&Plan, Cost),
    ) -> Self {
        Self {
            evaluator,
            context,
            archive,
            found,
            gpus: Vec::new(),
            layers: evaluator.layers().into(),
            repeats: evaluator.micro_batches() - 1.0,
            sweep: Sweep::default(),
            energy: [0.0; MAX_GPUS],
            splits: Splits::default(),
            levels: Vec::new(),
            stages: Vec::new(),
        }
    }

    fn enter(&mut self, pool: &Pool) {
        self.gpus.clone_from(&pool.gpus);
    }

    fn offer(&mut self, stages: &[Stage]) {
        let Some(cost) = self.evaluator.cost(stages) else { return };
        if self.archive.dominates(cost.time_ms, cost.energy_j) {
            return;
        }
        let Ok(plan) = Plan::new(stages.to_vec()) else { return };
        if self.archive.insert(plan.clone(), cost) {
            (self.found)(&plan, cost);
        }
    }
}

impl PruningRule for Pareto<'_, '_> {
    fn ceiling_ms(&mut self, relaxed: &Relaxed) -> Option<f64> {
        let len = relaxed.len;
        for stage in 0..len {
            self.energy[stage] = relaxed.idle_w * relaxed.layer_ms[stage] + relaxed.active[stage];
        }
        let (mut by_time, mut by_energy) = ([0; MAX_GPUS], [0; MAX_GPUS]);
        let by_time = sorted(&relaxed.layer_ms[..len], &mut by_time);
        let by_energy = sorted(&self.energy[..len], &mut by_energy);
        let around_ms = relaxed.links_ms + relaxed.head_ms;
        let around = relaxed.idle_w * around_ms + relaxed.head_active;
        let energy_rate = relaxed.idle_w * self.repeats / 1_000.0;
        ceiling_ms(relaxed, self.layers, |room| {
            let time_ms = around_ms + fill(by_time, room, &relaxed.layer_ms, self.layers);
            let energy_j = (around + fill(by_energy, room, &self.energy, self.layers)) / 1_000.0;
            self.archive.dominated_from(time_ms, self.repeats, energy_j, energy_rate)
        })
    }

    fn complete(&mut self, gpus: &[usize], path: &[usize], relaxed: &Relaxed) {
        self.levels.clear();
        let levels = &mut self.levels;
        self.sweep.levels(relaxed, self.layers, self.repeats, &self.archive, |room| {
            levels.extend_from_slice(room);
            true
        });
        let len = relaxed.len;
        let energy: Vec<f64> =
            (0..len).map(|slot| relaxed.idle_w * relaxed.layer_ms[slot] + relaxed.active[slot]).collect();
        let levels = std::mem::take(&mut self.levels);
        let mut splits = std::mem::take(&mut self.splits);
        for room in levels.chunks_exact(len) {
            splits.each(room, self.layers, &relaxed.layer_ms[..len], &energy, |split| {
                let mut stages = std::mem::take(&mut self.stages);
                stages.clear();
                let stage = |&slot: &usize| Stage { gpu: self.gpus[gpus[slot]], layers: split[slot] as u16 };
                stages.extend(path.iter().rev().map(stage));
                self.offer(&stages);
                self.stages = stages;
            });
        }
        (self.levels, self.splits) = (levels, splits);
    }

    fn may_continue(&mut self, fraction: impl FnOnce() -> f64) -> bool {
        self.context.spend() && !self.context.should_stop(fraction)
    }
}
