//! The enumeration of the sets of Q GPUs of one depth, with pruning of whole ranges of sets.
//!
//! Sets grow GPU by GPU in the order of the pool, by compute time. C is the set chosen so far.
//!
//! **Pruning.** The relaxed pipeline of "C and the rest from place p on" stands for every set that extends C by GPUs
//! from place p on. If it is prunable, so is that of every later place, whose sets are among them. Along p the verdicts
//! are therefore "open … open, fathomed … fathomed". Galloping and binary search find the first fathomed place; an
//! "open" too many would only cost time.
//!
//! **Symmetry.** Identical GPUs are taken in their order only. A set that holds one but not the identical one before it
//! costs what the set with the two exchanged costs.

use super::depth::Depth;
use super::leaf::Leaf;
use super::partial::{Chosen, relax};
use super::pool::Pool;
use super::relaxed::{PruningRule, Relaxed};

/// The enumeration of one depth.
pub struct Enumeration<'a, R: PruningRule> {
    /// GPUs to choose from.
    pub pool: &'a Pool,
    /// Lookup tables of the depth.
    pub depth: &'a Depth,
    /// Rule that prunes sets and takes complete orders.
    pub rule: &'a mut R,
    /// Evaluator of complete sets, shared by all depths.
    pub leaf: &'a mut Leaf,
    chosen: Chosen,
    relaxed: Relaxed,
    coverage: Coverage,
    /// Place in `depth.order` of the first GPU of the sets now enumerated.
    first: usize,
    stopped: bool,
}

/// The number of fathomed sets among all sets, over all depths.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage {
    /// Number of sets that bounds or leaves have settled.
    pub fathomed: f64,
    /// Sets in all.
    pub all: f64,
}

impl Coverage {
    /// Fathomed fraction, 0 to 1.
    fn fraction(self) -> f64 {
        if self.all > 0.0 { self.fathomed / self.all } else { 1.0 }
    }
}

impl<'a, R: PruningRule> Enumeration<'a, R> {
    /// Prepares the enumeration; `coverage` is that of the depths before it.
    pub fn new(pool: &'a Pool, depth: &'a Depth, rule: &'a mut R, leaf: &'a mut Leaf, coverage: Coverage) -> Self {
        Self {
            pool,
            depth,
            rule,
            leaf,
            chosen: Chosen::default(),
            relaxed: Relaxed::default(),
            coverage,
            first: 0,
            stopped: false,
        }
    }

    /// Enumerates all sets. Returns the coverage and, if the rule stopped the search, the place in `depth.order` from
    /// which on sets are still open.
    pub fn run(mut self) -> (Coverage, Option<usize>) {
        if self.depth.order.len() >= self.depth.stages {
            self.grow(0);
        }
        (self.coverage, self.stopped.then_some(self.first))
    }

    /// Enumerates the sets that extend `chosen` by GPUs from place `from` on.
    fn grow(&mut self, from: usize) {
        let missing = self.depth.stages - self.chosen.len;
        if missing == 0 {
            let fraction = self.coverage.fraction();
            let may_continue = self.leaf.visit(self.pool, self.depth, &self.chosen, self.rule, fraction);
            self.stopped |= !may_continue;
            self.coverage.fathomed += 1.0;
            return;
        }
        let end = self.depth.order.len() + 1 - missing;
        let fathomed_from = self.first_fathomed(from, end);
        for place in from..fathomed_from {
            if self.stopped {
                return;
            }
            if self.chosen.len == 0 {
                self.first = place;
            }
            if self.omits_identical(place) {
                self.coverage.fathomed += binomial(self.depth.order.len() - place - 1, missing - 1);
                continue;
            }
            self.chosen.push(self.pool, self.depth, self.depth.order[place]);
            self.grow(place + 1);
            self.chosen.pop();
        }
        self.coverage.fathomed += binomial(self.depth.order.len() - fathomed_from, missing);
    }

    /// The first place in `from..end` from which on every set is fathomed; `end` if there is none.
    fn first_fathomed(&mut self, from: usize, end: usize) -> usize {
        let (mut open, mut step) = (from, 1);
        if from >= end || self.is_fathomed(from) {
            return from;
        }
        // Invariant: `open` is open; `fathomed` is fathomed or the end.
        let mut fathomed = end;
        while open + step < end {
            if self.is_fathomed(open + step) {
                fathomed = open + step;
                break;
            }
            open += step;
            step *= 2;
        }
        while open + 1 < fathomed {
            let middle = usize::midpoint(open, fathomed);
            if self.is_fathomed(middle) {
                fathomed = middle;
            } else {
                open = middle;
            }
        }
        fathomed
    }

    /// Whether the sets that extend `chosen` by GPUs from place `from` on hold no improving plan.
    fn is_fathomed(&mut self, from: usize) -> bool {
        if self.stopped {
            return false;
        }
        let coverage = self.coverage;
        if !self.rule.may_continue(|| coverage.fraction()) {
            self.stopped = true;
            return false;
        }
        !relax(self.pool, self.depth, &self.chosen, from, &mut self.relaxed) || self.rule.is_prunable(&self.relaxed)
    }

    /// Whether the GPU before `place` is identical to the one at `place` and not chosen.
    fn omits_identical(&self, place: usize) -> bool {
        let order = &self.depth.order;
        place > 0
            && self.pool.class[order[place]] == self.pool.class[order[place - 1]]
            && self.chosen.set & (1 << order[place - 1]) == 0
    }
}

/// C(n, k); rounding is harmless, as it serves progress only.
pub fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, step| product * n.saturating_sub(step) as f64 / (step + 1) as f64)
}
