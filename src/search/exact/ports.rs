//! How many layers what is left of an order can hold, when it must cross between clusters ("ports").
//!
//! Where sites are far apart, each GPU alone can always be given links within its site; but the path through several
//! sites has to leave them somewhere, and a stage that sends across holds fewer layers at the same bottleneck.
//!
//! Take any partition of the GPUs into clusters, and the prefix of an order: its last placed GPU e, the inner GPUs not
//! placed, and the tail t. What is left of the path runs from e to t through all of these. If they lie in more than
//! one cluster, count in each the ends of edges that cross to another one, its *ports*: a cluster that holds neither
//! e nor t is entered and left, 2 at least; one that holds both is left and entered again, 2 at least; one that holds
//! one of them, 1 at least. An inner GPU has 0, 1 or 2 ports and pays that many of its cheapest links out of the
//! cluster, the others within it; e and t have one link ahead and so 0 or 1 ports. At a bottleneck no wanted plan
//! exceeds, each holds so many layers; a role in which it holds none is out. The most layers with at least the ports
//! needed is found cluster by cluster over 0, 1, 2 or more ports. If that and what the placed ones hold is less than
//! L, no way to go on is wanted.
//!
//! Any partition is sound. The one used cuts the single linkage of d where its merge heights jump most, if by 1.3
//! times.

use super::pool::{MAX_GPUS, Pool, members};
use crate::sorting::sort_by;

/// A smaller jump between merge heights does not make clusters.
const LEAST_JUMP: f64 = 1.3;

/// What is left of an order, by number in the pool.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// The last placed.
    pub last: usize,
    /// What that pays besides its link ahead, ms.
    pub behind_ms: f64,
    /// Inner GPUs not placed.
    pub inner: u64,
    /// The other end.
    pub tail: usize,
}

/// The cluster of each GPU of `alive`, from U (see [`super::link_sum`]).
pub fn clusters(minimax_ms: &[f64], len: usize, alive: u64) -> [u64; MAX_GPUS] {
    let to_earlier = |gpu: usize| {
        let earlier = members(alive & ((1 << gpu) - 1));
        earlier.map(|other| minimax_ms[gpu * len + other]).fold(f64::INFINITY, f64::min)
    };
    let mut heights_ms: Vec<f64> = members(alive).skip(1).map(to_earlier).collect();
    sort_by(&mut heights_ms, f64::total_cmp);
    let (mut threshold_ms, mut most) = (f64::INFINITY, LEAST_JUMP);
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

/// The most layers the GPUs of `rest` can hold; `None` if they lie in one cluster, which asks for no ports. `holds`
/// is how many layers a GPU with given transfers (ms) can hold; 0 if they are infinite.
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
            // An end has one link ahead: into the inner GPUs, or to the other end when there are none.
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
        // No way to have the ports: nothing fits.
        let Some(layers) = enough else { return Some(0) };
        sum += layers;
    }
    Some(sum)
}

/// The most layers by ports (0, 1, 2 or more) with one more GPU, which holds `roles` layers with 0, 1, 2 ports; 0 if
/// it can't.
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
