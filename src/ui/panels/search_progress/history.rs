//! How a planner got to its best plan, for a small chart.

use crate::answer::HistoryStep;
use crate::format;
use crate::model::Instance;
use crate::ui::state::planner_state::{Run, RunProgress};

/// The best figure after so many plans looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Plans looked at.
    pub evaluations: f64,
    /// The figure that is minimised.
    pub value: f64,
}

/// A run, under way or over.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchHistory {
    /// Who searches, and from which seed.
    pub who: String,
    /// Whether the search has ended.
    pub over: bool,
    /// Fraction of the search that is done, 0 to 1.
    pub share: f64,
    /// Plans looked at.
    pub evaluations: u64,
    /// How long it has taken, ms.
    pub wall_ms: f64,
    /// What is drawn: "Iteration time, ms".
    pub figure: &'static str,
    /// Improvements, oldest first.
    pub steps: Vec<Step>,
}

impl SearchHistory {
    /// Of the run under way, else of the one that gave the answer on the page.
    pub fn of(run: &Run, progress: RunProgress) -> Option<Self> {
        if let Some(work) = &run.work {
            let instance = &work.scenario.instance;
            return Some(Self {
                who: who(instance),
                over: false,
                share: progress.share,
                evaluations: progress.evaluations,
                wall_ms: progress.wall_ms,
                figure: figure(instance),
                steps: steps(instance, &work.steps),
            });
        }
        let shown = run.shown.as_ref()?;
        let instance = &shown.scenario.instance;
        Some(Self {
            who: who(instance),
            over: true,
            share: 1.0,
            evaluations: shown.answer.evaluations,
            wall_ms: shown.answer.wall_ms,
            figure: figure(instance),
            steps: steps(instance, &shown.answer.history),
        })
    }

    /// What is known of the time left: "about 0.9 s left".
    pub fn left(&self) -> Option<String> {
        let left_ms = self.wall_ms / self.share - self.wall_ms;
        let told = !self.over && self.share >= 0.02 && left_ms.is_finite();
        // Nobody can tell the seconds of minutes to come.
        let minutes = (left_ms / 60_000.0).round();
        told.then(|| match minutes >= 1.0 {
            true => format!("about {} min left", format::fixed(minutes, 0)),
            false => format!("about {} left", format::duration(left_ms)),
        })
    }

    /// Where the best plan was met: "plan 1,748".
    pub fn best_at(&self) -> Option<String> {
        self.steps.last().map(|step| format!("plan {}", format::fixed(step.evaluations, 0)))
    }
}

fn who(instance: &Instance) -> String {
    let search = &instance.search;
    format!("{}, seed {}", search.planner.label(), search.seed)
}

fn figure(instance: &Instance) -> &'static str {
    match instance.objective.time_weight {
        1.0 => "Iteration time, ms",
        0.0 => "Energy, J per iteration",
        _ => "Objective, 1 = reference",
    }
}

fn steps(instance: &Instance, history: &[HistoryStep]) -> Vec<Step> {
    let value = |step: &HistoryStep| match instance.objective.time_weight {
        1.0 => step.time_ms,
        0.0 => step.energy_j,
        _ => step.objective,
    };
    history.iter().map(|step| Step { evaluations: step.evaluations as f64, value: value(step) }).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::answer::PlanAnswer;
    use crate::scenario;
    use std::sync::Arc;

    /// A quarter of the run took 300 ms.
    const QUARTER: RunProgress = RunProgress { evaluations: 300, share: 0.25, wall_ms: 300.0 };

    fn best(evaluations: u64, time_ms: f64) -> PlanAnswer {
        let best = serde_json::json!({
            "status": "feasible", "planner": "memetic", "seed": 1, "plan": "g0:12", "time_ms": time_ms,
            "energy_j": 5.0, "objective": time_ms / 10.0, "reference_time_ms": null, "reference_energy_j": null,
            "reference_plan": null, "lower_bound": null, "stopped_by": "cancelled", "evaluations": evaluations,
            "wall_ms": 1.0, "sampled": false, "notes": [], "stages": [], "history": []
        });
        serde_json::from_value(best).unwrap()
    }

    fn running(time_weight: f64) -> Run {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        document["objective"]["time_weight"] = time_weight.into();
        let mut run = Run::default();
        run.started(1, Arc::new(scenario::read_value(&document).unwrap()));
        for (evaluations, time_ms) in [(100, 30.0), (200, 30.0), (300, 20.0)] {
            run.improved(1, best(evaluations, time_ms).into());
        }
        run
    }

    #[test]
    fn improvements_are_kept_while_a_run_goes_on() {
        let history = SearchHistory::of(&running(1.0), QUARTER).unwrap();
        let steps: Vec<(f64, f64)> = history.steps.iter().map(|step| (step.evaluations, step.value)).collect();
        assert_eq!(steps, [(100.0, 30.0), (300.0, 20.0)]);
        assert_eq!((history.evaluations, history.over), (300, false));
        assert_eq!(history.left().unwrap(), "about 900 ms left");
        assert_eq!(history.best_at().unwrap(), "plan 300");
    }

    #[test]
    fn what_is_minimised_is_drawn() {
        let figure = |weight| {
            SearchHistory::of(&running(weight), QUARTER).map(|history| (history.figure, history.steps[0].value))
        };
        assert_eq!(figure(0.0), Some(("Energy, J per iteration", 5.0)));
        assert_eq!(figure(0.5), Some(("Objective, 1 = reference", 3.0)));
    }

    #[test]
    fn nothing_is_left_of_a_run_that_is_over() {
        let mut run = running(1.0);
        run.planned(1, best(400, 20.0).into());
        let history = SearchHistory::of(&run, QUARTER).unwrap();
        assert_eq!((history.over, history.evaluations, history.left()), (true, 400, None));
        assert_eq!(SearchHistory::of(&Run::default(), QUARTER), None);
    }
}
