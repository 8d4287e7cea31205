//! The plan on view, played out in time once for every panel that speaks of it.

use std::sync::Arc;

use crate::chart::gantt::LaneLabel;
use crate::cost::{stage_figures, totals};
use crate::format::count;
use crate::model::{Instance, Plan, Stage};
use crate::scenario::{Scenario, plan_text};
use crate::schedule::{Operation, OperationId, OperationKind, Sends, StageTimes, Timeline, simulate, stage_times};

/// Most operations that are played out in the page, where nothing may take long.
pub const MAX_PLAYED: u64 = 400_000;

/// An iteration of a plan, operation by operation, and what it amounts to.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The operations, with sends that hold the GPU.
    pub timeline: Timeline,
    /// The critical path of `timeline`, first to last.
    pub critical: Vec<OperationId>,
    /// Who does it, per stage.
    pub labels: Vec<LaneLabel>,
    /// How long the iteration takes when sends don't hold the GPU, ms.
    pub overlapped_ms: f64,
    /// How long Eq. 1 says it takes, ms.
    pub eq_1_ms: f64,
    /// Share of GPU time spent waiting.
    pub bubble_share: f64,
    /// Share of GPU time spent computing.
    pub compute_share: f64,
    /// Share of GPU time spent sending.
    pub send_share: f64,
}

/// Plays `plan` ("g5:9,g6:3") out. The error says in a sentence or two why that can't be done, and what to do.
pub fn play(instance: &Instance, plan: &str) -> Result<Played, String> {
    let plan = plan_text::parse(plan, &instance.cluster, instance.transformer.layers()).map_err(|problems| {
        let first = problems.first().map(|problem| problem.told().into());
        first.unwrap_or_else(|| "The plan can’t be read.".to_owned())
    })?;
    let (Some(times), Some(totals)) = (stage_times(instance, &plan), totals(instance, &stage_figures(instance, &plan)))
    else {
        let remedy = "Connect them, or choose another order.";
        return Err(format!("Two neighbours of the plan are not connected, so it can’t be played out. {remedy}"));
    };
    let micro_batches = instance.training.micro_batches();
    let operations = micro_batches * (4 * times.len() as u64).saturating_sub(2);
    let too_long = || {
        let (there, most) = (count(operations), count(MAX_PLAYED));
        let remedy = "Take larger micro-batches or a smaller batch to see it.";
        format!("This iteration has {there} operations; at most {most} are played out here. {remedy}")
    };
    if operations > MAX_PLAYED {
        return Err(too_long());
    }
    let simulated = |sends| simulate(&times, micro_batches as u32, sends).map_err(|_| too_long());
    let timeline = simulated(Sends::Blocking)?;
    let overlapped_ms = simulated(Sends::Overlapped)?.makespan_ms;
    let available_ms = times.len() as f64 * timeline.makespan_ms;
    let share = |wanted: fn(OperationKind) -> bool| {
        let of_kind = timeline.stages.iter().flatten().filter(|operation| wanted(operation.kind));
        of_kind.map(Operation::duration_ms).sum::<f64>() / available_ms
    };
    Ok(Played {
        critical: timeline.critical_path(),
        labels: labels(instance, &plan, &times),
        overlapped_ms,
        eq_1_ms: totals.time_ms,
        bubble_share: timeline.bubble_share(),
        compute_share: share(|kind| matches!(kind, OperationKind::Forward | OperationKind::Backward)),
        send_share: share(|kind| matches!(kind, OperationKind::SendForward | OperationKind::SendBackward)),
        timeline,
    })
}

fn labels(instance: &Instance, plan: &Plan, times: &[StageTimes]) -> Vec<LaneLabel> {
    let cluster = &instance.cluster;
    let label = |(index, stage): (usize, &Stage)| {
        let gpu = cluster.gpus().get(usize::from(stage.gpu));
        let next = times.get(index + 1);
        LaneLabel {
            gpu: gpu.map(|gpu| gpu.name.clone()).unwrap_or_default(),
            model: gpu.map(|gpu| gpu.model.clone()).unwrap_or_default(),
            site: gpu.and_then(|gpu| cluster.sites().get(gpu.site)).cloned().unwrap_or_default(),
            layers: stage.layers,
            send_forward_ms: next.and(times.get(index)).map(|here| here.send_forward_ms),
            send_backward_ms: next.map(|next| next.send_backward_ms),
        }
    };
    plan.stages().iter().enumerate().map(label).collect()
}

/// What came of playing out the plan on view.
#[derive(Clone, Debug)]
pub struct PlayedOnView {
    /// What it is a plan for.
    pub scenario: Arc<Scenario>,
    /// "g5:9,g6:3".
    pub plan: String,
    /// The iteration, or why there is none to show.
    pub outcome: Arc<Result<Played, String>>,
}

impl PlayedOnView {
    /// The iteration of this plan; `before` is given back where it is of the same.
    pub fn of(scenario: &Arc<Scenario>, plan: &str, before: Option<&Self>) -> Self {
        match before.filter(|before| Arc::ptr_eq(&before.scenario, scenario) && before.plan == plan) {
            Some(before) => before.clone(),
            None => {
                let outcome = Arc::new(play(&scenario.instance, plan));
                Self { scenario: scenario.clone(), plan: plan.to_owned(), outcome }
            }
        }
    }

    /// The iteration.
    pub fn played(&self) -> Option<&Played> {
        self.outcome.as_ref().as_ref().ok()
    }
}

/// The same only if it was played out once: comparing operations would take longer than drawing them.
impl PartialEq for PlayedOnView {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.outcome, &other.outcome)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario;

    fn three_sites(edit: impl FnOnce(&mut serde_json::Value)) -> Arc<Scenario> {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        Arc::new(scenario::read_value(&document).unwrap())
    }

    #[test]
    fn one_gpu_computes_all_the_time() {
        let played = play(&three_sites(|_| ()).instance, "g5:12").unwrap();
        assert!((played.compute_share - 1.0).abs() < 1e-12 && played.bubble_share.abs() < 1e-12);
        assert_eq!((played.send_share, played.overlapped_ms), (0.0, played.timeline.makespan_ms));
        assert!((played.timeline.makespan_ms - played.eq_1_ms).abs() < 1e-6);
        assert_eq!(played.labels[0].send_forward_ms, None);
    }

    #[test]
    fn shares_of_the_three_site_plan_add_up() {
        let played = play(&three_sites(|_| ()).instance, "g3:4,g4:1,g6:1,g5:6").unwrap();
        // Eight micro-batches; service times 155.4, 127.7, 156.2, 164.7 ms, of which sends 5.5, 90.2, 90.2, 5.5.
        let available = 4.0 * 1_756.8;
        assert!((played.bubble_share - (1.0 - 8.0 * 604.0 / available)).abs() < 1e-3, "{}", played.bubble_share);
        assert!((played.send_share - 8.0 * 191.4 / available).abs() < 1e-3);
        assert!((played.bubble_share + played.send_share + played.compute_share - 1.0).abs() < 1e-9);
        let names: Vec<&str> = played.labels.iter().map(|label| label.gpu.as_str()).collect();
        assert_eq!(names, ["g3", "g4", "g6", "g5"]);
        assert_eq!((played.labels[1].site.as_str(), played.labels[2].site.as_str()), ("B", "C"));
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        let long = three_sites(|document| {
            document["training"]["batch_size"] = 60_000.into();
            document["training"]["micro_batch_size"] = 1.into();
        });
        // 60,000 micro-batches × (4 · 3 stages − 2).
        let said = play(&long.instance, "g3:5,g4:1,g5:6").unwrap_err();
        assert!(said.starts_with("This iteration has 600,000 operations;"), "{said}");
        let apart = three_sites(|document| {
            document["network"]["gpu_links"] = serde_json::json!([{ "from": "g3", "to": "g4", "connected": false }]);
        });
        assert!(play(&apart.instance, "g3:6,g4:6").unwrap_err().contains("not connected"));
        assert!(play(&apart.instance, "g9:12").unwrap_err().contains("g9"));
    }

    #[test]
    fn the_same_plan_is_played_once() {
        let scenario = three_sites(|_| ());
        let first = PlayedOnView::of(&scenario, "g5:12", None);
        assert_eq!(PlayedOnView::of(&scenario, "g5:12", Some(&first)), first);
        assert_ne!(PlayedOnView::of(&scenario, "g5:11,g6:1", Some(&first)), first);
        assert_ne!(PlayedOnView::of(&three_sites(|_| ()), "g5:12", Some(&first)), first);
    }
}
