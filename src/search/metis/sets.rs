//! Every set of GPUs of given sizes, each bounded before its orders are looked at.

use crate::sorting::sort_by;
use std::ops::RangeInclusive;

use super::orders::{GpuSet, Incumbent, search_orders};
use super::split::Split;
use crate::cost::Evaluator;
use crate::search::SearchContext;

/// Searches the orders of every set; `false` if the node budget of the orders, the budget of the context or an
/// interruption ended the search before all sets were done.
pub fn search(evaluator: &Evaluator, sizes: RangeInclusive<usize>, context: &mut SearchContext<'_>) -> bool {
    let mut search = SetSearch {
        evaluator,
        least: *sizes.start(),
        most: *sizes.end(),
        identical_before: identical_before(evaluator),
        chosen: Vec::new(),
        in_set: vec![false; evaluator.gpus()],
        set: GpuSet::default(),
        split: Split::default(),
        flops: Vec::new(),
        incumbent: Incumbent::new(),
    };
    search.seed(context);
    search.extend(0, context);
    search.incumbent.is_exhaustive() && context.stopped_by().is_none()
}

struct SetSearch<'e> {
    evaluator: &'e Evaluator,
    least: usize,
    most: usize,
    /// The next lower GPU that is interchangeable with this one.
    identical_before: Vec<Option<usize>>,
    chosen: Vec<usize>,
    in_set: Vec<bool>,
    set: GpuSet,
    split: Split,
    flops: Vec<f64>,
    incumbent: Incumbent,
}

impl SetSearch<'_> {
    /// The k fastest GPUs for every k: good plans early make most other sets fall to their bound.
    fn seed(&mut self, context: &mut SearchContext<'_>) {
        let mut fastest: Vec<usize> = (0..self.evaluator.gpus()).collect();
        sort_by(&mut fastest, |&a, &b| self.evaluator.layer_ms(a).total_cmp(&self.evaluator.layer_ms(b)));
        for size in self.least..=self.most {
            self.chosen = fastest[..size].to_vec();
            self.visit(context);
        }
        self.chosen.clear();
    }

    fn extend(&mut self, from: usize, context: &mut SearchContext<'_>) {
        if self.chosen.len() >= self.least {
            self.visit(context);
        }
        if self.chosen.len() == self.most {
            return;
        }
        for gpu in from..self.evaluator.gpus() {
            if context.stopped_by().is_some() || self.chosen.len() + self.evaluator.gpus() - gpu < self.least {
                return;
            }
            if self.identical_before[gpu].is_some_and(|other| !self.in_set[other]) {
                continue;
            }
            self.chosen.push(gpu);
            self.in_set[gpu] = true;
            self.extend(gpu + 1, context);
            self.chosen.pop();
            self.in_set[gpu] = false;
        }
    }

    fn visit(&mut self, context: &mut SearchContext<'_>) {
        if self.chosen.is_empty() || context.should_stop(|| 0.0) || !context.spend() {
            return;
        }
        self.flops.clear();
        self.flops.extend(self.chosen.iter().map(|&gpu| self.evaluator.effective_flops(gpu)));
        self.split.set(self.evaluator.layers(), &self.flops);
        if self.set.prepare(self.evaluator, &self.chosen, &self.split)
            && self.set.least_time_ms(self.evaluator) < self.incumbent.time_ms()
        {
            search_orders(self.evaluator, &self.set, &self.split, &self.identical_before, &mut self.incumbent, context);
        }
    }
}

/// For each GPU the nearest lower one that can take its place in any plan without changing anything: equal
/// compute, memory and powers, equal links to every third GPU and to each other.
fn identical_before(evaluator: &Evaluator) -> Vec<Option<usize>> {
    let gpus = evaluator.gpus();
    let links_alike = |a: usize, b: usize| {
        evaluator.transfer_ms(a, b) == evaluator.transfer_ms(b, a)
            && (0..gpus).filter(|&other| other != a && other != b).all(|other| {
                evaluator.transfer_ms(a, other) == evaluator.transfer_ms(b, other)
                    && evaluator.transfer_ms(other, a) == evaluator.transfer_ms(other, b)
            })
    };
    let caps_alike = |a: usize, b: usize| {
        (1..=evaluator.max_stages()).all(|stages| {
            [false, true].into_iter().all(|last| evaluator.cap(a, stages, last) == evaluator.cap(b, stages, last))
        })
    };
    let alike = |a: usize, b: usize| {
        evaluator.effective_flops(a) == evaluator.effective_flops(b)
            && evaluator.idle_w(a) == evaluator.idle_w(b)
            && evaluator.extra_w(a) == evaluator.extra_w(b)
            && links_alike(a, b)
            && caps_alike(a, b)
    };
    (0..gpus).map(|gpu| (0..gpu).rev().find(|&lower| alike(lower, gpu))).collect()
}
