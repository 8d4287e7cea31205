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
    let found = question.by_weights(environment, instance.search.time_limit_s, Vec::new(), Part::WHOLE);
    question.told(found)
}

/// The whole trade-off, proven to be all of it where the answer is `complete`; plans the judge refuses are left out.
pub fn frontier_exact(instance: &Instance, environment: &mut dyn AnswerEnvironment) -> FrontierAnswer {
    let mut question = Question::new(instance, environment);
    let found = question.exact(environment, instance.search.time_limit_s, Part::WHOLE);
    question.told(found)
}

/// The most that can be had of the trade-off: all of it, proven within the scenario's time limit or two seconds; else
/// what that met and what one memetic run per λ meets.
pub fn frontier_best(instance: &Instance, environment: &mut dyn AnswerEnvironment) -> FrontierAnswer {
    let mut question = Question::new(instance, environment);
    let limit_s = Some(instance.search.time_limit_s.unwrap_or(PROOF_LIMIT_S));
    let exact = question.exact(environment, limit_s, Part { from: 0.0, width: 0.5 });
    if exact.complete || environment.interrupted() {
        return question.told(exact);
    }
    let mut met = plans(exact);
    let rest = Part { from: 0.5, width: 0.5 };
    let weights = question.by_weights(environment, instance.search.time_limit_s, met.clone(), rest);
    met.extend(plans(weights));
    let points = frontier::described(met, &instance.search, &question.references);
    question.told(Frontier { points, complete: false })
}

fn plans(found: Frontier) -> Vec<(Plan, Cost)> {
    let cost = |point: &FrontierPoint| Cost { time_ms: point.time_ms, energy_j: point.energy_j, objective: 0.0 };
    found.points.into_iter().map(|point| (point.plan.clone(), cost(&point))).collect()
}

/// The part of a question that one search is, as shares of 1.
#[derive(Clone, Copy)]
struct Part {
    from: f64,
    width: f64,
}

impl Part {
    const WHOLE: Self = Self { from: 0.0, width: 1.0 };
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

    /// `met` is what an earlier search met.
    fn by_weights(
        &mut self,
        environment: &mut dyn AnswerEnvironment,
        limit_s: Option<f64>,
        met: Vec<(Plan, Cost)>,
        part: Part,
    ) -> Frontier {
        let met = RefCell::new(met);
        let mut telling = Telling { watch: watch(environment, limit_s), question: self, met: &met, part };
        frontier::by_weights(self.instance, self.evaluator.clone(), &self.references, &mut telling)
    }

    fn exact(&mut self, environment: &mut dyn AnswerEnvironment, limit_s: Option<f64>, part: Part) -> Frontier {
        let met = RefCell::new(Vec::new());
        let mut telling = Telling { watch: watch(environment, limit_s), question: self, met: &met, part };
        let mut found = |plan: &Plan, cost: Cost| met.borrow_mut().push((plan.clone(), cost));
        frontier::exact(self.instance, &self.evaluator, &self.references, &mut telling, &mut found)
    }

    /// The points that the independent check accepts, as an answer.
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

/// An environment that reports the points found so far.
struct Telling<'a, 'q> {
    watch: Watch<'a>,
    question: &'a Question<'q>,
    met: &'a RefCell<Vec<(Plan, Cost)>>,
    part: Part,
}

impl Environment for Telling<'_, '_> {
    fn interrupted(&mut self) -> Option<StopReason> {
        self.watch.interrupted()
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        if !self.watch.environment.progress_due() {
            return;
        }
        let Question { instance, references, .. } = self.question;
        let points = frontier::described(self.met.borrow().clone(), &instance.search, references);
        let share = self.part.from + self.part.width * progress.fraction;
        self.watch.environment.frontier(share, &self.question.told(Frontier { points, complete: false }));
    }
}
