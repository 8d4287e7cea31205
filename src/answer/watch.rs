use super::wire::{FrontierAnswer, PlanAnswer, ProgressAnswer};
use crate::model::StopReason;
use crate::search::{Environment, Progress};

/// The world around a question: its clock, whether it still wants an answer, and whom to tell how far it is.
pub trait AnswerEnvironment {
    /// Milliseconds since any fixed moment; never runs backwards.
    fn now_ms(&mut self) -> f64;
    /// Whether to stop and answer with the best so far.
    fn interrupted(&mut self) -> bool;
    /// Whether the listener wants a progress report now. Searches ask often, so the answer has to be quick.
    fn progress_due(&mut self) -> bool;
    /// Takes the progress report that was due.
    fn progress(&mut self, progress: &ProgressAnswer);
    /// Takes the share of a trade-off's search that is done, and the trade-off as far as it is found, when a report
    /// was due.
    fn frontier(&mut self, _share: f64, _so_far: &FrontierAnswer) {}
    /// Takes the share that is done of a question that has no more to tell, when a report was due.
    fn share(&mut self, _share: f64) {}
}

/// An environment that never interrupts and wants no report. Its clock stands still, so no time limit ends a search.
pub struct Unwatched;

impl AnswerEnvironment for Unwatched {
    fn now_ms(&mut self) -> f64 {
        0.0
    }
    fn interrupted(&mut self) -> bool {
        false
    }
    fn progress_due(&mut self) -> bool {
        false
    }
    fn progress(&mut self, _: &ProgressAnswer) {}
}

/// The answer that a search still under way amounts to; `None` while it has no plan.
pub(super) type AnswerSoFar<'a> = dyn Fn(&Progress<'_>, f64) -> Option<PlanAnswer> + 'a;

/// A search's view of that world.
pub(super) struct Watch<'a> {
    pub environment: &'a mut dyn AnswerEnvironment,
    pub start_ms: f64,
    /// Time after which to stop, if any, on the clock of `environment`.
    pub deadline_ms: Option<f64>,
    /// Plans looked at before this search, in the same run.
    pub evaluations_before: u64,
    /// What turns the best plan so far, after that many ms, into an answer; `None` while the references are worked out.
    pub answers: Option<&'a AnswerSoFar<'a>>,
}

impl Environment for Watch<'_> {
    fn interrupted(&mut self) -> Option<StopReason> {
        if self.environment.interrupted() {
            return Some(StopReason::Cancelled);
        }
        let deadline_ms = self.deadline_ms?;
        (self.environment.now_ms() >= deadline_ms).then_some(StopReason::Time)
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        if !self.environment.progress_due() {
            return;
        }
        let wall_ms = self.environment.now_ms() - self.start_ms;
        let best = self.answers.and_then(|answers| answers(progress, wall_ms));
        let share = if self.answers.is_some() { progress.fraction } else { 0.0 };
        let evaluations = self.evaluations_before + progress.evaluations;
        self.environment.progress(&ProgressAnswer { evaluations, share, wall_ms, best });
    }
}
