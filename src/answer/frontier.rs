use std::cell::RefCell;

use super::watch::{AnswerEnvironment, Watch};
use super::wire::{FrontierAnswer, FrontierPointAnswer};
use crate::check::judge;
use crate::cost::{Evaluator, Objective};
use crate::model::{Cost, Frontier, FrontierPoint, Instance, PROOF_LIMIT_S, Plan, StopReason};
use crate::scenario::plan_text;
use crate::search::{Environment, Progress, References, frontier};

/// The trade-off found by one memetic run per λ of the scenario's grid; plans the judge refuses are left out.
pub fn frontier_by_weights(instance: &Instance, environment: &mut dyn AnswerEnvironment) -> FrontierAnswer {
    let mut question = Question::new(instance, environment);
    let found = question.by_weights(environment, instance.search.time_limit_s);
    question.told(found)
}

/// The whole trade-off, proven to be all of it where the answer is `complete`; plans the judge refuses are left out.
pub fn frontier_exact(instance: &Instance, environment: &mut dyn AnswerEnvironment) -> FrontierAnswer {
    let mut question = Question::new(instance, environment);
    let found = question.exact(environment, instance.search.time_limit_s);
    question.told(found)
}

/// The most that can be had of the trade-off: all of it, proven within the scenario's time limit or two seconds; else
/// what that met and what one memetic run per λ meets.
pub fn frontier_best(instance: &Instance, environment: &mut dyn AnswerEnvironment) -> FrontierAnswer {
    let mut question = Question::new(instance, environment);
    let exact = question.exact(environment, Some(instance.search.time_limit_s.unwrap_or(PROOF_LIMIT_S)));
    if exact.complete || environment.interrupted() {
        return question.told(exact);
    }
    let weights = question.by_weights(environment, instance.search.time_limit_s);
    let met = exact.points.into_iter().chain(weights.points).map(|point| (point.plan, point.time_ms, point.energy_j));
    let met = met.map(|(plan, time_ms, energy_j)| (plan, Cost { time_ms, energy_j, objective: 0.0 })).collect();
    let points = frontier::described(met, &instance.search, &question.references);
    question.told(Frontier { points, complete: false })
}

struct Question<'a> {
    instance: &'a Instance,
    evaluator: Evaluator,
    references: References,
}

impl<'a> Question<'a> {
    fn new(instance: &'a Instance, environment: &mut dyn AnswerEnvironment) -> Self {
        let start_ms = environment.now_ms();
        let evaluator = Evaluator::new(instance, Objective::time_only());
        let mut watch = Watch { environment, start_ms, deadline_ms: None, evaluations_before: 0, answers: None };
        let references = References::of(instance, &evaluator, &mut watch);
        Self { instance, evaluator, references }
    }

    fn by_weights(&mut self, environment: &mut dyn AnswerEnvironment, limit_s: Option<f64>) -> Frontier {
        let mut watch = watch(environment, limit_s);
        frontier::by_weights(self.instance, self.evaluator.clone(), &self.references, &mut watch)
    }

    fn exact(&mut self, environment: &mut dyn AnswerEnvironment, limit_s: Option<f64>) -> Frontier {
        let met = RefCell::new(Vec::new());
        let mut telling = Telling { watch: watch(environment, limit_s), question: self, met: &met };
        let mut found = |plan: &Plan, cost: Cost| met.borrow_mut().push((plan.clone(), cost));
        frontier::exact(self.instance, &self.evaluator, &self.references, &mut telling, &mut found)
    }

    /// What of it the judge accepts.
    fn told(&self, found: Frontier) -> FrontierAnswer {
        let instance = self.instance;
        let sound =
            |point: &FrontierPoint| judge(instance, &point.plan, Some((point.time_ms, point.energy_j))).is_empty();
        let told = |point: &FrontierPoint| FrontierPointAnswer {
            plan: plan_text::format(&point.plan, &instance.cluster),
            time_ms: point.time_ms,
            energy_j: point.energy_j,
            supported: point.supported,
            time_weights: point.time_weights.clone(),
            time_weight_range: point.time_weight_range.map(|(least, greatest)| [least, greatest]),
            knee: point.knee,
        };
        let points: Vec<FrontierPointAnswer> = found.points.iter().filter(|point| sound(point)).map(told).collect();
        let reference = self.references.plan.as_ref();
        FrontierAnswer {
            complete: found.complete && points.len() == found.points.len(),
            points,
            reference_time_ms: self.references.time_ms,
            reference_energy_j: self.references.energy_j,
            reference_plan: reference.map(|(plan, _)| plan_text::format(plan, &instance.cluster)),
            reference_planner: self.references.planner,
        }
    }
}

fn watch(environment: &mut dyn AnswerEnvironment, limit_s: Option<f64>) -> Watch<'_> {
    let start_ms = environment.now_ms();
    Watch {
        environment,
        start_ms,
        deadline_ms: limit_s.map(|limit| start_ms + 1_000.0 * limit),
        evaluations_before: 0,
        answers: None,
    }
}

/// An environment that is told the points met so far.
struct Telling<'a, 'q> {
    watch: Watch<'a>,
    question: &'a Question<'q>,
    met: &'a RefCell<Vec<(Plan, Cost)>>,
}

impl Environment for Telling<'_, '_> {
    fn interrupted(&mut self) -> Option<StopReason> {
        self.watch.interrupted()
    }

    fn progress(&mut self, _: &Progress<'_>) {
        if !self.watch.environment.progress_due() {
            return;
        }
        let Question { instance, references, .. } = self.question;
        let points = frontier::described(self.met.borrow().clone(), &instance.search, references);
        self.watch.environment.frontier(&self.question.told(Frontier { points, complete: false }));
    }
}
