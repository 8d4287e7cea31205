//! Start sequences of the local search.

use crate::sorting::sort_by;
use rand::RngExt;
use rand::seq::SliceRandom;

use super::Scorer;
use crate::search::uniform_below;
use crate::search::{Rng, SearchContext};

/// The start number `index`: by turns grown from neighbour to neighbour, made of the GPUs with most memory, random.
/// `None` if no plan was met on the way.
pub fn draw(index: usize, scorer: &mut Scorer<'_>, context: &mut SearchContext<'_>) -> Option<Vec<u16>> {
    match index % 3 {
        0 => best_prefix(&grown(scorer, &mut context.rng), scorer, context),
        1 => by_memory(index / 3 % 3, scorer, context),
        _ => best_prefix(&random(scorer, &mut context.rng), scorer, context),
    }
}

/// A factor of 1 to 1.5.
fn noise(rng: &mut Rng) -> f64 {
    1.0 + rng.random::<f64>() / 2.0
}

/// Every prefix of `order`, in both directions; the best.
fn best_prefix(order: &[u16], scorer: &mut Scorer<'_>, context: &mut SearchContext<'_>) -> Option<Vec<u16>> {
    let mut best: Option<(Vec<u16>, f64)> = None;
    for length in 1..=order.len() {
        let prefix = order[..length].to_vec();
        let turned: Vec<u16> = prefix.iter().rev().copied().collect();
        for sequence in [prefix, turned] {
            let cutoff = best.as_ref().map_or(f64::INFINITY, |(_, value)| *value);
            if let Some(value) = scorer.score(&sequence, cutoff, context) {
                best = Some((sequence, value));
            }
        }
    }
    best.map(|(sequence, _)| sequence)
}

/// From the required or a fast GPU always on to the unused one that costs least in compute and links, with noise.
fn grown(scorer: &Scorer<'_>, rng: &mut Rng) -> Vec<u16> {
    let evaluator = scorer.evaluator();
    let mut left: Vec<u16> = (0..scorer.gpus()).collect();
    let mean_layers = f64::from(evaluator.layers()) / evaluator.max_stages() as f64;
    let compute = |gpu: u16, rng: &mut Rng| evaluator.layer_ms(gpu.into()) * noise(rng);
    let first = scorer.required().or_else(|| least(&left, |gpu| compute(gpu, rng)));
    let mut order: Vec<u16> = first.into_iter().collect();
    left.retain(|gpu| !order.contains(gpu));
    while order.len() < evaluator.max_stages() {
        let end = usize::from(order[order.len() - 1]);
        let round_trip = |gpu: u16| evaluator.transfer_ms(end, gpu.into()) + evaluator.transfer_ms(gpu.into(), end);
        let linked: Vec<u16> = left.iter().copied().filter(|&gpu| evaluator.linked(end, gpu.into())).collect();
        let cost = |gpu: u16| (round_trip(gpu) + mean_layers * evaluator.layer_ms(gpu.into())) * noise(rng);
        let Some(next) = least(&linked, cost) else { break };
        order.push(next);
        left.retain(|&gpu| gpu != next);
    }
    order
}

/// For each depth the GPUs with most memory, weighed against speed: z = 0, ½, 1 of memory^z · speed^(1−z) for the
/// three kinds; ordered from neighbour to neighbour. Without these, optima on tight memory are missed.
fn by_memory(kind: usize, scorer: &mut Scorer<'_>, context: &mut SearchContext<'_>) -> Option<Vec<u16>> {
    let evaluator = scorer.evaluator();
    let mut best: Option<(Vec<u16>, f64)> = None;
    for depth in 1..=evaluator.max_stages() {
        let merit = |gpu: u16, rng: &mut Rng| {
            let memory = f64::from(evaluator.cap(gpu.into(), depth, false));
            let speed = evaluator.effective_flops(gpu.into());
            let mixed = match kind {
                0 => speed,
                1 => memory.sqrt() * speed.sqrt(),
                _ => memory,
            };
            mixed * noise(rng)
        };
        let mut ranked: Vec<(f64, u16)> = (0..scorer.gpus()).map(|gpu| (merit(gpu, &mut context.rng), gpu)).collect();
        sort_by(&mut ranked, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut chosen: Vec<u16> = ranked.iter().take(depth).map(|(_, gpu)| *gpu).collect();
        if let Some(required) = scorer.required().filter(|required| !chosen.contains(required)) {
            chosen[depth - 1] = required;
        }
        let order = chained(&chosen, scorer, &mut context.rng);
        let turned: Vec<u16> = order.iter().rev().copied().collect();
        for sequence in [order, turned] {
            let cutoff = best.as_ref().map_or(f64::INFINITY, |(_, value)| *value);
            if let Some(value) = scorer.score(&sequence, cutoff, context) {
                best = Some((sequence, value));
            }
        }
        if context.stopped_by().is_some() {
            break;
        }
    }
    best.map(|(sequence, _)| sequence)
}

/// From a random GPU of the set always on to the nearest.
fn chained(set: &[u16], scorer: &Scorer<'_>, rng: &mut Rng) -> Vec<u16> {
    let evaluator = scorer.evaluator();
    let mut left = set.to_vec();
    let mut order = vec![left.swap_remove(uniform_below(rng, left.len()))];
    while !left.is_empty() {
        let end = usize::from(order[order.len() - 1]);
        let round_trip = |gpu: u16| evaluator.transfer_ms(end, gpu.into()) + evaluator.transfer_ms(gpu.into(), end);
        let Some(next) = least(&left, round_trip) else { break };
        order.push(next);
        left.retain(|&gpu| gpu != next);
    }
    order
}

fn random(scorer: &Scorer<'_>, rng: &mut Rng) -> Vec<u16> {
    let mut order: Vec<u16> = (0..scorer.gpus()).collect();
    order.shuffle(rng);
    if let Some(required) = scorer.required() {
        order.retain(|&gpu| gpu != required);
        order.insert(0, required);
    }
    order.truncate(scorer.evaluator().max_stages());
    order
}

fn least(gpus: &[u16], mut cost: impl FnMut(u16) -> f64) -> Option<u16> {
    gpus.iter().map(|&gpu| (gpu, cost(gpu))).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(gpu, _)| gpu)
}
