//! The planning as the page sees it: what is under way, what is shown, and how the two relate to the draft.

use std::sync::Arc;

use crate::answer::{EvaluatedPlan, FoundPlan, HistoryStep, PlanAnswer, PlanView, ReferenceCost};
use crate::model::Instance;
use crate::scenario::{Problem, Scenario};
use crate::worker::failure::Failure;
use crate::worker::question::PlanProgress;

/// A run under way.
#[derive(Clone, Debug)]
pub struct Work {
    pub job: u32,
    /// What is planned.
    pub scenario: Arc<Scenario>,
    /// Improvements as far as they were told, oldest first.
    pub steps: Vec<HistoryStep>,
}

/// How far the run under way is; apart from [`Run`], so that counting wakes nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunProgress {
    /// Plans looked at so far.
    pub evaluations: u64,
    /// Estimated share done, 0 to 1.
    pub share: f64,
    /// Time since the start, ms.
    pub wall_ms: f64,
}

impl RunProgress {
    /// Further, as a message says. The share never goes back.
    pub fn further(self, progress: &PlanProgress) -> Self {
        Self { evaluations: progress.evaluations, share: progress.share.max(self.share), wall_ms: progress.wall_ms }
    }
}

impl Work {
    fn tell(&mut self, best: &PlanAnswer) {
        let (Some(time_ms), Some(energy_j)) = (best.time_ms, best.energy_j) else { return };
        let objective = best.objective.unwrap_or(time_ms);
        let known = self.steps.last().is_some_and(|last| (last.time_ms, last.energy_j) == (time_ms, energy_j));
        if !known {
            self.steps.push(HistoryStep { evaluations: best.evaluations, objective, time_ms, energy_j });
        }
    }
}

/// The answer on the page.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What was planned.
    pub scenario: Arc<Scenario>,
    pub answer: Arc<PlanAnswer>,
    /// All that is shown of its plan.
    pub view: Option<Arc<PlanView>>,
    /// What the reference plan costs.
    pub reference: Option<ReferenceCost>,
    /// Whether the run has not ended, or not by itself.
    pub so_far: bool,
}

impl Shown {
    /// An answer about `scenario`.
    pub fn new(scenario: Arc<Scenario>, found: FoundPlan, so_far: bool) -> Self {
        let FoundPlan { answer, view, reference } = found;
        Self { scenario, answer: Arc::new(answer), view: view.map(Arc::new), reference, so_far }
    }
}

/// The cost of the plan that came with the scenario.
#[derive(Clone, Debug)]
pub struct SharedPlan {
    job: u32,
    /// The scenario with the plan.
    pub scenario: Arc<Scenario>,
    /// The evaluation; `None` until the worker has answered.
    pub evaluation: Option<Arc<EvaluatedPlan>>,
}

/// A plan someone picked to look at, instead of the planner's.
#[derive(Clone, Debug)]
pub struct PickedPlan {
    job: u32,
    pub plan: String,
    /// The evaluation; `None` until the worker has answered.
    pub evaluation: Option<Arc<EvaluatedPlan>>,
}

/// The plan that every panel shows: the picked one, else the planner's. Reads like its [`PlanView`].
#[derive(Clone, Debug)]
pub struct OnView {
    /// The scenario that was planned.
    pub scenario: Arc<Scenario>,
    pub view: Arc<PlanView>,
    /// Reference time T_ref, ms.
    pub reference_time_ms: Option<f64>,
    /// Reference energy E_ref, J.
    pub reference_energy_j: Option<f64>,
    /// Whether a person picked the plan, rather than the planner found it best.
    pub picked: bool,
}

impl std::ops::Deref for OnView {
    type Target = PlanView;

    fn deref(&self) -> &PlanView {
        &self.view
    }
}

/// The same only if the worker sent it once: comparing operations would take longer than drawing them.
impl PartialEq for OnView {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.view, &other.view)
            && Arc::ptr_eq(&self.scenario, &other.scenario)
            && self.picked == other.picked
            && self.reference_time_ms == other.reference_time_ms
            && self.reference_energy_j == other.reference_energy_j
    }
}

/// The planning as the page knows it: the run under way, the answer on the page, and plans beside the answer.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub work: Option<Work>,
    /// On the page.
    pub shown: Option<Shown>,
    pub shared_plan: Option<SharedPlan>,
    /// The plan picked to be looked at.
    pub picked: Option<PickedPlan>,
    /// Why the last run was lost, if it was.
    pub failure: Option<Failure>,
    /// Why the worker refused the scenario, if it did.
    pub refused: Vec<Problem>,
    asked: Option<Arc<Scenario>>,
}

impl Run {
    /// A run was started.
    pub fn started(&mut self, job: u32, scenario: Arc<Scenario>) {
        self.failure = None;
        self.refused.clear();
        self.picked = None;
        self.asked = Some(scenario.clone());
        self.work = Some(Work { job, scenario, steps: Vec::new() });
    }

    /// The evaluation of the scenario's own plan was started, or there is none to evaluate.
    pub fn shared_plan(&mut self, job: Option<u32>, scenario: &Arc<Scenario>) {
        self.shared_plan = job.map(|job| SharedPlan { job, scenario: scenario.clone(), evaluation: None });
    }

    /// The run under way has met a better plan, which takes the place of the last answer.
    pub fn improved(&mut self, job: u32, best: FoundPlan) {
        let Some(work) = self.work.as_mut().filter(|work| work.job == job) else { return };
        work.tell(&best.answer);
        self.shown = Some(Shown::new(work.scenario.clone(), best, true));
    }

    /// The run under way ended.
    pub fn planned(&mut self, job: u32, found: FoundPlan) {
        if let Some(work) = self.work.take_if(|work| work.job == job) {
            if self.picked.as_ref().is_some_and(|picked| Some(&picked.plan) == found.answer.plan.as_ref()) {
                self.picked = None;
            }
            self.shown = Some(Shown::new(work.scenario, found, false));
        }
    }

    /// Someone picked a plan; `job` is its evaluation. The planner's own plan needs none.
    pub fn picked(&mut self, plan: Option<(u32, String)>) {
        self.picked = plan.map(|(job, plan)| PickedPlan { job, plan, evaluation: None });
    }

    /// The plan to be shown, with its figures. While those of a picked plan are being worked out, still the
    /// planner's.
    pub fn on_view(&self) -> Option<OnView> {
        let Shown { scenario, answer, view, .. } = self.shown.as_ref()?;
        let picked = self.picked.as_ref().and_then(|picked| picked.evaluation.as_ref());
        Some(OnView {
            scenario: scenario.clone(),
            view: match picked {
                Some(picked) => picked.view.clone(),
                None => view.clone()?,
            },
            reference_time_ms: answer.reference_time_ms,
            reference_energy_j: answer.reference_energy_j,
            picked: picked.is_some(),
        })
    }

    /// The plan that came with the scenario was evaluated.
    pub fn evaluated(&mut self, job: u32, evaluation: EvaluatedPlan) {
        let evaluation = Arc::new(evaluation);
        if let Some(shared_plan) = self.shared_plan.as_mut().filter(|shared_plan| shared_plan.job == job) {
            shared_plan.evaluation = Some(evaluation.clone());
        }
        if let Some(picked) = self.picked.as_mut().filter(|picked| picked.job == job) {
            picked.evaluation = Some(evaluation);
        }
    }

    /// The worker could not read what it was given.
    pub fn refused(&mut self, job: u32, problems: Vec<Problem>) {
        if self.work.take_if(|work| work.job == job).is_some() {
            self.refused = problems;
        }
    }

    /// Whether one of these jobs is the run under way or the evaluation of the picked plan.
    pub fn waits_for(&self, jobs: &[u32]) -> bool {
        let picked = self.picked.as_ref().filter(|picked| picked.evaluation.is_none()).map(|picked| picked.job);
        [self.work.as_ref().map(|work| work.job), picked].into_iter().flatten().any(|job| jobs.contains(&job))
    }

    /// These jobs were cancelled or lost. What the run had found stays, as far as it was at `progress`.
    pub fn lost(&mut self, jobs: &[u32], progress: RunProgress) {
        self.picked.take_if(|picked| picked.evaluation.is_none() && jobs.contains(&picked.job));
        let Some(work) = self.work.take_if(|work| jobs.contains(&work.job)) else { return };
        let found = self.shown.as_mut().filter(|shown| shown.so_far && Arc::ptr_eq(&shown.scenario, &work.scenario));
        if let Some(shown) = found {
            let answer = Arc::make_mut(&mut shown.answer);
            answer.evaluations = progress.evaluations.max(answer.evaluations);
            answer.wall_ms = progress.wall_ms.max(answer.wall_ms);
        }
    }

    /// Whether planning this scenario would add nothing: that is under way, or was the last thing asked for.
    pub fn asked_for(&self, scenario: &Scenario) -> bool {
        self.asked.as_ref().is_some_and(|asked| same_question(&asked.instance, &scenario.instance))
    }

    /// Whether the answer on the page is the answer to this scenario.
    pub fn answers(&self, scenario: &Scenario) -> bool {
        self.shown.as_ref().is_some_and(|shown| same_question(&shown.scenario.instance, &scenario.instance))
    }
}

/// Whether two instances ask the planner for the same. A plan that lies beside them makes no difference.
pub fn same_question(one: &Instance, other: &Instance) -> bool {
    one.cluster == other.cluster
        && one.transformer == other.transformer
        && one.training == other.training
        && one.objective == other.objective
        && one.search == other.search
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario;

    fn text(edit: impl FnOnce(&mut serde_json::Value)) -> String {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        document.to_string()
    }

    fn scenario(edit: impl FnOnce(&mut serde_json::Value)) -> Arc<Scenario> {
        Arc::new(scenario::read(&text(edit)).unwrap())
    }

    fn answer(plan: &str) -> PlanAnswer {
        serde_json::from_value(serde_json::json!({
            "status": "feasible", "planner": "memetic", "seed": 1, "plan": plan, "time_ms": 1.0, "energy_j": 1.0,
            "objective": 1.0, "reference_time_ms": null, "reference_energy_j": null, "reference_plan": null,
            "lower_bound": null, "stopped_by": "patience", "evaluations": 3, "wall_ms": 1.0, "sampled": false,
            "notes": [], "stages": [], "history": []
        }))
        .unwrap()
    }

    fn shown_plan(run: &Run) -> Option<&str> {
        run.shown.as_ref().and_then(|shown| shown.answer.plan.as_deref())
    }

    #[test]
    fn best_so_far_streams_in_and_survives_a_cancel() {
        let mut run = Run::default();
        run.started(1, scenario(|_| ()));
        run.improved(1, answer("g0:12").into());
        assert!(run.waits_for(&[1]) && !run.waits_for(&[2]));
        run.lost(&[1], RunProgress { evaluations: 500, share: 0.5, wall_ms: 9.0 });
        assert!(run.work.is_none());
        assert_eq!(shown_plan(&run), Some("g0:12"));
        let shown = run.shown.as_ref().unwrap();
        assert_eq!((shown.so_far, shown.answer.evaluations, shown.answer.wall_ms), (true, 500, 9.0));
    }

    #[test]
    fn a_picked_plan_is_on_view_once_its_figures_are_there_and_until_the_next_run() {
        let mut run = Run::default();
        run.started(1, scenario(|_| ()));
        run.planned(1, answer("g0:12").into());
        run.picked(Some((2, "g5:12".to_owned())));
        let on_view = |run: &Run| run.on_view().map(|view| (view.plan.clone(), view.picked));
        assert_eq!(on_view(&run), Some(("g0:12".to_owned(), false)));
        let scenario_of = |run: &Run| run.shown.as_ref().unwrap().scenario.clone();
        let instance = &scenario_of(&run).instance;
        let plan = scenario::plan_text::parse("g5:12", &instance.cluster, 12).unwrap();
        let evaluated = EvaluatedPlan::of(instance, &plan);
        let time_ms = evaluated.view.time_ms;
        run.evaluated(2, evaluated);
        assert_eq!(on_view(&run), Some(("g5:12".to_owned(), true)));
        assert!(time_ms.is_some() && run.on_view().unwrap().time_ms == time_ms);
        assert_eq!(run.on_view(), run.on_view());
        run.started(3, scenario(|_| ()));
        assert_eq!(on_view(&run), Some(("g0:12".to_owned(), false)));
    }

    #[test]
    fn a_picked_plan_that_the_planner_finds_too_is_the_planners() {
        let mut run = Run::default();
        run.started(1, scenario(|_| ()));
        run.picked(Some((2, "g0:12".to_owned())));
        run.planned(1, answer("g0:12").into());
        assert!(run.picked.is_none() && !run.on_view().unwrap().picked);
    }

    #[test]
    fn the_share_of_a_run_never_goes_back() {
        let told = |share| PlanProgress { evaluations: 500, share, wall_ms: 9.0, improvement: None };
        let progress = RunProgress::default().further(&told(0.5)).further(&told(0.25));
        assert_eq!(progress, RunProgress { evaluations: 500, share: 0.5, wall_ms: 9.0 });
    }

    #[test]
    fn news_of_another_job_changes_nothing() {
        let mut run = Run::default();
        run.started(2, scenario(|_| ()));
        run.improved(1, answer("g0:12").into());
        run.planned(1, answer("g0:12").into());
        run.refused(1, Vec::new());
        run.lost(&[1], RunProgress::default());
        assert!(run.work.is_some());
        assert_eq!(shown_plan(&run), None);
    }

    #[test]
    fn a_failure_keeps_what_was_found_until_the_next_start() {
        let mut run = Run::default();
        run.started(1, scenario(|_| ()));
        run.improved(1, answer("g0:12").into());
        run.lost(&[1], RunProgress::default());
        run.failure = Some(Failure::Missing);
        assert_eq!(shown_plan(&run), Some("g0:12"));
        assert_eq!(run.failure, Some(Failure::Missing));
        run.started(2, scenario(|_| ()));
        assert_eq!(run.failure, None);
        run.planned(2, answer("g1:12").into());
        assert_eq!(shown_plan(&run), Some("g1:12"));
        assert!(!run.shown.as_ref().unwrap().so_far);
    }

    #[test]
    fn name_and_plan_are_no_part_of_the_question() {
        let mut run = Run::default();
        run.started(1, scenario(|_| ()));
        assert!(run.asked_for(&scenario(|document| document["name"] = "other".into())));
        assert!(run.asked_for(&scenario(|document| document["plan"] = "g5:12".into())));
        assert!(!run.asked_for(&scenario(|document| document["model"]["layers"] = 13.into())));
        assert!(!run.answers(&scenario(|_| ())));
        run.planned(1, answer("g0:12").into());
        assert!(run.answers(&scenario(|_| ())));
    }
}
