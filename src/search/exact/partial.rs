//! The relaxed pipeline of a partial set: the GPUs chosen so far, C, and r more from a suffix of the order.
//!
//! It stands (see [`super::relaxed`]) for every plan over C and any r GPUs of the suffix, in any order:
//!
//! - A chosen GPU pays its cheapest links within C and the suffix, which hold all its possible neighbours.
//! - Let the r others be sorted by compute time. The suffix is sorted by it too, so the t-th of them takes at least the
//!   time per layer of the t-th GPU of the suffix. Its links, active energy and cap are at best the best of the suffix.
//! - The idle power is at least that of C and the r least of the suffix. The head costs at least the least of the GPUs
//!   that can hold it. Σ d is bounded by [`super::link_sum`].
//!
//! The suffix from a later place is a subset, so the bound for one place holds for all later ones.

use super::depth::Depth;
use super::link_sum::HalfDegree;
use super::pool::{MAX_GPUS, Pool};
use super::relaxed::Relaxed;

/// C, the set chosen so far, as a stack. Prefix sums make [`Self::pop`] free of rounding.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Chosen GPUs as numbers in the pool, in increasing order.
    pub gpus: [usize; MAX_GPUS],
    /// Size of C.
    pub len: usize,
    /// C as a set.
    pub set: u64,
    /// Σ P_idle of the first `i` chosen GPUs at index `i`, W.
    idle_w: [f64; MAX_GPUS + 1],
    /// Merge height of each chosen GPU, ms; 0 for the first, infinite if not connected to those before it.
    heights_ms: [f64; MAX_GPUS],
    /// Σ merge heights of the first `i` chosen GPUs at index `i`, ms.
    tree_ms: [f64; MAX_GPUS + 1],
}

impl Default for Chosen {
    fn default() -> Self {
        Self {
            gpus: [0; MAX_GPUS],
            len: 0,
            set: 0,
            idle_w: [0.0; MAX_GPUS + 1],
            heights_ms: [0.0; MAX_GPUS],
            tree_ms: [0.0; MAX_GPUS + 1],
        }
    }
}

impl Chosen {
    /// Adds `gpu`, whose number is greater than all in C.
    pub fn push(&mut self, pool: &Pool, depth: &Depth, gpu: usize) {
        let row = &depth.minimax_ms[gpu * pool.len()..][..pool.len()];
        let height = self.gpus[..self.len].iter().map(|&other| row[other]).fold(f64::INFINITY, f64::min);
        let height = if self.len == 0 { 0.0 } else { height };
        self.gpus[self.len] = gpu;
        self.heights_ms[self.len] = height;
        self.tree_ms[self.len + 1] = self.tree_ms[self.len] + height;
        self.idle_w[self.len + 1] = self.idle_w[self.len] + pool.idle_w[gpu];
        self.set |= 1 << gpu;
        self.len += 1;
    }

    /// Removes the GPU added last; nothing if C is empty.
    pub fn pop(&mut self) {
        if self.len > 0 {
            self.len -= 1;
            self.set &= !(1 << self.gpus[self.len]);
        }
    }

    /// Σ P_idle of C, W.
    pub fn idle_w(&self) -> f64 {
        self.idle_w[self.len]
    }

    /// Merge height of each GPU of C, ms; the first is 0.
    pub fn heights_ms(&self) -> &[f64] {
        &self.heights_ms[..self.len]
    }

    /// Σ merge heights of C, ms.
    pub fn tree_ms(&self) -> f64 {
        self.tree_ms[self.len]
    }
}

/// Sets `relaxed` up for C and the missing GPUs from `depth.order[from..]`, of which there is at least one.
///
/// `false` if no plan over such a set exists.
pub fn relax(pool: &Pool, depth: &Depth, chosen: &Chosen, from: usize, relaxed: &mut Relaxed) -> bool {
    let suffix = &depth.suffixes[from];
    let within = chosen.set | suffix.set;
    let missing = depth.stages - chosen.len;
    let mut degrees = HalfDegree { threshold_ms: suffix.degrees.threshold_ms, ..HalfDegree::default() };
    let (mut head_ms, mut head_active) = (suffix.head_ms, suffix.head_active);
    for (stage, &gpu) in chosen.gpus[..chosen.len].iter().enumerate() {
        let (m1, m2) = pool.two_out(gpu, within);
        let (d1, d2) = pool.two_round(gpu, within);
        if m1 == f64::INFINITY {
            return false;
        }
        degrees.add(d1, d2);
        relaxed.layer_ms[stage] = pool.layer_ms[gpu];
        relaxed.base_ms[stage] = m1;
        relaxed.inner_ms[stage] = m1 + m2;
        relaxed.active[stage] = pool.active[gpu];
        relaxed.cap[stage] = depth.cap[gpu];
        if depth.cap_last[gpu] > 0 {
            head_ms = head_ms.min(pool.head_ms[gpu]);
            head_active = head_active.min(pool.head_active[gpu]);
        }
    }
    for (place, stage) in (chosen.len..depth.stages).enumerate() {
        relaxed.layer_ms[stage] = pool.layer_ms[depth.order[from + place]];
        relaxed.base_ms[stage] = suffix.base_ms;
        relaxed.inner_ms[stage] = suffix.inner_ms;
        relaxed.active[stage] = suffix.active;
        relaxed.cap[stage] = suffix.cap;
    }
    degrees.sum_ms += suffix.half_ms[missing];
    degrees.save(suffix.degrees.saved[0]);
    degrees.save(suffix.degrees.saved[1]);
    let tree_edges = if chosen.len == 0 { missing - 1 } else { missing };
    let tree_ms = chosen.tree_ms() + suffix.nearest_ms[tree_edges];
    relaxed.len = depth.stages;
    relaxed.ends = 2;
    relaxed.links_ms = degrees.bound_with_heights_ms(chosen.heights_ms()).max(tree_ms);
    relaxed.idle_w = chosen.idle_w() + suffix.idle_w[missing];
    relaxed.head_ms = head_ms;
    relaxed.head_active = head_active;
    relaxed.floor_ms = 0.0;
    relaxed.links_ms < f64::INFINITY && head_ms < f64::INFINITY
}
