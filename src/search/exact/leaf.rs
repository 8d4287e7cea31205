//! The evaluation of one complete set of GPUs: finds every improving order of the set, or proves that it has none.
//!
//! A set is a leaf of the enumeration; which GPU comes first, next and last is still free. The [pruning
//! rule](PruningRule) says of a relaxed pipeline whether any plan it stands for can be improving. [`Leaf::visit`]
//! builds relaxed pipelines that stand for fewer and fewer orders, each with tighter bounds. One that is prunable takes
//! all of its orders with it:
//!
//! 1. **Any order.** Every GPU pays its cheapest links within the set. Σ d is at least the bound of
//!    [`super::link_sum`], from half degrees and merge heights.
//! 2. **Any order, better Σ d.** The bound rises to the shortest Hamiltonian path through the set ([`HeldKarp`]).
//!    Without a table of paths it rises to the minimum spanning tree.
//! 3. **Head h given.** For each GPU h that can hold the head: h is the last stage, pays its head time and has the
//!    layer cap beside the head. Σ d is at least the shortest path that ends in h.
//! 4. **Tail t given.** For each other GPU t as the first stage: every GPU but h and t is an inner stage and pays its
//!    two cheapest links. The path also has its [ports](super::ports).
//! 5. **The orders.** [`Orders`] searches the orders from h to t depth first. Before that, a table of shortest paths is
//!    built for this set if there is none and it is small enough.
//!
//! Of identical GPUs only one is tried as h, and only one as t.

use super::depth::Depth;
use super::held_karp::{HeldKarp, MAX_VERTICES};
use super::link_sum::{HalfDegree, spanning_tree_ms};
use super::order::Orders;
use super::partial::Chosen;
use super::pool::{MAX_GPUS, Pool};
use super::relaxed::{PruningRule, Relaxed};

/// The evaluator of complete sets. It keeps its buffers and path tables from one set to the next.
#[derive(Clone, Debug, Default)]
pub struct Leaf {
    /// Relaxed pipeline of steps 1 to 4, by slot in the set.
    relaxed: Relaxed,
    /// Relaxed pipeline of step 5; [`Orders`] overwrites its transfers.
    ordered: Relaxed,
    paths: ShortestPaths,
}

/// Shortest Hamiltonian paths of the set at hand.
///
/// At first each set gets a table of its own, built when step 5 needs it. Once the work spent on these exceeds the cost
/// of one table for the whole pool, that table is built and serves every later set.
#[derive(Clone, Debug, Default)]
pub struct ShortestPaths {
    table: HeldKarp,
    /// Whether `table` covers the whole pool.
    whole: bool,
    /// Work spent on tables of single sets, in units of [`HeldKarp::effort`].
    spent: f64,
    /// Vertex number in `table` of each slot of the set; empty if no table covers the set.
    numbers: Vec<usize>,
    /// The set as bits of vertex numbers.
    set: usize,
}

impl ShortestPaths {
    /// Turns to the set `gpus`. After that, it has a table only if there is one for the whole pool.
    fn start(&mut self, gpus: &[usize]) {
        self.numbers.clear();
        if self.whole {
            self.table.extend(gpus.len());
            self.enter(gpus.iter().copied());
        }
    }

    /// Builds a table if none covers the set `gpus` and it has at most [`MAX_VERTICES`] members; `true` if it built
    /// one.
    ///
    /// A table for the whole pool is filled for subsets of up to `max_size` GPUs.
    fn prepare(&mut self, pool: &Pool, gpus: &[usize], max_size: usize) -> bool {
        if !self.numbers.is_empty() || gpus.len() > MAX_VERTICES {
            return false;
        }
        self.spent += HeldKarp::effort(gpus.len(), gpus.len());
        if pool.len() <= MAX_VERTICES && self.spent > HeldKarp::effort(pool.len(), max_size) {
            let all: Vec<usize> = (0..pool.len()).collect();
            self.table.build(pool, &all, max_size);
            self.whole = true;
            self.enter(gpus.iter().copied());
        } else {
            self.table.build(pool, gpus, gpus.len());
            self.enter(0..gpus.len());
        }
        true
    }

    /// Takes the vertex numbers of the set at hand, in the order of its slots.
    fn enter(&mut self, numbers: impl Iterator<Item = usize>) {
        self.numbers.extend(numbers);
        self.set = self.numbers.iter().fold(0, |set, number| set | 1 << number);
    }

    /// Least Σ d of any order of the set, ms; `None` if no table covers the set.
    fn shortest_ms(&self) -> Option<f64> {
        (!self.numbers.is_empty()).then(|| self.table.shortest_ms(self.set))
    }

    /// Least Σ d of any order that has the GPU of `slot` at an end, ms; 0 if no table covers the set.
    fn ending_in_ms(&self, slot: usize) -> f64 {
        self.numbers.get(slot).map_or(0.0, |&number| self.table.path_ms(self.set, number))
    }

    /// The table and the vertex number of each slot; `None` if no table covers the set.
    fn of_set(&self) -> Option<(&HeldKarp, &[usize])> {
        (!self.numbers.is_empty()).then_some((&self.table, &self.numbers[..]))
    }
}

impl Leaf {
    /// Gives every order of `chosen`, a set of Q ≥ 2 GPUs, that may be improving to `rule`; `false` if `rule` stopped
    /// the search.
    ///
    /// `fraction` is how much of the enumeration is done, 0 to 1.
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

    /// Steps 4 and 5: handles every order with the ends `(head, tail)`, given as slots, for which `self.relaxed` is set
    /// up.
    ///
    /// `links_ms` is a lower bound on Σ d of any order of the set. `false` if `rule` stopped the search.
    #[expect(clippy::too_many_arguments, reason = "what a set is and the rule that prunes it")]
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
        let shortest_ms = |paths: &ShortestPaths| links_ms.max(paths.ending_in_ms(head)).max(paths.ending_in_ms(tail));
        self.relaxed.links_ms = shortest_ms(&self.paths);
        let is_prunable = |relaxed: &Relaxed, rule: &mut R| {
            let impossible =
                relaxed.links_ms == f64::INFINITY || relaxed.base_ms[..gpus.len()].contains(&f64::INFINITY);
            impossible || rule.is_prunable(relaxed)
        };
        if is_prunable(&self.relaxed, rule) {
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
            if is_prunable(&self.relaxed, orders.rule) {
                return true;
            }
        }
        orders.links_ms = self.relaxed.links_ms;
        orders.paths = self.paths.of_set();
        orders.run()
    }

    /// Step 1: sets up `self.relaxed` for any order of `chosen`; `false` if no order of it can be a plan.
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

    /// Step 3: sets up `self.relaxed` for orders with the head on slot `head`, all but Σ d.
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

    /// Step 4: sets up the transfers for orders from slot `tail`, the first stage, to slot `head`.
    fn set_tail(&mut self, head: usize, tail: usize, links: &Links) {
        let relaxed = &mut self.relaxed;
        for slot in (0..relaxed.len).filter(|&slot| slot != head) {
            relaxed.base_ms[slot] = if slot == tail { links.first_ms[slot] } else { links.both_ms[slot] };
        }
        relaxed.ends = 0;
    }
}

/// Whether a GPU identical to that of `slot` has a lower slot, the slot `except` not counted.
fn identical_before(pool: &Pool, gpus: &[usize], slot: usize, except: Option<usize>) -> bool {
    (0..slot).any(|other| Some(other) != except && pool.class[gpus[other]] == pool.class[gpus[slot]])
}

/// Cheapest links of each GPU within the set, by slot, and a bound on their sum.
struct Links {
    /// m1: the cheapest link out, ms per micro-batch.
    first_ms: [f64; MAX_GPUS],
    /// m1 + m2: the two cheapest links out, ms; infinite with one neighbour only.
    both_ms: [f64; MAX_GPUS],
    /// Lower bound on Σ d of any order, ms.
    sum_ms: f64,
}

impl Default for Links {
    fn default() -> Self {
        Self { first_ms: [0.0; MAX_GPUS], both_ms: [0.0; MAX_GPUS], sum_ms: 0.0 }
    }
}

impl Links {
    /// Measures the set; `false` if a GPU has no link within it.
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
