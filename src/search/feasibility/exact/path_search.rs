//! Depth-first search for a path of a given depth that ends in a given GPU and whose layer caps sum to at least L.
//!
//! The search starts at the head, the GPU of the last stage, and extends the path towards the first stage. Three facts
//! keep it small:
//!
//! - **Dominance.** Members of a group differ in memory only, and more memory never holds fewer layers. Of all paths
//!   that visit the same sequence of groups, one holds the most layers: that which takes the members of each group
//!   from the largest down. Only such paths are tried; the head is given and stays out of the count.
//! - **Memoised states.** With the head fixed, the number of GPUs taken from each group says which GPUs the path holds.
//!   Two partial paths with equal numbers that end in the same group have the same completions: only the first is
//!   extended.
//! - **Bound.** The stages still missing hold at most the sum of the largest caps among the free GPUs that the path can
//!   reach. GPUs of independent groups are never neighbours on a path, so at most every other missing stage counts one
//!   of them. A partial path is pruned when it and this sum hold fewer than L layers.

use std::collections::BTreeSet;

use super::memory_order::MemoryOrder;
use super::problem::{CapacityProblem, WorkLimit};

/// The search at one depth: its tables and the current path.
pub struct PathSearch<'a> {
    problem: &'a CapacityProblem,
    memory_order: &'a MemoryOrder,
    stages: usize,
    /// Number of Transformer layers L.
    layers: u32,
    /// Layer cap of a stage without the head: `[GPUs]`.
    cap: Vec<u32>,
    /// Layer cap of the last stage, which also holds the head; 0 if the head does not fit: `[GPUs]`.
    cap_last: Vec<u32>,
    /// GPUs that the path has taken from each group, without the head: `[groups]`.
    taken: Vec<u16>,
    /// GPUs of the current path, from the head on.
    path: Vec<usize>,
    /// States already extended without success: GPUs taken from each group, and the group the path ends in.
    failed: BTreeSet<(Vec<u16>, usize)>,
}

impl<'a> PathSearch<'a> {
    /// Prepares the search for pipelines of `stages` stages.
    pub fn new(problem: &'a CapacityProblem, memory_order: &'a MemoryOrder, stages: usize) -> Self {
        let caps = |last: bool| {
            let cap = |limit: &f64| u32::from(problem.need.cap(stages, last, *limit, problem.layers));
            problem.memory_bytes.iter().map(cap).collect::<Vec<u32>>()
        };
        Self {
            problem,
            memory_order,
            stages,
            layers: problem.layers.into(),
            cap: caps(false),
            cap_last: caps(true),
            taken: vec![0; memory_order.of_group.len()],
            path: Vec::new(),
            failed: BTreeSet::new(),
        }
    }

    /// The GPUs to try as the head.
    ///
    /// Of the members of a group with equal memory only the first is tried. A GPU is left out when its connected
    /// component holds fewer than L layers with the head on it, even if all its GPUs were linked directly.
    pub fn heads(&self) -> Vec<usize> {
        let memory = |gpu: usize| self.problem.memory_bytes.get(gpu).map(|bytes| bytes.to_bits());
        let mut tried = BTreeSet::new();
        let mut heads = Vec::new();
        for gpus in self.gpus_by_component().iter().filter(|gpus| gpus.len() >= self.stages) {
            let sum = |count: usize| gpus.iter().take(count).map(|&gpu| self.cap[gpu]).sum::<u32>();
            let (inner, all) = (sum(self.stages - 1), sum(self.stages));
            for (rank, &gpu) in gpus.iter().enumerate().filter(|&(_, &gpu)| self.cap_last[gpu] > 0) {
                let others = if rank + 1 < self.stages { all - self.cap[gpu] } else { inner };
                if self.cap_last[gpu] + others >= self.layers
                    && tried.insert((self.memory_order.group_of[gpu], memory(gpu)))
                {
                    heads.push(gpu);
                }
            }
        }
        heads
    }

    /// GPUs that hold a layer, by decreasing memory: `[components][GPUs]`.
    fn gpus_by_component(&self) -> Vec<Vec<usize>> {
        let component_of = &self.problem.groups.component;
        let mut gpus = vec![Vec::new(); component_of.iter().max().map_or(0, |last| last + 1)];
        for &gpu in self.memory_order.gpus.iter().filter(|&&gpu| self.cap[gpu] > 0) {
            gpus[component_of[self.memory_order.group_of[gpu]]].push(gpu);
        }
        gpus
    }

    /// Whether some path that ends in `head` holds L layers; `None` if the work limit was reached first.
    ///
    /// After `Some(true)`, [`Self::path`] is that path.
    pub fn find_path(&mut self, head: usize, work: &mut WorkLimit) -> Option<bool> {
        if !work.take(self.cap.len() as u64) {
            return None;
        }
        self.failed.clear();
        self.path.clear();
        self.path.push(head);
        self.taken.fill(0);
        self.extend(self.memory_order.group_of[head], self.cap_last[head], work)
    }

    /// The path found last, from the head to the first stage.
    pub fn path(&self) -> &[usize] {
        &self.path
    }

    /// Extends the path, which ends in `group` and holds `held` layers; the result is that of [`Self::find_path`].
    fn extend(&mut self, group: usize, held: u32, work: &mut WorkLimit) -> Option<bool> {
        if self.path.len() == self.stages {
            return Some(held >= self.layers);
        }
        if !work.take((self.cap.len() + self.memory_order.of_group.len() * self.memory_order.of_group.len()) as u64) {
            return None;
        }
        if held + self.max_layers_ahead(group) < self.layers || !self.failed.insert((self.taken.clone(), group)) {
            return Some(false);
        }
        let mut branches: Vec<(u32, usize, usize)> = (0..self.memory_order.of_group.len())
            .filter(|&next| self.problem.groups.linked[group][next])
            .filter_map(|next| self.largest_free(next).map(|gpu| (self.cap[gpu], next, gpu)))
            .collect();
        branches.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for (cap, next, gpu) in branches {
            self.path.push(gpu);
            self.taken[next] += 1;
            match self.extend(next, held + cap, work) {
                Some(false) => {}
                found_or_stopped => return found_or_stopped,
            }
            self.taken[next] -= 1;
            self.path.pop();
        }
        Some(false)
    }

    /// Rank of the largest free GPU of `group`: the taken ones come before it, and perhaps the head.
    fn next_rank(&self, group: usize) -> u16 {
        let taken = self.taken[group];
        let MemoryOrder { group_of, rank, .. } = self.memory_order;
        let passed = self.path.first().is_some_and(|&head| group_of[head] == group && rank[head] <= taken);
        taken + u16::from(passed)
    }

    /// The largest free GPU of `group`; `None` if there is none or it holds no layer.
    fn largest_free(&self, group: usize) -> Option<usize> {
        let gpu = *self.memory_order.of_group[group].get(usize::from(self.next_rank(group)))?;
        (self.cap[gpu] > 0).then_some(gpu)
    }

    /// Upper bound on the layers of the missing stages, for a path that ends in `group`; 0 if too few GPUs can be
    /// reached.
    fn max_layers_ahead(&self, group: usize) -> u32 {
        let reached = self.reached(group);
        let head = self.path.first();
        let first_free_rank: Vec<u16> =
            (0..self.memory_order.of_group.len()).map(|group| self.next_rank(group)).collect();
        let free = |gpu: &&usize| {
            let group = self.memory_order.group_of[**gpu];
            Some(*gpu) != head && reached[group] && self.memory_order.rank[**gpu] >= first_free_rank[group]
        };
        let missing = self.stages - self.path.len();
        let independent = &self.problem.groups.independent;
        // At most every other missing stage, beginning with the next one unless the path now ends in such a group.
        let mut independent_left = (missing + usize::from(!independent[group])) / 2;
        let (mut count, mut layers) = (0, 0);
        let holding = self.memory_order.gpus.iter().take_while(|&&gpu| self.cap[gpu] > 0);
        for &gpu in holding.filter(free) {
            if count == missing {
                break;
            }
            if independent[self.memory_order.group_of[gpu]] {
                if independent_left == 0 {
                    continue;
                }
                independent_left -= 1;
            }
            count += 1;
            layers += self.cap[gpu];
        }
        if count == missing { layers } else { 0 }
    }

    /// Whether each group has a free GPU and can be reached from `group` through groups that have one: `[groups]`.
    fn reached(&self, group: usize) -> Vec<bool> {
        let mut reached = vec![false; self.memory_order.of_group.len()];
        let mut open = vec![group];
        while let Some(here) = open.pop() {
            for (next, reached) in reached.iter_mut().enumerate() {
                if !*reached && self.problem.groups.linked[here][next] && self.largest_free(next).is_some() {
                    *reached = true;
                    open.push(next);
                }
            }
        }
        reached
    }
}
