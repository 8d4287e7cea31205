//! A plan's iteration simulated under 1F1B, and the figures that come of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::packed_timeline;
use crate::cost::{stage_figures, totals};
use crate::model::{Instance, Plan};
use crate::schedule::{Operation, OperationKind, Sends, Timeline, simulate, stage_times};

/// An iteration with sends that hold the sending GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    #[serde(with = "packed_timeline")]
    pub timeline: Timeline,
    /// Makespan with sends that hold only the link, ms.
    pub overlapped_ms: f64,
    /// T_iter of Eq. 1, ms.
    pub eq_1_ms: f64,
    /// Share of GPU time spent waiting.
    pub bubble_share: f64,
    /// Share of GPU time spent computing.
    pub compute_share: f64,
    /// Share of GPU time spent sending.
    pub send_share: f64,
}

/// Why a plan has no simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoSimulation {
    /// Two neighbours of the plan are not connected.
    MissingLink,
    /// The iteration has more operations than are simulated.
    TooLong { operations: u64, most: u64 },
    /// The iteration is too long to be simulated for a plan that a search may yet better.
    AfterTheSearch,
}

/// Simulates an iteration of `plan` unless it has more than `most` operations.
pub fn simulation(instance: &Instance, plan: &Plan, most: u64) -> Result<Arc<Simulation>, NoSimulation> {
    let totals = totals(instance, &stage_figures(instance, plan));
    let (Some(times), Some(totals)) = (stage_times(instance, plan), totals) else {
        return Err(NoSimulation::MissingLink);
    };
    let micro_batches = instance.training.micro_batches();
    let operations = micro_batches * (4 * times.len() as u64).saturating_sub(2);
    let too_long = NoSimulation::TooLong { operations, most };
    if operations > most {
        return Err(too_long);
    }
    let simulated = |sends| simulate(&times, micro_batches as u32, sends).map_err(|_| too_long);
    let timeline = simulated(Sends::Blocking)?;
    let overlapped_ms = simulated(Sends::Overlapped)?.makespan_ms;
    let available_ms = times.len() as f64 * timeline.makespan_ms;
    let share = |wanted: fn(OperationKind) -> bool| {
        let of_kind = timeline.stages.iter().flatten().filter(|operation| wanted(operation.kind));
        of_kind.map(Operation::duration_ms).sum::<f64>() / available_ms
    };
    Ok(Arc::new(Simulation {
        overlapped_ms,
        eq_1_ms: totals.time_ms,
        bubble_share: timeline.bubble_share(),
        compute_share: share(|kind| matches!(kind, OperationKind::Forward | OperationKind::Backward)),
        send_share: share(|kind| matches!(kind, OperationKind::SendForward | OperationKind::SendBackward)),
        timeline,
    }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario::{self, Scenario, plan_text};

    fn three_sites(edit: impl FnOnce(&mut serde_json::Value)) -> Scenario {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        scenario::read_value(&document).unwrap()
    }

    fn simulated(scenario: &Scenario, plan: &str) -> Result<Arc<Simulation>, NoSimulation> {
        let instance = &scenario.instance;
        let plan = plan_text::parse(plan, &instance.cluster, instance.transformer.layers()).unwrap();
        simulation(instance, &plan, 400_000)
    }

    #[test]
    fn one_gpu_computes_all_the_time() {
        let simulation = simulated(&three_sites(|_| ()), "g5:12").unwrap();
        assert!((simulation.compute_share - 1.0).abs() < 1e-12 && simulation.bubble_share.abs() < 1e-12);
        assert_eq!((simulation.send_share, simulation.overlapped_ms), (0.0, simulation.timeline.makespan_ms));
        assert!((simulation.timeline.makespan_ms - simulation.eq_1_ms).abs() < 1e-6);
    }

    #[test]
    fn shares_of_the_three_site_plan_add_up() {
        let simulation = simulated(&three_sites(|_| ()), "g3:4,g4:1,g6:1,g5:6").unwrap();
        let Simulation { bubble_share, send_share, compute_share, .. } = *simulation;
        // Eight micro-batches; service times 155.4, 127.7, 156.2, 164.7 ms, of which sends 5.5, 90.2, 90.2, 5.5.
        let available = 4.0 * 1_756.8;
        assert!((bubble_share - (1.0 - 8.0 * 604.0 / available)).abs() < 1e-3, "{bubble_share}");
        assert!((send_share - 8.0 * 191.4 / available).abs() < 1e-3);
        assert!((bubble_share + send_share + compute_share - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_simulated_says_why() {
        let long = three_sites(|document| {
            document["training"]["batch_size"] = 60_000.into();
            document["training"]["micro_batch_size"] = 1.into();
        });
        // 60,000 micro-batches × (4 · 3 stages − 2).
        let too_long = NoSimulation::TooLong { operations: 600_000, most: 400_000 };
        assert_eq!(simulated(&long, "g3:5,g4:1,g5:6").unwrap_err(), too_long);
        let apart = three_sites(|document| {
            document["network"]["gpu_links"] = serde_json::json!([{ "from": "g3", "to": "g4", "connected": false }]);
        });
        assert_eq!(simulated(&apart, "g3:6,g4:6").unwrap_err(), NoSimulation::MissingLink);
    }
}
