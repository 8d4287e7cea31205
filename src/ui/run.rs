//! The planning as the page sees it: what is under way, what is shown, and how the two relate to the draft.

use std::sync::Arc;

use crate::answer::{Evaluation, PlanAnswer, ProgressAnswer};
use crate::model::Instance;
use crate::scenario::{Problem, Scenario};
use crate::worker::failure::Failure;

/// Most GPUs that are planned without being asked to.
pub const MAX_LIVE_GPUS: usize = 64;
/// Most individuals (population × generations) that are planned without being asked to.
pub const MAX_LIVE_INDIVIDUALS: u64 = 2_000_000;

/// A run under way.
#[derive(Clone, Debug)]
pub struct Work {
    /// Its number.
    pub job: u32,
    /// What is planned.
    pub scenario: Arc<Scenario>,
    /// Plans looked at so far.
    pub evaluations: u64,
    /// Estimated share done, 0 to 1.
    pub share: f64,
}

/// The answer on the page.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What was planned.
    pub scenario: Arc<Scenario>,
    /// What came of it.
    pub answer: Arc<PlanAnswer>,
    /// Whether the run has not ended, or not by itself.
    pub so_far: bool,
}

/// The cost of the plan that came with the scenario.
#[derive(Clone, Debug)]
pub struct Given {
    job: u32,
    /// The scenario with the plan.
    pub scenario: Arc<Scenario>,
    /// Its figures, once they are there.
    pub evaluation: Option<Arc<Evaluation>>,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Under way.
    pub work: Option<Work>,
    /// On the page.
    pub shown: Option<Shown>,
    /// Beside it.
    pub given: Option<Given>,
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
        self.asked = Some(scenario.clone());
        self.work = Some(Work { job, scenario, evaluations: 0, share: 0.0 });
    }

    /// The evaluation of the scenario's own plan was started, or there is none to evaluate.
    pub fn given(&mut self, job: Option<u32>, scenario: &Arc<Scenario>) {
        self.given = job.map(|job| Given { job, scenario: scenario.clone(), evaluation: None });
    }

    /// The run under way is further; its best plan so far takes the place of the last answer.
    pub fn progressed(&mut self, job: u32, progress: ProgressAnswer) {
        let Some(work) = self.work.as_mut().filter(|work| work.job == job) else { return };
        work.evaluations = progress.evaluations;
        work.share = progress.share;
        if let Some(best) = progress.best {
            self.shown = Some(Shown { scenario: work.scenario.clone(), answer: Arc::new(best), so_far: true });
        }
    }

    /// The run under way ended.
    pub fn planned(&mut self, job: u32, answer: PlanAnswer) {
        if let Some(work) = self.work.take_if(|work| work.job == job) {
            self.shown = Some(Shown { scenario: work.scenario, answer: Arc::new(answer), so_far: false });
        }
    }

    /// The plan that came with the scenario was evaluated.
    pub fn evaluated(&mut self, job: u32, evaluation: Evaluation) {
        if let Some(given) = self.given.as_mut().filter(|given| given.job == job) {
            given.evaluation = Some(Arc::new(evaluation));
        }
    }

    /// The worker could not read what it was given.
    pub fn refused(&mut self, job: u32, problems: Vec<Problem>) {
        if self.work.take_if(|work| work.job == job).is_some() {
            self.refused = problems;
        }
    }

    /// The person ended the run; what it had found stays.
    pub fn cancelled(&mut self) {
        self.work = None;
    }

    /// The worker was lost; what it had found stays.
    pub fn failed(&mut self, failure: Failure) {
        self.work = None;
        self.failure = Some(failure);
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

/// Whether planning is quick enough to happen without being asked for.
pub fn is_light(instance: &Instance) -> bool {
    let memetic = &instance.search.memetic;
    let individuals = (memetic.population as u64).saturating_mul(memetic.generations as u64);
    let budget = instance.search.max_evaluations.unwrap_or(u64::MAX);
    instance.cluster.gpus().len() <= MAX_LIVE_GPUS && individuals.min(budget) <= MAX_LIVE_INDIVIDUALS
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

    fn progress(plan: &str) -> ProgressAnswer {
        ProgressAnswer { evaluations: 500, share: 0.5, wall_ms: 9.0, best: Some(answer(plan)) }
    }

    fn shown_plan(run: &Run) -> Option<&str> {
        run.shown.as_ref().and_then(|shown| shown.answer.plan.as_deref())
    }

    #[test]
    fn best_so_far_streams_in_and_survives_a_cancel() {
        let mut run = Run::default();
        run.started(1, scenario(|_| ()));
        run.progressed(1, progress("g0:12"));
        assert_eq!(run.work.as_ref().map(|work| (work.evaluations, work.share)), Some((500, 0.5)));
        run.cancelled();
        assert!(run.work.is_none());
        assert_eq!(shown_plan(&run), Some("g0:12"));
        assert!(run.shown.as_ref().unwrap().so_far);
    }

    #[test]
    fn news_of_another_job_changes_nothing() {
        let mut run = Run::default();
        run.started(2, scenario(|_| ()));
        run.progressed(1, progress("g0:12"));
        run.planned(1, answer("g0:12"));
        run.refused(1, Vec::new());
        assert!(run.work.is_some());
        assert_eq!(shown_plan(&run), None);
    }

    #[test]
    fn a_failure_keeps_what_was_found_until_the_next_start() {
        let mut run = Run::default();
        run.started(1, scenario(|_| ()));
        run.progressed(1, progress("g0:12"));
        run.failed(Failure::Missing);
        assert_eq!(shown_plan(&run), Some("g0:12"));
        assert_eq!(run.failure, Some(Failure::Missing));
        run.started(2, scenario(|_| ()));
        assert_eq!(run.failure, None);
        run.planned(2, answer("g1:12"));
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
        run.planned(1, answer("g0:12"));
        assert!(run.answers(&scenario(|_| ())));
    }

    #[test]
    fn heavy_work_waits_for_a_word() {
        let light = |edit: fn(&mut serde_json::Value)| is_light(&scenario(edit).instance);
        assert!(light(|_| ()));
        assert!(light(|document| document["gpus"][0]["count"] = 58.into()));
        assert!(!light(|document| document["gpus"][0]["count"] = 59.into()));
        let memetic = |population: u64, generations: u64| serde_json::json!({ "planner": "memetic", "memetic": { "population": population, "generations": generations } });
        let with = |search: serde_json::Value| is_light(&scenario(|document| document["search"] = search).instance);
        assert!(with(memetic(200, 10_000)));
        assert!(!with(memetic(200, 10_001)));
    }
}
