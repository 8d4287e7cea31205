//! The figures of each stage, for people to read: also of plans that do not fit or lack a link.

use super::memory::MemoryNeed;
use super::{energy, time};
use crate::model::{Instance, Plan};

/// One stage's figures per micro-batch; a transfer over a missing link, and what depends on it, is `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageFigures {
    /// Index of the GPU.
    pub gpu: usize,
    /// Transformer layers of the stage; the LM head of the last stage is not counted.
    pub layers: u16,
    /// Forward and backward compute of one micro-batch (Eq. 7, 8), ms.
    pub compute_ms: f64,
    /// The part of `compute_ms` that counts in Eq. 14.
    pub energy_compute_ms: f64,
    /// Send of the activations to the next stage (Eq. 9), ms; 0 on the last stage.
    pub forward_ms: Option<f64>,
    /// Send of the gradients to the previous stage (Eq. 10), ms; 0 on the first stage.
    pub backward_ms: Option<f64>,
    /// Service time τ of one micro-batch: compute and both sends (Eq. 11), ms.
    pub service_ms: Option<f64>,
    /// Memory that the stage needs (Eq. 5, 6), bytes.
    pub memory_bytes: f64,
    /// Usable memory M̃: memory × utilisation, bytes.
    pub memory_limit_bytes: f64,
    /// Whether `memory_bytes` is at most `memory_limit_bytes`.
    pub fits: bool,
}

/// T_iter in ms (Eq. 1) and E_iter in J (Eq. 14).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Totals {
    /// Iteration time T_iter (Eq. 1), ms.
    pub time_ms: f64,
    /// Iteration energy E_iter (Eq. 14), J.
    pub energy_j: f64,
}

/// Figures per stage, first to last.
pub fn stage_figures(instance: &Instance, plan: &Plan) -> Vec<StageFigures> {
    let Instance { cluster, transformer, training, .. } = instance;
    let need = MemoryNeed::new(transformer, training);
    let bytes = time::boundary_bytes(transformer, training);
    let stages = plan.stages();
    let transfer = |from: usize, to: Option<usize>| match to {
        None => Some(0.0),
        Some(to) => cluster.link(from, to).map(|link| time::transfer_ms(bytes, link)),
    };
    let gpu_at = |position: usize| stages.get(position).map(|stage| usize::from(stage.gpu));
    let figures = |(position, stage): (usize, &crate::model::Stage)| {
        let index = usize::from(stage.gpu);
        let gpu = &cluster.gpus()[index];
        let last = position + 1 == stages.len();
        let layers_ms = time::layer_compute_ms(transformer, training, gpu) * f64::from(stage.layers);
        let head_ms = if last { time::head_compute_ms(transformer, training, gpu) } else { 0.0 };
        let compute_ms = layers_ms + head_ms;
        let forward_ms = transfer(index, gpu_at(position + 1));
        let backward_ms = transfer(index, position.checked_sub(1).and_then(gpu_at));
        let limit = gpu.effective_memory_bytes;
        StageFigures {
            gpu: index,
            layers: stage.layers,
            compute_ms,
            energy_compute_ms: if instance.objective.energy_counts_head { compute_ms } else { layers_ms },
            forward_ms,
            backward_ms,
            service_ms: forward_ms.zip(backward_ms).map(|(forward, backward)| compute_ms + forward + backward),
            memory_bytes: need.bytes(stage.layers, stages.len(), last),
            memory_limit_bytes: limit,
            fits: need.fits(stage.layers, stages.len(), last, limit),
        }
    };
    stages.iter().enumerate().map(figures).collect()
}

/// Time and energy from the figures of all stages; `None` if a link is missing.
pub fn totals(instance: &Instance, figures: &[StageFigures]) -> Option<Totals> {
    let micro_batches = instance.training.micro_batches() as f64;
    let services: Vec<f64> = figures.iter().map(|stage| stage.service_ms).collect::<Option<_>>()?;
    let max = services.iter().copied().fold(0.0, f64::max);
    let time_ms = time::iteration_ms(services.iter().sum(), max, micro_batches);
    let gpu = |stage: &StageFigures| &instance.cluster.gpus()[stage.gpu];
    let idle_w = figures.iter().map(|stage| gpu(stage).idle_w).sum();
    let active_w_ms =
        figures.iter().map(|stage| (gpu(stage).active_w - gpu(stage).idle_w) * stage.energy_compute_ms).sum();
    Some(Totals { time_ms, energy_j: energy::iteration_j(time_ms, idle_w, active_w_ms, micro_batches) })
}
