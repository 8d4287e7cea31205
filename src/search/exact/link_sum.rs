//! Lower bounds on Σ d over the edges of a path of which only some vertices are known.
//!
//! **Symbols.** The path runs through a set S of Q GPUs. S holds the chosen set C; its other `r` members come from a
//! rest R. D1 ≤ D2 are the two smallest d of a GPU within C ∪ R.
//!
//! **Half degree.** Charge half of every edge to each of its ends. An inner vertex is charged at least (D1 + D2)/2, an
//! end at least D1/2, and there are two ends: `Σ d ≥ Σ (D1 + D2)/2 − (the two largest D2/2)`. Over R the sum is at
//! least that of the r smallest. A GPU with one neighbour must be an end: it counts D1/2 and uses up one of the two
//! ends.
//!
//! **Tree.** U(i, j) is the least possible largest edge of any walk from i to j, its minimax value, in the graph of all
//! GPUs alive; U ≤ d. The path is a spanning tree of S, so it is no shorter than the minimum spanning tree of S under
//! U. U is an ultrametric. So adding a vertex j to a set lengthens that tree by exactly `min_i U(i, j)`, the *merge
//! height* of j: at every threshold, the nearest member of the set decides which component j joins. The merge height is
//! at least D1 of j. So `Σ d ≥ Σ merge heights of C + the r smallest D1 of R`, one fewer if C is empty.
//!
//! **Both.** Let θ be at least every D2 of S, and every D1 of a GPU with one neighbour. Half degree still holds with
//! every edge cut to min(d, θ), since that leaves D1 and D2 as they are. At each threshold x the path needs as many
//! edges of d > x as merge heights of S exceed x; otherwise it could not connect S. So, sorted, its k-th largest edge
//! is at least the k-th largest height, and the parts cut off sum to at least `Σ max(0, height − θ)`. The two bounds
//! add up. More members only add heights, so those of C suffice.

use super::pool::{Pool, members};

/// The half-degree bound, accumulated vertex by vertex.
#[derive(Clone, Copy, Debug, Default)]
pub struct HalfDegree {
    /// Σ of half degrees, each vertex as an inner one, or as an end if it must be one; ms.
    pub sum_ms: f64,
    /// Number of vertices that must be ends.
    pub forced: usize,
    /// The two largest D2/2 of the other vertices, ms, in decreasing order.
    pub saved: [f64; 2],
    /// Threshold θ on link times, ms.
    pub threshold_ms: f64,
}

impl HalfDegree {
    /// Adds a vertex with D1, finite, and D2, infinite if it has one neighbour; ms.
    #[inline]
    pub fn add(&mut self, first: f64, second: f64) {
        if second == f64::INFINITY {
            self.forced += 1;
            self.sum_ms += 0.5 * first;
            self.threshold_ms = self.threshold_ms.max(first);
        } else {
            self.sum_ms += 0.5 * (first + second);
            self.save(0.5 * second);
            self.threshold_ms = self.threshold_ms.max(second);
        }
    }

    /// Records a D2/2, ms, that an end would save.
    #[inline]
    pub fn save(&mut self, half: f64) {
        if half > self.saved[0] {
            self.saved = [half, self.saved[0]];
        } else if half > self.saved[1] {
            self.saved[1] = half;
        }
    }

    /// The half-degree bound, ms; infinite if more than two vertices must be ends.
    #[inline]
    pub fn bound_ms(&self) -> f64 {
        match self.forced {
            0 => self.sum_ms - self.saved[0] - self.saved[1],
            1 => self.sum_ms - self.saved[0],
            2 => self.sum_ms,
            _ => f64::INFINITY,
        }
    }

    /// The bound "both": half degree and the merge heights of C above θ, ms.
    #[inline]
    pub fn bound_with_heights_ms(&self, heights_ms: &[f64]) -> f64 {
        let above = |&height: &f64| (height - self.threshold_ms).max(0.0);
        self.bound_ms() + heights_ms.iter().map(above).sum::<f64>()
    }
}

/// U over the set `alive`, at `i · len + j`, ms; infinite where there is no walk, 0 from a GPU to itself.
///
/// Prim's algorithm grows a minimum spanning forest vertex by vertex. A new vertex v that hangs on `parent` by an edge
/// d has U(v, i) = max(d, U(parent, i)).
pub fn minimax_ms(pool: &Pool, alive: u64) -> Vec<f64> {
    let len = pool.len();
    let mut minimax = vec![f64::INFINITY; len * len];
    let mut outside = alive;
    while outside != 0 {
        let root = outside.trailing_zeros() as usize;
        let mut tree = vec![root];
        minimax[root * len + root] = 0.0;
        outside &= !(1 << root);
        let mut hang: Vec<(f64, usize)> = (0..len).map(|gpu| (pool.round(root, gpu), root)).collect();
        let nearest = |outside: u64, hang: &[(f64, usize)]| {
            members(outside).min_by(|&a, &b| hang[a].0.total_cmp(&hang[b].0)).filter(|&gpu| hang[gpu].0 < f64::INFINITY)
        };
        while let Some(new) = nearest(outside, &hang) {
            let (edge, parent) = hang[new];
            for &other in &tree {
                let value = edge.max(minimax[parent * len + other]);
                minimax[new * len + other] = value;
                minimax[other * len + new] = value;
            }
            minimax[new * len + new] = 0.0;
            outside &= !(1 << new);
            tree.push(new);
            for (gpu, hang) in hang.iter_mut().enumerate() {
                if pool.round(new, gpu) < hang.0 {
                    *hang = (pool.round(new, gpu), new);
                }
            }
        }
    }
    minimax
}

/// Length of the minimum spanning tree of `set` under d, ms; infinite if it is not connected.
pub fn spanning_tree_ms(pool: &Pool, set: u64) -> f64 {
    let root = set.trailing_zeros() as usize;
    let mut outside = set & set.wrapping_sub(1);
    let mut hang = [f64::INFINITY; super::pool::MAX_GPUS];
    for gpu in members(outside) {
        hang[gpu] = pool.round(root, gpu);
    }
    let mut sum = 0.0;
    while outside != 0 {
        let (mut new, mut least) = (0, f64::INFINITY);
        for gpu in members(outside) {
            if hang[gpu] < least {
                (new, least) = (gpu, hang[gpu]);
            }
        }
        if least == f64::INFINITY {
            return f64::INFINITY;
        }
        sum += least;
        outside &= !(1 << new);
        for gpu in members(outside) {
            hang[gpu] = hang[gpu].min(pool.round(new, gpu));
        }
    }
    sum
}
