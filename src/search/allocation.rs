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
    /// Layers to be split over the stages, L.
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

/// An allocation problem over borrowed figures: of a real sequence, or of a relaxed one for a lower bound, which
/// is sound because the optimum never falls when `base_ms`, `fixed`, `floor_ms`, `layer_ms` or `weight` grow or
/// `cap` shrinks. All slices are as long as the pipeline.
#[derive(Clone, Copy, Debug)]
pub struct Split<'a> {
    /// a: compute of one layer, ms.
    pub layer_ms: &'a [f64],
    /// Service time without layers, ms.
    pub base_ms: &'a [f64],
    /// w: cost of one layer in objective units, apart from the bottleneck.
    pub weight: &'a [f64],
    /// Most layers each stage can hold.
    pub cap: &'a [u16],
    /// Number of Transformer layers L.
    pub layers: u32,
    /// b: cost of one ms of bottleneck.
    pub bottleneck_weight: f64,
    /// What the sequence costs whatever the split.
    pub fixed: f64,
    /// A bottleneck known to be a lower bound, ms; 0 if none is.
    pub floor_ms: f64,
}

/// The solver, with buffers that are kept from one problem to the next.
#[derive(Clone, Debug, Default)]
pub struct Allocator {
    /// Layers a stage can hold at the current bottleneck.
    room: Vec<u32>,
    /// The bottleneck at which a stage can hold one more; infinite at its cap.
    next_ms: Vec<f64>,
    /// The fill at the current bottleneck.
    fill: Vec<u32>,
    best: Vec<u32>,
    /// Stages by increasing weight.
    order: Vec<usize>,
}

/// Stages up to which sorting by insertion is quickest.
const FEW: usize = 24;

impl Allocator {
    /// The least objective of any split of `sequence` if that is below `cutoff`, else `None`; [`Self::layers`] is
    /// then the split. `None` too if the stages can't hold L layers.
    pub fn solve(&mut self, sequence: &Sequence, cutoff: f64) -> Option<f64> {
        let Sequence { layer_ms, base_ms, weight, cap, layers, bottleneck_weight, fixed } = sequence;
        let split = Split {
            layer_ms,
            base_ms,
            weight,
            cap,
            layers: u32::from(*layers),
            bottleneck_weight: *bottleneck_weight,
            fixed: *fixed,
            floor_ms: 0.0,
        };
        self.solve_split(&split, cutoff)
    }

    /// [`Self::solve`] over borrowed figures, for bottlenecks from `split.floor_ms` on.
    pub fn solve_split(&mut self, split: &Split<'_>, cutoff: f64) -> Option<f64> {
        let depth = split.cap.len();
        let (layer_ms, base_ms) = (&split.layer_ms[..depth], &split.base_ms[..depth]);
        let (weight, cap) = (&split.weight[..depth], split.cap);
        let (total, bottleneck_weight) = (split.layers, split.bottleneck_weight);
        let held: u32 = cap.iter().map(|&cap| u32::from(cap)).sum();
        if held < total || depth as u32 > total || cap.contains(&0) {
            return None;
        }
        self.sort(weight);
        self.fill.resize(depth, 0);
        self.room.resize(depth, 0);
        self.next_ms.clear();
        self.next_ms.resize(depth.next_multiple_of(LANES), f64::INFINITY);
        let (room, fill) = (&mut self.room[..depth], &mut self.fill[..depth]);
        let next_ms = &mut self.next_ms[..];
        for (room, &cap) in room.iter_mut().zip(cap) {
            *room = cap.into();
        }
        let cheapest = split.fixed + fill_up(&self.order, room, weight, total, fill);
        if cheapest >= cutoff {
            return None;
        }
        if bottleneck_weight <= 0.0 {
            self.best.clone_from(&self.fill);
            return Some(cheapest);
        }
        let mut bottleneck = least_bottleneck(split).max(split.floor_ms);
        if cheapest + bottleneck_weight * bottleneck >= cutoff {
            return None;
        }
        let mut held = 0;
        for stage in 0..depth {
            let most = ((bottleneck - base_ms[stage]) / layer_ms[stage] + SLACK) as u32;
            let cap = u32::from(cap[stage]);
            let can = most.min(cap).max(1);
            held += can;
            room[stage] = can;
            next_ms[stage] = event_ms(base_ms[stage], layer_ms[stage], can, cap);
        }
        let grow = |stage: usize, room: &mut [u32], next_ms: &mut [f64]| {
            room[stage] += 1;
            next_ms[stage] = event_ms(base_ms[stage], layer_ms[stage], room[stage], cap[stage].into());
        };
        while held < total {
            let (stage, at_ms) = earliest(next_ms)?;
            grow(stage, room, next_ms);
            held += 1;
            bottleneck = bottleneck.max(at_ms);
        }
        if cheapest + bottleneck_weight * bottleneck >= cutoff {
            return None;
        }
        let mut layers_cost = split.fixed + fill_up(&self.order, room, weight, total, fill);
        let mut least = bottleneck_weight * bottleneck + layers_cost;
        self.best.resize(depth, 0);
        self.best.copy_from_slice(fill);
        // The dearest stage that can give a layer away: it only ever gets cheaper, as layers move to cheaper stages.
        let mut dearest = depth;
        while let Some((stage, at_ms)) = earliest(next_ms) {
            if cheapest + bottleneck_weight * at_ms >= least.min(cutoff) {
                break;
            }
            let was_full = fill[stage] == room[stage];
            grow(stage, room, next_ms);
            if !was_full {
                continue;
            }
            while dearest > 0 && fill[self.order[dearest - 1]] <= 1 {
                dearest -= 1;
            }
            let Some(&other) = self.order[..dearest].last() else { continue };
            if weight[other] > weight[stage] {
                fill[other] -= 1;
                fill[stage] += 1;
                layers_cost += weight[stage] - weight[other];
                let value = bottleneck_weight * at_ms + layers_cost;
                if value < least {
                    least = value;
                    self.best.copy_from_slice(fill);
                }
            }
        }
        (least < cutoff).then_some(least)
    }

    /// The split found by the last [`Self::solve`] that found one.
    pub fn layers(&self) -> &[u32] {
        &self.best
    }

    /// The plan of the last [`Self::solve`] over the GPUs it was for.
    pub fn write_stages(&self, gpus: &[u16], stages: &mut Vec<Stage>) {
        stages.clear();
        stages.extend(gpus.iter().zip(&self.best).map(|(&gpu, &layers)| Stage { gpu, layers: layers as u16 }));
    }

    /// Sets `order`: by increasing weight, equal ones as they come.
    fn sort(&mut self, weight: &[f64]) {
        self.order.clear();
        self.order.extend(0..weight.len());
        if weight.len() > FEW {
            self.order.sort_by(|&a, &b| weight[a].total_cmp(&weight[b]));
            return;
        }
        for end in 1..weight.len() {
            let mut place = end;
            while place > 0 && weight[self.order[place - 1]] > weight[end] {
                self.order[place] = self.order[place - 1];
                place -= 1;
            }
            self.order[place] = end;
        }
    }
}

/// A bottleneck below which no split can be: every stage holds one layer, and fractional layers would just fit.
fn least_bottleneck(split: &Split<'_>) -> f64 {
    let (mut most, mut offset, mut rate) = (0.0_f64, f64::from(split.layers), 0.0);
    for (&layer, &base) in split.layer_ms.iter().zip(split.base_ms) {
        most = most.max(base + layer);
        let speed = 1.0 / layer;
        offset += base * speed;
        rate += speed;
    }
    most.max(offset / rate * (1.0 - 1e-14))
}

/// The bottleneck at which a stage that holds `room` layers can hold one more; infinite at its cap.
fn event_ms(base_ms: f64, layer_ms: f64, room: u32, cap: u32) -> f64 {
    if room < cap { base_ms + layer_ms * f64::from(room + 1) } else { f64::INFINITY }
}

/// Numbers [`earliest`] takes at once.
pub(super) const LANES: usize = 4;

/// The stage where one more layer costs the least bottleneck (the first of equal ones), and that bottleneck; `None`
/// if all are infinite. The length is a multiple of [`LANES`].
#[inline]
pub(super) fn earliest(next_ms: &[f64]) -> Option<(usize, f64)> {
    let mut lanes = [f64::INFINITY; LANES];
    for chunk in next_ms.chunks_exact(LANES) {
        for (least, &at_ms) in lanes.iter_mut().zip(chunk) {
            *least = if at_ms < *least { at_ms } else { *least };
        }
    }
    let least = lanes.into_iter().fold(f64::INFINITY, |least, lane| if lane < least { lane } else { least });
    let stage = next_ms.iter().position(|&at_ms| at_ms == least)?;
    (least < f64::INFINITY).then_some((stage, least))
}

/// One layer each, the rest in the order of increasing weight up to what each stage holds; returns the cost.
fn fill_up(order: &[usize], room: &[u32], weight: &[f64], total: u32, layers: &mut [u32]) -> f64 {
    let mut left = total - room.len() as u32;
    let mut cost = 0.0;
    for &stage in order {
        let more = (room[stage] - 1).min(left);
        left -= more;
        layers[stage] = 1 + more;
        cost += weight[stage] * f64::from(1 + more);
    }
    cost
}
