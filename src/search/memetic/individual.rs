use std::cmp::Ordering;

use crate::cost::Evaluator;
use crate::model::{Cost, Stage};
use crate::search::SearchContext;

/// A valid chromosome with its cost.
#[derive(Clone, Debug)]
pub struct Individual {
    /// Stages in pipeline order.
    pub stages: Vec<Stage>,
    /// Time, energy and objective of the stages.
    pub cost: Cost,
    /// Of the stages, to compare quickly.
    pub hash: u64,
}

impl Individual {
    /// An individual whose stages never need to grow beyond `most_stages`, to be filled.
    fn blank(most_stages: usize) -> Self {
        let nothing = Cost { time_ms: f64::INFINITY, energy_j: f64::INFINITY, objective: f64::INFINITY };
        Self { stages: Vec::with_capacity(most_stages), cost: nothing, hash: 0 }
    }

    /// An individual of these stages, with room for `most_stages`.
    pub fn new(most_stages: usize, stages: &[Stage], cost: Cost) -> Self {
        let mut made = Self::blank(most_stages);
        made.set(stages, cost);
        made
    }

    /// Takes over other stages and their cost, without allocating.
    pub fn set(&mut self, stages: &[Stage], cost: Cost) {
        self.stages.clear();
        self.stages.extend_from_slice(stages);
        self.cost = cost;
        self.hash = hash(stages);
    }

    /// Best first; costs are never NaN.
    pub fn compare(&self, other: &Self) -> Ordering {
        self.cost.objective.total_cmp(&other.cost.objective)
    }

    /// Whether both stand for the same chromosome.
    pub fn is_same(&self, other: &Self) -> bool {
        self.hash == other.hash && self.stages == other.stages
    }
}

fn hash(stages: &[Stage]) -> u64 {
    let mix = |hash: u64, stage: &Stage| {
        let word = u64::from(stage.gpu) << 16 | u64::from(stage.layers);
        (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    stages.iter().fold(0, mix)
}

/// Spends one evaluation on `stages`; `None` if they break memory or a link, or the budget is used up.
pub fn score(evaluator: &Evaluator, context: &mut SearchContext<'_>, stages: &[Stage]) -> Option<Cost> {
    if context.spend() { evaluator.cost(stages) } else { None }
}

/// Buffers that live as long as a run, so that operators don't allocate.
pub struct Workspace {
    /// GPUs seen in the chromosome being made.
    pub marks: Marks,
    /// A chromosome being made.
    pub scratch: Vec<Stage>,
    spare: Vec<Individual>,
    most_stages: usize,
}

impl Workspace {
    /// For plans of one instance.
    pub fn new(evaluator: &Evaluator) -> Self {
        let most_stages = evaluator.max_stages() + 1;
        let (marks, scratch) = (Marks::new(evaluator.gpus()), Vec::with_capacity(most_stages));
        Self { marks, scratch, spare: Vec::new(), most_stages }
    }

    /// An individual to be filled.
    pub fn take(&mut self) -> Individual {
        self.spare.pop().unwrap_or_else(|| Individual::blank(self.most_stages))
    }

    /// Gives individuals back whose contents are no longer needed.
    pub fn give_back(&mut self, individuals: impl IntoIterator<Item = Individual>) {
        self.spare.extend(individuals);
    }
}

/// Which GPUs have been seen, cleared in O(1).
pub struct Marks {
    epoch: u32,
    seen: Vec<u32>,
}

impl Marks {
    /// For GPUs `0..gpus`.
    pub fn new(gpus: usize) -> Self {
        Self { epoch: 0, seen: vec![0; gpus] }
    }

    /// Forgets all marks.
    pub fn clear(&mut self) {
        if self.epoch == u32::MAX {
            self.seen.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    /// Marks a GPU; `false` if it was marked already.
    #[inline]
    pub fn mark(&mut self, gpu: u16) -> bool {
        std::mem::replace(&mut self.seen[usize::from(gpu)], self.epoch) != self.epoch
    }

    /// Whether a GPU is marked.
    pub fn is_marked(&self, gpu: u16) -> bool {
        self.seen[usize::from(gpu)] == self.epoch
    }
}
