//! An independent judge of finished plans.
//!
//! It derives validity, time and energy from the paper's equations alone, in seconds and straight from the
//! instance, and shares no code with `cost` or `search`: a slip in their tables or bookkeeping shows here.

#![warn(missing_docs)]

use crate::model::{Instance, Plan};

/// Why a plan, or what was claimed of it, is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The plan names a GPU that the pool doesn't have.
    UnknownGpu {
        /// The index it names.
        gpu: usize,
    },
    /// The layers of the stages don't add up to L.
    LayerSum {
        /// Layers they hold.
        held: u64,
        /// Layers of the model, L.
        wanted: u64,
    },
    /// Two stages share a GPU.
    RepeatedGpu {
        /// Index of the GPU.
        gpu: usize,
    },
    /// A stage without layers.
    EmptyStage {
        /// Position of the stage, from 0.
        stage: usize,
    },
    /// Neighbours that are not linked both ways.
    MissingLink {
        /// Position of the first of the two, from 0.
        stage: usize,
    },
    /// A stage that does not fit (Eq. 5, 6).
    OverMemory {
        /// Position of the stage, from 0.
        stage: usize,
        /// Memory that the stage needs (Eq. 5, 6), bytes.
        need_bytes: f64,
        /// Bytes there are.
        limit_bytes: f64,
    },
    /// The claimed iteration time is not what Eq. 1 gives.
    Time {
        /// Iteration time that the plan came with, ms.
        claimed_ms: f64,
        /// Iteration time by the judge's own arithmetic, ms.
        derived_ms: f64,
    },
    /// The claimed energy is not what Eq. 14 gives.
    Energy {
        /// Iteration energy that the plan came with, J.
        claimed_j: f64,
        /// Iteration energy by the judge's own arithmetic, J.
        derived_j: f64,
    },
}

/// Relative difference up to which a claim agrees with the derivation.
const AGREEMENT: f64 = 1e-9;

/// Every fault of `plan`; with `claimed` (T_iter in ms, E_iter in J), also whether the figures are right.
pub fn judge(instance: &Instance, plan: &Plan, claimed: Option<(f64, f64)>) -> Vec<Fault> {
    let mut faults = shape_faults(instance, plan);
    if !faults.is_empty() {
        return faults;
    }
    faults.extend(memory_faults(instance, plan));
    match derive(instance, plan) {
        Err(missing) => faults.extend(missing),
        Ok((time_s, energy_j)) => {
            if let Some((claimed_ms, claimed_j)) = claimed {
                let derived_ms = time_s * 1e3;
                if !agrees(claimed_ms, derived_ms) {
                    faults.push(Fault::Time { claimed_ms, derived_ms });
                }
                if !agrees(claimed_j, energy_j) {
                    faults.push(Fault::Energy { claimed_j, derived_j: energy_j });
                }
            }
        }
    }
    faults
}

fn agrees(claimed: f64, derived: f64) -> bool {
    (claimed - derived).abs() <= AGREEMENT * derived.abs()
}

fn shape_faults(instance: &Instance, plan: &Plan) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut used = vec![false; instance.cluster.gpus().len()];
    for (position, stage) in plan.stages().iter().enumerate() {
        let gpu = usize::from(stage.gpu);
        match used.get_mut(gpu) {
            None => faults.push(Fault::UnknownGpu { gpu }),
            Some(true) => faults.push(Fault::RepeatedGpu { gpu }),
            Some(unused) => *unused = true,
        }
        if stage.layers == 0 {
            faults.push(Fault::EmptyStage { stage: position });
        }
    }
    let held = plan.stages().iter().map(|stage| u64::from(stage.layers)).sum();
    let wanted = u64::from(instance.transformer.layers());
    if held != wanted {
        faults.push(Fault::LayerSum { held, wanted });
    }
    faults
}

fn memory_faults(instance: &Instance, plan: &Plan) -> Vec<Fault> {
    let h = instance.transformer.hidden_size() as f64;
    let v = instance.transformer.vocab_size() as f64;
    let kappa = instance.training.precision.bytes() as f64;
    let u_t = (instance.training.micro_batch_size * instance.training.sequence_length) as f64;
    let q = plan.stages().len() as f64;
    let mut faults = Vec::new();
    for (position, stage) in plan.stages().iter().enumerate() {
        let layer_state = 4.0 * (12.0 * h * h) * kappa;
        let layer_activations = (q + 1.0) * instance.training.activation_factor * kappa * u_t * h;
        let mut need_bytes = f64::from(stage.layers) * (layer_state + layer_activations);
        if position == plan.stages().len() - 1 {
            need_bytes += 4.0 * (h * v) * kappa + 2.0 * kappa * u_t * v;
        }
        let limit_bytes = instance.cluster.gpus()[usize::from(stage.gpu)].effective_memory_bytes;
        if need_bytes > limit_bytes * (1.0 + 1e-12) {
            faults.push(Fault::OverMemory { stage: position, need_bytes, limit_bytes });
        }
    }
    faults
}

/// T_iter in s and E_iter in J, or the links that are missing.
fn derive(instance: &Instance, plan: &Plan) -> Result<(f64, f64), Vec<Fault>> {
    let (cluster, training) = (&instance.cluster, &instance.training);
    let h = instance.transformer.hidden_size() as f64;
    let v = instance.transformer.vocab_size() as f64;
    let u_t = (training.micro_batch_size * training.sequence_length) as f64;
    let m = (training.batch_size / training.micro_batch_size) as f64;
    let boundary = training.precision.bytes() as f64 * u_t * h;
    let stages = plan.stages();
    let mut missing = Vec::new();
    let mut service_s = vec![0.0; stages.len()];
    let (mut idle_w, mut active_j_per_micro_batch) = (0.0, 0.0);
    for (position, stage) in stages.iter().enumerate() {
        let gpu = &cluster.gpus()[usize::from(stage.gpu)];
        let layer_flops = f64::from(stage.layers) * 24.0 * h * h;
        let head_flops = if position + 1 == stages.len() { 2.0 * h * v } else { 0.0 };
        let seconds = |flops: f64| (1.0 + training.backward_ratio) * flops * u_t / gpu.effective_flops;
        service_s[position] += seconds(layer_flops + head_flops);
        let counted = if instance.objective.energy_counts_head { layer_flops + head_flops } else { layer_flops };
        active_j_per_micro_batch += (gpu.active_w - gpu.idle_w) * seconds(counted);
        idle_w += gpu.idle_w;
    }
    for (position, pair) in stages.windows(2).enumerate() {
        let (here, there) = (usize::from(pair[0].gpu), usize::from(pair[1].gpu));
        match (cluster.link(here, there), cluster.link(there, here)) {
            (Some(onward), Some(back)) => {
                service_s[position] += onward.latency_s() + boundary / onward.bandwidth_bytes_per_s();
                service_s[position + 1] += back.latency_s() + boundary / back.bandwidth_bytes_per_s();
            }
            _ => missing.push(Fault::MissingLink { stage: position }),
        }
    }
    if !missing.is_empty() {
        return Err(missing);
    }
    let slowest = service_s.iter().copied().fold(0.0, f64::max);
    let time_s = service_s.iter().sum::<f64>() + (m - 1.0) * slowest;
    Ok((time_s, time_s * idle_w + m * active_j_per_micro_batch))
}
