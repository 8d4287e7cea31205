//! The paths of a given depth that end in a given GPU, looked for from there towards the first stage.
//!
//! Members of a group differ in memory only, and more memory never holds fewer layers. So a path may take the members
//! of a group from the largest down (the head apart), and two ways that have taken equally many of every group and
//! stand in the same one have the same ways on: the second is not followed. A way is given up when even the largest
//! GPUs that can still be reached don't hold the layers that are left, of those that are never in a row (the leaves of a
//! star) no more than every other one counted.

use std::collections::BTreeSet;

use super::ranking::Ranking;
use super::room::{Room, Steps};

/// What is looked up during the walks of one depth, and the path.
pub struct Walk<'a> {
    room: &'a Room,
    ranking: &'a Ranking,
    stages: usize,
    wanted: u32,
    /// By GPU: most layers as an inner stage.
    cap: Vec<u32>,
    /// By GPU: most layers beside the head.
    cap_last: Vec<u32>,
    /// How many of each group the path has taken, the head apart.
    taken: Vec<u16>,
    /// From the head on.
    path: Vec<usize>,
    /// States from which there is no way on.
    seen: BTreeSet<(Vec<u16>, usize)>,
}

impl<'a> Walk<'a> {
    /// For pipelines of `stages` stages.
    pub fn new(room: &'a Room, ranking: &'a Ranking, stages: usize) -> Self {
        let caps = |last: bool| {
            let cap = |limit: &f64| u32::from(room.need.cap(stages, last, *limit, room.layers));
            room.memory_bytes.iter().map(cap).collect::<Vec<u32>>()
        };
        Self {
            room,
            ranking,
            stages,
            wanted: room.layers.into(),
            cap: caps(false),
            cap_last: caps(true),
            taken: vec![0; ranking.of_group.len()],
            path: Vec::new(),
            seen: BTreeSet::new(),
        }
    }

    /// GPUs with which a path may end: of twins with the same memory, one; only those with which all layers fit if
    /// links within an island are no hindrance.
    pub fn heads(&self) -> Vec<usize> {
        let memory = |gpu: usize| self.room.memory_bytes.get(gpu).map(|bytes| bytes.to_bits());
        let mut tried = BTreeSet::new();
        let mut heads = Vec::new();
        for gpus in self.by_island().iter().filter(|gpus| gpus.len() >= self.stages) {
            let sum = |count: usize| gpus.iter().take(count).map(|&gpu| self.cap[gpu]).sum::<u32>();
            let (inner, all) = (sum(self.stages - 1), sum(self.stages));
            for (rank, &gpu) in gpus.iter().enumerate().filter(|&(_, &gpu)| self.cap_last[gpu] > 0) {
                let others = if rank + 1 < self.stages { all - self.cap[gpu] } else { inner };
                if self.cap_last[gpu] + others >= self.wanted && tried.insert((self.ranking.group_of[gpu], memory(gpu)))
                {
                    heads.push(gpu);
                }
            }
        }
        heads
    }

    fn by_island(&self) -> Vec<Vec<usize>> {
        let islands = &self.room.groups.island;
        let mut gpus = vec![Vec::new(); islands.iter().max().map_or(0, |last| last + 1)];
        for &gpu in self.ranking.gpus.iter().filter(|&&gpu| self.cap[gpu] > 0) {
            gpus[islands[self.ranking.group_of[gpu]]].push(gpu);
        }
        gpus
    }

    /// Whether a path with this head holds all layers; `None` if the steps ran out. The path is then [`Self::path`].
    pub fn ends_in(&mut self, head: usize, steps: &mut Steps) -> Option<bool> {
        if !steps.take(self.cap.len() as u64) {
            return None;
        }
        self.seen.clear();
        self.path.clear();
        self.path.push(head);
        self.taken.fill(0);
        self.extend(self.ranking.group_of[head], self.cap_last[head], steps)
    }

    /// The path last found, from the head to the first stage.
    pub fn path(&self) -> &[usize] {
        &self.path
    }

    fn extend(&mut self, group: usize, held: u32, steps: &mut Steps) -> Option<bool> {
        if self.path.len() == self.stages {
            return Some(held >= self.wanted);
        }
        if !steps.take((self.cap.len() + self.ranking.of_group.len() * self.ranking.of_group.len()) as u64) {
            return None;
        }
        if held + self.most_ahead(group) < self.wanted || !self.seen.insert((self.taken.clone(), group)) {
            return Some(false);
        }
        let mut ways: Vec<(u32, usize, usize)> = (0..self.ranking.of_group.len())
            .filter(|&next| self.room.groups.linked[group][next])
            .filter_map(|next| self.next_of(next).map(|gpu| (self.cap[gpu], next, gpu)))
            .collect();
        ways.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        for (cap, next, gpu) in ways {
            self.path.push(gpu);
            self.taken[next] += 1;
            match self.extend(next, held + cap, steps) {
                Some(false) => {}
                found_or_out => return found_or_out,
            }
            self.taken[next] -= 1;
            self.path.pop();
        }
        Some(false)
    }

    /// Place of the largest GPU of a group that is not taken: there are as many before it as are taken, and maybe the
    /// head.
    fn next_place(&self, group: usize) -> u16 {
        let taken = self.taken[group];
        let Ranking { group_of, place, .. } = self.ranking;
        let passed = self.path.first().is_some_and(|&head| group_of[head] == group && place[head] <= taken);
        taken + u16::from(passed)
    }

    /// That GPU, if there is one and it holds a layer.
    fn next_of(&self, group: usize) -> Option<usize> {
        let gpu = *self.ranking.of_group[group].get(usize::from(self.next_place(group)))?;
        (self.cap[gpu] > 0).then_some(gpu)
    }

    /// Most layers that the stages still to come can hold; 0 if so many GPUs can't be reached.
    fn most_ahead(&self, group: usize) -> u32 {
        let reached = self.reached(group);
        let head = self.path.first();
        let first_free: Vec<u16> = (0..self.ranking.of_group.len()).map(|group| self.next_place(group)).collect();
        let free = |gpu: &&usize| {
            let group = self.ranking.group_of[**gpu];
            Some(*gpu) != head && reached[group] && self.ranking.place[**gpu] >= first_free[group]
        };
        let wanting = self.stages - self.path.len();
        let apart = &self.room.groups.apart;
        // Of those that are never in a row, every other one at the most.
        let mut left_apart = (wanting + usize::from(!apart[group])) / 2;
        let (mut count, mut layers) = (0, 0);
        let holding = self.ranking.gpus.iter().take_while(|&&gpu| self.cap[gpu] > 0);
        for &gpu in holding.filter(free) {
            if count == wanting {
                break;
            }
            if apart[self.ranking.group_of[gpu]] {
                if left_apart == 0 {
                    continue;
                }
                left_apart -= 1;
            }
            count += 1;
            layers += self.cap[gpu];
        }
        if count == wanting { layers } else { 0 }
    }

    /// Groups with a free GPU that can be reached from `group` through such groups.
    fn reached(&self, group: usize) -> Vec<bool> {
        let mut reached = vec![false; self.ranking.of_group.len()];
        let mut open = vec![group];
        while let Some(here) = open.pop() {
            for (next, reached) in reached.iter_mut().enumerate() {
                if !*reached && self.room.groups.linked[here][next] && self.next_of(next).is_some() {
                    *reached = true;
                    open.push(next);
                }
            }
        }
        reached
    }
}
