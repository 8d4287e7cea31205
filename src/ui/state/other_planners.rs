//! The other planners, run on the same scenario to be compared: which there are, and how far each is.

use std::sync::Arc;

use crate::answer::{PlanAnswer, ProgressAnswer};
use crate::model::PlannerName;
use crate::scenario::Scenario;

/// Another planner.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    /// Which one.
    pub planner: PlannerName,
    /// How far it is.
    pub state: RivalState,
}

/// How far a rival is.
#[derive(Clone, Debug, PartialEq)]
pub enum RivalState {
    /// It has not been asked.
    Idle,
    /// It has been asked.
    Asked {
        /// The job.
        job: u32,
        /// Estimated share done, 0 to 1; `None` before it has begun.
        share: Option<f64>,
        /// Its best plan so far.
        best: Option<Arc<PlanAnswer>>,
    },
    /// It has ended, or was stopped.
    Over {
        /// What came of it.
        answer: Arc<PlanAnswer>,
        /// Whether it was stopped.
        stopped: bool,
    },
}

impl RivalState {
    /// What there is of its answer.
    pub fn answer(&self) -> Option<&Arc<PlanAnswer>> {
        match self {
            Self::Idle => None,
            Self::Asked { best, .. } => best.as_ref(),
            Self::Over { answer, .. } => Some(answer),
        }
    }

    /// The share done, of one that has been asked.
    pub fn share(&self) -> Option<f64> {
        match self {
            Self::Asked { share, .. } => Some(share.unwrap_or(0.0)),
            _ => None,
        }
    }
}

/// The rivals of the planner of `answer`, none asked yet.
pub fn rivals(answer: &PlanAnswer) -> Vec<Rival> {
    let other = |planner: &PlannerName| *planner != answer.planner;
    PlannerName::compared()
        .into_iter()
        .filter(other)
        .map(|planner| Rival { planner, state: RivalState::Idle })
        .collect()
}

/// The scenario as that planner is asked about it, JSON.
pub fn question(scenario: &Scenario, planner: PlannerName) -> String {
    let mut document = scenario.document.clone();
    document.search.planner = planner;
    if planner == PlannerName::REFERENCE {
        // No limit cuts the reference short.
        (document.search.max_evaluations, document.search.time_limit_s) = (None, None);
    }
    document.to_json()
}

/// A rival was asked.
pub fn asked(rivals: &mut [Rival], planner: PlannerName, job: u32) {
    for rival in rivals.iter_mut().filter(|rival| rival.planner == planner) {
        rival.state = RivalState::Asked { job, share: None, best: None };
    }
}

/// News of a job; `false` if it is no rival's.
pub fn progressed(rivals: &mut [Rival], job: u32, progress: &ProgressAnswer) -> bool {
    let Some(rival) = of_job(rivals, job) else { return false };
    let best = progress.best.clone().map(Arc::new).or_else(|| rival.state.answer().cloned());
    rival.state = RivalState::Asked { job, share: Some(progress.share), best };
    true
}

/// A job ended; `false` if it is no rival's.
pub fn ended(rivals: &mut [Rival], job: u32, answer: &PlanAnswer) -> bool {
    let Some(rival) = of_job(rivals, job) else { return false };
    rival.state = RivalState::Over { answer: Arc::new(answer.clone()), stopped: false };
    true
}

/// Those that have been asked and have not answered.
pub fn waiting(rivals: &[Rival]) -> Vec<PlannerName> {
    let asked = |rival: &&Rival| matches!(rival.state, RivalState::Asked { .. });
    rivals.iter().filter(asked).map(|rival| rival.planner).collect()
}

/// The worker has lost everything it was asked. Those that had found something keep it; the rest have not been asked.
pub fn lost(rivals: &mut [Rival]) {
    for rival in rivals {
        if let RivalState::Asked { best, .. } = &mut rival.state {
            rival.state = match best.take() {
                Some(answer) => RivalState::Over { answer, stopped: true },
                None => RivalState::Idle,
            };
        }
    }
}

fn of_job(rivals: &mut [Rival], job: u32) -> Option<&mut Rival> {
    rivals.iter_mut().find(|rival| matches!(rival.state, RivalState::Asked { job: asked, .. } if asked == job))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario::{self, presets};
    use serde_json::json;

    fn answer(plan: &str) -> PlanAnswer {
        serde_json::from_value(json!({
            "status": "feasible", "planner": "brute-force", "seed": 1, "plan": plan, "time_ms": 1.0, "energy_j": 1.0,
            "objective": 1.0, "reference_time_ms": null, "reference_energy_j": null, "reference_plan": null,
            "lower_bound": null, "stopped_by": "finished", "evaluations": 3, "wall_ms": 1.0, "sampled": false,
            "notes": [], "stages": [], "history": []
        }))
        .unwrap()
    }

    fn three_sites() -> Scenario {
        scenario::read(presets::ALL[0].json).unwrap()
    }

    #[test]
    fn the_planner_itself_is_no_rival() {
        let planners: Vec<_> = rivals(&answer("g5:12")).iter().map(|rival| rival.planner).collect();
        assert!(!planners.contains(&PlannerName::BruteForce));
        assert_eq!(planners.len(), PlannerName::compared().len() - 1);
    }

    #[test]
    fn the_question_differs_in_the_planner_alone() {
        let scenario = three_sites();
        let other = scenario::read(&question(&scenario, PlannerName::BruteForce)).unwrap();
        assert_eq!(other.instance.search.planner, PlannerName::BruteForce);
        assert_eq!(other.instance.search.memetic, scenario.instance.search.memetic);
        assert_eq!(other.instance.cluster, scenario.instance.cluster);
    }

    #[test]
    fn a_rival_runs_is_stopped_and_keeps_its_best() {
        let mut rivals = rivals(&PlanAnswer { planner: PlannerName::Memetic, ..answer("g5:12") });
        let state = |rivals: &[Rival], planner| {
            rivals.iter().find(|rival| rival.planner == planner).map(|rival| rival.state.clone()).unwrap()
        };
        asked(&mut rivals, PlannerName::BruteForce, 7);
        asked(&mut rivals, PlannerName::BranchAndBound, 8);
        let progress = ProgressAnswer { evaluations: 5, share: 0.25, wall_ms: 1.0, best: Some(answer("g5:12")) };
        assert!(!progressed(&mut rivals, 9, &progress));
        assert!(progressed(&mut rivals, 7, &progress));
        assert_eq!(state(&rivals, PlannerName::BruteForce).share(), Some(0.25));
        lost(&mut rivals);
        assert!(matches!(state(&rivals, PlannerName::BruteForce), RivalState::Over { stopped: true, .. }));
        assert_eq!(state(&rivals, PlannerName::BranchAndBound), RivalState::Idle);
        assert!(!ended(&mut rivals, 8, &answer("g5:12")));
    }
}
