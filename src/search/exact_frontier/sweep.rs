//! The sweep over the bottlenecks of a relaxed pipeline at which improving plans may exist.
//!
//! **Symbols.** The plans of a relaxed pipeline (see [`crate::search::exact::relaxed`]) cost at least `T = (M−1)·B + Σ
//! d + head + Σ a n` and `E = P·T + (active energy of the head) + Σ M·D·a n`, each with its bottleneck B. The room of a
//! stage at B is the most layers it holds, `(B − base)/a`; it grows at events `base + a·k`.
//!
//! **Levels.** A plan whose bottleneck lies between two events has the room of the first. It takes no less time than
//! the fill of least Σ a n at the first event, and no less energy than that of least `Σ (P + M·D)·a n`: the *ideal
//! point* of that level. Both fills are greedy.
//!
//! **Claim.** If the ideal point of every level is dominated, so is every plan. Once the point made of the current B
//! and of the fills without limits is dominated, all later levels are.

use super::archive::Archive;
use crate::search::allocation::{LANES, earliest};
use crate::search::exact::pool::MAX_GPUS;
use crate::search::exact::relaxed::Relaxed;

/// Rounding slack, in layers, when a bottleneck is turned into a number of layers.
const SLACK: f64 = 1e-9;

/// The buffers of the sweep, by stage.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Layers each stage can hold at the current bottleneck.
    room: [u32; MAX_GPUS],
    /// Bottleneck at which the stage can hold one more layer, ms; infinite at its cap.
    next_ms: [f64; MAX_GPUS],
    /// (P + M·D)·a: W·ms per layer.
    energy: [f64; MAX_GPUS],
    by_time: [usize; MAX_GPUS],
    by_energy: [usize; MAX_GPUS],
}

impl Default for Sweep {
    fn default() -> Self {
        Self {
            room: [0; MAX_GPUS],
            next_ms: [0.0; MAX_GPUS],
            energy: [0.0; MAX_GPUS],
            by_time: [0; MAX_GPUS],
            by_energy: [0; MAX_GPUS],
        }
    }
}

impl Sweep {
    /// Calls `visit` with the room at every level whose ideal point `archive` does not dominate, from the least
    /// bottleneck on, until it says `false`. `repeats` is M − 1.
    pub fn levels(
        &mut self,
        relaxed: &Relaxed,
        layers: u32,
        repeats: f64,
        archive: &Archive,
        mut visit: impl FnMut(&[u32]) -> bool,
    ) {
        let len = relaxed.len;
        let caps = || relaxed.cap[..len].iter().map(|&cap| u32::from(cap));
        if len as u32 > layers || caps().sum::<u32>() < layers || caps().any(|cap| cap == 0) {
            return;
        }
        let (layer_ms, base_ms) = (&relaxed.layer_ms[..len], &relaxed.base_ms[..len]);
        for (stage, layer_ms) in layer_ms.iter().enumerate() {
            self.energy[stage] = relaxed.idle_w * layer_ms + relaxed.active[stage];
            self.room[stage] = relaxed.cap[stage].into();
        }
        sort(&mut self.by_time[..len], layer_ms);
        sort(&mut self.by_energy[..len], &self.energy[..len]);
        let fixed_ms = relaxed.links_ms + relaxed.head_ms;
        let dominated = |bottleneck_ms: f64, (time_ms, energy): (f64, f64)| {
            let around_ms = repeats * bottleneck_ms + fixed_ms;
            let energy_j = (relaxed.idle_w * around_ms + relaxed.head_active + energy) / 1_000.0;
            archive.dominates(around_ms + time_ms, energy_j)
        };
        let unlimited = self.fills(relaxed, layers);
        if repeats <= 0.0 {
            if !dominated(0.0, unlimited) {
                visit(&self.room[..len]);
            }
            return;
        }
        let mut bottleneck_ms = least_ms(layer_ms, base_ms, layers).max(relaxed.floor_ms);
        if dominated(bottleneck_ms, unlimited) {
            return;
        }
        self.next_ms[..len.next_multiple_of(LANES)].fill(f64::INFINITY);
        let mut held = 0;
        for stage in 0..len {
            let most = ((bottleneck_ms - base_ms[stage]) / layer_ms[stage] + SLACK) as u32;
            self.room[stage] = most.min(relaxed.cap[stage].into()).max(1);
            held += self.room[stage];
            self.set_next(relaxed, stage);
        }
        loop {
            let (stage, at_ms) = self.earliest(len);
            let more = at_ms < f64::INFINITY;
            if more && (held < layers || at_ms <= bottleneck_ms) {
                bottleneck_ms = bottleneck_ms.max(at_ms);
                self.grow(relaxed, stage);
                held += 1;
                continue;
            }
            if held < layers || dominated(bottleneck_ms, unlimited) {
                return;
            }
            let ideal = self.fills(relaxed, layers);
            if !dominated(bottleneck_ms, ideal) && !visit(&self.room[..len]) {
                return;
            }
            if !more {
                return;
            }
            bottleneck_ms = at_ms;
        }
    }

    /// Least Σ a n (ms) and least Σ (P + M·D)·a n (W·ms) in the current room.
    fn fills(&self, relaxed: &Relaxed, layers: u32) -> (f64, f64) {
        let len = relaxed.len;
        let fill = |order: &[usize], weight: &[f64]| {
            let mut left = layers - len as u32;
            let mut sum = 0.0;
            for &stage in order {
                let more = (self.room[stage] - 1).min(left);
                left -= more;
                sum += weight[stage] * f64::from(more + 1);
            }
            sum
        };
        (fill(&self.by_time[..len], &relaxed.layer_ms), fill(&self.by_energy[..len], &self.energy))
    }

    fn set_next(&mut self, relaxed: &Relaxed, stage: usize) {
        let room = self.room[stage];
        let more = room < u32::from(relaxed.cap[stage]);
        let at_ms = relaxed.base_ms[stage] + relaxed.layer_ms[stage] * f64::from(room + 1);
        self.next_ms[stage] = if more { at_ms } else { f64::INFINITY };
    }

    fn grow(&mut self, relaxed: &Relaxed, stage: usize) {
        self.room[stage] += 1;
        self.set_next(relaxed, stage);
    }

    fn earliest(&self, len: usize) -> (usize, f64) {
        earliest(&self.next_ms[..len.next_multiple_of(LANES)]).unwrap_or((0, f64::INFINITY))
    }
}

/// A bottleneck below which no split can be: every stage holds one layer, and fractional layers would just fit.
fn least_ms(layer_ms: &[f64], base_ms: &[f64], layers: u32) -> f64 {
    let (mut most, mut offset, mut rate) = (0.0_f64, f64::from(layers), 0.0);
    for (layer, base) in layer_ms.iter().zip(base_ms) {
        most = most.max(base + layer);
        offset += base / layer;
        rate += 1.0 / layer;
    }
    most.max(offset / rate * (1.0 - 1e-14))
}

fn sort(order: &mut [usize], weight: &[f64]) {
    for end in 0..order.len() {
        let mut place = end;
        while place > 0 && weight[order[place - 1]] > weight[end] {
            order[place] = order[place - 1];
            place -= 1;
        }
        order[place] = end;
    }
}
