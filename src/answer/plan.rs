use super::auto::{AutoLimits, auto};
use super::evaluate::stage_answers;
use super::infeasible::explain;
use super::notes;
use super::watch::{AnswerEnvironment, Watch};
use super::wire::{HistoryStep, PlanAnswer};
use crate::check::judge;
use crate::cost::{Evaluator, Objective, stage_figures};
use crate::model::{Cost, DefaultLimit, Improvement, Instance, Outcome, Plan, PlannerName, Status, StopReason};
use crate::scenario::{Problem, Scenario, plan_text};
use crate::search::feasibility::{CapacityProblem, Feasibility, WorkLimit};
use crate::search::{self, Progress, References, SearchContext};

/// Work spent on the proof that there is no plan, where a planner met none.
const MOST_PROOF_STEPS: u64 = 4_000_000;

/// Runs the planner that `instance` names, from its seed, within its limits, and has the result judged.
///
/// The references of the objective come first and are not subject to the time limit, so that they do not depend
/// on the machine.
pub fn plan(instance: &Instance, environment: &mut dyn AnswerEnvironment) -> PlanAnswer {
    let settings = &instance.search;
    let start_ms = environment.now_ms();
    let evaluator = Evaluator::new(instance, Objective::time_only());
    let mut watch = Watch { environment, start_ms, deadline_ms: None, evaluations_before: 0, answers: None };
    let references = References::of(instance, &evaluator, &mut watch);
    let evaluator = evaluator.with_objective(references.objective(instance.objective.time_weight));
    let answers = PlanAnswerContext { instance, references };
    let start_ms = environment.now_ms();
    let so_far = |progress: &Progress<'_>, wall_ms: f64| answers.so_far(progress, wall_ms);
    let mut watch = Watch { environment, start_ms, deadline_ms: None, evaluations_before: 0, answers: Some(&so_far) };
    let alone = |default_limit_s: Option<f64>, watch: &mut Watch<'_>| {
        let limit_s = settings.time_limit_s.or(default_limit_s);
        watch.deadline_ms = limit_s.map(|limit| start_ms + 1_000.0 * limit);
        let context = SearchContext::new(settings.seed, settings.max_evaluations, watch);
        let planner = search::planner(settings.planner, settings);
        (settings.planner, search::run(planner.as_ref(), &evaluator, context))
    };
    let (planner, outcome) = match settings.planner.facts().default_limit {
        DefaultLimit::ProofThenSearch { proof_s, search_s } => {
            auto(&evaluator, settings, AutoLimits { proof_s, search_s }, &mut watch)
        }
        DefaultLimit::Whole { limit_s } => alone(Some(limit_s), &mut watch),
        DefaultLimit::Unlimited => alone(None, &mut watch),
    };
    let outcome = with_proof(instance, outcome);
    let wall_ms = environment.now_ms() - start_ms;
    answers.answer(planner, &outcome, wall_ms)
}

/// The same for a scenario; where no plan can exist, says what binds and what would lift it.
pub fn plan_scenario(scenario: &Scenario, environment: &mut dyn AnswerEnvironment) -> PlanAnswer {
    let answer = plan(&scenario.instance, environment);
    let explained = (answer.status == Status::Infeasible).then(|| explain(scenario));
    PlanAnswer { infeasible: explained, ..answer }
}

/// A planner that met no plan need not have known that there is none.
fn with_proof(instance: &Instance, outcome: Outcome) -> Outcome {
    let impossible =
        || CapacityProblem::of(instance).any_plan(&mut WorkLimit(MOST_PROOF_STEPS)) == Feasibility::Infeasible;
    if outcome.status == Status::NotFound && impossible() {
        return Outcome { status: Status::Infeasible, lower_bound: None, ..outcome };
    }
    outcome
}

/// What turns a planner's outcome into an answer.
pub(super) struct PlanAnswerContext<'a> {
    pub instance: &'a Instance,
    pub references: References,
}

impl PlanAnswerContext<'_> {
    /// The best so far of a run that goes on; `None` if there is none.
    pub fn so_far(&self, progress: &Progress<'_>, wall_ms: f64) -> Option<PlanAnswer> {
        let (plan, cost) = progress.best?;
        let outcome = Outcome {
            status: Status::Feasible,
            best: Some((plan.clone(), cost)),
            lower_bound: None,
            stopped_by: StopReason::Cancelled,
            evaluations: progress.evaluations,
            history: Vec::new(),
            sampled: false,
            refusal: None,
        };
        let planner = match self.instance.search.planner {
            PlannerName::Auto => PlannerName::Exact,
            planner => planner,
        };
        Some(self.answer(planner, &outcome, wall_ms))
    }

    /// The answer that the `outcome` of `planner` amounts to after the judge has seen its plan.
    pub fn answer(&self, planner: PlannerName, outcome: &Outcome, wall_ms: f64) -> PlanAnswer {
        let (best, mut notes) = self.judged(outcome);
        let status = if outcome.best.is_some() && best.is_none() { Status::NotFound } else { outcome.status };
        notes.extend(notes::explanation(outcome, status, || self.is_short_of_capacity()));
        if outcome.sampled || self.references.sampled {
            notes.push(notes::best_of_sample(!outcome.sampled));
        }
        let cost = best.map(|(_, cost)| cost);
        let known = |reference: Option<f64>, weight: f64| reference.is_some() || weight == 0.0;
        let time_weight = self.instance.objective.time_weight;
        let comparable =
            known(self.references.time_ms, time_weight) && known(self.references.energy_j, 1.0 - time_weight);
        let text = |plan: &Plan| plan_text::format(plan, &self.instance.cluster);
        PlanAnswer {
            status,
            planner,
            seed: self.instance.search.seed,
            plan: best.map(|(plan, _)| text(plan)),
            time_ms: cost.map(|cost| cost.time_ms),
            energy_j: cost.map(|cost| cost.energy_j),
            objective: cost.filter(|_| comparable).map(|cost| cost.objective),
            reference_time_ms: self.references.time_ms,
            reference_energy_j: self.references.energy_j,
            reference_plan: self.references.plan.as_ref().map(|(plan, _)| text(plan)),
            reference_planner: self.references.planner,
            lower_bound: outcome.lower_bound.filter(|_| comparable),
            stopped_by: outcome.stopped_by,
            evaluations: outcome.evaluations,
            wall_ms,
            sampled: outcome.sampled,
            notes,
            infeasible: None,
            capacity: if status == Status::Infeasible { self.capacity() } else { Vec::new() },
            stages: best
                .map_or_else(Vec::new, |(plan, _)| stage_answers(self.instance, &stage_figures(self.instance, plan))),
            history: outcome.history.iter().map(step).collect(),
        }
    }

    fn is_short_of_capacity(&self) -> bool {
        search::feasibility::capacity_shortfall(&Evaluator::new(self.instance, Objective::time_only())).is_some()
    }

    fn capacity(&self) -> Vec<u32> {
        search::feasibility::capacity_by_depth(&Evaluator::new(self.instance, Objective::time_only()))
    }

    fn judged<'o>(&self, outcome: &'o Outcome) -> (Option<(&'o Plan, Cost)>, Vec<Problem>) {
        let Some((plan, cost)) = &outcome.best else { return (None, Vec::new()) };
        let faults = judge(self.instance, plan, Some((cost.time_ms, cost.energy_j)));
        if faults.is_empty() {
            return (Some((plan, *cost)), Vec::new());
        }
        (None, notes::refused_by_check(self.instance, plan, &faults))
    }
}

fn step(step: &Improvement) -> HistoryStep {
    HistoryStep {
        evaluations: step.evaluations,
        objective: step.cost.objective,
        time_ms: step.cost.time_ms,
        energy_j: step.cost.energy_j,
    }
}
