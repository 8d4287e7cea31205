//! One complete set: is any of its orders wanted?
//!
//! The relaxed pipeline of the set is sharpened step by step, and each step stands for fewer orders, all of which are
//! gone through:
//!
//! 1. any order: cheapest links within the set, half degree, the merge heights that came with the set;
//! 2. the same with the shortest path through the set ([`HeldKarp`]), or, where no table is at hand, its minimum
//!    spanning tree;
//! 3. for each GPU h that can hold the head: h is an end, it pays the head and its cap with the head;
//! 4. for each other end t: all others are inner and pay their two cheapest links, and the path has its
//!    [ports](super::ports);
//! 5. a table of shortest paths for this set if there was none, then the orders themselves, [`Orders`].
//!
//! Of identical GPUs one is tried as h, and one as t.

use super::depth::Depth;
use super::held_karp::{HeldKarp, MAX_VERTICES};
use super::link_sum::{HalfDegree, spanning_tree_ms};
use super::order::Orders;
use super::partial::Chosen;
use super::pool::{MAX_GPUS, Pool};
use super::relaxed::{PruningRule, Relaxed};

/// What work on complete sets keeps: buffers and tables.
#[derive(Clone, Debug, Default)]
pub struct Leaf {
    relaxed: Relaxed,
    ordered: Relaxed,
    paths: Paths,
}

/// Shortest paths of the set at hand: from one table for the whole pool once that pays, before that from one per set,
/// made when it is wanted.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    table: HeldKarp,
    /// Whether `table` is that of the whole pool.
    whole: bool,
    /// Steps spent on tables of single sets.
    spent: f64,
    /// Number of each member of the set in `table`; empty if the set is not in it.
    numbers: Vec<usize>,
    /// The set as bits of `table`.
    set: usize,
}

impl Paths {
    /// Turns to another set.
    fn start(&mut self, gpus: &[usize]) {
        self.numbers.clear();
        if self.whole {
            self.table.extend(gpus.len());
            self.enter(gpus.iter().copied());
        }
    }

    /// Makes a table for the set if there is none and it is not too large; says whether it made one.
    fn prepare(&mut self, pool: &Pool, gpus: &[usize], most: usize) -> bool {
        if !self.numbers.is_empty() || gpus.len() > MAX_VERTICES {
            return false;
        }
        self.spent += HeldKarp::effort(gpus.len(), gpus.len());
        if pool.len() <= MAX_VERTICES && self.spent > HeldKarp::effort(pool.len(), most) {
            let all: Vec<usize> = (0..pool.len()).collect();
            self.table.build(pool, &all, most);
            self.whole = true;
            self.enter(gpus.iter().copied());
        } else {
            self.table.build(pool, gpus, gpus.len());
            self.enter(0..gpus.len());
        }
        true
    }

    fn enter(&mut self, numbers: impl Iterator<Item = usize>) {
        self.numbers.extend(numbers);
        self.set = self.numbers.iter().fold(0, |set, number| set | 1 << number);
    }

    /// Least Σ d of any order of the set, ms; `None` if it is not in the table.
    fn shortest_ms(&self) -> Option<f64> {
        (!self.numbers.is_empty()).then(|| self.table.shortest_ms(self.set))
    }

    /// Least Σ d of an order with the member in `slot` at an end, ms; 0 if the set is not in the table.
    fn ending_in_ms(&self, slot: usize) -> f64 {
        self.numbers.get(slot).map_or(0.0, |&number| self.table.path_ms(self.set, number))
    }

    fn of_set(&self) -> Option<(&HeldKarp, &[usize])> {
        (!self.numbers.is_empty()).then_some((&self.table, &self.numbers[..]))
    }
}

impl Leaf {
    /// Judges every order of `chosen`, a set of Q ≥ 2 GPUs. `false` if the search was told to stop.
    pub fn visit<R: PruningRule>(
        &mut self,
        pool: &Pool,
        depth: &Depth,
        chosen: &Chosen,
        rule: &mut R,
        fraction: f64,
    ) -> bool {
        if !rule.may_continue(|| fraction) {
            return false;
        }
        let gpus = &chosen.gpus[..chosen.len];
        let mut links = Links::default();
        if !links.load(pool, gpus, chosen) || !self.load(pool, depth, chosen, &links) {
            return true;
        }
        if rule.is_prunable(&self.relaxed) {
            return true;
        }
        self.paths.start(gpus);
        let any_order_ms = match self.paths.shortest_ms() {
            Some(shortest_ms) => shortest_ms,
            None => spanning_tree_ms(pool, chosen.set),
        };
        if any_order_ms == f64::INFINITY {
            return true;
        }
        if any_order_ms > self.relaxed.links_ms {
            self.relaxed.links_ms = any_order_ms;
            if rule.is_prunable(&self.relaxed) {
                return true;
            }
        }
        let links_ms = self.relaxed.links_ms;
        for head in 0..gpus.len() {
            if depth.cap_last[gpus[head]] == 0 || identical_before(pool, gpus, head, None) {
                continue;
            }
            self.set_head(pool, depth, gpus, head, &links);
            self.relaxed.links_ms = links_ms.max(self.paths.ending_in_ms(head));
            if self.relaxed.links_ms == f64::INFINITY || rule.is_prunable(&self.relaxed) {
                continue;
            }
            for tail in (0..gpus.len()).filter(|&tail| tail != head) {
                if identical_before(pool, gpus, tail, Some(head)) {
                    continue;
                }
                self.set_tail(head, tail, &links);
                if !self.visit_ends(pool, depth, gpus, (head, tail), links_ms, rule, fraction) {
                    return false;
                }
            }
        }
        true
    }

    /// Judges every order with these ends; `relaxed` is set up for them. `false` if the search was told to stop.
    #[expect(clippy::too_many_arguments, reason = "what a set is and who judges it")]
    fn visit_ends<R: PruningRule>(
        &mut self,
        pool: &Pool,
        depth: &Depth,
        gpus: &[usize],
        (head, tail): (usize, usize),
        links_ms: f64,
        rule: &mut R,
        fraction: f64,
    ) -> bool {
        let shortest_ms = |paths: &Paths| links_ms.max(paths.ending_in_ms(head)).max(paths.ending_in_ms(tail));
        self.relaxed.links_ms = shortest_ms(&self.paths);
        let is_out = |relaxed: &Relaxed, rule: &mut R| {
            let lost = relaxed.links_ms == f64::INFINITY || relaxed.base_ms[..gpus.len()].contains(&f64::INFINITY);
            lost || rule.is_prunable(relaxed)
        };
        if is_out(&self.relaxed, rule) {
            return true;
        }
        self.ordered.copy_from(&self.relaxed);
        let mut orders = Orders {
            pool,
            clusters: &depth.clusters,
            rule,
            gpus,
            paths: None,
            links_ms: self.relaxed.links_ms,
            relaxed: &mut self.ordered,
            head,
            tail,
            fraction,
        };
        if !orders.may_begin() {
            return true;
        }
        if self.paths.prepare(pool, gpus, depth.stages) {
            self.relaxed.links_ms = shortest_ms(&self.paths);
            if is_out(&self.relaxed, orders.rule) {
                return true;
            }
        }
        orders.links_ms = self.relaxed.links_ms;
        orders.paths = self.paths.of_set();
        orders.run()
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
fn identical_before(pool: &Pool, gpus: &[usize], slot: usize, except: Option<usize>) -> bool {
    (0..slot).any(|other| Some(other) != except && pool.class[gpus[other]] == pool.class[gpus[slot]])
}

/// Cheapest links of each member within the set.
struct Links {
    first_ms: [f64; MAX_GPUS],
    both_ms: [f64; MAX_GPUS],
    sum_ms: f64,
}

impl Default for Links {
    fn default() -> Self {
        Self { first_ms: [0.0; MAX_GPUS], both_ms: [0.0; MAX_GPUS], sum_ms: 0.0 }
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
