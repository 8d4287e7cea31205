//! From a document without problems to the planning problem it stands for, in the units of the cost model.

use std::collections::BTreeMap;

use super::document::{Document, GpuRow, LinkFigures, LinkRow, TrainingFields};
use super::names::{Names, expanded_names};
use crate::model::{
    Cluster, Gpu, GpuFigures, Instance, Invalid, Link, MemeticSettings, Network, ObjectiveSettings, Plan,
    SearchSettings, Training, TrainingFigures, Transformer,
};

/// Builds the instance. The error is a figure that the model refuses and the ranges let through: none is known.
pub(super) fn resolve(document: &Document, names: Names, plan: Option<Plan>) -> Result<Instance, Invalid> {
    let model = &document.model;
    let mut gpus = Vec::new();
    for row in document.gpus.iter().filter(|row| row.enabled) {
        let site = names.site(&row.site).ok_or(Invalid("a GPU names a site that does not exist"))?;
        for name in expanded_names(&row.name, row.count) {
            gpus.push(gpu(row, name, site)?);
        }
    }
    let network = network(document, &names)?;
    Ok(Instance {
        cluster: Cluster::new(gpus, names.sites, network)?,
        transformer: Transformer::new(model.hidden_size, model.layers, model.vocab_size)?,
        training: training(&document.training)?,
        objective: ObjectiveSettings {
            time_weight: document.objective.time_weight,
            reference_time_ms: document.objective.reference_time_ms,
            reference_energy_j: document.objective.reference_energy_j,
            energy_counts_head: document.objective.energy_counts_head,
        },
        search: search(document),
        plan,
    })
}

fn gpu(row: &GpuRow, name: String, site: usize) -> Result<Gpu, Invalid> {
    Gpu::new(GpuFigures {
        name,
        model: row.model.clone(),
        site,
        effective_flops: row.peak_tflops * 1e12 * row.compute_utilization,
        effective_memory_bytes: row.memory_gb * 1e9 * row.memory_utilization,
        idle_w: row.idle_w,
        active_w: row.active_w,
    })
}

fn training(fields: &TrainingFields) -> Result<Training, Invalid> {
    Training::new(TrainingFigures {
        batch_size: fields.batch_size,
        micro_batch_size: fields.micro_batch_size,
        sequence_length: fields.sequence_length,
        precision: fields.precision,
        activation_factor: fields.activation_factor,
        backward_ratio: fields.backward_ratio,
    })
}

fn search(document: &Document) -> SearchSettings {
    let search = &document.search;
    SearchSettings {
        planner: search.planner,
        seed: search.seed,
        max_evaluations: search.max_evaluations,
        time_limit_s: search.time_limit_s,
        frontier_weights: search.frontier_weights.clone(),
        memetic: MemeticSettings {
            population: search.memetic.population as usize,
            tournament: search.memetic.tournament as usize,
            elite: search.memetic.elite as usize,
            local_search_rate: search.memetic.local_search_rate,
            patience: search.memetic.patience as usize,
            generations: search.memetic.generations as usize,
            fallback_rate: search.memetic.fallback_rate,
        },
    }
}

/// The links between what can be planned with: those of GPUs that are switched off are left out.
fn network(document: &Document, names: &Names) -> Result<Network, Invalid> {
    let network = &document.network;
    let default = |figures: &Option<LinkFigures>| {
        figures.as_ref().map(|f| link(f.bandwidth_gbps, f.utilization, f.latency_ms)).transpose()
    };
    let mut site_links = BTreeMap::new();
    for row in &network.site_links {
        if let Some(pair) = names.site(&row.from).zip(names.site(&row.to)) {
            site_links.insert(pair, row_link(row)?);
        }
    }
    let index = |name: &str| names.gpu(name).and_then(|gpu| gpu.index);
    let mut gpu_links = BTreeMap::new();
    for row in &network.gpu_links {
        if let Some(pair) = index(&row.from).zip(index(&row.to)) {
            gpu_links.insert(pair, row_link(row)?);
        }
    }
    Ok(Network {
        within_site: default(&network.within_site)?,
        between_sites: default(&network.between_sites)?,
        site_links,
        gpu_links,
    })
}

fn row_link(row: &LinkRow) -> Result<Option<Link>, Invalid> {
    match (row.connected, row.bandwidth_gbps, row.latency_ms) {
        (true, Some(bandwidth_gbps), Some(latency_ms)) => link(bandwidth_gbps, row.utilization, latency_ms).map(Some),
        (true, ..) => Err(Invalid("a connected link has no figures")),
        (false, ..) => Ok(None),
    }
}

fn link(bandwidth_gbps: f64, utilization: f64, latency_ms: f64) -> Result<Link, Invalid> {
    Link::new(bandwidth_gbps * 1e9 / 8.0 * utilization, latency_ms / 1000.0)
}
