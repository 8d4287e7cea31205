use crate::cost::stage_figures;
use crate::model::{Instance, Plan};

/// How long one micro-batch keeps a stage busy, by operation, in ms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageTimes {
    /// Forward compute of one micro-batch, ms.
    pub forward_ms: f64,
    /// Backward compute: γ × forward.
    pub backward_ms: f64,
    /// Sending activations to the next stage; 0 on the last.
    pub send_forward_ms: f64,
    /// Sending gradients to the previous stage; 0 on the first.
    pub send_backward_ms: f64,
}

impl StageTimes {
    /// τ: everything together (Eq. 11).
    pub fn service_ms(&self) -> f64 {
        self.forward_ms + self.backward_ms + self.send_forward_ms + self.send_backward_ms
    }
}

/// The times of every stage of a plan; `None` if a link is missing.
pub fn stage_times(instance: &Instance, plan: &Plan) -> Option<Vec<StageTimes>> {
    let forward_share = 1.0 / (1.0 + instance.training.backward_ratio);
    let times = |figures: crate::cost::StageFigures| {
        let forward_ms = figures.compute_ms * forward_share;
        Some(StageTimes {
            forward_ms,
            backward_ms: figures.compute_ms - forward_ms,
            send_forward_ms: figures.forward_ms?,
            send_backward_ms: figures.backward_ms?,
        })
    };
    stage_figures(instance, plan).into_iter().map(times).collect()
}
