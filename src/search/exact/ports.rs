//! An upper bound on the layers that the rest of an order can hold, given that its path crosses between clusters.
//!
//! The clusters are groups of GPUs near each other, such as sites far apart. Looked at alone, every GPU can have cheap
//! links within its cluster. But a path through several clusters must cross between them, and a stage that sends across
//! holds fewer layers at the same bottleneck. This bound charges for the crossings.
//!
//! **Symbols.** Take any partition of the GPUs into clusters, and the prefix of an order. e is its last placed GPU, t
//! the tail; the rest of the path runs from e to t through all inner GPUs not placed. A *port* is an end of an edge of
//! that path that crosses to another cluster. B is a bottleneck that no improving plan exceeds.
//!
//! **Claim.** If the rest lies in more than one cluster, then each cluster of it needs
//! - at least 2 ports if it holds neither e nor t, since the path enters and leaves it;
//! - at least 2 ports if it holds both, since the path leaves it and enters it again;
//! - at least 1 port if it holds one of them.
//!
//! **Bound.** An inner GPU has 0, 1 or 2 ports. It pays that many of its cheapest links out of the cluster and takes
//! its other links within the cluster. e and t have one link ahead, so 0 or 1 ports. At B, every such role of a GPU
//! holds so many layers; a role that holds none is excluded. For each cluster, dynamic programming over its GPUs finds
//! the most layers with 0, 1, and 2 or more ports. The sum over clusters, with the ports that each needs, bounds the
//! layers of the rest ([`most_layers`]). If this sum and the layers of the placed stages are fewer than L, no
//! completion of the prefix is improving.
//!
//! **Partition.** Any partition is sound. [`clusters`] cuts the single-linkage dendrogram of d at the largest relative
//! jump between merge heights, if that is more than 1.3 times; otherwise all GPUs are one cluster.

use super::pool::{MAX_GPUS, Pool, members};
use crate::sorting::sort_by;

/// Least ratio of successive merge heights that separates clusters.
const MIN_JUMP: f64 = 1.3;

/// The rest of an order after a prefix. GPUs are numbers in the pool.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// e: the last placed GPU.
    pub last: usize,
    /// Transfer (or head) that e pays besides its link ahead, ms per micro-batch.
    pub behind_ms: f64,
    /// Set of the inner GPUs not placed.
    pub inner: u64,
    /// t: the GPU of the first stage, where the path ends.
    pub tail: usize,
}

/// The cluster of each GPU of `alive`, as a set, by number in the pool.
///
/// `minimax_ms` is U of [`super::link_sum`], ms, with U(i, j) at `i · len + j`.
pub fn clusters(minimax_ms: &[f64], len: usize, alive: u64) -> [u64; MAX_GPUS] {
    let to_earlier = |gpu: usize| {
        let earlier = members(alive & ((1 << gpu) - 1));
        earlier.map(|other| minimax_ms[gpu * len + other]).fold(f64::INFINITY, f64::min)
    };
    let mut heights_ms: Vec<f64> = members(alive).skip(1).map(to_earlier).collect();
    sort_by(&mut heights_ms, f64::total_cmp);
    let (mut threshold_ms, mut most) = (f64::INFINITY, MIN_JUMP);
    for pair in heights_ms.windows(2) {
        if pair[1] > most * pair[0] && pair[0] > 0.0 {
            (threshold_ms, most) = (pair[0], pair[1] / pair[0]);
        }
    }
    let mut clusters = [alive; MAX_GPUS];
    for gpu in members(alive) {
        let near = |other: &usize| minimax_ms[gpu * len + other] <= threshold_ms;
        clusters[gpu] = members(alive).filter(near).fold(1 << gpu, |cluster, other| cluster | 1 << other);
    }
    clusters
}

/// Upper bound on the layers that the GPUs of `rest` can hold; `None` if they lie in one cluster and so need no ports.
///
/// `holds(gpu, transfers_ms)` is how many layers a GPU can hold at B when its transfers take so long, ms; 0 if they are
/// infinite.
pub fn most_layers(
    pool: &Pool,
    clusters: &[u64; MAX_GPUS],
    rest: &Rest,
    holds: impl Fn(usize, f64) -> u32,
) -> Option<u32> {
    let (last, tail) = (1 << rest.last, 1 << rest.tail);
    let all = rest.inner | last | tail;
    if clusters[rest.last] & all == all {
        return None;
    }
    let mut sum = 0;
    let mut left = all;
    while left != 0 {
        let cluster = clusters[left.trailing_zeros() as usize] & all;
        left &= !cluster;
        let mut most = [Some(0), None, None];
        for gpu in members(cluster) {
            let bit = 1 << gpu;
            // An end has one link ahead: to an inner GPU, or to the other end when there are none.
            let is_end = bit & (last | tail) != 0;
            let ahead = match (is_end, rest.inner) {
                (true, 0) => all & !bit,
                (true, inner) => inner,
                (false, _) => all & !bit,
            };
            let near = pool.two_out(gpu, ahead & cluster);
            let far = pool.two_out(gpu, ahead & !cluster);
            let roles = if is_end {
                let behind_ms = if bit == last { rest.behind_ms } else { 0.0 };
                [holds(gpu, behind_ms + near.0), holds(gpu, behind_ms + far.0), 0]
            } else {
                [holds(gpu, near.0 + near.1), holds(gpu, near.0 + far.0), holds(gpu, far.0 + far.1)]
            };
            most = with_roles(most, roles);
        }
        let holds_one_end = (cluster & last != 0) != (cluster & tail != 0);
        let enough = if holds_one_end { most[1].max(most[2]) } else { most[2] };
        // No choice of roles has the ports that the cluster needs.
        let Some(layers) = enough else { return Some(0) };
        sum += layers;
    }
    Some(sum)
}

/// One step of the dynamic programme: adds a GPU that holds `roles[p]` layers with p ports; 0 excludes the role.
///
/// `most[p]` is the most layers so far with p ports, the last entry with 2 or more; `None` if that can't be.
fn with_roles(most: [Option<u32>; 3], roles: [u32; 3]) -> [Option<u32>; 3] {
    let mut next = [None; 3];
    for (ports, before) in most.iter().enumerate() {
        let Some(before) = before else { continue };
        for (more, &layers) in roles.iter().enumerate() {
            if layers > 0 {
                let ports = (ports + more).min(2);
                next[ports] = next[ports].max(Some(before + layers));
            }
        }
    }
    next
}
