//! The simulated iteration of the plan on view, with what the timeline needs to name its lanes.

use std::ops::Deref;
use std::sync::Arc;

use crate::answer::{NoSimulation, Simulation};
use crate::chart::gantt::LaneLabel;
use crate::format::count;
use crate::schedule::OperationId;
use crate::ui::state::planner_state::OnView;

/// A simulation with its critical path and a label a lane. Reads like its [`Simulation`].
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledSimulation {
    pub simulation: Arc<Simulation>,
    /// The critical path, first operation to last.
    pub critical: Vec<OperationId>,
    /// Who works in each lane.
    pub labels: Vec<LaneLabel>,
}

impl Deref for LabelledSimulation {
    type Target = Simulation;

    fn deref(&self) -> &Simulation {
        &self.simulation
    }
}

fn labels(view: &OnView) -> Vec<LaneLabel> {
    let cluster = &view.scenario.instance.cluster;
    let label = |(index, stage): (usize, &crate::answer::StageAnswer)| {
        let gpu = view.gpus.get(index).and_then(|&gpu| cluster.gpus().get(usize::from(gpu)));
        let next = view.stages.get(index + 1);
        LaneLabel {
            gpu: stage.gpu.clone(),
            model: gpu.map(|gpu| gpu.model.clone()).unwrap_or_default(),
            site: gpu.and_then(|gpu| cluster.sites().get(gpu.site)).cloned().unwrap_or_default(),
            layers: stage.layers,
            send_forward_ms: next.and(stage.forward_ms),
            send_backward_ms: next.and_then(|next| next.backward_ms),
        }
    };
    view.stages.iter().enumerate().map(label).collect()
}

/// Why there is no timeline and what to do, in a sentence or two.
fn in_words(why: NoSimulation) -> String {
    match why {
        NoSimulation::MissingLink => {
            let remedy = "Connect them, or choose another order.";
            format!("Two neighbours of the plan are not connected, so it can’t be played out. {remedy}")
        }
        NoSimulation::TooLong { operations, most } => {
            let (there, most) = (count(operations), count(most));
            let remedy = "Take larger micro-batches or a smaller batch to see it.";
            format!("This iteration has {there} operations; at most {most} are played out here. {remedy}")
        }
        NoSimulation::AfterTheSearch => "The timeline follows when the search is over.".to_owned(),
    }
}

/// What came of simulating the plan on view.
#[derive(Clone, Debug)]
pub struct SimulationOnView {
    of: OnView,
    outcome: Arc<Result<LabelledSimulation, String>>,
}

impl SimulationOnView {
    /// The simulation of the plan on view; `before` is given back where it is of the same plan.
    pub fn of(view: &OnView, before: Option<&Self>) -> Self {
        let same = |before: &&Self| {
            Arc::ptr_eq(&before.of.scenario, &view.scenario) && before.of.plan == view.plan && before.outcome.is_ok()
        };
        if let Some(before) = before.filter(same) {
            return before.clone();
        }
        let labelled = |simulation: &Arc<Simulation>| LabelledSimulation {
            simulation: simulation.clone(),
            critical: simulation.timeline.critical_path(),
            labels: labels(view),
        };
        let outcome = Arc::new(view.simulation.as_ref().map(labelled).map_err(|&why| in_words(why)));
        Self { of: view.clone(), outcome }
    }

    pub fn there(&self) -> Option<&LabelledSimulation> {
        self.outcome.as_ref().as_ref().ok()
    }

    /// Why there is none, in words.
    pub fn refusal(&self) -> Option<&str> {
        self.outcome.as_ref().as_ref().err().map(String::as_str)
    }
}

/// The same only if it is one simulation: comparing operations would take longer than drawing them.
impl PartialEq for SimulationOnView {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.outcome, &other.outcome)
    }
}

/// The plan on view of a scenario, as a worker would send it.
#[cfg(test)]
pub fn on_view(scenario: &Arc<crate::scenario::Scenario>, plan: &str) -> OnView {
    #![allow(clippy::unwrap_used)]
    let instance = &scenario.instance;
    let plan = crate::scenario::plan_text::parse(plan, &instance.cluster, instance.transformer.layers()).unwrap();
    OnView {
        scenario: scenario.clone(),
        view: crate::answer::EvaluatedPlan::of(instance, &plan).view,
        reference_time_ms: None,
        reference_energy_j: None,
        picked: false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario::{self, Scenario};

    fn three_sites(edit: impl FnOnce(&mut serde_json::Value)) -> Arc<Scenario> {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        Arc::new(scenario::read_value(&document).unwrap())
    }

    #[test]
    fn lanes_are_labelled_with_their_gpus_and_sends() {
        let simulation = SimulationOnView::of(&on_view(&three_sites(|_| ()), "g3:4,g4:1,g6:1,g5:6"), None);
        let labels = &simulation.there().unwrap().labels;
        let names: Vec<&str> = labels.iter().map(|label| label.gpu.as_str()).collect();
        assert_eq!(names, ["g3", "g4", "g6", "g5"]);
        assert_eq!((labels[1].site.as_str(), labels[2].site.as_str()), ("B", "C"));
        // 5.5 ms inside a site, 84.7 ms between B and C, either way.
        let rounded = |ms: Option<f64>| ms.map(|ms| (10.0 * ms).round() / 10.0);
        let sends: Vec<_> =
            labels.iter().map(|it| (rounded(it.send_forward_ms), rounded(it.send_backward_ms))).collect();
        let (inside, between) = (Some(5.5), Some(84.7));
        assert_eq!(sends, [(inside, inside), (between, between), (inside, inside), (None, None)]);
    }

    #[test]
    fn what_is_not_simulated_is_said() {
        let long = three_sites(|document| {
            document["training"]["batch_size"] = 60_000.into();
            document["training"]["micro_batch_size"] = 1.into();
        });
        // 60,000 micro-batches × (4 · 3 stages − 2).
        let said = SimulationOnView::of(&on_view(&long, "g3:5,g4:1,g5:6"), None);
        assert!(said.refusal().unwrap().starts_with("This iteration has 600,000 operations;"));
        let apart = three_sites(|document| {
            document["network"]["gpu_links"] = serde_json::json!([{ "from": "g3", "to": "g4", "connected": false }]);
        });
        let said = SimulationOnView::of(&on_view(&apart, "g3:6,g4:6"), None);
        assert!(said.refusal().unwrap().contains("not connected") && said.there().is_none());
    }

    #[test]
    fn the_same_plan_keeps_its_simulation() {
        let scenario = three_sites(|_| ());
        let first = SimulationOnView::of(&on_view(&scenario, "g5:12"), None);
        assert_eq!(SimulationOnView::of(&on_view(&scenario, "g5:12"), Some(&first)), first);
        assert_ne!(SimulationOnView::of(&on_view(&scenario, "g5:11,g6:1"), Some(&first)), first);
        assert_ne!(SimulationOnView::of(&on_view(&three_sites(|_| ()), "g5:12"), Some(&first)), first);
    }
}
