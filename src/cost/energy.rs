//! Energy: Eq. 12–14 of the paper.

/// Eq. 14: `E_iter = T_iter · Σ P_idle + M · Σ (P_act − P_idle) · comp_q`, J per iteration.
///
/// `idle_w` is Σ P_idle over the GPUs in the plan (W), `active_w_ms` is Σ (P_act − P_idle) · comp_q (W·ms per
/// micro-batch), `time_ms` is T_iter.
pub fn iteration_j(time_ms: f64, idle_w: f64, active_w_ms: f64, micro_batches: f64) -> f64 {
    (time_ms * idle_w + micro_batches * active_w_ms) / 1_000.0
}
