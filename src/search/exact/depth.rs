//! What the enumeration of one pipeline depth looks up: caps, and figures of every suffix of its GPUs.

use super::link_sum::{HalfDegree, minimax_ms};
use super::pool::{MAX_GPUS, Pool, members};
use super::ports::clusters;
use crate::cost::Evaluator;

/// Least and greatest figures of the GPUs from one place in the order on.
#[derive(Clone, Debug)]
pub struct Suffix {
    /// Its GPUs.
    pub set: u64,
    /// Greatest cap.
    pub cap: u16,
    /// Least m1, ms.
    pub base_ms: f64,
    /// Least m1 + m2, ms.
    pub inner_ms: f64,
    /// Least M · (P_act − P_idle) · a, W·ms.
    pub active: f64,
    /// Least head of those that can hold it, ms.
    pub head_ms: f64,
    /// Least M · (P_act − P_idle) · head of those that can hold it, W·ms.
    pub head_active: f64,
    /// Its two largest D2/2 and its θ; the sum is not used.
    pub degrees: HalfDegree,
    /// Σ of the r least idle powers, W, by r.
    pub idle_w: Vec<f64>,
    /// Σ of the r least D1, ms, by r.
    pub nearest_ms: Vec<f64>,
    /// Σ of the r least (D1 + D2)/2, ms, by r; D1/2 for a GPU with one neighbour.
    pub half_ms: Vec<f64>,
}

/// One depth Q with its own survivors.
#[derive(Clone, Debug)]
pub struct Depth {
    /// Q.
    pub stages: usize,
    /// Survivors, by number in the pool: in order of compute time.
    pub order: Vec<usize>,
    /// Layer cap by number in the pool.
    pub cap: [u16; MAX_GPUS],
    /// Layer cap with the head.
    pub cap_last: [u16; MAX_GPUS],
    /// U at `i · len + j`, over the survivors; see [`super::link_sum`].
    pub minimax_ms: Vec<f64>,
    /// Cluster of each GPU; see [`super::ports`].
    pub clusters: [u64; MAX_GPUS],
    /// By place in `order`; one more, empty, at the end.
    pub suffixes: Vec<Suffix>,
}

impl Depth {
    /// Sets up depth `stages` over the GPUs of `alive`. D and m of a suffix are taken over all of `alive`.
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
        let (mut idle, mut nearest, mut half) = (Least::new(stages), Least::new(stages), Least::new(stages));
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

/// The least few of the values that came in.
struct Least {
    values: Vec<f64>,
    most: usize,
}

impl Least {
    fn new(most: usize) -> Self {
        Self { values: Vec::with_capacity(most + 1), most }
    }

    fn add(&mut self, value: f64) {
        let place = self.values.partition_point(|kept| *kept <= value);
        self.values.insert(place, value);
        self.values.truncate(self.most);
    }

    /// Σ of the r least, by r from 0; infinite where there are fewer.
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
