//! One complete set: is any of its orders wanted?
//!
//! The relaxed pipeline of the set is sharpened step by step, and each step stands for fewer orders, all of which are
//! gone through:
//!
//! 1. any order: cheapest links within the set, half degree, the merge heights that came with the set;
//! 2. the same with Σ d from [`HeldKarp`], or the minimum spanning tree where the set is too large for a table;
//! 3. for each GPU h that can hold the head: h is an end, it pays the head and its cap with the head;
//! 4. for each other end t: all others are inner and pay their two cheapest links;
//! 5. the orders themselves, [`Orders`].
//!
//! Of identical GPUs one is tried as h, and one as t.

use super::depth::Depth;
use super::held_karp::{HeldKarp, MOST_VERTICES};
use super::link_sum::{HalfDegree, spanning_tree_ms};
use super::order::Orders;
use super::partial::Chosen;
use super::pool::{MOST, Pool};
use super::relaxed::{Judge, Relaxed};

/// What work on complete sets keeps: buffers and tables.
#[derive(Clone, Debug, Default)]
pub struct Leaf {
    relaxed: Relaxed,
    ordered: Relaxed,
    paths: Paths,
}

/// Shortest paths: one table for the whole pool once it pays, before that one per set.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    table: HeldKarp,
    /// Whether `table` is that of the whole pool.
    whole: bool,
    /// Steps spent on tables of single sets.
    spent: f64,
}

impl Paths {
    /// Makes sure there is a table for `chosen`; `None` if the set is too large. Else the bits and numbers that
    /// its members have in it.
    fn prepare(&mut self, pool: &Pool, chosen: &[usize], most: usize) -> Option<[usize; MOST]> {
        let mut numbers = [0; MOST];
        let effort = HeldKarp::effort(chosen.len().min(MOST_VERTICES), chosen.len());
        if !self.whole && pool.len() <= MOST_VERTICES {
            self.spent += effort;
            if self.spent > HeldKarp::effort(pool.len(), most) {
                let all: Vec<usize> = (0..pool.len()).collect();
                self.table.build(pool, &all, most);
                self.whole = true;
            }
        }
        if self.whole {
            self.table.extend(chosen.len());
            numbers[..chosen.len()].copy_from_slice(chosen);
            return Some(numbers);
        }
        if chosen.len() > MOST_VERTICES {
            return None;
        }
        self.table.build(pool, chosen, chosen.len());
        for (number, slot) in numbers.iter_mut().zip(0..chosen.len()) {
            *number = slot;
        }
        Some(numbers)
    }
}

impl Leaf {
    /// Judges every order of `chosen`, a set of Q ≥ 2 GPUs. `false` if the search was told to stop.
    pub fn visit<J: Judge>(&mut self, pool: &Pool, depth: &Depth, chosen: &Chosen, judge: &mut J, share: f64) -> bool {
        if !judge.go_on(|| share) {
            return false;
        }
        let gpus = &chosen.gpus[..chosen.len];
        let mut links = Links::default();
        if !links.load(pool, gpus, chosen) || !self.load(pool, depth, chosen, &links) {
            return true;
        }
        if judge.hopeless(&self.relaxed) {
            return true;
        }
        let numbers = self.paths.prepare(pool, gpus, depth.stages);
        let in_table = numbers.map(|numbers| numbers[..gpus.len()].iter().fold(0, |set, number| set | 1 << number));
        let path_ms = |paths: &Paths, slot: usize| match (numbers, in_table) {
            (Some(numbers), Some(set)) => paths.table.path_ms(set, numbers[slot]),
            _ => 0.0,
        };
        let any_order_ms = match in_table {
            Some(set) => self.paths.table.shortest_ms(set),
            None => spanning_tree_ms(pool, chosen.set),
        };
        if any_order_ms == f64::INFINITY {
            return true;
        }
        if any_order_ms > self.relaxed.links_ms {
            self.relaxed.links_ms = any_order_ms;
            if judge.hopeless(&self.relaxed) {
                return true;
            }
        }
        let (links_ms, floor_ms) = (self.relaxed.links_ms, self.relaxed.floor_ms);
        for head in 0..gpus.len() {
            if depth.cap_last[gpus[head]] == 0 || twin_before(pool, gpus, head, None) {
                continue;
            }
            let head_links_ms = links_ms.max(path_ms(&self.paths, head));
            if head_links_ms == f64::INFINITY {
                continue;
            }
            self.set_head(pool, depth, gpus, head, &links);
            self.relaxed.links_ms = head_links_ms;
            self.relaxed.floor_ms = floor_ms;
            if judge.hopeless(&self.relaxed) {
                continue;
            }
            for tail in (0..gpus.len()).filter(|&tail| tail != head) {
                if twin_before(pool, gpus, tail, Some(head)) {
                    continue;
                }
                let tail_links_ms = head_links_ms.max(path_ms(&self.paths, tail));
                self.set_tail(head, tail, &links);
                let inner_ms = &self.relaxed.base_ms[..gpus.len()];
                if tail_links_ms == f64::INFINITY || inner_ms.contains(&f64::INFINITY) {
                    continue;
                }
                self.relaxed.links_ms = tail_links_ms;
                self.relaxed.floor_ms = floor_ms;
                if judge.hopeless(&self.relaxed) {
                    continue;
                }
                self.ordered.copy_from(&self.relaxed);
                let orders = Orders {
                    pool,
                    judge,
                    gpus,
                    paths: numbers.as_ref().map(|numbers| (&self.paths.table, &numbers[..gpus.len()])),
                    relaxed: &mut self.ordered,
                    head,
                    tail,
                    links_ms: tail_links_ms,
                    share,
                };
                if !orders.run() {
                    return false;
                }
            }
        }
        true
    }

    /// The relaxed pipeline of the set in any order; `false` if it can have none.
    fn load(&mut self, pool: &Pool, depth: &Depth, chosen: &Chosen, links: &Links) -> bool {
        let relaxed = &mut self.relaxed;
        let (mut head_ms, mut head_active) = (f64::INFINITY, f64::INFINITY);
        for (slot, &gpu) in chosen.gpus[..chosen.len].iter().enumerate() {
            relaxed.layer_ms[slot] = pool.layer_ms[gpu];
            relaxed.base_ms[slot] = links.first_ms[slot];
            relaxed.inner_ms[slot] = links.both_ms[slot];
            relaxed.active[slot] = pool.active[gpu];
            relaxed.cap[slot] = depth.cap[gpu];
            if depth.cap_last[gpu] > 0 {
                head_ms = head_ms.min(pool.head_ms[gpu]);
                head_active = head_active.min(pool.head_active[gpu]);
            }
        }
        relaxed.len = chosen.len;
        relaxed.ends = 2;
        relaxed.links_ms = links.sum_ms;
        relaxed.idle_w = chosen.idle_w();
        (relaxed.head_ms, relaxed.head_active) = (head_ms, head_active);
        relaxed.floor_ms = 0.0;
        links.sum_ms < f64::INFINITY && head_ms < f64::INFINITY
    }

    fn set_head(&mut self, pool: &Pool, depth: &Depth, gpus: &[usize], head: usize, links: &Links) {
        let relaxed = &mut self.relaxed;
        relaxed.base_ms[..gpus.len()].copy_from_slice(&links.first_ms[..gpus.len()]);
        relaxed.inner_ms[..gpus.len()].copy_from_slice(&links.both_ms[..gpus.len()]);
        for (slot, &gpu) in gpus.iter().enumerate() {
            relaxed.cap[slot] = depth.cap[gpu];
        }
        let gpu = gpus[head];
        relaxed.cap[head] = depth.cap_last[gpu];
        relaxed.base_ms[head] += pool.head_ms[gpu];
        relaxed.inner_ms[head] = relaxed.base_ms[head];
        relaxed.ends = 1;
        relaxed.head_ms = pool.head_ms[gpu];
        relaxed.head_active = pool.head_active[gpu];
    }

    fn set_tail(&mut self, head: usize, tail: usize, links: &Links) {
        let relaxed = &mut self.relaxed;
        for slot in (0..relaxed.len).filter(|&slot| slot != head) {
            relaxed.base_ms[slot] = if slot == tail { links.first_ms[slot] } else { links.both_ms[slot] };
        }
        relaxed.ends = 0;
    }
}

/// Whether a GPU identical to that in `slot` stands before it, other than the one in `except`.
fn twin_before(pool: &Pool, gpus: &[usize], slot: usize, except: Option<usize>) -> bool {
    (0..slot).any(|other| Some(other) != except && pool.class[gpus[other]] == pool.class[gpus[slot]])
}

/// Cheapest links of each member within the set.
struct Links {
    first_ms: [f64; MOST],
    both_ms: [f64; MOST],
    sum_ms: f64,
}

impl Default for Links {
    fn default() -> Self {
        Self { first_ms: [0.0; MOST], both_ms: [0.0; MOST], sum_ms: 0.0 }
    }
}

impl Links {
    fn load(&mut self, pool: &Pool, gpus: &[usize], chosen: &Chosen) -> bool {
        let mut degrees = HalfDegree::default();
        for (slot, &gpu) in gpus.iter().enumerate() {
            let (m1, m2) = pool.two_out(gpu, chosen.set);
            let (d1, d2) = pool.two_round(gpu, chosen.set);
            if m1 == f64::INFINITY {
                return false;
            }
            degrees.add(d1, d2);
            self.first_ms[slot] = m1;
            self.both_ms[slot] = m1 + m2;
        }
        self.sum_ms = degrees.bound_with_heights_ms(chosen.heights_ms()).max(chosen.tree_ms());
        true
    }
}
