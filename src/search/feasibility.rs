//! Whether any plan can exist: a proof that none can, or a plan built within the memory caps.

use crate::sorting::sort_by;
use rand::RngExt;

use super::Rng;
use crate::cost::Evaluator;
use crate::model::Stage;

/// The most layers that fit, and the pipeline depth at which they do, when that is fewer than L.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapacityShortfall {
    /// Most layers that any choice of linked GPUs can hold.
    pub layers: u32,
    /// Stage count that reaches it; 0 if the LM head fits on no GPU.
    pub stages: usize,
}

/// Groups of GPUs that can reach each other over links, each sorted by index.
pub fn islands(evaluator: &Evaluator) -> Vec<Vec<usize>> {
    let mut island_of = vec![usize::MAX; evaluator.gpus()];
    let mut islands = Vec::new();
    for start in 0..evaluator.gpus() {
        if island_of[start] != usize::MAX {
            continue;
        }
        let number = islands.len();
        island_of[start] = number;
        let mut members = vec![start];
        let mut next = 0;
        while next < members.len() {
            for (other, island) in island_of.iter_mut().enumerate() {
                if *island == usize::MAX && evaluator.linked(members[next], other) {
                    *island = number;
                    members.push(other);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        islands.push(members);
    }
    islands
}

/// Most layers that `stages` GPUs of `island` can hold, one of them with the LM head.
///
/// A relaxation: it ignores which GPUs are linked directly. So too little here proves that no plan of that
/// depth exists within the island.
pub fn layer_capacity(evaluator: &Evaluator, island: &[usize], stages: usize) -> u32 {
    let mut inner: Vec<(u32, usize)> = island
        .iter()
        .map(|&gpu| (u32::from(evaluator.cap(gpu, stages, false)), gpu))
        .filter(|(cap, _)| *cap > 0)
        .collect();
    if inner.len() < stages {
        return 0;
    }
    sort_by(&mut inner, |a, b| b.cmp(a));
    let others: u32 = inner.iter().take(stages - 1).map(|(cap, _)| cap).sum();
    let next = inner[stages - 1].0;
    let with_head = |(rank, &(cap, gpu)): (usize, &(u32, usize))| {
        let last = u32::from(evaluator.cap(gpu, stages, true));
        let rest = if rank + 1 < stages { others - cap + next } else { others };
        (last > 0).then_some(last + rest)
    };
    inner.iter().enumerate().filter_map(with_head).max().unwrap_or(0)
}

/// Most layers that GPUs linked with each other can hold, by pipeline depth from 1.
pub fn capacity_by_depth(evaluator: &Evaluator) -> Vec<u32> {
    let islands = islands(evaluator);
    let capacity = |stages: usize| {
        let large = islands.iter().filter(|island| island.len() >= stages);
        large.map(|island| layer_capacity(evaluator, island, stages)).max().unwrap_or(0)
    };
    (1..=evaluator.max_stages()).map(capacity).collect()
}

/// A proof that no plan exists: at every depth, every island of linked GPUs holds fewer than L layers.
/// `None` proves nothing.
pub fn capacity_shortfall(evaluator: &Evaluator) -> Option<CapacityShortfall> {
    let islands = islands(evaluator);
    let wanted = u32::from(evaluator.layers());
    let mut best = CapacityShortfall { layers: 0, stages: 0 };
    for stages in 1..=evaluator.max_stages() {
        for island in islands.iter().filter(|island| island.len() >= stages) {
            let layers = layer_capacity(evaluator, island, stages);
            if layers >= wanted {
                return None;
            }
            if layers > best.layers {
                best = CapacityShortfall { layers, stages };
            }
        }
    }
    Some(best)
}

/// Draws plans that respect memory and links by construction, for pools on which blind drawing fails.
pub struct Builder<'e> {
    evaluator: &'e Evaluator,
    islands: Vec<Vec<usize>>,
    /// (stage count, index of an island) whose capacity reaches L.
    options: Vec<(usize, usize)>,
}

impl<'e> Builder<'e> {
    /// Looks for the depths and islands at which a plan is not ruled out by capacity.
    pub fn new(evaluator: &'e Evaluator) -> Self {
        let islands = islands(evaluator);
        let wanted = u32::from(evaluator.layers());
        let reaches = |&(stages, island): &(usize, usize)| {
            islands[island].len() >= stages && layer_capacity(evaluator, &islands[island], stages) >= wanted
        };
        let options = (1..=evaluator.max_stages())
            .flat_map(|stages| (0..islands.len()).map(move |island| (stages, island)))
            .filter(reaches)
            .collect();
        Self { evaluator, islands, options }
    }

    /// Whether capacity rules out every depth: no plan exists.
    pub fn is_hopeless(&self) -> bool {
        self.options.is_empty()
    }

    /// One attempt at a random plan; writes it to `stages` and says whether it succeeded.
    ///
    /// Picks a depth, walks the link graph backwards from a last stage that can hold the head, preferring
    /// large memory by a random degree, and spreads the layers at random within the caps.
    pub fn attempt(&self, rng: &mut Rng, stages: &mut Vec<Stage>) -> bool {
        stages.clear();
        if self.options.is_empty() {
            return false;
        }
        let (depth, island) = self.options[below(rng, self.options.len())];
        let greed = below(rng, 3);
        let cap = |gpu: usize, last: bool| self.evaluator.cap(gpu, depth, last);
        let mut unused: Vec<usize> = self.islands[island].iter().copied().filter(|&gpu| cap(gpu, false) > 0).collect();
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

    fn pick(&self, rng: &mut Rng, from: &[usize], depth: usize, last: bool, greed: usize) -> Option<usize> {
        let mut best = *from.get(below(rng, from.len().max(1)))?;
        for _ in 0..greed * 2 {
            let other = from[below(rng, from.len())];
            if self.evaluator.cap(other, depth, last) > self.evaluator.cap(best, depth, last) {
                best = other;
            }
        }
        Some(best)
    }

    fn spread(&self, rng: &mut Rng, path: &[usize], stages: &mut Vec<Stage>) -> bool {
        let depth = path.len();
        let cap = |position: usize| self.evaluator.cap(path[position], depth, position + 1 == depth);
        let wanted = u32::from(self.evaluator.layers());
        if (0..depth).map(|position| u32::from(cap(position))).sum::<u32>() < wanted || wanted < depth as u32 {
            return false;
        }
        stages.extend(path.iter().map(|&gpu| Stage { gpu: gpu as u16, layers: 1 }));
        let mut left = wanted - depth as u32;
        let mut open: Vec<usize> = (0..depth).filter(|&position| cap(position) > 1).collect();
        while left > 0 {
            let choice = below(rng, open.len());
            let position = open[choice];
            let room = u32::from(cap(position) - stages[position].layers).min(left);
            let share = 1 + below(rng, room as usize) as u32;
            stages[position].layers += share as u16;
            left -= share;
            if stages[position].layers == cap(position) {
                open.swap_remove(choice);
            }
        }
        true
    }
}

/// Uniform in `0..end`, drawn as 32 bits so that it is the same on every platform; 0 if `end` is 0.
pub fn below(rng: &mut Rng, end: usize) -> usize {
    if end <= 1 { 0 } else { rng.random_range(0..end as u32) as usize }
}
