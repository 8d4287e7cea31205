//! The other planners, run on the same scenario to be compared: which there are, and how far each is.

use std::sync::Arc;

use crate::answer::PlanAnswer;
use crate::model::PlannerName;

#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    pub planner: PlannerName,
    /// How far it is.
    pub state: RivalState,
}

/// How far a rival is.
#[derive(Clone, Debug, PartialEq)]
pub enum RivalState {
    /// The planner has not been asked.
    Idle,
    /// The planner has been asked.
    Asked {
        job: u32,
        /// Best plan so far.
        best: Option<Arc<PlanAnswer>>,
    },
    /// The planner has ended, or somebody stopped the planner.
    Over {
        answer: Arc<PlanAnswer>,
        /// Whether somebody stopped the planner.
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

    /// The job of one that has been asked and has not answered.
    pub fn job(&self) -> Option<u32> {
        match self {
            Self::Asked { job, .. } => Some(*job),
            Self::Idle | Self::Over { .. } => None,
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

/// A rival was asked.
pub fn asked(rivals: &mut [Rival], planner: PlannerName, job: u32) {
    for rival in rivals.iter_mut().filter(|rival| rival.planner == planner) {
        rival.state = RivalState::Asked { job, best: None };
    }
}

/// The planner that has that job.
pub fn with_job(rivals: &[Rival], job: u32) -> Option<PlannerName> {
    rivals.iter().find(|rival| rival.state.job() == Some(job)).map(|rival| rival.planner)
}

/// A job has met a better plan.
pub fn improved(rivals: &mut [Rival], job: u32, best: PlanAnswer) {
    set(rivals, job, RivalState::Asked { job, best: Some(Arc::new(best)) });
}

/// A job ended.
pub fn ended(rivals: &mut [Rival], job: u32, answer: PlanAnswer) {
    set(rivals, job, RivalState::Over { answer: Arc::new(answer), stopped: false });
}

/// These jobs were cancelled or lost. A rival that had found something keeps it; another can be asked again. Says
/// whether there was one.
pub fn lost(rivals: &mut [Rival], jobs: &[u32]) -> bool {
    let mut any = false;
    for rival in rivals {
        if let RivalState::Asked { job, best } = &mut rival.state
            && jobs.contains(job)
        {
            any = true;
            rival.state = match best.take() {
                Some(answer) => RivalState::Over { answer, stopped: true },
                None => RivalState::Idle,
            };
        }
    }
    any
}

fn set(rivals: &mut [Rival], job: u32, state: RivalState) {
    if let Some(rival) = rivals.iter_mut().find(|rival| rival.state.job() == Some(job)) {
        rival.state = state;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
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

    #[test]
    fn the_planner_itself_is_no_rival() {
        let planners: Vec<_> = rivals(&answer("g5:12")).iter().map(|rival| rival.planner).collect();
        assert!(!planners.contains(&PlannerName::BruteForce));
        assert_eq!(planners.len(), PlannerName::compared().len() - 1);
    }

    #[test]
    fn a_rival_runs_is_stopped_and_keeps_its_best() {
        let mut rivals = rivals(&PlanAnswer { planner: PlannerName::Memetic, ..answer("g5:12") });
        let state = |rivals: &[Rival], planner| {
            rivals.iter().find(|rival| rival.planner == planner).map(|rival| rival.state.clone()).unwrap()
        };
        asked(&mut rivals, PlannerName::BruteForce, 7);
        asked(&mut rivals, PlannerName::BranchAndBound, 8);
        asked(&mut rivals, PlannerName::Metis, 9);
        assert_eq!((with_job(&rivals, 7), with_job(&rivals, 10)), (Some(PlannerName::BruteForce), None));
        improved(&mut rivals, 7, answer("g5:12"));
        assert!(lost(&mut rivals, &[7, 8]) && !lost(&mut rivals, &[7, 8]));
        assert!(matches!(state(&rivals, PlannerName::BruteForce), RivalState::Over { stopped: true, .. }));
        assert_eq!(state(&rivals, PlannerName::BranchAndBound), RivalState::Idle);
        assert_eq!(state(&rivals, PlannerName::Metis).job(), Some(9));
        ended(&mut rivals, 8, answer("g5:12"));
        assert_eq!(state(&rivals, PlannerName::BranchAndBound), RivalState::Idle);
    }
}
