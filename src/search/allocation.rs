//! The best split of layers over a fixed sequence of stages: exact, in well under a microsecond.
//!
//! For a fixed sequence the objective is `fixed + b·B + Σ w_i n_i` with `B = max(base_i + a_i n_i)`, since λ, T_ref,
//! E_ref and the idle power of the chosen GPUs only set the weights ([`Sequence`]). For a given B the most a stage
//! can hold is a floor, and what is left is a knapsack of unit layers, which greedy filling by weight solves. The
//! optimum over B changes only where one more layer fits somewhere, and each such event moves at most one layer
//! from a dearer stage to the one that gained room. So walking the events upwards from the smallest B that holds
//! all layers, until even the cheapest fill costs more than the best so far, finds the optimum.

use crate::cost::Evaluator;
use crate::model::Stage;

/// Rounding slack when a bottleneck is turned into a number of layers.
const SLACK: f64 = 1e-9;

/// A sequence of stages as an allocation problem. All slices are as long as the pipeline.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    /// a: compute of one layer, ms.
    pub layer_ms: Vec<f64>,
    /// Service time without layers: transfers, and the head on the last stage; ms.
    pub base_ms: Vec<f64>,
    /// w: cost of one layer in objective units, apart from the bottleneck.
    pub weight: Vec<f64>,
    /// Most layers each stage can hold.
    pub cap: Vec<u16>,
    /// L.
    pub layers: u16,
    /// b: cost of one ms of bottleneck.
    pub bottleneck_weight: f64,
    /// What the sequence costs whatever the split.
    pub fixed: f64,
}

impl Sequence {
    /// Sets up the sequence `gpus`; `false` if neighbours are not linked or a stage can't hold a layer.
    pub fn load(&mut self, evaluator: &Evaluator, gpus: &[u16]) -> bool {
        let depth = gpus.len();
        self.layer_ms.clear();
        self.base_ms.clear();
        self.weight.clear();
        self.cap.clear();
        self.layers = evaluator.layers();
        if depth == 0 || depth > evaluator.max_stages() {
            return false;
        }
        let (per_ms, per_j) = (evaluator.objective().per_ms(), evaluator.objective().per_j());
        let idle_w: f64 = gpus.iter().map(|&gpu| evaluator.idle_w(gpu.into())).sum();
        let per_elapsed_ms = per_ms + per_j * idle_w / 1_000.0;
        let per_compute_ms = |gpu: usize| per_j * evaluator.micro_batches() * evaluator.extra_w(gpu) / 1_000.0;
        let mut links_ms = 0.0;
        for (position, &gpu) in gpus.iter().enumerate() {
            let gpu = usize::from(gpu);
            let last = position + 1 == depth;
            let mut base_ms = if last { evaluator.head_ms(gpu) } else { 0.0 };
            if !last {
                let next = usize::from(gpus[position + 1]);
                let on_ms = evaluator.transfer_ms(gpu, next);
                links_ms += on_ms + evaluator.transfer_ms(next, gpu);
                base_ms += on_ms;
            }
            if position > 0 {
                base_ms += evaluator.transfer_ms(gpu, gpus[position - 1].into());
            }
            let cap = evaluator.cap(gpu, depth, last);
            if cap == 0 || base_ms == f64::INFINITY {
                return false;
            }
            self.layer_ms.push(evaluator.layer_ms(gpu));
            self.base_ms.push(base_ms);
            self.weight.push((per_elapsed_ms + per_compute_ms(gpu)) * evaluator.layer_ms(gpu));
            self.cap.push(cap);
        }
        let head = usize::from(gpus[depth - 1]);
        let head_cost =
            per_elapsed_ms * evaluator.head_ms(head) + per_compute_ms(head) * evaluator.energy_head_ms(head);
        self.bottleneck_weight = per_elapsed_ms * (evaluator.micro_batches() - 1.0);
        self.fixed = per_elapsed_ms * links_ms + head_cost;
        true
    }
}

/// Solves allocation problems; holds the buffers that takes.
#[derive(Clone, Debug, Default)]
pub struct Allocator {
    /// Layers a stage can hold at the current bottleneck.
    room: Vec<u16>,
    /// The fill at the current bottleneck.
    fill: Vec<u16>,
    best: Vec<u16>,
    /// Stages by increasing weight.
    order: Vec<usize>,
}

impl Allocator {
    /// The least objective of any split of `sequence` if that is below `cutoff`, else `None`; [`Self::layers`] is
    /// then the split. `None` too if the stages can't hold L layers.
    pub fn solve(&mut self, sequence: &Sequence, cutoff: f64) -> Option<f64> {
        let Sequence { layer_ms, base_ms, weight, cap, layers, bottleneck_weight, fixed } = sequence;
        let depth = cap.len();
        let (wanted, bottleneck_weight) = (u32::from(*layers), *bottleneck_weight);
        let held: u32 = cap.iter().map(|&cap| u32::from(cap)).sum();
        if held < wanted || depth as u32 > wanted || cap.contains(&0) {
            return None;
        }
        self.order.clear();
        self.order.extend(0..depth);
        self.order.sort_unstable_by(|&a, &b| weight[a].total_cmp(&weight[b]));
        fill(&self.order, cap, wanted, &mut self.fill);
        let cheapest = fixed + cost(weight, &self.fill);
        if bottleneck_weight <= 0.0 {
            self.best.clone_from(&self.fill);
            return (cheapest < cutoff).then_some(cheapest);
        }
        let mut bottleneck = least_bottleneck(sequence);
        if cheapest + bottleneck_weight * bottleneck >= cutoff {
            return None;
        }
        self.room.clear();
        let room = |stage: usize| {
            let most = ((bottleneck - base_ms[stage]) / layer_ms[stage] + SLACK).floor();
            (most.min(f64::from(cap[stage])) as u16).max(1)
        };
        self.room.extend((0..depth).map(room));
        let mut held: u32 = self.room.iter().map(|&room| u32::from(room)).sum();
        while held < wanted {
            let (stage, at_ms) = next_event(sequence, &self.room)?;
            self.room[stage] += 1;
            held += 1;
            bottleneck = bottleneck.max(at_ms);
        }
        fill(&self.order, &self.room, wanted, &mut self.fill);
        let mut least = fixed + bottleneck_weight * bottleneck + cost(weight, &self.fill);
        self.best.clone_from(&self.fill);
        while let Some((stage, at_ms)) = next_event(sequence, &self.room) {
            if cheapest + bottleneck_weight * at_ms >= least.min(cutoff) {
                break;
            }
            let was_full = self.fill[stage] == self.room[stage];
            self.room[stage] += 1;
            if !was_full {
                continue;
            }
            let dearest = self.order.iter().rev().copied().find(|&other| self.fill[other] > 1);
            if let Some(other) = dearest.filter(|&other| weight[other] > weight[stage]) {
                self.fill[other] -= 1;
                self.fill[stage] += 1;
                let value = fixed + bottleneck_weight * at_ms + cost(weight, &self.fill);
                if value < least {
                    least = value;
                    self.best.clone_from(&self.fill);
                }
            }
        }
        (least < cutoff).then_some(least)
    }

    /// The split found by the last [`Self::solve`] that found one.
    pub fn layers(&self) -> &[u16] {
        &self.best
    }

    /// The plan of the last [`Self::solve`] over the GPUs it was for.
    pub fn write_stages(&self, gpus: &[u16], stages: &mut Vec<Stage>) {
        stages.clear();
        stages.extend(gpus.iter().zip(&self.best).map(|(&gpu, &layers)| Stage { gpu, layers }));
    }
}

/// A bottleneck below which no split can be: every stage holds one layer, and fractional layers would just fit.
fn least_bottleneck(sequence: &Sequence) -> f64 {
    let Sequence { layer_ms, base_ms, layers, .. } = sequence;
    let (mut most, mut offset, mut rate) = (0.0_f64, f64::from(*layers), 0.0);
    for (&layer, &base) in layer_ms.iter().zip(base_ms) {
        most = most.max(base + layer);
        offset += base / layer;
        rate += 1.0 / layer;
    }
    most.max(offset / rate)
}

/// The stage where one more layer costs the least bottleneck, and that bottleneck; `None` if all are at their cap.
fn next_event(sequence: &Sequence, room: &[u16]) -> Option<(usize, f64)> {
    let mut next: Option<(usize, f64)> = None;
    for (stage, &held) in room.iter().enumerate() {
        if held < sequence.cap[stage] {
            let at_ms = sequence.base_ms[stage] + sequence.layer_ms[stage] * f64::from(held + 1);
            if next.is_none_or(|(_, least)| at_ms < least) {
                next = Some((stage, at_ms));
            }
        }
    }
    next
}

/// One layer each, the rest in the order of increasing weight up to what each stage holds.
fn fill(order: &[usize], room: &[u16], wanted: u32, layers: &mut Vec<u16>) {
    layers.clear();
    layers.resize(room.len(), 1);
    let mut left = wanted - room.len() as u32;
    for &stage in order {
        let more = u32::from(room[stage] - 1).min(left);
        layers[stage] += more as u16;
        left -= more;
    }
}

fn cost(weight: &[f64], layers: &[u16]) -> f64 {
    weight.iter().zip(layers).map(|(weight, &layers)| weight * f64::from(layers)).sum()
}
