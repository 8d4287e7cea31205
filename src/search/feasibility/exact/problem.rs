//! The input of the feasibility question, and the limit of the work spent on it.

use super::groups::Groups;
use crate::cost::memory::MemoryNeed;
use crate::model::Instance;

/// Work units left; looking at one GPU costs about one unit.
#[derive(Clone, Copy, Debug)]
pub struct WorkLimit(pub u64);

impl WorkLimit {
    /// Takes `work` units; `false` if fewer were left.
    pub(super) fn take(&mut self, work: u64) -> bool {
        let enough = self.0 >= work;
        self.0 = self.0.saturating_sub(work);
        enough
    }
}

/// A pool reduced to what decides feasibility: memory, links and the model's size.
#[derive(Clone, Debug)]
pub struct CapacityProblem {
    /// L, the layers to place.
    pub layers: u16,
    /// Memory that a stage needs by layers, depth and head.
    pub need: MemoryNeed,
    /// M̃, the memory a plan may use, bytes: `[GPUs]`.
    pub memory_bytes: Vec<f64>,
    /// The link graph by groups of interchangeable GPUs.
    pub groups: Groups,
}

impl CapacityProblem {
    /// Takes the memory, links and model of `instance`.
    pub fn of(instance: &Instance) -> Self {
        Self {
            layers: instance.transformer.layers(),
            need: MemoryNeed::new(&instance.transformer, &instance.training),
            memory_bytes: instance.cluster.gpus().iter().map(|gpu| gpu.effective_memory_bytes).collect(),
            groups: Groups::of(&instance.cluster),
        }
    }
}
