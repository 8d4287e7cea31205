//! Sets first: every set of Q GPUs of one depth, unless a bound closes it.
//!
//! Sets grow in the order of the pool (by compute time). Before a GPU from place p on is added, the relaxed pipeline
//! of "C and the rest from p on" is judged; if it is hopeless, so is every later place, since those sets are among
//! the ones it stands for. The verdicts along p are therefore "open … open, closed … closed", and the first closed
//! place is found by doubling steps and halving. A verdict "open" too many would only cost time.
//!
//! Identical GPUs are taken in their order only: a set that holds one but not its twin before it costs what the set
//! with the two exchanged costs.

use super::depth::Depth;
use super::leaf::Leaf;
use super::partial::{Chosen, relax};
use super::pool::Pool;
use super::relaxed::{Judge, Relaxed};

/// The enumeration of one depth.
pub struct Enumeration<'a, J: Judge> {
    /// The GPUs.
    pub pool: &'a Pool,
    /// The depth.
    pub depth: &'a Depth,
    /// Who decides.
    pub judge: &'a mut J,
    /// What works on complete sets; kept from depth to depth.
    pub leaf: &'a mut Leaf,
    chosen: Chosen,
    relaxed: Relaxed,
    share: Share,
    /// The place up to which sets of the first GPU have been gone through.
    first: usize,
    stopped: bool,
}

/// How many sets are closed, of how many.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    /// Closed sets over all depths.
    pub closed: f64,
    /// All sets of all depths.
    pub all: f64,
}

impl Share {
    fn value(self) -> f64 {
        if self.all > 0.0 { self.closed / self.all } else { 1.0 }
    }
}

impl<'a, J: Judge> Enumeration<'a, J> {
    /// Ready to [`Self::run`]; `share` says how much was done before.
    pub fn new(pool: &'a Pool, depth: &'a Depth, judge: &'a mut J, leaf: &'a mut Leaf, share: Share) -> Self {
        Self {
            pool,
            depth,
            judge,
            leaf,
            chosen: Chosen::default(),
            relaxed: Relaxed::default(),
            share,
            first: 0,
            stopped: false,
        }
    }

    /// Goes through all sets. Returns the share done and, if it was stopped before its end, the place in
    /// `depth.order` from which on sets are still open.
    pub fn run(mut self) -> (Share, Option<usize>) {
        if self.depth.order.len() >= self.depth.stages {
            self.grow(0);
        }
        (self.share, self.stopped.then_some(self.first))
    }

    fn grow(&mut self, from: usize) {
        let wanting = self.depth.stages - self.chosen.len;
        if wanting == 0 {
            let share = self.share.value();
            let go_on = self.leaf.visit(self.pool, self.depth, &self.chosen, self.judge, share);
            self.stopped |= !go_on;
            self.share.closed += 1.0;
            return;
        }
        let end = self.depth.order.len() + 1 - wanting;
        let closed_from = self.first_closed(from, end);
        for place in from..closed_from {
            if self.stopped {
                return;
            }
            if self.chosen.len == 0 {
                self.first = place;
            }
            if self.twin_left_out(place) {
                self.share.closed += binomial(self.depth.order.len() - place - 1, wanting - 1);
                continue;
            }
            self.chosen.push(self.pool, self.depth, self.depth.order[place]);
            self.grow(place + 1);
            self.chosen.pop();
        }
        self.share.closed += binomial(self.depth.order.len() - closed_from, wanting);
    }

    /// The first place from which on nothing is wanted; `end` if there is none before.
    fn first_closed(&mut self, from: usize, end: usize) -> usize {
        let (mut open, mut step) = (from, 1);
        if from >= end || self.is_closed(from) {
            return from;
        }
        // All before `closed` may be open, `closed` itself is closed or the end.
        let mut closed = end;
        while open + step < end {
            if self.is_closed(open + step) {
                closed = open + step;
                break;
            }
            open += step;
            step *= 2;
        }
        while open + 1 < closed {
            let middle = usize::midpoint(open, closed);
            if self.is_closed(middle) {
                closed = middle;
            } else {
                open = middle;
            }
        }
        closed
    }

    fn is_closed(&mut self, from: usize) -> bool {
        if self.stopped {
            return false;
        }
        let share = self.share;
        if !self.judge.go_on(|| share.value()) {
            self.stopped = true;
            return false;
        }
        !relax(self.pool, self.depth, &self.chosen, from, &mut self.relaxed) || self.judge.hopeless(&self.relaxed)
    }

    /// Whether a GPU identical to the one at `place` comes earlier and was not chosen.
    fn twin_left_out(&self, place: usize) -> bool {
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
