//! Depth-first search over the orders of one set with both ends given, from the head to the tail.
//!
//! A prefix is the part of the order already placed: the head first, the last placed GPU e at its end. Its relaxed
//! pipeline stands for every completion:
//!
//! - Placed GPUs before e have exact transfers.
//! - e pays its exact link back and its cheapest link to a possible next GPU: an inner GPU not placed, or the tail t
//!   once there are none.
//! - An inner GPU not placed pays its two cheapest links among its only possible neighbours: the other inner GPUs not
//!   placed, t and e.
//! - t pays its cheapest link to an inner GPU not placed, or the exact link to e when there are none.
//! - Σ d is exact up to e. From there on it is at least the shortest path through the rest that ends in e, and that
//!   which ends in t.
//!
//! Once all GPUs are placed, the relaxed pipeline is exact. Where the rest of a prefix must cross between clusters,
//! [`super::ports`] also bounds the layers it holds.
//!
//! Of identical GPUs not placed only one is tried next: exchanging them changes nothing.

use super::bottleneck::SLACK;
use super::held_karp::HeldKarp;
use super::pool::{MAX_GPUS, Pool};
use super::ports::{Rest, most_layers};
use super::relaxed::{PruningRule, Relaxed};

/// The search over the orders of one set with given ends. A slot is an index in `gpus`.
pub struct Orders<'a, R: PruningRule> {
    /// The pool that `gpus` are numbers in.
    pub pool: &'a Pool,
    /// Cluster of each GPU of the pool, for [`super::ports`].
    pub clusters: &'a [u64; MAX_GPUS],
    /// Rule that prunes prefixes and takes complete orders.
    pub rule: &'a mut R,
    /// GPU of each slot, as a number in the pool.
    pub gpus: &'a [usize],
    /// Shortest paths and the vertex number of each slot; `None` if no table covers the set.
    pub paths: Option<(&'a HeldKarp, &'a [usize])>,
    /// Relaxed pipeline by slot, with `ends` 0; the search overwrites its transfers and Σ d.
    pub relaxed: &'a mut Relaxed,
    /// Slot of the last stage, which has the head.
    pub head: usize,
    /// Slot of the first stage.
    pub tail: usize,
    /// Lower bound on Σ d of any order, ms.
    pub links_ms: f64,
    /// Fraction of the enumeration that is done, 0 to 1.
    pub fraction: f64,
}

/// The prefix of an order.
#[derive(Clone, Copy)]
struct Prefix {
    /// e: slot of the last placed GPU.
    last: usize,
    /// Transfer of e to the GPU placed before it, or the head time if e is the head; ms.
    behind_ms: f64,
    /// Inner GPUs not placed, as a set of numbers in the pool.
    inner: u64,
    /// Those, the tail and e, as a set of vertex numbers of `paths`.
    left: usize,
    /// Σ d from the head to e, ms.
    links_ms: f64,
}

impl<R: PruningRule> Orders<'_, R> {
    /// Whether the head alone, as a prefix, passes the bound of [`super::ports`] at the ceiling of the bottleneck.
    pub fn may_begin(&mut self) -> bool {
        let (prefix, slots) = self.begin();
        let ceiling_ms = self.rule.ceiling_ms(self.relaxed);
        ceiling_ms.is_some_and(|limit_ms| self.crosses(prefix, &slots, limit_ms))
    }

    /// Gives every order that may be improving to the rule; `false` if the rule stopped the search.
    pub fn run(mut self) -> bool {
        let (prefix, slots) = self.begin();
        let mut path = [0; MAX_GPUS];
        path[0] = self.head;
        self.extend(prefix, 1, &slots, &mut path)
    }

    /// The prefix of the head alone, and the slot of each GPU of the pool.
    fn begin(&self) -> (Prefix, [usize; MAX_GPUS]) {
        let mut slots = [0; MAX_GPUS];
        let mut inner = 0;
        for (slot, &gpu) in self.gpus.iter().enumerate() {
            slots[gpu] = slot;
            if slot != self.head && slot != self.tail {
                inner |= 1 << gpu;
            }
        }
        let left = self.paths.map_or(0, |(_, numbers)| numbers.iter().fold(0, |left, number| left | 1 << number));
        let behind_ms = self.pool.head_ms[self.gpus[self.head]];
        (Prefix { last: self.head, behind_ms, inner, left, links_ms: 0.0 }, slots)
    }

    /// Searches all completions of a prefix of `placed` GPUs; `false` if the rule stopped the search.
    fn extend(
        &mut self,
        prefix: Prefix,
        placed: usize,
        slots: &[usize; MAX_GPUS],
        path: &mut [usize; MAX_GPUS],
    ) -> bool {
        let (pool, last) = (self.pool, self.gpus[prefix.last]);
        if prefix.inner == 0 {
            return self.close(prefix, placed, path);
        }
        let mut classes_tried = 0_u64;
        for neighbour in &pool.by_round[last] {
            if neighbour.bit & prefix.inner == 0 {
                continue;
            }
            let gpu = neighbour.bit.trailing_zeros() as usize;
            if classes_tried & (1 << pool.class[gpu]) != 0 {
                continue;
            }
            classes_tried |= 1 << pool.class[gpu];
            let fraction = self.fraction;
            if !self.rule.may_continue(|| fraction) {
                return false;
            }
            let next = Prefix {
                last: slots[gpu],
                behind_ms: pool.out(gpu, last),
                inner: prefix.inner & !neighbour.bit,
                left: self.paths.map_or(0, |(_, numbers)| prefix.left & !(1 << numbers[prefix.last])),
                links_ms: prefix.links_ms + neighbour.ms,
            };
            self.relaxed.base_ms[prefix.last] = prefix.behind_ms + pool.out(last, gpu);
            path[placed] = next.last;
            if !self.relax(next, slots) {
                continue;
            }
            let ceiling_ms = self.rule.ceiling_ms(self.relaxed);
            let improving = ceiling_ms.is_some_and(|limit_ms| self.crosses(next, slots, limit_ms));
            if improving && !self.extend(next, placed + 1, slots, path) {
                return false;
            }
        }
        true
    }

    /// Whether the stages can hold L layers at a bottleneck of `limit_ms` with the ports their path needs.
    fn crosses(&self, prefix: Prefix, slots: &[usize; MAX_GPUS], limit_ms: f64) -> bool {
        if limit_ms == f64::INFINITY {
            return true;
        }
        let relaxed = &*self.relaxed;
        let held = |slot: usize, transfers_ms: f64| {
            let most = (limit_ms - transfers_ms) / relaxed.layer_ms[slot] + SLACK;
            (most as u32).min(relaxed.cap[slot].into())
        };
        let last = self.gpus[prefix.last];
        let rest = Rest { last, behind_ms: prefix.behind_ms, inner: prefix.inner, tail: self.gpus[self.tail] };
        let holds = |gpu: usize, transfers_ms: f64| held(slots[gpu], transfers_ms);
        let Some(rest_layers) = most_layers(self.pool, self.clusters, &rest, holds) else { return true };
        let is_placed = |slot: &usize| {
            let bit = 1_u64 << self.gpus[*slot];
            *slot != prefix.last && *slot != self.tail && bit & prefix.inner == 0
        };
        let placed = (0..self.gpus.len()).filter(is_placed);
        let placed_layers: u32 = placed.map(|slot| held(slot, relaxed.base_ms[slot])).sum();
        rest_layers + placed_layers >= self.pool.layers
    }

    /// Sets Σ d and the transfers of e and of all GPUs not placed; `false` if the prefix has no completion.
    fn relax(&mut self, prefix: Prefix, slots: &[usize; MAX_GPUS]) -> bool {
        let (pool, gpu, tail) = (self.pool, self.gpus[prefix.last], self.gpus[self.tail]);
        let onward = if prefix.inner == 0 { 1 << tail } else { prefix.inner };
        let forward_ms = pool.two_out(gpu, onward).0;
        let back_from = if prefix.inner == 0 { 1 << gpu } else { prefix.inner };
        let tail_ms = pool.two_out(tail, back_from).0;
        let rest_ms = self.paths.map_or(0.0, |(paths, numbers)| {
            let path_ms = |slot: usize| paths.path_ms(prefix.left, numbers[slot]);
            path_ms(prefix.last).max(path_ms(self.tail))
        });
        self.relaxed.links_ms = self.links_ms.max(prefix.links_ms + rest_ms);
        if forward_ms == f64::INFINITY || tail_ms == f64::INFINITY || self.relaxed.links_ms == f64::INFINITY {
            return false;
        }
        self.relaxed.base_ms[prefix.last] = prefix.behind_ms + forward_ms;
        self.relaxed.base_ms[self.tail] = tail_ms;
        let around = prefix.inner | 1 << tail | 1 << gpu;
        for other in super::pool::members(prefix.inner) {
            let (m1, m2) = pool.two_out(other, around);
            if m2 == f64::INFINITY {
                return false;
            }
            self.relaxed.base_ms[slots[other]] = m1 + m2;
        }
        true
    }

    /// Completes a prefix to which only the tail is missing, and gives the order to the rule.
    fn close(&mut self, prefix: Prefix, placed: usize, path: &mut [usize; MAX_GPUS]) -> bool {
        let (pool, last, tail) = (self.pool, self.gpus[prefix.last], self.gpus[self.tail]);
        let round_ms = pool.round(last, tail);
        if round_ms == f64::INFINITY {
            return true;
        }
        self.relaxed.base_ms[prefix.last] = prefix.behind_ms + pool.out(last, tail);
        self.relaxed.base_ms[self.tail] = pool.out(tail, last);
        self.relaxed.links_ms = prefix.links_ms + round_ms;
        path[placed] = self.tail;
        self.rule.complete(self.gpus, &path[..=placed], self.relaxed);
        true
    }
}
