//! The exact planner: the plan of least objective with the proof, by branch and bound over sets of GPUs.
//!
//! For a fixed set of GPUs the idle power is a constant. So the objective is that of a time problem with other weights,
//! whatever λ is, and the size of the set fixes the layer caps. The order of a set matters only through the transfers,
//! and the best split of a sequence is found greedily ([`super::allocation`]). Hence sets come first, orders second and
//! layers last: 2^N sets in the place of Σ P(N, k)·C(L−1, k−1) plans.
//!
//! A set, or all sets that share a part, is *fathomed* once a bound proves that it holds no improving plan, or once all
//! its orders have been searched.
//!
//! | file | idea |
//! |---|---|
//! | [`relaxed`] | the relaxed pipeline on which every bound is stated, and the pruning rule |
//! | [`scalar`] | the pruning rule of one objective |
//! | [`reduce`] | the GPUs that can be in an improving plan of a given depth |
//! | [`pool`] | those GPUs with their links, numbered by speed |
//! | [`depth`] | the lookup tables of one pipeline depth |
//! | [`enumerate`] | every set of a depth, visited or pruned |
//! | [`partial`] | the bound of a partial set, from [`link_sum`] and [`bottleneck`] |
//! | [`ceiling`] | the greatest bottleneck that an improving plan can have |
//! | [`leaf`] | a complete set: bounds with the ends free, then given |
//! | [`order`] | depth-first search over the orders of a set with given ends |
//! | [`held_karp`] | shortest Hamiltonian paths through subsets |
//! | [`ports`] | the layers lost where a path must cross between clusters |

pub mod bottleneck;
pub mod ceiling;
pub mod depth;
pub mod enumerate;
pub mod held_karp;
pub mod leaf;
pub mod link_sum;
pub mod order;
pub mod partial;
pub mod pool;
pub mod ports;
pub mod reduce;
pub mod relaxed;
pub mod scalar;

use depth::Depth;
use enumerate::{Coverage, Enumeration, binomial};
use leaf::Leaf;
use pool::{MAX_GPUS, Pool};
use scalar::Scalar;

use super::local::LocalSearch;
use super::{Planner, SearchContext, feasibility};
use crate::cost::Evaluator;
use crate::model::{Instance, Outcome, Refusal, Stage, Status, StopReason};

/// The short local search whose best plan is the first incumbent.
const FIRST: LocalSearch = LocalSearch { starts: 6, kicks: 3, required: None };

/// The exact planner, which has no settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

impl Planner for Exact {
    /// The optimal plan, or `infeasible`, once every set is fathomed; else the best plan met, with a lower bound.
    ///
    /// If more than [`MAX_GPUS`] GPUs can be in an improving plan, the enumeration does not begin, and the outcome says
    /// so.
    fn plan(&self, evaluator: &Evaluator, mut context: SearchContext<'_>) -> Outcome {
        if feasibility::capacity_shortfall(evaluator).is_some() {
            return Outcome { status: Status::Infeasible, ..context.finish(StopReason::Finished) };
        }
        FIRST.improve(evaluator, &mut context);
        single_stages(evaluator, &mut context);
        let cutoff = scalar::cutoff(&context);
        let Some(depths) = reduced(evaluator, cutoff, &mut context) else {
            return context.finish(StopReason::Finished);
        };
        let union = union(&depths);
        let Some(pool) = Pool::new(evaluator, &union) else {
            LocalSearch::default().improve(evaluator, &mut context);
            let refusal = Refusal::TooManySets { gpus: union.len(), limit: MAX_GPUS };
            let bounds = depths.iter().map(|(stages, gpus)| reduce::least_objective(evaluator, *stages, gpus));
            let bound = bounds.fold(f64::INFINITY, f64::min);
            let outcome = context.finish(StopReason::Finished);
            let lower_bound = outcome.best.as_ref().map_or(bound, |(_, cost)| bound.min(cost.objective));
            return Outcome {
                refusal: Some(refusal),
                lower_bound: Some(lower_bound).filter(|bound| bound.is_finite()),
                ..outcome
            };
        };
        let open_bound = enumerate_all(evaluator, &pool, &depths, &mut context);
        conclude(context, open_bound)
    }

    /// Number of sets of GPUs, 2^N.
    fn effort(&self, instance: &Instance) -> f64 {
        (instance.cluster.gpus().len() as f64).exp2()
    }
}

/// Offers the plans of one stage, with all layers and the head on one GPU, to `context`.
fn single_stages(evaluator: &Evaluator, context: &mut SearchContext<'_>) {
    for gpu in 0..evaluator.gpus() {
        let stages = [Stage { gpu: gpu as u16, layers: evaluator.layers() }];
        if !context.spend() {
            return;
        }
        if let Some(cost) = evaluator.cost(&stages) {
            context.offer(&stages, cost);
        }
    }
}

/// The GPUs that can be in a plan of objective below `cutoff`: pairs of depth, from 2, and indexes in the evaluator.
///
/// Depths without such GPUs are left out. `None` if the search was stopped; it looks at its environment between depths
/// when there are more than [`MAX_GPUS`] GPUs.
pub(super) fn reduced(
    evaluator: &Evaluator,
    cutoff: f64,
    context: &mut SearchContext<'_>,
) -> Option<Vec<(usize, Vec<usize>)>> {
    let all: Vec<usize> = (0..evaluator.gpus()).collect();
    let mut depths = Vec::new();
    for stages in 2..=evaluator.max_stages() {
        if all.len() > MAX_GPUS {
            context.look(0.0);
        }
        if context.stopped_by().is_some() {
            break;
        }
        let left = reduce::survivors(evaluator, stages, cutoff, &all);
        if !left.is_empty() {
            depths.push((stages, left));
        }
    }
    context.stopped_by().is_none().then_some(depths)
}

/// The GPUs of all depths, as indexes in increasing order without repetition.
pub(super) fn union(depths: &[(usize, Vec<usize>)]) -> Vec<usize> {
    let mut union: Vec<usize> = depths.iter().flat_map(|(_, gpus)| gpus.iter().copied()).collect();
    union.sort_unstable();
    union.dedup();
    union
}

/// Enumerates the sets of all depths. `None` if all are fathomed; else a lower bound on every plan of the open sets.
///
/// The bound is minus infinity if none is known.
fn enumerate_all(
    evaluator: &Evaluator,
    pool: &Pool,
    depths: &[(usize, Vec<usize>)],
    context: &mut SearchContext<'_>,
) -> Option<f64> {
    let mut rule = Scalar::new(evaluator, pool, context);
    let mut leaf = Leaf::default();
    let all = depths.iter().map(|(stages, gpus)| binomial(gpus.len(), *stages)).sum();
    let mut coverage = Coverage { fathomed: 0.0, all };
    let mut open_bound: Option<f64> = None;
    for (stages, gpus) in depths {
        let depth = Depth::new(evaluator, pool, *stages, pool.set_of(gpus));
        let open_from = if open_bound.is_some() {
            Some(0)
        } else {
            let (after, open_from) = Enumeration::new(pool, &depth, &mut rule, &mut leaf, coverage).run();
            coverage = after;
            open_from
        };
        if let Some(from) = open_from {
            let bound = open_sets_bound(pool, &depth, from, &mut rule);
            open_bound = Some(open_bound.map_or(bound, |least| least.min(bound)));
        }
    }
    open_bound
}

/// Lower bound on the objective of every plan over sets from `depth.order[from..]`; infinite if there are none.
fn open_sets_bound(pool: &Pool, depth: &Depth, from: usize, rule: &mut Scalar<'_, '_>) -> f64 {
    let mut relaxed = relaxed::Relaxed::default();
    if depth.order.len() < from + depth.stages {
        return f64::INFINITY;
    }
    if !partial::relax(pool, depth, &partial::Chosen::default(), from, &mut relaxed) {
        return f64::INFINITY;
    }
    let start_ms = bottleneck::fractional_ms(&relaxed, pool.layers);
    relaxed.floor_ms = bottleneck::least_ms(&relaxed, pool.layers, start_ms);
    if relaxed.floor_ms == f64::INFINITY {
        return f64::INFINITY;
    }
    rule.value(&relaxed, f64::INFINITY).unwrap_or(f64::INFINITY)
}

/// Status and lower bound of the outcome; `open_bound` is that of [`enumerate_all`].
fn conclude(context: SearchContext<'_>, open_bound: Option<f64>) -> Outcome {
    let outcome = context.finish(StopReason::Finished);
    let best = outcome.best.as_ref().map(|(_, cost)| cost.objective);
    let (status, lower_bound) = match (open_bound, best) {
        (None, Some(best)) => (Status::Optimal, Some(best)),
        (None, None) => (Status::Infeasible, None),
        (Some(bound), Some(best)) => (Status::Feasible, Some(bound.min(best))),
        (Some(bound), None) => (Status::NotFound, Some(bound).filter(|bound| bound.is_finite())),
    };
    Outcome { status, lower_bound, ..outcome }
}
