//! The best order of one set of GPUs whose layer counts are given, by branch and bound from the first stage on.

use super::split::Split;
use crate::cost::{Evaluator, time};
use crate::model::Stage;
use crate::search::SearchContext;

/// Node budget of all orders of a whole search.
const MAX_NODES: u64 = 20_000_000;

/// The fastest plan found so far, and the nodes spent.
pub struct Incumbent {
    time_ms: f64,
    nodes: u64,
}

impl Incumbent {
    /// Nothing met, nothing used.
    pub fn new() -> Self {
        Self { time_ms: f64::INFINITY, nodes: 0 }
    }

    /// Time of the fastest plan met; infinite if none.
    pub fn time_ms(&self) -> f64 {
        self.time_ms
    }

    /// Whether no order was left out for want of budget.
    pub fn is_exhaustive(&self) -> bool {
        self.nodes < MAX_NODES
    }
}

/// A set of GPUs with what bounds its plans: for each member, the least it can cost whatever the order.
#[derive(Default)]
pub struct GpuSet {
    gpus: Vec<usize>,
    /// Cheapest d = c(i, j) + c(j, i) to another member.
    least_round_trip_ms: Vec<f64>,
    /// Cheapest and second cheapest out-link to other members.
    least_out_ms: Vec<(f64, f64)>,
    /// Compute of the fewest layers it can get.
    least_compute_ms: Vec<f64>,
    /// Σ compute over the set, at least.
    compute_sum_ms: f64,
    least_head_ms: f64,
    /// A minimum spanning tree of the set under d: no path over all members is shorter.
    tree_ms: f64,
}

impl GpuSet {
    /// Fills the figures for `gpus`; `false` if the split breaks memory in every order, no member can hold the
    /// head, or a member is linked to no other.
    pub fn prepare(&mut self, evaluator: &Evaluator, gpus: &[usize], split: &Split) -> bool {
        let count = gpus.len();
        self.gpus.clear();
        self.gpus.extend_from_slice(gpus);
        self.least_compute_ms.clear();
        self.least_head_ms = f64::INFINITY;
        let (mut sum, mut tied_min, mut tied_max) = (0.0, f64::INFINITY, 0.0_f64);
        let mut only_last = 0;
        for (index, &gpu) in gpus.iter().enumerate() {
            let least = split.least_layers(index);
            if least <= evaluator.cap(gpu, count, true) {
                self.least_head_ms = self.least_head_ms.min(evaluator.head_ms(gpu));
            }
            if least > evaluator.cap(gpu, count, false) {
                only_last += 1;
            }
            let layer_ms = evaluator.layer_ms(gpu);
            if split.tied[index] {
                tied_min = tied_min.min(layer_ms);
                tied_max = tied_max.max(layer_ms);
            }
            sum += layer_ms * f64::from(split.layers[index]);
            self.least_compute_ms.push(layer_ms * f64::from(least));
        }
        let picks = split.picks as f64;
        self.compute_sum_ms = match (split.picks, split.taking) {
            (0, _) => sum,
            (_, false) => sum + picks * tied_min,
            (_, true) => sum - picks * tied_max,
        };
        if self.least_head_ms == f64::INFINITY || only_last > usize::from(count == 1) {
            return false;
        }
        self.measure_links(evaluator);
        self.tree_ms = tree_ms(evaluator, &self.gpus, &mut Vec::new());
        count == 1 || self.least_round_trip_ms.iter().all(|&d| d < f64::INFINITY)
    }

    fn measure_links(&mut self, evaluator: &Evaluator) {
        self.least_round_trip_ms.clear();
        self.least_out_ms.clear();
        for &gpu in &self.gpus {
            let (mut round_trip, mut first, mut second) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
            for &other in self.gpus.iter().filter(|&&other| other != gpu) {
                let out = evaluator.transfer_ms(gpu, other);
                round_trip = round_trip.min(out + evaluator.transfer_ms(other, gpu));
                if out < first {
                    (first, second) = (out, first);
                } else if out < second {
                    second = out;
                }
            }
            self.least_round_trip_ms.push(round_trip);
            self.least_out_ms.push((first, second));
        }
    }

    /// A time no order of this set can beat.
    ///
    /// Σ τ ≥ Σ compute + the cheapest head + Σ d over the path, each of whose edges is charged to the member it leads
    /// to: all but the dearest of the cheapest round trips, and at least a spanning tree. max τ ≥ compute + cheapest
    /// out-link of every member and, for all but the two ends, + the second cheapest: the third largest of those sums.
    pub fn least_time_ms(&self, evaluator: &Evaluator) -> f64 {
        let count = self.gpus.len();
        if count == 1 {
            return time::iteration_ms(1.0, 1.0, evaluator.micro_batches())
                * (self.compute_sum_ms + self.least_head_ms);
        }
        let round_trips: f64 = self.least_round_trip_ms.iter().sum();
        let dearest = self.least_round_trip_ms.iter().copied().fold(0.0, f64::max);
        let mut slowest = 0.0_f64;
        let mut top = [0.0_f64; 3];
        for (compute, &(first, second)) in self.least_compute_ms.iter().zip(&self.least_out_ms) {
            slowest = slowest.max(compute + first);
            let mut inner = compute + first + second;
            for place in &mut top {
                if inner > *place {
                    std::mem::swap(place, &mut inner);
                }
            }
        }
        if count > 2 {
            slowest = slowest.max(top[2]);
        }
        let sum = self.compute_sum_ms + self.least_head_ms + (round_trips - dearest).max(self.tree_ms);
        time::iteration_ms(sum, slowest, evaluator.micro_batches())
    }
}

/// Weight of a minimum spanning tree over `gpus` under d(i, j) = c(i, j) + c(j, i), by Prim; infinite if they are
/// not connected. `nearest` is a buffer.
fn tree_ms(evaluator: &Evaluator, gpus: &[usize], nearest: &mut Vec<(f64, usize)>) -> f64 {
    let Some((&root, rest)) = gpus.split_first() else { return 0.0 };
    let round_trip = |a: usize, b: usize| evaluator.transfer_ms(a, b) + evaluator.transfer_ms(b, a);
    nearest.clear();
    nearest.extend(rest.iter().map(|&gpu| (round_trip(root, gpu), gpu)));
    let mut weight = 0.0;
    while !nearest.is_empty() {
        let mut least = 0;
        for (place, entry) in nearest.iter().enumerate() {
            if entry.0 < nearest[least].0 {
                least = place;
            }
        }
        let (distance, joined) = nearest.swap_remove(least);
        weight += distance;
        for (distance, gpu) in nearest.iter_mut() {
            *distance = distance.min(round_trip(joined, *gpu));
        }
    }
    weight
}

/// Looks for an order faster than the incumbent and offers it to the context; `evaluator` minimises time.
pub fn search_orders(
    evaluator: &Evaluator,
    set: &GpuSet,
    split: &Split,
    identical_before: &[Option<usize>],
    incumbent: &mut Incumbent,
    context: &mut SearchContext<'_>,
) {
    let mut walk = Walk {
        evaluator,
        set,
        split,
        identical_before,
        incumbent,
        stages: Vec::with_capacity(set.gpus.len()),
        placed: vec![false; set.gpus.len()],
        rest: Vec::with_capacity(set.gpus.len()),
        nearest: Vec::with_capacity(set.gpus.len()),
    };
    let start = Prefix { current: None, tied: 0, links_ms: 0.0, max_ms: 0.0, open_ms: 0.0 };
    walk.descend(start, context);
}

/// Sums over the stages of a prefix.
#[derive(Clone, Copy)]
struct Prefix {
    current: Option<usize>,
    tied: usize,
    links_ms: f64,
    /// Largest τ of the stages whose both neighbours are known.
    max_ms: f64,
    /// τ of the current stage without its forward transfer.
    open_ms: f64,
}

struct Walk<'s> {
    evaluator: &'s Evaluator,
    set: &'s GpuSet,
    split: &'s Split,
    identical_before: &'s [Option<usize>],
    incumbent: &'s mut Incumbent,
    stages: Vec<Stage>,
    placed: Vec<bool>,
    rest: Vec<usize>,
    nearest: Vec<(f64, usize)>,
}

impl Walk<'_> {
    fn descend(&mut self, prefix: Prefix, context: &mut SearchContext<'_>) {
        let count = self.set.gpus.len();
        if self.stages.len() == count {
            if let Some(cost) = self.evaluator.cost(&self.stages)
                && cost.time_ms < self.incumbent.time_ms
            {
                self.incumbent.time_ms = cost.time_ms;
                context.offer(&self.stages, cost);
            }
            return;
        }
        let mut children: Vec<(f64, usize, Prefix, u16)> = Vec::with_capacity(count - self.stages.len());
        for index in 0..count {
            if let Some((prefix, layers)) = self.place(prefix, index) {
                let bound = self.bound(prefix, index);
                if bound < self.incumbent.time_ms {
                    children.push((bound, index, prefix, layers));
                }
            }
        }
        children.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (bound, index, prefix, layers) in children {
            self.incumbent.nodes += 1;
            if bound >= self.incumbent.time_ms || !self.incumbent.is_exhaustive() {
                return;
            }
            if context.should_stop(|| 0.0) || !context.spend() {
                return;
            }
            self.stages.push(Stage { gpu: self.set.gpus[index] as u16, layers });
            self.placed[index] = true;
            self.descend(prefix, context);
            self.placed[index] = false;
            self.stages.pop();
        }
    }

    /// The prefix with one more stage; `None` if it is placed already, an unplaced twin comes first, it is not
    /// linked, or its layers do not fit there.
    fn place(&self, prefix: Prefix, index: usize) -> Option<(Prefix, u16)> {
        let (gpu, count) = (self.set.gpus[index], self.set.gpus.len());
        if self.placed[index] || self.identical_before[gpu].is_some_and(|other| self.is_waiting(other)) {
            return None;
        }
        let last = self.stages.len() + 1 == count;
        let layers = self.split.layers_at(index, prefix.tied);
        if layers > self.evaluator.cap(gpu, count, last) {
            return None;
        }
        let compute = self.evaluator.layer_ms(gpu) * f64::from(layers);
        let mut open_ms = compute + if last { self.evaluator.head_ms(gpu) } else { 0.0 };
        let (mut links_ms, mut max_ms) = (prefix.links_ms, prefix.max_ms);
        if let Some(current) = prefix.current {
            let from = self.set.gpus[current];
            if !self.evaluator.linked(from, gpu) {
                return None;
            }
            let (onward, back) = (self.evaluator.transfer_ms(from, gpu), self.evaluator.transfer_ms(gpu, from));
            links_ms += onward + back;
            max_ms = max_ms.max(prefix.open_ms + onward);
            open_ms += back;
        }
        let tied = prefix.tied + usize::from(self.split.tied[index]);
        Some((Prefix { current: Some(index), tied, links_ms, max_ms, open_ms }, layers))
    }

    fn is_waiting(&self, gpu: usize) -> bool {
        self.set.gpus.iter().zip(&self.placed).any(|(&member, &placed)| member == gpu && !placed)
    }

    /// A time no completion of `prefix` can beat; `index` was placed last.
    fn bound(&mut self, prefix: Prefix, index: usize) -> f64 {
        let (mut links, mut slowest, mut least_onward) = (0.0, prefix.max_ms, f64::INFINITY);
        self.rest.clear();
        self.rest.push(self.set.gpus[index]);
        for other in (0..self.set.gpus.len()).filter(|&other| other != index && !self.placed[other]) {
            links += self.set.least_round_trip_ms[other];
            slowest = slowest.max(self.set.least_compute_ms[other] + self.set.least_out_ms[other].0);
            let onward = self.evaluator.transfer_ms(self.set.gpus[index], self.set.gpus[other]);
            least_onward = least_onward.min(onward);
            self.rest.push(self.set.gpus[other]);
        }
        let onward = if self.stages.len() + 1 == self.set.gpus.len() { 0.0 } else { least_onward };
        slowest = slowest.max(prefix.open_ms + onward);
        let known = self.set.compute_sum_ms + self.set.least_head_ms + prefix.links_ms;
        let bound = time::iteration_ms(known + links, slowest, self.evaluator.micro_batches());
        if bound >= self.incumbent.time_ms {
            return bound;
        }
        let links = tree_ms(self.evaluator, &self.rest, &mut self.nearest).max(links);
        time::iteration_ms(known + links, slowest, self.evaluator.micro_batches())
    }
}
