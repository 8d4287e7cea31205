//! Eq. 1 and Eq. 14 of one plan, addend by addend, and what sets its pace.

use serde::{Deserialize, Serialize};

use crate::cost::memory::MemoryNeed;
use crate::cost::{StageFigures, stage_figures};
use crate::model::{Instance, Plan};

/// One stage's addends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageAddends {
    /// Index of the GPU.
    pub gpu: usize,
    /// Service time τ (Eq. 11), ms.
    pub service_ms: f64,
    /// M · (P_act − P_idle) · comp, J.
    pub active_j: f64,
}

/// The stage with the greatest τ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pace {
    /// Place in the pipeline, from 0.
    pub stage: usize,
    /// Of its τ the part that computes, ms.
    pub compute_ms: f64,
    /// Of its τ the part that sends, ms.
    pub send_ms: f64,
    /// Layers it holds.
    pub layers: u16,
    /// What one more layer would need, bytes, where that exceeds its memory.
    pub next_layer_bytes: Option<f64>,
    /// The memory it has, bytes.
    pub memory_bytes: f64,
}

/// T_iter and E_iter as the sums they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sum {
    /// First stage to last.
    pub stages: Vec<StageAddends>,
    /// Σ τ, ms.
    pub fill_ms: f64,
    /// M − 1.
    pub repeats: u64,
    /// (M − 1) · max τ, ms.
    pub repeated_ms: f64,
    /// T_iter, ms: `fill_ms + repeated_ms`.
    pub time_ms: f64,
    /// Σ P_idle of the plan's GPUs, W.
    pub idle_w: f64,
    /// T_iter · Σ P_idle, J.
    pub idle_j: f64,
    /// E_iter, J: `idle_j` and every `active_j`.
    pub energy_j: f64,
    /// Who sets the pace.
    pub pace: Pace,
}

/// The sum of `plan`; `None` if it has no stage or lacks a link.
pub fn sum(instance: &Instance, plan: &Plan) -> Option<Sum> {
    let figures = stage_figures(instance, plan);
    let micro_batches = instance.training.micro_batches();
    let stages: Vec<StageAddends> = figures.iter().map(|stage| addends(instance, stage)).collect::<Option<_>>()?;
    let slower =
        |best: usize, other: usize| if stages[other].service_ms > stages[best].service_ms { other } else { best };
    let slowest = (0..stages.len()).reduce(slower)?;
    let fill_ms: f64 = stages.iter().map(|stage| stage.service_ms).sum();
    let repeats = micro_batches - 1;
    let repeated_ms = repeats as f64 * stages[slowest].service_ms;
    let time_ms = fill_ms + repeated_ms;
    let idle_w: f64 = stages.iter().map(|stage| instance.cluster.gpus()[stage.gpu].idle_w).sum();
    let idle_j = time_ms * idle_w / 1_000.0;
    let active_j: f64 = stages.iter().map(|stage| stage.active_j).sum();
    let pace = pace(instance, &figures, slowest);
    Some(Sum { stages, fill_ms, repeats, repeated_ms, time_ms, idle_w, idle_j, energy_j: idle_j + active_j, pace })
}

fn addends(instance: &Instance, stage: &StageFigures) -> Option<StageAddends> {
    let gpu = &instance.cluster.gpus()[stage.gpu];
    let micro_batches = instance.training.micro_batches() as f64;
    let active_j = micro_batches * (gpu.active_w - gpu.idle_w) * stage.energy_compute_ms / 1_000.0;
    Some(StageAddends { gpu: stage.gpu, service_ms: stage.service_ms?, active_j })
}

fn pace(instance: &Instance, figures: &[StageFigures], slowest: usize) -> Pace {
    let stage = &figures[slowest];
    let (depth, last) = (figures.len(), slowest + 1 == figures.len());
    let need = MemoryNeed::new(&instance.transformer, &instance.training);
    let next = stage.layers + 1;
    let holds = need.fits(next, depth, last, stage.memory_limit_bytes);
    Pace {
        stage: slowest,
        compute_ms: stage.compute_ms,
        send_ms: stage.forward_ms.unwrap_or_default() + stage.backward_ms.unwrap_or_default(),
        layers: stage.layers,
        next_layer_bytes: (!holds).then(|| need.bytes(next, depth, last)),
        memory_bytes: stage.memory_limit_bytes,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario::{self, plan_text};

    fn three_sites(plan: &str) -> Option<Sum> {
        let instance = scenario::read(scenario::presets::ALL[0].json).unwrap().instance;
        sum(&instance, &plan_text::parse(plan, &instance.cluster, 12).unwrap())
    }

    #[test]
    fn three_sites_worked_out_by_hand() {
        let sum = three_sites("g3:4,g4:1,g6:1,g5:6").unwrap();
        // One layer of 16,384 tokens: 3 · 24 · 2048² · 16,384 = 4.948e12 FLOP; A30 at 132, A100 at 250 TFLOP/s.
        let layer_flop = 3.0 * 24.0 * 2048.0 * 2048.0 * 16_384.0;
        // A boundary tensor is 2 · 16,384 · 2048 bytes = 0.5369 Gbit: 100 Gbps and 0.1 ms inside a site.
        let inside_ms = 0.1 + 8.0 * 2.0 * 16_384.0 * 2048.0 / 100e9 * 1e3;
        let first_ms = 4.0 * layer_flop / 132e12 * 1e3 + inside_ms;
        assert!((sum.stages[0].service_ms - first_ms).abs() < 1e-9 * first_ms);
        // Eight micro-batches, 165 W − 25 W.
        let first_j = 8.0 * 140.0 * 4.0 * layer_flop / 132e12;
        assert!((sum.stages[0].active_j - first_j).abs() < 1e-9 * first_j);
        assert_eq!((sum.repeats, sum.pace.stage, sum.idle_w), (7, 3, 25.0 + 25.0 + 37.0 + 40.0));
    }

    #[test]
    fn the_pacing_stage_holds_no_more_layers_than_fit() {
        let pace = three_sites("g3:4,g4:1,g6:1,g5:6").unwrap().pace;
        // Eq. 5, 6 for seven layers in four stages at FP16, with the head; the A100 has 0.7 · 40 GB.
        let layer = 4.0 * 12.0 * 2048.0 * 2048.0 * 2.0 + 5.0 * 10.0 * 2.0 * 16_384.0 * 2048.0;
        let head = 4.0 * 2048.0 * 50_258.0 * 2.0 + 2.0 * 2.0 * 16_384.0 * 50_258.0;
        let seven = 7.0 * layer + head;
        assert!((pace.next_layer_bytes.unwrap() - seven).abs() < 1e-9 * seven);
        assert!((pace.memory_bytes - 28e9).abs() < 1.0 && pace.layers == 6);
        let roomy = three_sites("g3:6,g5:6").unwrap().pace;
        assert_eq!((roomy.stage, roomy.next_layer_bytes), (0, None));
    }

    #[test]
    fn a_missing_link_leaves_no_sum() {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        document["network"]["gpu_links"] = serde_json::json!([{ "from": "g3", "to": "g4", "connected": false }]);
        let instance = scenario::read_value(&document).unwrap().instance;
        let plan = plan_text::parse("g3:6,g4:6", &instance.cluster, 12).unwrap();
        assert_eq!(sum(&instance, &plan), None);
    }
}
