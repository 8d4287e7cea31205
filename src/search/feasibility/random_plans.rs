//! Random plans that respect memory and links by construction.
//!
//! On tight pools almost every plan drawn blindly is invalid; the heuristics draw their first plans here.

use super::capacity::{connected_components, layer_capacity};
use crate::cost::Evaluator;
use crate::model::Stage;
use crate::search::context::{Rng, uniform_below};

/// A source of random plans for one evaluator's pool.
pub struct RandomPlans<'e> {
    evaluator: &'e Evaluator,
    components: Vec<Vec<usize>>,
    /// Pairs of depth, in stages, and index in `components` whose [`layer_capacity`] reaches L.
    options: Vec<(usize, usize)>,
}

impl<'e> RandomPlans<'e> {
    /// Lists the depths and components at which capacity does not rule a plan out.
    pub fn new(evaluator: &'e Evaluator) -> Self {
        let components = connected_components(evaluator);
        let layers = u32::from(evaluator.layers());
        let reaches = |&(stages, component): &(usize, usize)| {
            components[component].len() >= stages && layer_capacity(evaluator, &components[component], stages) >= layers
        };
        let options = (1..=evaluator.max_stages())
            .flat_map(|stages| (0..components.len()).map(move |component| (stages, component)))
            .filter(reaches)
            .collect();
        Self { evaluator, components, options }
    }

    /// Whether capacity rules out every depth in every component, so that no plan exists.
    pub fn is_impossible(&self) -> bool {
        self.options.is_empty()
    }

    /// Draws one random plan into `stages`; `false` if the attempt failed.
    ///
    /// The attempt picks a depth and a component, then a last stage that can hold the head. From there it walks the
    /// link graph back to the first stage, preferring large memory by a random degree, and spreads the layers at random
    /// within the caps.
    pub fn attempt(&self, rng: &mut Rng, stages: &mut Vec<Stage>) -> bool {
        stages.clear();
        if self.options.is_empty() {
            return false;
        }
        let (depth, component) = self.options[uniform_below(rng, self.options.len())];
        let greed = uniform_below(rng, 3);
        let cap = |gpu: usize, last: bool| self.evaluator.cap(gpu, depth, last);
        let mut unused: Vec<usize> =
            self.components[component].iter().copied().filter(|&gpu| cap(gpu, false) > 0).collect();
        let heads: Vec<usize> = unused.iter().copied().filter(|&gpu| cap(gpu, true) > 0).collect();
        let Some(head) = self.pick(rng, &heads, depth, true, greed) else { return false };
        let mut path = vec![head];
        unused.retain(|&gpu| gpu != head);
        while path.len() < depth {
            let end = path[path.len() - 1];
            let reachable: Vec<usize> = unused.iter().copied().filter(|&gpu| self.evaluator.linked(gpu, end)).collect();
            let Some(next) = self.pick(rng, &reachable, depth, false, greed) else { return false };
            path.push(next);
            unused.retain(|&gpu| gpu != next);
        }
        path.reverse();
        self.spread(rng, &path, stages)
    }

    /// A GPU of `from`: the largest cap among `1 + 2 · greed` draws; `None` if `from` is empty.
    fn pick(&self, rng: &mut Rng, from: &[usize], depth: usize, last: bool, greed: usize) -> Option<usize> {
        let mut best = *from.get(uniform_below(rng, from.len().max(1)))?;
        for _ in 0..greed * 2 {
            let other = from[uniform_below(rng, from.len())];
            if self.evaluator.cap(other, depth, last) > self.evaluator.cap(best, depth, last) {
                best = other;
            }
        }
        Some(best)
    }

    /// Splits L at random over `path` within the caps; `false` if the caps are too small.
    fn spread(&self, rng: &mut Rng, path: &[usize], stages: &mut Vec<Stage>) -> bool {
        let depth = path.len();
        let cap = |position: usize| self.evaluator.cap(path[position], depth, position + 1 == depth);
        let layers = u32::from(self.evaluator.layers());
        if (0..depth).map(|position| u32::from(cap(position))).sum::<u32>() < layers || layers < depth as u32 {
            return false;
        }
        stages.extend(path.iter().map(|&gpu| Stage { gpu: gpu as u16, layers: 1 }));
        let mut left = layers - depth as u32;
        let mut open: Vec<usize> = (0..depth).filter(|&position| cap(position) > 1).collect();
        while left > 0 {
            let choice = uniform_below(rng, open.len());
            let position = open[choice];
            let room = u32::from(cap(position) - stages[position].layers).min(left);
            let added = 1 + uniform_below(rng, room as usize) as u32;
            stages[position].layers += added as u16;
            left -= added;
            if stages[position].layers == cap(position) {
                open.swap_remove(choice);
            }
        }
        true
    }
}
