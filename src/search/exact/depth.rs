//! Lookup tables of one pipeline depth: layer caps, and bounds over every suffix of the enumeration order.

use super::link_sum::{HalfDegree, minimax_ms};
use super::pool::{MAX_GPUS, Pool, members};
use super::ports::clusters;
use crate::cost::Evaluator;

/// Bounds over the GPUs from one place of [`Depth::order`] on. A table "by r" has entries 0 to Q.
#[derive(Clone, Debug)]
pub struct Suffix {
    /// The GPUs of the suffix.
    pub set: u64,
    /// Greatest layer cap.
    pub cap: u16,
    /// Least m1, the cheapest link out, ms.
    pub base_ms: f64,
    /// Least m1 + m2, the two cheapest links out, ms.
    pub inner_ms: f64,
    /// Least active energy per layer and iteration, M · (P_act − P_idle) · a, W·ms.
    pub active: f64,
    /// Least head time among the GPUs that can hold the head, ms.
    pub head_ms: f64,
    /// Least active energy of the head among those, W·ms.
    pub head_active: f64,
    /// The two largest D2/2 and θ of [`super::link_sum`]; its sum is not used.
    pub degrees: HalfDegree,
    /// Sum of the r least idle powers, W, by r; infinite where there are fewer GPUs.
    pub idle_w: Vec<f64>,
    /// Sum of the r least D1, ms, by r; infinite where there are fewer GPUs.
    pub nearest_ms: Vec<f64>,
    /// Sum of the r least (D1 + D2)/2, ms, by r; a GPU with one neighbour counts D1/2.
    pub half_ms: Vec<f64>,
}

/// The tables of depth Q over the GPUs that survived its reduction. GPUs are numbers in the pool.
#[derive(Clone, Debug)]
pub struct Depth {
    /// Pipeline depth Q, stages.
    pub stages: usize,
    /// The surviving GPUs in the order of enumeration: by compute time per layer.
    pub order: Vec<usize>,
    /// Layer cap of a stage without the head, by GPU.
    pub cap: [u16; MAX_GPUS],
    /// Layer cap of the last stage, which holds the head, by GPU; 0 if the head does not fit.
    pub cap_last: [u16; MAX_GPUS],
    /// U(i, j) of [`super::link_sum`] at `i · len + j`, ms.
    pub minimax_ms: Vec<f64>,
    /// Cluster of each GPU, as a set, for [`super::ports`].
    pub clusters: [u64; MAX_GPUS],
    /// Bounds of each suffix, by its first place in `order`; the last one is empty.
    pub suffixes: Vec<Suffix>,
}

impl Depth {
    /// Builds the tables of depth `stages` over the set `alive`. D and m of a suffix are taken over all of `alive`.
    pub fn new(evaluator: &Evaluator, pool: &Pool, stages: usize, alive: u64) -> Self {
        let order: Vec<usize> = members(alive).collect();
        let (mut cap, mut cap_last) = ([0; MAX_GPUS], [0; MAX_GPUS]);
        for (index, &gpu) in pool.gpus.iter().enumerate() {
            cap[index] = evaluator.cap(gpu.into(), stages, false);
            cap_last[index] = evaluator.cap(gpu.into(), stages, true);
        }
        let minimax_ms = minimax_ms(pool, alive);
        let clusters = clusters(&minimax_ms, pool.len(), alive);
        let mut depth = Self { stages, order, cap, cap_last, minimax_ms, clusters, suffixes: Vec::new() };
        let (mut idle, mut nearest, mut half) =
            (SmallestValues::new(stages), SmallestValues::new(stages), SmallestValues::new(stages));
        let mut suffix = Suffix {
            set: 0,
            cap: 0,
            base_ms: f64::INFINITY,
            inner_ms: f64::INFINITY,
            active: f64::INFINITY,
            head_ms: f64::INFINITY,
            head_active: f64::INFINITY,
            degrees: HalfDegree::default(),
            idle_w: idle.sums(),
            nearest_ms: nearest.sums(),
            half_ms: half.sums(),
        };
        depth.suffixes.push(suffix.clone());
        for &gpu in depth.order.iter().rev() {
            let (m1, m2) = pool.two_out(gpu, alive);
            let (d1, d2) = pool.two_round(gpu, alive);
            suffix.set |= 1 << gpu;
            suffix.cap = suffix.cap.max(cap[gpu]);
            suffix.base_ms = suffix.base_ms.min(m1);
            suffix.inner_ms = suffix.inner_ms.min(m1 + m2);
            suffix.active = suffix.active.min(pool.active[gpu]);
            if cap_last[gpu] > 0 {
                suffix.head_ms = suffix.head_ms.min(pool.head_ms[gpu]);
                suffix.head_active = suffix.head_active.min(pool.head_active[gpu]);
            }
            suffix.degrees.add(d1, d2);
            idle.add(pool.idle_w[gpu]);
            nearest.add(d1);
            half.add(0.5 * (d1 + if d2 < f64::INFINITY { d2 } else { 0.0 }));
            suffix.idle_w = idle.sums();
            suffix.nearest_ms = nearest.sums();
            suffix.half_ms = half.sums();
            depth.suffixes.push(suffix.clone());
        }
        depth.suffixes.reverse();
        depth
    }
}

/// The `most` least values added so far, in increasing order.
struct SmallestValues {
    values: Vec<f64>,
    most: usize,
}

impl SmallestValues {
    fn new(most: usize) -> Self {
        Self { values: Vec::with_capacity(most + 1), most }
    }

    fn add(&mut self, value: f64) {
        let place = self.values.partition_point(|kept| *kept <= value);
        self.values.insert(place, value);
        self.values.truncate(self.most);
    }

    /// Sum of the r least values, by r from 0 to `most`; infinite where there are fewer.
    fn sums(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let mut sums = vec![f64::INFINITY; self.most + 1];
        sums[0] = 0.0;
        for (place, value) in self.values.iter().enumerate() {
            sum += value;
            sums[place + 1] = sum;
        }
        sums
    }
}
