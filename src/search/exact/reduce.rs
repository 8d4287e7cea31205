//! Reduction: which GPUs can be in an improving plan of a given depth Q at all.
//!
//! All figures are taken over the GPUs still alive and the links between them; removal repeats until nothing changes.
//!
//! **Removal by links and memory.** A GPU is removed when it holds no layer at depth Q, has no neighbour, or its
//! connected component has fewer than Q members.
//!
//! **Removal by the objective.** Let UB be the best objective known. No improving plan has a bottleneck above
//! `Bmax = (UB − al·Dmin − fill − head) / (al·(M − 1))`. A GPU is removed when one layer and its cheapest link take
//! longer. Here
//!
//! - `al`, the objective per ms, takes the Q least idle powers;
//! - `Dmin` bounds Σ d. It is the greater of two sums: the Q − 1 least D1, since each edge of the path can be charged
//!   to one of its ends, no GPU twice; and the half degrees of the Q − 2 best inner GPUs and the two best ends;
//! - `fill` is the least Σ w·n: a layer for each of the Q least w, the others where w is least and the cap allows;
//! - `head` is the least objective of the head.
//!
//! **Removal of the depth.** No plan of depth Q is improving when fewer than Q GPUs are alive, none can hold the head,
//! Bmax < 0, or the Q best caps at Bmax, two of them as ends, sum to fewer than L.

use super::bottleneck::SLACK;
use crate::cost::Evaluator;
use crate::sorting::sort_by;

/// The two cheapest links of a GPU to GPUs alive: cost in ms and the GPU at the other end.
#[derive(Clone, Copy)]
struct Two {
    first: (f64, usize),
    second: (f64, usize),
}

impl Two {
    const NONE: (f64, usize) = (f64::INFINITY, usize::MAX);

    fn of(alive: &[usize], cost: impl Fn(usize) -> f64) -> Self {
        let (mut first, mut second) = (Self::NONE, Self::NONE);
        for &other in alive {
            let link = (cost(other), other);
            if link.0 < first.0 {
                (first, second) = (link, first);
            } else if link.0 < second.0 {
                second = link;
            }
        }
        Self { first, second }
    }
}

/// A GPU alive and its cheapest links.
struct Candidate {
    gpu: usize,
    /// Cheapest links by c(gpu, ·).
    out: Two,
    /// Cheapest links by d(gpu, ·).
    round: Two,
}

/// The GPUs alive at depth `stages` ≥ 2, in the order of `gpus`; empty if no plan of that depth is improving.
///
/// `cutoff` is UB, infinite if no plan is known.
pub fn survivors(evaluator: &Evaluator, stages: usize, cutoff: f64, gpus: &[usize]) -> Vec<usize> {
    let holds = |gpu: &usize| evaluator.cap(*gpu, stages, false) > 0;
    let mut alive: Vec<usize> = gpus.iter().copied().filter(holds).collect();
    loop {
        let before = alive.len();
        if before < stages {
            return Vec::new();
        }
        let all = std::mem::take(&mut alive);
        let candidates: Vec<Candidate> = all.iter().map(|&gpu| candidate(evaluator, &all, gpu)).collect();
        let Some(limit_ms) = limit_ms(evaluator, stages, cutoff, &candidates) else { return Vec::new() };
        let fits = |candidate: &&Candidate| {
            let least = candidate.out.first.0;
            least < f64::INFINITY && least + evaluator.layer_ms(candidate.gpu) <= limit_ms
        };
        alive = candidates.iter().filter(fits).map(|candidate| candidate.gpu).collect();
        drop_small_components(evaluator, stages, &mut alive);
        if alive.len() == before {
            return alive;
        }
    }
}

/// Measures the cheapest links of `gpu` to the GPUs `alive`.
fn candidate(evaluator: &Evaluator, alive: &[usize], gpu: usize) -> Candidate {
    let out = |other: usize| evaluator.transfer_ms(gpu, other);
    let round = |other: usize| evaluator.transfer_ms(gpu, other) + evaluator.transfer_ms(other, gpu);
    Candidate { gpu, out: Two::of(alive, out), round: Two::of(alive, round) }
}

/// Lower bounds on the terms of the objective at one depth, without the bottleneck.
struct Least {
    /// al, objective per ms.
    per_elapsed_ms: f64,
    /// al·Dmin + fill + head.
    fixed: f64,
}

/// The lower bounds at depth `stages`; `None` if no plan of the depth exists.
fn least(evaluator: &Evaluator, stages: usize, candidates: &[Candidate]) -> Option<Least> {
    let objective = evaluator.objective();
    let (per_ms, per_w_ms) = (objective.per_ms(), objective.per_j() / 1_000.0);
    let idle_w = sum_of_least(stages, candidates.iter().map(|candidate| evaluator.idle_w(candidate.gpu)));
    let per_elapsed_ms = per_ms + per_w_ms * idle_w;
    let active = |gpu: usize, ms: f64| per_w_ms * evaluator.micro_batches() * evaluator.extra_w(gpu) * ms;
    let head = |candidate: &Candidate| {
        let gpu = candidate.gpu;
        per_elapsed_ms * evaluator.head_ms(gpu) + active(gpu, evaluator.energy_head_ms(gpu))
    };
    let can_head = |candidate: &&Candidate| evaluator.cap(candidate.gpu, stages, true) > 0;
    let head = candidates.iter().filter(can_head).map(head).fold(f64::INFINITY, f64::min);
    let fill = least_fill(evaluator, stages, candidates, |gpu| {
        per_elapsed_ms * evaluator.layer_ms(gpu) + active(gpu, evaluator.layer_ms(gpu))
    })?;
    let links_ms = least_links_ms(stages, candidates);
    let possible = head < f64::INFINITY && links_ms < f64::INFINITY;
    possible.then_some(Least { per_elapsed_ms, fixed: per_elapsed_ms * links_ms + fill + head })
}

/// Lower bound on the objective of every plan of depth `stages` ≥ 2 over `gpus`; infinite if there is none.
///
/// Its bottleneck is that of the Q fastest GPUs with fractional layers and free transfers, `L / Σ 1/a`.
pub fn least_objective(evaluator: &Evaluator, stages: usize, gpus: &[usize]) -> f64 {
    if gpus.len() < stages {
        return f64::INFINITY;
    }
    let candidates: Vec<Candidate> = gpus.iter().map(|&gpu| candidate(evaluator, gpus, gpu)).collect();
    let Some(Least { per_elapsed_ms, fixed }) = least(evaluator, stages, &candidates) else { return f64::INFINITY };
    let speeds = gpus.iter().map(|&gpu| -1.0 / evaluator.layer_ms(gpu));
    let bottleneck_ms = f64::from(evaluator.layers()) / -sum_of_least(stages, speeds);
    fixed + per_elapsed_ms * (evaluator.micro_batches() - 1.0) * bottleneck_ms
}

/// Bmax, ms; infinite if nothing limits it, `None` if no plan of the depth is improving.
fn limit_ms(evaluator: &Evaluator, stages: usize, cutoff: f64, candidates: &[Candidate]) -> Option<f64> {
    let Least { per_elapsed_ms, fixed } = least(evaluator, stages, candidates)?;
    let rest = cutoff - fixed;
    if rest < 0.0 {
        return None;
    }
    let bottleneck_weight = per_elapsed_ms * (evaluator.micro_batches() - 1.0);
    let limit_ms = if bottleneck_weight > 0.0 { rest / bottleneck_weight * (1.0 + 1e-12) } else { f64::INFINITY };
    reaches(evaluator, stages, candidates, limit_ms).then_some(limit_ms)
}

/// Sum of the `count` least values.
fn sum_of_least(count: usize, values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    sort_by(&mut values, f64::total_cmp);
    values.iter().take(count).sum()
}

/// Lower bound Dmin on the sum of link times of any plan with `stages` stages, ms.
fn least_links_ms(stages: usize, candidates: &[Candidate]) -> f64 {
    let nearest = sum_of_least(stages - 1, candidates.iter().map(|candidate| candidate.round.first.0));
    let inner = |candidate: &Candidate| 0.5 * (candidate.round.first.0 + candidate.round.second.0);
    let inner = sum_of_least(stages - 2, candidates.iter().map(inner));
    let ends = sum_of_least(2, candidates.iter().map(|candidate| 0.5 * candidate.round.first.0));
    nearest.max(inner + ends)
}

/// `fill`: least Σ w·n over Q of the candidates; `None` if their caps are too small.
fn least_fill(
    evaluator: &Evaluator,
    stages: usize,
    candidates: &[Candidate],
    weight: impl Fn(usize) -> f64,
) -> Option<f64> {
    let weighed = |candidate: &Candidate| {
        let cap = evaluator.cap(candidate.gpu, stages, false);
        (weight(candidate.gpu), u32::from(cap))
    };
    let mut weighed: Vec<(f64, u32)> = candidates.iter().map(weighed).collect();
    sort_by(&mut weighed, |a, b| a.0.total_cmp(&b.0));
    let mut left = u32::from(evaluator.layers()).checked_sub(stages as u32)?;
    let mut sum: f64 = weighed.iter().take(stages).map(|(weight, _)| weight).sum();
    for (weight, cap) in weighed {
        let more = cap.saturating_sub(1).min(left);
        left -= more;
        sum += weight * f64::from(more);
    }
    (left == 0).then_some(sum)
}

/// Whether the Q best caps at a bottleneck of `limit_ms`, two of them as ends, sum to at least L.
fn reaches(evaluator: &Evaluator, stages: usize, candidates: &[Candidate], limit_ms: f64) -> bool {
    let held = |candidate: &Candidate, transfers_ms: f64| {
        let cap = u32::from(evaluator.cap(candidate.gpu, stages, false));
        if transfers_ms == f64::INFINITY {
            return 0;
        }
        let room_ms = limit_ms - transfers_ms;
        ((room_ms / evaluator.layer_ms(candidate.gpu) + SLACK) as u32).min(cap)
    };
    let inner = |candidate: &Candidate| held(candidate, candidate.out.first.0 + candidate.out.second.0);
    let bonus = |candidate: &Candidate| held(candidate, candidate.out.first.0) - inner(candidate);
    let sum_of_greatest = |count: usize, mut values: Vec<u32>| {
        sort_by(&mut values, |a, b| b.cmp(a));
        values.iter().take(count).sum::<u32>()
    };
    let inner = sum_of_greatest(stages, candidates.iter().map(inner).collect());
    let bonus = sum_of_greatest(2, candidates.iter().map(bonus).collect());
    inner + bonus >= evaluator.layers().into()
}

/// Removes the connected components of fewer than `stages` GPUs.
fn drop_small_components(evaluator: &Evaluator, stages: usize, alive: &mut Vec<usize>) {
    let mut left = std::mem::take(alive);
    while let Some(&root) = left.first() {
        let mut component = vec![root];
        left.remove(0);
        let mut next = 0;
        while next < component.len() {
            let here = component[next];
            let (joined, others): (Vec<usize>, Vec<usize>) =
                left.iter().partition(|&&other| evaluator.linked(here, other));
            component.extend(joined);
            left = others;
            next += 1;
        }
        if component.len() >= stages {
            alive.extend(component);
        }
    }
    alive.sort_unstable();
}
