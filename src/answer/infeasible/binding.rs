//! What binds: the head, memory, islands that are too small, or the order that links allow.

use super::short::least_missing;
use super::trial::Trial;
use super::wire::{BindingAnswer, IslandAnswer};
use crate::cost::{Evaluator, Objective};
use crate::model::BindingKind;
use crate::search::feasibility::{capacity_by_depth, connected_components, layer_capacity};
use crate::sorting::sort_by;
use crate::words::Wording;
use crate::words::infeasible::{last_stage_binds, memory_binds, orders_bind, parts_bind};

/// Most islands that are listed.
const MOST_ISLANDS: usize = 20;

/// What is known of the capacity of a pool.
pub struct Capacity {
    evaluator: Evaluator,
    /// Of the whole pool, its parts apart, by depth.
    by_depth: Vec<u32>,
    /// If all GPUs were linked, by depth.
    if_linked: Vec<u32>,
    /// Parts of the pool that are not linked with each other, the one that holds most first.
    islands: Vec<(Vec<usize>, Vec<u32>)>,
}

impl Capacity {
    /// That of the pool of `trial`.
    pub fn of(trial: &Trial<'_>) -> Self {
        let evaluator = Evaluator::new(&trial.scenario.instance, Objective::time_only());
        let by_depth = |gpus: &[usize]| -> Vec<u32> {
            let most = gpus.len().min(evaluator.max_stages());
            (1..=most).map(|stages| layer_capacity(&evaluator, gpus, stages)).collect()
        };
        let all: Vec<usize> = (0..evaluator.gpus()).collect();
        let mut islands: Vec<(Vec<usize>, Vec<u32>)> = connected_components(&evaluator)
            .into_iter()
            .map(|gpus| (by_depth(&gpus), gpus))
            .map(|(held, gpus)| (gpus, held))
            .collect();
        sort_by(&mut islands, |a, b| most(&b.1).cmp(&most(&a.1)).then(b.0.len().cmp(&a.0.len())).then(a.0.cmp(&b.0)));
        Self { by_depth: capacity_by_depth(&evaluator), if_linked: by_depth(&all), islands, evaluator }
    }

    /// The parts of the pool, if there are several.
    pub fn islands(&self, trial: &Trial<'_>) -> Vec<IslandAnswer> {
        let gpus = trial.scenario.instance.cluster.gpus();
        let island = |(members, capacity): &(Vec<usize>, Vec<u32>)| IslandAnswer {
            gpus: members.iter().filter_map(|&gpu| gpus.get(gpu)).map(|gpu| gpu.name.clone()).collect(),
            capacity: capacity.clone(),
        };
        let several = self.islands.len() > 1;
        self.islands.iter().filter(|_| several).take(MOST_ISLANDS).map(island).collect()
    }

    pub fn binding(&self, trial: &mut Trial<'_>, most_layers: Option<u16>) -> BindingAnswer {
        let layers = u32::from(self.evaluator.layers());
        let (kind, what) = if (0..self.evaluator.gpus()).all(|gpu| self.evaluator.cap(gpu, 1, true) == 0) {
            (BindingKind::Head, head(trial))
        } else if most(&self.if_linked) < layers {
            (BindingKind::Memory, self.memory(trial))
        } else if most(&self.by_depth) < layers {
            (BindingKind::Islands, self.parts(layers))
        } else {
            (BindingKind::Links, orders_bind(layers, most_layers))
        };
        BindingAnswer { kind, what }
    }

    fn memory(&self, trial: &mut Trial<'_>) -> Wording {
        let most = most(&self.by_depth);
        let best = self.by_depth.iter().position(|&held| held == most).map_or(1, |place| place + 1);
        let missing = least_missing(trial);
        let gpus = trial.scenario.instance.cluster.gpus();
        let missing = missing.map(|(gpu, bytes)| (bytes, gpus[gpu].name.as_str()));
        memory_binds(most, best, best < self.by_depth.len(), missing)
    }

    fn parts(&self, layers: u32) -> Wording {
        let best = self.islands.first();
        let held = best.map_or(0, |(_, held)| most(held));
        parts_bind(self.islands.len(), best.map_or(0, |(gpus, _)| gpus.len()), held, layers)
    }
}

fn head(trial: &Trial<'_>) -> Wording {
    let gpus = trial.scenario.instance.cluster.gpus().iter();
    let largest = gpus.max_by(|a, b| a.effective_memory_bytes.total_cmp(&b.effective_memory_bytes));
    let largest = largest.map(|gpu| (gpu.effective_memory_bytes, gpu.name.as_str()));
    last_stage_binds(trial.room.need.bytes(1, 1, true), largest)
}

fn most(held: &[u32]) -> u32 {
    held.iter().copied().max().unwrap_or(0)
}
