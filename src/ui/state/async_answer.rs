//! A question that is asked beside the plan, and how its answer stands to what is on the page.

use std::sync::Arc;

use crate::scenario::Scenario;
use crate::ui::state::planner_state::Run;

/// A question about the answered scenario, with its job and its answer.
#[derive(Clone, Debug)]
pub enum Query<T> {
    Idle,
    Asked {
        job: u32,
        /// Share done, 0 to 1; `None` before the job has said so.
        share: Option<f64>,
        so_far: Option<Arc<T>>,
    },
    /// The job was cancelled or lost after it had found something.
    CutOff(Arc<T>),
    Done(Arc<T>),
}

impl<T> Query<T> {
    pub fn asked(job: u32) -> Self {
        Self::Asked { job, share: None, so_far: None }
    }

    /// The job of the question, while the job runs or waits.
    pub fn job(&self) -> Option<u32> {
        match self {
            Self::Asked { job, .. } => Some(*job),
            _ => None,
        }
    }

    /// The answer, or as much as the job has found.
    pub fn answer(&self) -> Option<&Arc<T>> {
        match self {
            Self::Idle => None,
            Self::Asked { so_far, .. } => so_far.as_ref(),
            Self::CutOff(answer) | Self::Done(answer) => Some(answer),
        }
    }

    /// Takes the progress of job `of`: the fraction done, and an answer so far, which replaces the one before. Says
    /// whether the query asked that job.
    pub fn further(&mut self, of: u32, done: f64, more: Option<T>) -> bool {
        let Self::Asked { job, share, so_far } = self else { return false };
        if *job != of {
            return false;
        }
        *share = Some(done);
        *so_far = more.map(Arc::new).or(so_far.take());
        true
    }

    /// Takes the answer of job `of`. Says whether the query asked that job.
    pub fn done(&mut self, of: u32, answer: T) -> bool {
        let own = self.job() == Some(of);
        if own {
            *self = Self::Done(Arc::new(answer));
        }
        own
    }

    /// These jobs were cancelled or lost. Says whether its own is among them.
    pub fn lost(&mut self, jobs: &[u32]) -> bool {
        let own = self.job().is_some_and(|job| jobs.contains(&job));
        if own {
            *self = self.answer().cloned().map_or(Self::Idle, Self::CutOff);
        }
        own
    }
}

/// How the answer to a [`Query`] stands to what is on the page.
#[derive(Clone, Debug)]
pub enum AsyncAnswer<T> {
    /// There is nothing it could be asked about.
    Nothing,
    /// The question can be asked.
    Offered,
    /// It waits for the plan or its job, which has done that share; the answer before stays until then.
    Waiting { before: Option<Loaded<T>>, share: Option<f64> },
    /// A part of the answer is there. Its job goes on and has done that share; without a share it was cut off, and can
    /// be asked again.
    Part { loaded: Loaded<T>, share: Option<f64> },
    /// The answer is there.
    There(Loaded<T>),
}

/// An answer and what it is an answer about.
#[derive(Debug)]
pub struct Loaded<T> {
    /// What was planned.
    pub scenario: Arc<Scenario>,
    pub answer: Arc<T>,
}

impl<T> Clone for Loaded<T> {
    fn clone(&self) -> Self {
        Self { scenario: self.scenario.clone(), answer: self.answer.clone() }
    }
}

impl<T> AsyncAnswer<T> {
    /// The state after `before`: an answer to the scenario before stays until the query has its own.
    pub fn next(before: Option<&Self>, run: &Run, query: &Query<T>) -> Self {
        let Some(shown) = &run.shown else { return Self::Nothing };
        let loaded = |answer: &Arc<T>| Loaded { scenario: shown.scenario.clone(), answer: answer.clone() };
        let before = before.and_then(Self::loaded);
        match query {
            Query::Done(answer) => Self::There(loaded(answer)),
            Query::CutOff(answer) => Self::Part { loaded: loaded(answer), share: None },
            Query::Asked { so_far: Some(answer), share, .. } => {
                Self::Part { loaded: loaded(answer), share: Some(share.unwrap_or_default()) }
            }
            Query::Asked { so_far: None, share, .. } => Self::Waiting { before: before.cloned(), share: *share },
            Query::Idle if run.work.is_some() => {
                let same = before.filter(|before| Arc::ptr_eq(&before.scenario, &shown.scenario));
                Self::Waiting { before: same.cloned(), share: None }
            }
            Query::Idle if shown.answer.plan.is_none() => Self::Nothing,
            Query::Idle => Self::Offered,
        }
    }

    /// What there is to show.
    pub fn loaded(&self) -> Option<&Loaded<T>> {
        match self {
            Self::There(loaded) | Self::Part { loaded, .. } => Some(loaded),
            Self::Waiting { before, .. } => before.as_ref(),
            Self::Nothing | Self::Offered => None,
        }
    }

    /// What there is to show, if it belongs to the answer on the page.
    pub fn current(&self) -> Option<&Loaded<T>> {
        match self {
            Self::There(loaded) | Self::Part { loaded, .. } => Some(loaded),
            Self::Nothing | Self::Offered | Self::Waiting { .. } => None,
        }
    }

    /// The share that is done of a job that has begun and goes on.
    pub fn share(&self) -> Option<f64> {
        match self {
            Self::Waiting { share, .. } | Self::Part { share, .. } => *share,
            Self::Nothing | Self::Offered | Self::There(_) => None,
        }
    }

    /// Whether the answer was cut off.
    pub fn is_cut_off(&self) -> bool {
        matches!(self, Self::Part { share: None, .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_keeps_what_it_had_when_it_is_cut_off_and_can_be_asked_again() {
        let mut query = Query::asked(3);
        assert!(!query.further(4, 0.5, Some("foreign")) && query.answer().is_none());
        assert!(query.further(3, 0.25, None) && query.further(3, 0.5, Some("part")));
        assert!(query.further(3, 0.75, None));
        assert!(!query.lost(&[4]) && query.lost(&[4, 3]));
        assert!(matches!(&query, Query::CutOff(part) if **part == "part"));
        assert!(!query.done(3, "too late"));
        query = Query::asked(5);
        assert!(query.done(5, "all") && !query.lost(&[5]));
        assert!(matches!(&query, Query::Done(all) if **all == "all"));
        let mut nothing_found = Query::<&str>::asked(6);
        assert!(nothing_found.lost(&[6]) && matches!(nothing_found, Query::Idle));
    }
}
