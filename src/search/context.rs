//! The context of one run of a planner: random source, budget, interruption and listener.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::model::{Cost, Improvement, Outcome, Plan, Stage, Status, StopReason};

/// The random source of every planner: named and portable, so that a seed means the same everywhere.
pub type Rng = Xoshiro256PlusPlus;

/// Uniform draw from `0..end`, made of 32 bits so that every platform draws the same; 0 if `end` is 0.
pub fn uniform_below(rng: &mut Rng, end: usize) -> usize {
    if end <= 1 { 0 } else { rng.random_range(0..end as u32) as usize }
}

/// The effects that reach a search from outside: interruption and progress reports. A search has no other effects.
pub trait Environment {
    /// Asked now and then; an answer stops the search ([`StopReason::Cancelled`] or [`StopReason::Time`]).
    fn interrupted(&mut self) -> Option<StopReason>;
    /// Told now and then how far the search is.
    fn progress(&mut self, progress: &Progress<'_>);
}

/// A search as seen from outside while it runs.
pub struct Progress<'a> {
    /// Evaluations so far.
    pub evaluations: u64,
    /// Estimated fraction of the run that is done, 0 to 1, by the termination criterion nearest to its end.
    pub fraction: f64,
    /// Best plan so far.
    pub best: Option<(&'a Plan, Cost)>,
}

/// An environment that never interrupts and does not listen.
pub struct Undisturbed;

impl Environment for Undisturbed {
    fn interrupted(&mut self) -> Option<StopReason> {
        None
    }
    fn progress(&mut self, _: &Progress<'_>) {}
}

/// Random source, budget, incumbent and listener of one run.
pub struct SearchContext<'e> {
    /// Random source, seeded once a run.
    pub rng: Rng,
    max_evaluations: u64,
    evaluations: u64,
    next_look: u64,
    stopped_by: Option<StopReason>,
    best: Option<(Plan, Cost)>,
    history: Vec<Improvement>,
    environment: &'e mut dyn Environment,
}

/// Evaluations between two calls of the environment: a few hundred microseconds of work.
const LOOK_EVERY: u64 = 1_024;

impl<'e> SearchContext<'e> {
    /// A run from `seed` that stops after `max_evaluations` (`None`: no such limit).
    pub fn new(seed: u64, max_evaluations: Option<u64>, environment: &'e mut dyn Environment) -> Self {
        Self {
            rng: Rng::seed_from_u64(seed),
            max_evaluations: max_evaluations.unwrap_or(u64::MAX),
            evaluations: 0,
            next_look: LOOK_EVERY,
            stopped_by: None,
            best: None,
            history: Vec::new(),
            environment,
        }
    }

    /// Takes one evaluation from the budget; `false` if none is left or the run has been told to stop.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.evaluations >= self.max_evaluations {
            self.stopped_by.get_or_insert(StopReason::Evaluations);
        }
        if self.stopped_by.is_some() {
            return false;
        }
        self.evaluations += 1;
        true
    }

    /// Whether to stop now. Cheap: budget always, the environment every thousand evaluations or so.
    /// `fraction` estimates how much of the run is done by the planner's own measure, 0 to 1.
    pub fn should_stop(&mut self, fraction: impl FnOnce() -> f64) -> bool {
        if self.evaluations >= self.max_evaluations {
            self.stopped_by.get_or_insert(StopReason::Evaluations);
        }
        if self.stopped_by.is_none() && self.evaluations >= self.next_look {
            self.next_look = self.evaluations + LOOK_EVERY;
            self.look(fraction());
        }
        self.stopped_by.is_some()
    }

    /// Looks at the environment at once: tells the progress, asks whether to stop.
    pub fn look(&mut self, fraction: f64) {
        let of_budget = self.evaluations as f64 / self.max_evaluations as f64;
        let best = self.best.as_ref().map(|(plan, cost)| (plan, *cost));
        let fraction = fraction.max(of_budget).clamp(0.0, 1.0);
        self.environment.progress(&Progress { evaluations: self.evaluations, fraction, best });
        if self.stopped_by.is_none() {
            self.stopped_by = self.environment.interrupted();
        }
    }

    /// Keeps `stages` if they beat the best so far (or there is none); says whether they did.
    /// The stages must form a plan: at least one, distinct GPUs, a layer each.
    pub fn offer(&mut self, stages: &[Stage], cost: Cost) -> bool {
        if self.best.as_ref().is_some_and(|(_, best)| cost.objective >= best.objective) {
            return false;
        }
        let Ok(plan) = Plan::new(stages.to_vec()) else { return false };
        self.history.push(Improvement { evaluations: self.evaluations, plan: plan.clone(), cost });
        self.best = Some((plan, cost));
        true
    }

    /// Best plan so far.
    pub fn best(&self) -> Option<&(Plan, Cost)> {
        self.best.as_ref()
    }

    /// The evaluation budget, if there is one.
    pub fn max_evaluations(&self) -> Option<u64> {
        (self.max_evaluations < u64::MAX).then_some(self.max_evaluations)
    }

    /// Evaluations so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Why the run was told to stop, if it was.
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// Ends the run of a planner that looks at everything. If nothing stopped it, what it has is proven: its best plan
    /// is optimal, or no plan exists.
    pub fn conclude(self, finished: StopReason, ended: bool) -> Outcome {
        let ended = ended && self.stopped_by.is_none();
        let outcome = self.finish(finished);
        let lower_bound = outcome.best.as_ref().filter(|_| ended).map(|(_, cost)| cost.objective);
        let status = match (ended, &outcome.best) {
            (true, Some(_)) => Status::Optimal,
            (true, None) => Status::Infeasible,
            (false, _) => outcome.status,
        };
        Outcome { status, lower_bound, ..outcome }
    }

    /// Ends the run: `Optimal` is never said here; without a plan the status is `not-found`.
    /// `finished` is why it stopped if nothing stopped it.
    pub fn finish(self, finished: StopReason) -> Outcome {
        Outcome {
            status: if self.best.is_some() { Status::Feasible } else { Status::NotFound },
            best: self.best,
            lower_bound: None,
            stopped_by: self.stopped_by.unwrap_or(finished),
            evaluations: self.evaluations,
            history: self.history,
            sampled: false,
            refusal: None,
        }
    }
}
