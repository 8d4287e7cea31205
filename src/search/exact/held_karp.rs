//! Shortest Hamiltonian paths through subsets (Held and Karp): the exact Σ d where the order is still free.
//!
//! `path(set, v)` is the least Σ d of a path that visits all of `set` and ends in v: `path({v}, v) = 0`, `path(set,
//! v) = min over u of path(set − v, u) + d(u, v)`. A pipeline over `set` is such a path, so its Σ d is at least that
//! to any one of its ends; what is left of a pipeline after a prefix is a path too, from the GPU it has reached. Sums of
//! doubles round by some 1e-16 of themselves, far inside the 1e-10 that every comparison leaves.

use super::pool::Pool;

/// Vertices up to which a table is affordable.
pub const MAX_VERTICES: usize = 16;

/// Lanes the inner loop takes at once.
const LANES: usize = 4;

/// The table over some vertices, numbered as they were given.
#[derive(Clone, Debug, Default)]
pub struct HeldKarp {
    stride: usize,
    /// Subsets of up to so many members are filled in.
    filled: usize,
    path_ms: Vec<f64>,
    links_ms: Vec<f64>,
}

impl HeldKarp {
    /// Sets up the table for `gpus` and fills it for subsets of at most `most` members.
    pub fn build(&mut self, pool: &Pool, gpus: &[usize], most: usize) {
        let count = gpus.len();
        self.stride = count.next_multiple_of(LANES);
        self.links_ms.clear();
        self.links_ms.resize(count * self.stride, f64::INFINITY);
        for (from, &gpu) in gpus.iter().enumerate() {
            for (to, &other) in gpus.iter().enumerate() {
                self.links_ms[from * self.stride + to] = pool.round(gpu, other);
            }
        }
        self.path_ms.clear();
        self.path_ms.resize(self.stride << count, f64::INFINITY);
        self.filled = 0;
        self.extend(most);
    }

    /// Fills the table for subsets of at most `most` members, where it is not yet.
    pub fn extend(&mut self, most: usize) {
        if most <= self.filled {
            return;
        }
        let stride = self.stride;
        for set in 1..self.path_ms.len() / stride.max(1) {
            let size = set.count_ones() as usize;
            if size <= self.filled || size > most {
                continue;
            }
            let (before, row) = self.path_ms.split_at_mut(set * stride);
            let mut left = set;
            while left != 0 {
                let last = left.trailing_zeros() as usize;
                left &= left - 1;
                let rest = set & !(1 << last);
                row[last] = if rest == 0 {
                    0.0
                } else {
                    least_sum(&before[rest * stride..][..stride], &self.links_ms[last * stride..][..stride])
                };
            }
        }
        self.filled = most;
    }

    /// Steps that [`Self::build`] would take.
    pub fn effort(count: usize, most: usize) -> f64 {
        let (mut subsets, mut effort) = (1.0, 0.0);
        for size in 1..=count.min(most) {
            subsets = subsets * (count + 1 - size) as f64 / size as f64;
            effort += subsets * size as f64;
        }
        effort * count.next_multiple_of(LANES) as f64 + (1_u64 << count) as f64
    }

    /// Least Σ d of a path through `set` that ends in `last`, ms; infinite if there is none. `set` has the bits of
    /// the vertices and no more of them than the table was made for.
    #[inline]
    pub fn path_ms(&self, set: usize, last: usize) -> f64 {
        self.path_ms[set * self.stride + last]
    }

    /// Least Σ d of any path through `set`, ms.
    pub fn shortest_ms(&self, set: usize) -> f64 {
        self.path_ms[set * self.stride..][..self.stride].iter().copied().fold(f64::INFINITY, f64::min)
    }
}

fn least_sum(paths: &[f64], links: &[f64]) -> f64 {
    let mut least = [f64::INFINITY; LANES];
    for (paths, links) in paths.chunks_exact(LANES).zip(links.chunks_exact(LANES)) {
        for ((least, path), link) in least.iter_mut().zip(paths).zip(links) {
            let sum = path + link;
            *least = if sum < *least { sum } else { *least };
        }
    }
    least.into_iter().fold(f64::INFINITY, f64::min)
}
