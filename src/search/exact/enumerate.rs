//! Sets first: every set of Q GPUs of one depth, unless a bound closes it.
//!
//! Sets grow in the order of the pool (by compute time). Before a GPU from place p on is added, the relaxed pipeline
//! of "C and the rest from p on" is judged; if it is hopeless, so is every later place, since those sets are among
//! the ones it stands for. The verdicts along p are therefore "open … open, fathomed … fathomed", and the first fathomed
//! place is found by doubling steps and halving. A verdict "open" too many would only cost time.
//!
//! Identical GPUs are taken in their order only: a set that holds one but not its twin before it costs what the set
//! with the two exchanged costs.

use super::depth::Depth;
use super::leaf::Leaf;
use super::partial::{Chosen, relax};
use super::pool::Pool;
use super::relaxed::{PruningRule, Relaxed};

/// The enumeration of one depth.
pub struct Enumeration<'a, R: PruningRule> {
    /// The GPUs.
    pub pool: &'a Pool,
    /// The depth.
    pub depth: &'a Depth,
    /// Who decides.
    pub rule: &'a mut R,
    /// What works on complete sets; kept from depth to depth.
    pub leaf: &'a mut Leaf,
    chosen: Chosen,
    relaxed: Relaxed,
    coverage: Coverage,
    /// The place up to which sets of the first GPU have been gone through.
    first: usize,
    stopped: bool,
}

/// How many sets are closed, of how many.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage {
    /// Closed sets over all depths.
    pub fathomed: f64,
    /// All sets of all depths.
    pub all: f64,
}

impl Coverage {
    fn fraction(self) -> f64 {
        if self.all > 0.0 { self.fathomed / self.all } else { 1.0 }
    }
}

impl<'a, R: PruningRule> Enumeration<'a, R> {
    /// Ready to [`Self::run`]; `share` says how much was done before.
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

    /// Goes through all sets. Returns the share done and, if it was stopped before its end, the place in
    /// `depth.order` from which on sets are still open.
    pub fn run(mut self) -> (Coverage, Option<usize>) {
        if self.depth.order.len() >= self.depth.stages {
            self.grow(0);
        }
        (self.coverage, self.stopped.then_some(self.first))
    }

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

    /// The first place from which on nothing is wanted; `end` if there is none before.
    fn first_fathomed(&mut self, from: usize, end: usize) -> usize {
        let (mut open, mut step) = (from, 1);
        if from >= end || self.is_fathomed(from) {
            return from;
        }
        // All before `closed` may be open, `closed` itself is closed or the end.
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

    /// Whether a GPU identical to the one at `place` comes earlier and was not chosen.
    fn omits_identical(&self, place: usize) -> bool {
        let order = &self.depth.order;
        place > 0
            && self.pool.class[order[place]] == self.pool.class[order[place - 1]]
            && self.chosen.set & (1 << order[place - 1]) == 0
    }
}

/// C(n, k), for shares: rounding does not matter.
pub fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, step| product * n.saturating_sub(step) as f64 / (step + 1) as f64)
}
