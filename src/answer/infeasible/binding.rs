//! What binds: the head, memory, islands that are too small, or the order that links allow.

use super::short::least_missing;
use super::trial::Trial;
use super::wire::{BindingAnswer, BindingKind, IslandAnswer};
use crate::cost::{Evaluator, Objective};
use crate::format::{count, counted, fixed};
use crate::search::feasibility::{capacity_by_depth, connected_components, layer_capacity};
use crate::sorting::sort_by;

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

    /// What binds.
    pub fn binding(&self, trial: &mut Trial<'_>, most_layers: Option<u16>) -> BindingAnswer {
        let layers = u32::from(self.evaluator.layers());
        let (kind, what) = if (0..self.evaluator.gpus()).all(|gpu| self.evaluator.cap(gpu, 1, true) == 0) {
            (BindingKind::Head, head(trial))
        } else if most(&self.if_linked) < layers {
            (BindingKind::Memory, self.memory(trial))
        } else if most(&self.by_depth) < layers {
            (BindingKind::Islands, self.parts(layers))
        } else {
            (BindingKind::Links, self.order(layers, most_layers))
        };
        BindingAnswer { kind, what }
    }

    fn memory(&self, trial: &mut Trial<'_>) -> String {
        let most = most(&self.by_depth);
        let best = self.by_depth.iter().position(|&held| held == most).map_or(1, |place| place + 1);
        let fit = if most == 1 { "fits" } else { "fit" };
        let mut told = format!("Memory binds: at most {} {fit}, in {}.", counted(most.into(), "layer"), stages(best));
        if best < self.by_depth.len() {
            told += &format!(
                " More stages add GPUs, but each stage then keeps more activations, so beyond {} nothing is gained.",
                stages(best)
            );
        }
        if let Some((gpu, bytes)) = least_missing(trial) {
            let name = &trial.scenario.instance.cluster.gpus()[gpu].name;
            told += &format!(" {} more in use on {name} alone would be enough.", gigabytes(bytes));
        }
        told
    }

    fn parts(&self, layers: u32) -> String {
        let best = self.islands.first();
        let held = best.map_or(0, |(_, held)| most(held));
        let gpus = best.map_or(0, |(gpus, _)| gpus.len()) as u64;
        let holds = if gpus == 1 { "holds" } else { "hold" };
        format!(
            "Links bind: the pool is in {} parts without links both ways between them. Linked, they would have room for \
             all {}; of the parts, {} {holds} most, {} of {}.",
            count(self.islands.len() as u64),
            counted(layers.into(), "layer"),
            counted(gpus, "GPU"),
            count(held.into()),
            count(layers.into()),
        )
    }

    fn order(&self, layers: u32, most_layers: Option<u16>) -> String {
        let room = format!(
            "Links bind: there is memory for all {}, but stages that follow each other need a link, and no order of \
             enough GPUs has one at every step.",
            counted(layers.into(), "layer")
        );
        match most_layers {
            Some(most) => format!("{room} Along the links there are, {} fit.", at_most(most)),
            None => room,
        }
    }
}

fn head(trial: &Trial<'_>) -> String {
    let gpus = trial.scenario.instance.cluster.gpus().iter();
    let largest = gpus.max_by(|a, b| a.effective_memory_bytes.total_cmp(&b.effective_memory_bytes));
    let need = format!(
        "The last stage binds: one layer and the LM head take {} at the least",
        gigabytes(trial.room.need.bytes(1, 1, true))
    );
    match largest {
        Some(gpu) => {
            let memory = gigabytes(gpu.effective_memory_bytes);
            format!("{need}, and the largest memory in use is {memory}, on {}.", gpu.name)
        }
        None => need + ".",
    }
}

/// Three digits or more; less than a megabyte is as good as none.
fn gigabytes(bytes: f64) -> String {
    let size_gb = (bytes / 1e9).max(0.001);
    let decimals = [10.0, 1.0].iter().filter(|&&least| size_gb < least).count() + 1;
    format!("{} GB", fixed(size_gb, decimals))
}

fn at_most(layers: u16) -> String {
    format!("at most {}", counted(layers.into(), "layer"))
}

fn stages(count: usize) -> String {
    counted(count as u64, "stage")
}

fn most(held: &[u32]) -> u32 {
    held.iter().copied().max().unwrap_or(0)
}
