//! Time: Eq. 1 and 7–11 of the paper. Milliseconds per micro-batch unless said otherwise.

use crate::model::{Gpu, Link, Training, Transformer};

/// Eq. 7 for one layer, forward and backward: `(1+γ) · u·T_seq · 24H² / F̃`, ms.
pub fn layer_compute_ms(transformer: &Transformer, training: &Training, gpu: &Gpu) -> f64 {
    let hidden = transformer.hidden_size() as f64;
    compute_ms(24.0 * hidden * hidden, training, gpu)
}

/// The part that Eq. 8 adds to Eq. 7 on the last stage: `(1+γ) · u·T_seq · 2HV / F̃`, ms.
pub fn head_compute_ms(transformer: &Transformer, training: &Training, gpu: &Gpu) -> f64 {
    compute_ms(2.0 * transformer.hidden_size() as f64 * transformer.vocab_size() as f64, training, gpu)
}

fn compute_ms(flops_per_token: f64, training: &Training, gpu: &Gpu) -> f64 {
    let tokens = training.tokens_per_micro_batch() as f64;
    1_000.0 * (1.0 + training.backward_ratio) * tokens * flops_per_token / gpu.effective_flops
}

/// `S = κ · u·T_seq · H`, bytes that cross a stage boundary, either way.
pub fn boundary_bytes(transformer: &Transformer, training: &Training) -> f64 {
    let tokens = training.tokens_per_micro_batch() as f64;
    training.precision.bytes() as f64 * tokens * transformer.hidden_size() as f64
}

/// Eq. 9 and 10: `L_ij + S / B̃_ij`, ms.
pub fn transfer_ms(boundary_bytes: f64, link: Link) -> f64 {
    1_000.0 * (link.latency_s() + boundary_bytes / link.bandwidth_bytes_per_s())
}

/// Eq. 1 under 1F1B: `T_iter = Σ τ_q + (M − 1) · max τ_q`, ms per iteration.
pub fn iteration_ms(service_sum_ms: f64, service_max_ms: f64, micro_batches: f64) -> f64 {
    service_sum_ms + (micro_batches - 1.0) * service_max_ms
}
