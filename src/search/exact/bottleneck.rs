//! The least bottleneck of a relaxed pipeline of which only two stages can be ends ("bound2").
//!
//! A stage with transfers x holds at most `n(x) = min(cap, ⌊(B − x)/a⌋)` layers when no stage takes longer than B.
//! At most `ends` stages pay `base` only, the others pay `inner ≥ base`. So a plan with bottleneck B has
//! `L ≤ Σ n(inner) + (the largest `ends` of n(base) − n(inner))`. The right side grows with B and jumps only where some
//! `x + a·k = B`; the least B at which it reaches L is a lower bound, and so is every B below it.
//!
//! Where to begin: every stage holds a layer, so B is at least every `base + a`, and at least the largest `inner + a`
//! but `ends`. Leaving out the floors, with `L = Σ n_i ≤ Σ (B − x_i)/a_i`:
//! `B ≥ (L + Σ inner/a − (the largest `ends` of (inner − base)/a)) / Σ 1/a`.
//!
//! A stage whose `inner` is infinite must be an end: it pays `base` and uses up one of the `ends`; more of them than
//! `ends` is impossible.

use super::pool::MOST;
use super::relaxed::Relaxed;

/// Rounding slack when a bottleneck is turned into a number of layers.
pub const SLACK: f64 = 1e-9;

/// Where the search for the bottleneck begins: a lower bound in O(stages), ms; infinite if no plan is possible.
pub fn fractional_ms(relaxed: &Relaxed, layers: u32) -> f64 {
    let (mut floor, mut offset, mut rate) = (0.0_f64, f64::from(layers), 0.0);
    let mut free_ends = relaxed.ends;
    // The largest inner + a, and the largest (inner − base)/a, of those that need not be ends; at most two count.
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

/// The least bottleneck, ms, from `start_ms` (of [`fractional_ms`]) on; infinite if the caps are too small.
pub fn least_ms(relaxed: &Relaxed, layers: u32, start_ms: f64) -> f64 {
    let len = relaxed.len;
    if start_ms == f64::INFINITY {
        return f64::INFINITY;
    }
    let mut inner = Steps::default();
    let mut base = Steps::default();
    let mut free_ends = relaxed.ends;
    let mut sum = 0;
    for stage in 0..len {
        let (layer, cap) = (relaxed.layer_ms[stage], u32::from(relaxed.cap[stage]));
        base.set(stage, relaxed.base_ms[stage], layer, cap, start_ms);
        if relaxed.inner_ms[stage] == f64::INFINITY {
            // Always an end: what it holds at `base` counts, and it is out of the choice.
            free_ends = free_ends.saturating_sub(1);
            inner.held[stage] = base.held[stage];
            inner.next_ms[stage] = base.next_ms[stage];
        } else {
            inner.set(stage, relaxed.inner_ms[stage], layer, cap, start_ms);
        }
        sum += inner.held[stage];
    }
    let mut bottleneck = start_ms;
    loop {
        let mut extra = [0_u32; 2];
        for stage in 0..len {
            let more = base.held[stage].saturating_sub(inner.held[stage]);
            if more > extra[0] {
                extra = [more, extra[0]];
            } else if more > extra[1] {
                extra[1] = more;
            }
        }
        if sum + extra.iter().take(free_ends).sum::<u32>() >= layers {
            return bottleneck;
        }
        let (at_inner, inner_ms) = inner.earliest(len);
        let (at_base, base_ms) = base.earliest(len);
        if inner_ms.min(base_ms) == f64::INFINITY {
            return f64::INFINITY;
        }
        bottleneck = bottleneck.max(inner_ms.min(base_ms));
        if inner_ms <= base_ms {
            let forced = relaxed.inner_ms[at_inner] == f64::INFINITY;
            let transfers = if forced { relaxed.base_ms[at_inner] } else { relaxed.inner_ms[at_inner] };
            inner.grow(at_inner, transfers, relaxed.layer_ms[at_inner], relaxed.cap[at_inner].into());
            sum += 1;
        } else {
            base.grow(at_base, relaxed.base_ms[at_base], relaxed.layer_ms[at_base], relaxed.cap[at_base].into());
        }
    }
}

fn keep_largest<const K: usize>(largest: &mut [f64; K], value: f64) {
    let mut value = value;
    for kept in largest {
        if value > *kept {
            std::mem::swap(kept, &mut value);
        }
    }
}

/// Per stage the layers it holds at the current bottleneck, and the bottleneck at which it holds one more.
struct Steps {
    held: [u32; MOST],
    next_ms: [f64; MOST],
}

impl Default for Steps {
    fn default() -> Self {
        Self { held: [0; MOST], next_ms: [f64::INFINITY; MOST] }
    }
}

impl Steps {
    #[inline]
    fn set(&mut self, stage: usize, transfers_ms: f64, layer_ms: f64, cap: u32, bottleneck_ms: f64) {
        // Below 0 the conversion gives 0.
        let held = (((bottleneck_ms - transfers_ms) / layer_ms + SLACK) as u32).min(cap);
        self.held[stage] = held;
        self.next_ms[stage] = next_ms(transfers_ms, layer_ms, held, cap);
    }

    #[inline]
    fn grow(&mut self, stage: usize, transfers_ms: f64, layer_ms: f64, cap: u32) {
        self.held[stage] += 1;
        self.next_ms[stage] = next_ms(transfers_ms, layer_ms, self.held[stage], cap);
    }

    #[inline]
    fn earliest(&self, len: usize) -> (usize, f64) {
        let (mut stage, mut least) = (0, f64::INFINITY);
        for (index, &at_ms) in self.next_ms[..len].iter().enumerate() {
            if at_ms < least {
                (stage, least) = (index, at_ms);
            }
        }
        (stage, least)
    }
}

fn next_ms(transfers_ms: f64, layer_ms: f64, held: u32, cap: u32) -> f64 {
    if held < cap { transfers_ms + layer_ms * f64::from(held + 1) } else { f64::INFINITY }
}
