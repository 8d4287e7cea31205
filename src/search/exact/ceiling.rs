//! The ceiling: a bottleneck that no improving plan of a relaxed pipeline exceeds, or the proof that none is improving.
//!
//! **Iteration.** Suppose every improving plan has a bottleneck of at most B. A stage then holds at most `(B − base)/a`
//! layers. So Σ a n and Σ w n are at least those of a greedy [`fill`] within these limits, which only rise as B falls.
//! From them the pruning rule derives a bottleneck that no improving plan exceeds: for one objective, whose cost is
//! `fixed + b·B + Σ w n`, it is `(UB − fixed − fill)/b`. That is the next B, and so on.
//!
//! **Proof.** No plan is improving
//!
//! - as soon as the stages hold fewer than L layers at B, at most `ends` of them as ends: the capacity of
//!   [`super::bottleneck`], `Σ n(inner)` and the largest `ends` of `n(base) − n(inner)`;
//! - or when B falls below the floor of the bottleneck.
//!
//! Where B stops falling nothing is proven. The verdict is the same as from trying every bottleneck from the least on,
//! but takes a few steps of O(stages) each. Stopping early only forgoes a proof.

use super::bottleneck::SLACK;
use super::pool::MAX_GPUS;
use super::relaxed::Relaxed;

/// Steps of the iteration before the verdict is left open.
const MAX_ITERATIONS: usize = 12;
/// Relative decrease of B below which B counts as at rest.
const MIN_DECREASE: f64 = 1e-7;

/// A bottleneck, ms, that no improving plan of `relaxed` exceeds; `None` if no plan of it is improving.
///
/// `next_ms` is the step of the rule. Given the most layers each stage can hold, it returns a bottleneck, ms, that no
/// improving plan within these limits exceeds: infinite if there is no limit, 0 or less if no plan is improving.
#[inline]
pub fn ceiling_ms(relaxed: &Relaxed, layers: u32, mut next_ms: impl FnMut(&[u32; MAX_GPUS]) -> f64) -> Option<f64> {
    let len = relaxed.len.min(MAX_GPUS);
    let held: u32 = relaxed.cap[..len].iter().map(|&cap| u32::from(cap)).sum();
    if held < layers || len as u32 > layers || relaxed.cap[..len].contains(&0) {
        return None;
    }
    let mut speed = [0.0; MAX_GPUS];
    let mut room = [0_u32; MAX_GPUS];
    for stage in 0..len {
        speed[stage] = 1.0 / relaxed.layer_ms[stage];
        room[stage] = relaxed.cap[stage].into();
    }
    let mut limit_ms = f64::INFINITY;
    for _ in 0..MAX_ITERATIONS {
        let next_ms = next_ms(&room);
        if next_ms <= 0.0 || next_ms < relaxed.floor_ms {
            return None;
        }
        let falls = next_ms < limit_ms * (1.0 - MIN_DECREASE);
        if !falls && limit_ms < f64::INFINITY {
            return Some(limit_ms);
        }
        limit_ms = next_ms;
        if capacity(relaxed, &speed, limit_ms, &mut room) < layers {
            return None;
        }
        if limit_ms == f64::INFINITY {
            return Some(limit_ms);
        }
    }
    Some(limit_ms)
}

/// Layers that the stages hold together at a bottleneck of `limit_ms`; 0 if more than `ends` of them must be ends.
///
/// Sets `room[stage]` to the layers of each stage as an end, at least 1.
fn capacity(relaxed: &Relaxed, speed: &[f64; MAX_GPUS], limit_ms: f64, room: &mut [u32; MAX_GPUS]) -> u32 {
    let (mut sum, mut first, mut second) = (0, 0, 0);
    let mut free_ends = relaxed.ends;
    for stage in 0..relaxed.len.min(MAX_GPUS) {
        let cap = u32::from(relaxed.cap[stage]);
        let base_ms = relaxed.base_ms[stage];
        let inner_ms = if relaxed.ends > 0 { relaxed.inner_ms[stage] } else { base_ms };
        let holds = |transfers_ms: f64| (((limit_ms - transfers_ms) * speed[stage] + SLACK) as u32).min(cap);
        let at_end = holds(base_ms);
        if at_end == 0 {
            return 0;
        }
        room[stage] = at_end;
        if inner_ms == f64::INFINITY {
            if free_ends == 0 {
                return 0;
            }
            free_ends -= 1;
            sum += at_end;
        } else {
            let inside = if inner_ms > base_ms { holds(inner_ms) } else { at_end };
            let extra = at_end - inside;
            sum += inside;
            second = second.max(extra.min(first));
            first = first.max(extra);
        }
    }
    match free_ends {
        0 => sum,
        1 => sum + first,
        _ => sum + first + second,
    }
}

/// Least Σ w n of `layers` layers with 1 to `room[stage]` on each stage; infinite if the limits are too small.
///
/// `order` lists the stages by increasing weight.
#[inline]
pub fn fill(order: &[u8], room: &[u32; MAX_GPUS], weight: &[f64], layers: u32) -> f64 {
    let mut left = layers - order.len() as u32;
    let mut sum = 0.0;
    for &stage in order {
        let stage = usize::from(stage);
        let more = (room[stage] - 1).min(left);
        left -= more;
        sum += weight[stage] * f64::from(more + 1);
    }
    if left == 0 { sum } else { f64::INFINITY }
}

/// The stages by increasing weight, written to `order`.
#[inline]
pub fn sorted<'a>(weight: &[f64], order: &'a mut [u8; MAX_GPUS]) -> &'a [u8] {
    for end in 0..weight.len() {
        let mut place = end;
        while place > 0 && weight[usize::from(order[place - 1])] > weight[end] {
            order[place] = order[place - 1];
            place -= 1;
        }
        order[place] = end as u8;
    }
    &order[..weight.len()]
}
