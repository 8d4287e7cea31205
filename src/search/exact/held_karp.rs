//! Shortest Hamiltonian paths through subsets of GPUs (Held and Karp): the exact least Σ d while the order is free.
//!
//! **Recursion.** `path(S, v)` is the least Σ d of a path that visits all of the set S and ends in v:
//! `path({v}, v) = 0` and `path(S, v) = min over u of path(S − v, u) + d(u, v)`.
//!
//! **Use as a bound.** A pipeline over S is such a path, so its Σ d is at least `path(S, v)` for either end v. The rest
//! of a pipeline after a prefix is a path too, one of whose ends is the last placed GPU.
//!
//! **Rounding.** Sums of doubles are off by some 1e-16 of themselves, far inside the 1e-10 that every comparison
//! leaves.

use super::pool::Pool;

/// Most vertices of a table: it has 2^vertices rows.
pub const MAX_VERTICES: usize = 16;

/// Numbers that the inner loop takes at once.
const LANES: usize = 4;

/// The table over some GPUs, its vertices, numbered in the order given.
#[derive(Clone, Debug, Default)]
pub struct HeldKarp {
    /// Row length: vertices, rounded up to a multiple of [`LANES`].
    stride: usize,
    /// Size of the largest subsets filled in.
    filled: usize,
    /// `path(S, v)` at `S · stride + v`, ms.
    path_ms: Vec<f64>,
    /// d(u, v) at `u · stride + v`, ms.
    links_ms: Vec<f64>,
}

impl HeldKarp {
    /// Sets up the table for `gpus`, numbers in the pool, and fills it for subsets of at most `max_size` members.
    pub fn build(&mut self, pool: &Pool, gpus: &[usize], max_size: usize) {
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
        self.extend(max_size);
    }

    /// Fills the table for all subsets of at most `max_size` members that it lacks.
    pub fn extend(&mut self, max_size: usize) {
        if max_size <= self.filled {
            return;
        }
        let stride = self.stride;
        for set in 1..self.path_ms.len() / stride.max(1) {
            let size = set.count_ones() as usize;
            if size <= self.filled || size > max_size {
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
        self.filled = max_size;
    }

    /// Estimated work of [`Self::build`] over `count` vertices, in additions.
    pub fn effort(count: usize, max_size: usize) -> f64 {
        let (mut subsets, mut effort) = (1.0, 0.0);
        for size in 1..=count.min(max_size) {
            subsets = subsets * (count + 1 - size) as f64 / size as f64;
            effort += subsets * size as f64;
        }
        effort * count.next_multiple_of(LANES) as f64 + (1_u64 << count) as f64
    }

    /// Least Σ d of a path through `set` that ends in `last`, ms; infinite if there is none.
    ///
    /// `set` has the bits of the vertices, at most as many as the table is filled for.
    #[inline]
    pub fn path_ms(&self, set: usize, last: usize) -> f64 {
        self.path_ms[set * self.stride + last]
    }

    /// Least Σ d of any path through `set`, ms; infinite if there is none.
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
