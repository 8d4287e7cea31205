//! The pool as the question of existence sees it, and how much work the question may take.

use super::groups::Groups;
use crate::cost::memory::MemoryNeed;
use crate::model::Instance;

/// Steps of work there are left: about one per GPU looked at.
#[derive(Clone, Copy, Debug)]
pub struct Steps(pub u64);

impl Steps {
    /// Takes some; `false` if they were not all there.
    pub(super) fn take(&mut self, steps: u64) -> bool {
        let enough = self.0 >= steps;
        self.0 = self.0.saturating_sub(steps);
        enough
    }
}

/// A pool as far as room for layers goes.
#[derive(Clone, Debug)]
pub struct Room {
    /// L.
    pub layers: u16,
    /// What a stage needs.
    pub need: MemoryNeed,
    /// M̃, bytes, by GPU.
    pub memory_bytes: Vec<f64>,
    /// Who is linked with whom.
    pub groups: Groups,
}

impl Room {
    /// That of an instance.
    pub fn of(instance: &Instance) -> Self {
        Self {
            layers: instance.transformer.layers(),
            need: MemoryNeed::new(&instance.transformer, &instance.training),
            memory_bytes: instance.cluster.gpus().iter().map(|gpu| gpu.effective_memory_bytes).collect(),
            groups: Groups::of(&instance.cluster),
        }
    }
}
