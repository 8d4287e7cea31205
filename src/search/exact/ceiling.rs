//! Whether a relaxed pipeline stands for any wanted plan, from the greatest bottleneck down.
//!
//! Suppose every wanted plan has a bottleneck of at most B. A stage then holds at most `(B − base)/a` layers, so Σ a
//! n and Σ w n of its layers are at least those of the greedy [`fill`]s in that room, which only rise as B falls.
//! With these the rule can tell a bottleneck from which on no plan is wanted: for one objective, with `fixed + b·B +
//! Σ w n` the cost, `(UB − fixed − fill)/b`. That is the next B, and so on. None is wanted
//!
//! - as soon as the stages hold fewer than L layers at B, of which only `ends` are at an end
//!   (the capacity of [`super::bottleneck`]: `Σ n(inner)` and the largest `ends` of `n(base) − n(inner)`);
//! - or when B falls below the floor.
//!
//! Where B comes to rest nothing is proven. That is the same verdict as trying every bottleneck from the least on, in
//! a few steps of O(stages) each. Stopping early only forgoes a proof.

use super::bottleneck::SLACK;
use super::pool::MAX_GPUS;
use super::relaxed::Relaxed;

/// Times B may fall before the matter is left open.
const MAX_ITERATIONS: usize = 12;
/// A fall of less than this share is none.
const MIN_DECREASE: f64 = 1e-7;

/// A bottleneck, ms, that every wanted plan of `relaxed` stays below; `None` if none is wanted. `next_ms` takes the
/// most layers each stage can hold and returns the bottleneck, ms, that every wanted plan within this room stays
/// below; infinite if there is no such limit, 0 or less if none is wanted.
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

/// Layers that the stages hold together at a bottleneck; 0 if more than `ends` of them must be ends. Sets the room
/// each has at an end, at least 1.
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

/// Least Σ w n of `layers` layers, one per stage at least, in the room; infinite if it is too small. `order` is by
/// weight.
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

/// The stages by increasing weight.
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
