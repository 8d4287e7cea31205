//! The least bottleneck of a relaxed pipeline of which at most `ends` stages are ends.
//!
//! **Capacity.** A stage with transfers x holds at most `n(x) = min(cap, ⌊(B − x)/a⌋)` layers when no stage takes
//! longer than B. At most `ends` stages pay `base` only, the others pay `inner ≥ base`. So a plan with bottleneck B has
//! `L ≤ Σ n(inner) + (the largest `ends` of n(base) − n(inner))`. The right side grows with B and jumps only where some
//! `x + a·k = B`. The least B at which it reaches L is a lower bound on the bottleneck, and so is every smaller B.
//!
//! **Where to begin.** Every stage holds a layer, so B is at least every `base + a`, and at least the largest `inner +
//! a` once the `ends` largest are left out. Without the floors, from `L = Σ n_i ≤ Σ (B − x_i)/a_i`: `B ≥ (L + Σ inner/a
//! − (the largest `ends` of (inner − base)/a)) / Σ 1/a`.
//!
//! **Forced ends.** A stage whose `inner` is infinite must be an end: it pays `base` and uses up one of the `ends`.
//! More of them than `ends` is impossible.

use super::pool::MAX_GPUS;
use super::relaxed::Relaxed;
use crate::search::allocation::{LANES, earliest};

/// Rounding slack, in layers, when a bottleneck is turned into a number of layers.
pub const SLACK: f64 = 1e-9;

/// Lower bound on the bottleneck in O(stages), with fractional layers, ms; infinite if no plan is possible.
pub fn fractional_ms(relaxed: &Relaxed, layers: u32) -> f64 {
    let (mut floor, mut offset, mut rate) = (0.0_f64, f64::from(layers), 0.0);
    let mut free_ends = relaxed.ends;
    // The largest inner + a, and the largest (inner − base)/a, of stages that need not be ends; at most two count.
    let (mut dear, mut saved) = ([0.0_f64; 3], [0.0_f64; 2]);
    for stage in 0..relaxed.len {
        let (layer, base, inner) = (relaxed.layer_ms[stage], relaxed.base_ms[stage], relaxed.inner_ms[stage]);
        let speed = 1.0 / layer;
        rate += speed;
        floor = floor.max(base + layer);
        if inner == f64::INFINITY {
            if free_ends == 0 {
                return f64::INFINITY;
            }
            free_ends -= 1;
            offset += base * speed;
        } else {
            offset += inner * speed;
            keep_largest(&mut dear, inner + layer);
            keep_largest(&mut saved, (inner - base) * speed);
        }
    }
    floor = floor.max(dear[free_ends.min(2)]);
    let saved: f64 = saved.iter().take(free_ends).sum();
    floor.max((offset - saved) / rate * (1.0 - 1e-14))
}

/// The least bottleneck, ms; infinite if the caps are too small for `layers`.
///
/// The search goes upwards from `start_ms`, the result of [`fractional_ms`].
pub fn least_ms(relaxed: &Relaxed, layers: u32, start_ms: f64) -> f64 {
    if start_ms == f64::INFINITY {
        f64::INFINITY
    } else if relaxed.len <= FEW {
        walk::<FEW>(relaxed, layers, start_ms)
    } else {
        walk::<MAX_GPUS>(relaxed, layers, start_ms)
    }
}

/// Most stages for which small tables are enough.
const FEW: usize = 16;

/// Moves B upwards from event to event, each of which adds one layer to one stage.
fn walk<const SIZE: usize>(relaxed: &Relaxed, layers: u32, start_ms: f64) -> f64 {
    let len = relaxed.len.min(SIZE);
    let mut inner = LayerEvents::<SIZE>::new();
    let mut base = LayerEvents::<SIZE>::new();
    let mut free_ends = relaxed.ends;
    let mut sum = 0;
    for stage in 0..len {
        let (layer, cap) = (relaxed.layer_ms[stage], u32::from(relaxed.cap[stage]));
        let (at_end_ms, inside_ms) = (relaxed.base_ms[stage], relaxed.inner_ms[stage]);
        if inside_ms == f64::INFINITY {
            // A forced end: its layers at `base` count, and it is no candidate for the other ends.
            free_ends = free_ends.saturating_sub(1);
            inner.set(stage, at_end_ms, layer, cap, start_ms);
        } else {
            inner.set(stage, inside_ms, layer, cap, start_ms);
            base.set(stage, at_end_ms, layer, cap, start_ms);
        }
        sum += inner.held[stage];
    }
    if free_ends == 0 {
        base = LayerEvents::new();
    }
    let mut bottleneck = start_ms;
    loop {
        let held = sum + most_extra(&base.held[..len], &inner.held[..len], free_ends);
        if held >= layers {
            return bottleneck;
        }
        // One event adds at most one layer.
        for _ in held..layers {
            let (at_inner, inner_ms) = inner.earliest();
            let (at_base, base_ms) = base.earliest();
            let at_ms = if inner_ms <= base_ms { inner_ms } else { base_ms };
            if at_ms == f64::INFINITY {
                return f64::INFINITY;
            }
            bottleneck = if at_ms > bottleneck { at_ms } else { bottleneck };
            if inner_ms <= base_ms {
                let inside_ms = relaxed.inner_ms[at_inner];
                let transfers_ms = if inside_ms < f64::INFINITY { inside_ms } else { relaxed.base_ms[at_inner] };
                inner.grow(at_inner, transfers_ms, relaxed.layer_ms[at_inner], relaxed.cap[at_inner].into());
                sum += 1;
            } else {
                base.grow(at_base, relaxed.base_ms[at_base], relaxed.layer_ms[at_base], relaxed.cap[at_base].into());
            }
        }
    }
}

/// The sum of the `free_ends` largest differences between the layers of a stage at an end and inside.
fn most_extra(at_end: &[u32], inside: &[u32], free_ends: usize) -> u32 {
    let (mut first, mut second) = (0, 0);
    for (&at_end, &inside) in at_end.iter().zip(inside) {
        let extra = at_end.saturating_sub(inside);
        second = second.max(extra.min(first));
        first = first.max(extra);
    }
    match free_ends {
        0 => 0,
        1 => first,
        _ => first + second,
    }
}

/// Inserts `value` into the K largest values, which are in decreasing order.
fn keep_largest<const K: usize>(largest: &mut [f64; K], value: f64) {
    let mut value = value;
    for kept in largest {
        if value > *kept {
            std::mem::swap(kept, &mut value);
        }
    }
}

/// Per stage, the layers it holds at the current bottleneck and the event at which it holds one more.
struct LayerEvents<const SIZE: usize> {
    held: [u32; SIZE],
    /// Bottleneck at which the stage holds one more layer, ms; infinite at its cap.
    next_ms: [f64; SIZE],
    /// Stages in use, rounded up to a multiple of [`LANES`].
    used: usize,
}

impl<const SIZE: usize> LayerEvents<SIZE> {
    fn new() -> Self {
        Self { held: [0; SIZE], next_ms: [f64::INFINITY; SIZE], used: 0 }
    }

    /// Sets the layers of `stage` at `bottleneck_ms` and its next event.
    #[inline]
    fn set(&mut self, stage: usize, transfers_ms: f64, layer_ms: f64, cap: u32, bottleneck_ms: f64) {
        // Below 0 the conversion gives 0.
        let held = (((bottleneck_ms - transfers_ms) / layer_ms + SLACK) as u32).min(cap);
        self.held[stage] = held;
        self.next_ms[stage] = next_ms(transfers_ms, layer_ms, held, cap);
        self.used = (stage + 1).next_multiple_of(LANES);
    }

    /// Adds a layer to `stage` and sets its next event.
    #[inline]
    fn grow(&mut self, stage: usize, transfers_ms: f64, layer_ms: f64, cap: u32) {
        self.held[stage] += 1;
        self.next_ms[stage] = next_ms(transfers_ms, layer_ms, self.held[stage], cap);
    }

    /// The stage of the next event and the bottleneck there, ms; infinite if there is none.
    #[inline]
    fn earliest(&self) -> (usize, f64) {
        earliest(&self.next_ms[..self.used]).unwrap_or((0, f64::INFINITY))
    }
}

/// The bottleneck at which a stage with `held` layers holds one more, ms; infinite at its cap.
fn next_ms(transfers_ms: f64, layer_ms: f64, held: u32, cap: u32) -> f64 {
    if held < cap { transfers_ms + layer_ms * f64::from(held + 1) } else { f64::INFINITY }
}
