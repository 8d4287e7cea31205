//! The signals of the planning, split by what wakes: a message about one job wakes the readers of that job alone.

use reactive_graph::computed::Memo;
use reactive_graph::signal::RwSignal;
use reactive_graph::traits::{GetUntracked, Set, Update as _, With, WithUntracked};

use crate::answer::{FrontierAnswer, LeftOutAnswer};
use crate::model::PlannerName;
use crate::scenario::Problem;
use crate::ui::paper::rows::PaperRows;
use crate::ui::state::async_answer::Query;
use crate::ui::state::other_planners::{self, Rival};
use crate::ui::state::planner_state::{OnView, Run, RunProgress};
use crate::worker::protocol::{News, Update};
use crate::worker::question::{Answer, PlanProgress, Progress};

/// The planning as the page sees it.
#[derive(Clone, Copy)]
pub struct PlannerSignals {
    /// The run and its answer; changes when a better plan is there, not while the planner counts.
    pub run: RwSignal<Run>,
    /// The plan on view.
    pub on_view: Memo<Option<OnView>>,
    /// How far the run is.
    pub progress: RwSignal<RunProgress>,
    /// The trade-off between time and energy.
    pub frontier: RwSignal<Query<FrontierAnswer>>,
    /// The GPUs that the planner's plan leaves out.
    pub unused_gpus: RwSignal<Query<Vec<LeftOutAnswer>>>,
    /// The other planners, to be compared.
    pub other_planners: RwSignal<Vec<Rival>>,
    /// The paper's tables, as far as they are worked out.
    pub paper: RwSignal<PaperRows>,
    /// The share done of each planner that can be compared, in the order of [`PlannerName::ALL`].
    shares: [RwSignal<f64>; PlannerName::ALL.len()],
}

/// What a question beside the plan hears of its job, whatever its answer is.
trait AnyQuery {
    fn forget(&self);
    fn further(&self, id: u32, share: f64);
    fn lost(&self, jobs: &[u32]);
}

impl<T: Send + Sync + 'static> AnyQuery for RwSignal<Query<T>> {
    fn forget(&self) {
        self.set(Query::Idle);
    }

    fn further(&self, id: u32, share: f64) {
        self.maybe_update(|query| query.further(id, share, None));
    }

    fn lost(&self, jobs: &[u32]) {
        self.maybe_update(|query| query.lost(jobs));
    }
}

impl Default for PlannerSignals {
    fn default() -> Self {
        let run = RwSignal::new(Run::default());
        Self {
            run,
            on_view: Memo::new(move |_| run.with(Run::on_view)),
            progress: RwSignal::new(RunProgress::default()),
            frontier: RwSignal::new(Query::Idle),
            unused_gpus: RwSignal::new(Query::Idle),
            other_planners: RwSignal::new(Vec::new()),
            paper: RwSignal::new(PaperRows::default()),
            shares: std::array::from_fn(|_| RwSignal::new(0.0)),
        }
    }
}

impl PlannerSignals {
    /// The questions beside the plan.
    fn queries(&self) -> [&dyn AnyQuery; 2] {
        [&self.frontier, &self.unused_gpus]
    }

    /// The share that a planner has done which is run to be compared, 0 to 1.
    pub fn share_of(self, planner: PlannerName) -> RwSignal<f64> {
        let place = PlannerName::ALL.iter().position(|other| *other == planner);
        self.shares[place.unwrap_or_default()]
    }

    /// Forgets what stands beside the plan of a run that was replaced.
    pub fn forget_answers_beside(self) {
        self.progress.set(RunProgress::default());
        self.queries().iter().for_each(|query| query.forget());
        self.other_planners.set(Vec::new());
    }

    /// Another planner was asked.
    pub fn asked_planner(self, planner: PlannerName, job: u32) {
        self.share_of(planner).set(0.0);
        self.other_planners.update(|rivals| other_planners::asked(rivals, planner, job));
    }

    /// Takes news of a job. Says whether it was the end of the run.
    pub fn hear(self, update: Update) -> bool {
        let Update { id, news } = update;
        match news {
            News::Progress(progress) => self.further(id, progress),
            News::Done(answer) => return self.done(id, answer),
            News::Refused(problems) => self.refused(id, problems),
        }
        false
    }

    /// Jobs were cancelled, dropped or lost with their worker: whoever waited for one keeps what it had found.
    pub fn lost(self, jobs: &[u32]) {
        if self.run.with_untracked(|run| run.waits_for(jobs)) {
            let progress = self.progress.get_untracked();
            self.run.update(|run| run.lost(jobs, progress));
        }
        self.queries().iter().for_each(|query| query.lost(jobs));
        self.other_planners.maybe_update(|rivals| other_planners::lost(rivals, jobs));
        self.paper.maybe_update(|rows| rows.lost(jobs));
    }

    fn further(self, id: u32, progress: Progress) {
        match progress {
            Progress::Plan(progress) => self.planner_further(id, *progress),
            Progress::Frontier { share, so_far } => {
                self.frontier.maybe_update(|query| query.further(id, share, Some(*so_far)));
            }
            Progress::Share(share) => self.queries().iter().for_each(|query| query.further(id, share)),
        }
    }

    fn planner_further(self, id: u32, progress: PlanProgress) {
        if self.is_run(id) {
            self.progress.update(|before| *before = before.further(&progress));
            if let Some(best) = progress.improvement {
                self.run.update(|run| run.improved(id, best));
            }
        } else if let Some(planner) = self.other_planner(id) {
            self.share_of(planner).set(progress.share);
            if let Some(best) = progress.improvement {
                self.other_planners.update(|rivals| other_planners::improved(rivals, id, best.answer));
            }
        }
    }

    fn done(self, id: u32, answer: Answer) -> bool {
        match answer {
            Answer::Plan(found) if self.is_run(id) => {
                self.run.update(|run| run.planned(id, *found));
                return true;
            }
            Answer::Plan(found) => {
                if self.other_planner(id).is_some() {
                    self.other_planners.update(|rivals| other_planners::ended(rivals, id, found.answer));
                }
            }
            Answer::View(evaluation) => self.run.update(|run| run.evaluated(id, *evaluation)),
            Answer::Frontier(frontier) => {
                self.frontier.maybe_update(|query| query.done(id, *frontier));
            }
            Answer::UnusedGpus(unused) => {
                self.unused_gpus.maybe_update(|query| query.done(id, unused));
            }
            Answer::PaperRow(row) => self.paper.update(|rows| rows.heard(id, *row)),
        }
        false
    }

    fn refused(self, id: u32, problems: Vec<Problem>) {
        if self.is_run(id) {
            self.run.update(|run| run.refused(id, problems));
        }
        self.paper.maybe_update(|rows| rows.refused(id));
        self.lost(&[id]);
    }

    fn is_run(self, id: u32) -> bool {
        self.run.with_untracked(|run| run.work.as_ref().is_some_and(|work| work.job == id))
    }

    fn other_planner(self, id: u32) -> Option<PlannerName> {
        self.other_planners.with_untracked(|rivals| other_planners::with_job(rivals, id))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::answer::PlanAnswer;
    use crate::scenario::{self, presets};
    use reactive_graph::effect::ImmediateEffect;
    use reactive_graph::owner::Owner;
    use reactive_graph::traits::Track;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{Arc, Mutex};

    const RUN: u32 = 1;
    const BRUTE_FORCE: u32 = 2;
    const METIS: u32 = 3;
    const FRONTIER: u32 = 4;
    const UNUSED: u32 = 5;
    const ROW: u32 = 6;

    /// Readers of every signal, and how often each was woken.
    struct Readers {
        signals: PlannerSignals,
        wakes: Vec<(&'static str, Arc<AtomicU32>)>,
        _effects: Mutex<Vec<ImmediateEffect>>,
        _owner: Owner,
    }

    impl Readers {
        fn new() -> Self {
            let owner = Owner::new();
            owner.set();
            let signals = PlannerSignals::default();
            signals.run.update(|run| {
                run.started(RUN, Arc::new(scenario::read(presets::ALL[0].json).unwrap()));
                run.improved(RUN, answer("g0:12").into());
            });
            signals.other_planners.set(other_planners::rivals(&answer("g0:12")));
            signals.asked_planner(PlannerName::BruteForce, BRUTE_FORCE);
            signals.asked_planner(PlannerName::Metis, METIS);
            signals.frontier.set(Query::asked(FRONTIER));
            signals.unused_gpus.set(Query::asked(UNUSED));
            signals.paper.update(|rows| rows.asked(ROW, 0));
            let mut readers = Self { signals, wakes: Vec::new(), _effects: Mutex::default(), _owner: owner };
            readers.read("run", move || signals.run.track());
            readers.read("plan on view", move || signals.on_view.with(|_| ()));
            readers.read("progress", move || signals.progress.track());
            readers.read("frontier", move || signals.frontier.track());
            readers.read("unused GPUs", move || signals.unused_gpus.track());
            readers.read("other planners", move || signals.other_planners.track());
            readers.read("share of brute force", move || signals.share_of(PlannerName::BruteForce).track());
            readers.read("share of Metis", move || signals.share_of(PlannerName::Metis).track());
            readers.read("paper", move || signals.paper.track());
            readers
        }

        fn read(&mut self, name: &'static str, track: impl Fn() + Send + Sync + 'static) {
            let count = Arc::new(AtomicU32::new(0));
            self.wakes.push((name, count.clone()));
            let effect = ImmediateEffect::new(move || {
                track();
                count.fetch_add(1, Ordering::Relaxed);
            });
            self._effects.lock().unwrap().push(effect);
        }

        /// Who wakes when this is heard.
        fn woken(&self, id: u32, news: News) -> Vec<&'static str> {
            self.wakes.iter().for_each(|(_, count)| count.store(0, Ordering::Relaxed));
            self.signals.hear(Update { id, news });
            let woken = self.wakes.iter().filter(|(_, count)| count.load(Ordering::Relaxed) > 0);
            woken.map(|(name, _)| *name).collect()
        }
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

    fn counted(best: Option<PlanAnswer>) -> News {
        News::Progress(Progress::Plan(Box::new(PlanProgress {
            evaluations: 9,
            share: 0.5,
            wall_ms: 1.0,
            improvement: best.map(Into::into),
        })))
    }

    #[test]
    fn a_progress_message_wakes_the_progress_alone() {
        let readers = Readers::new();
        assert_eq!(readers.woken(RUN, counted(None)), ["progress"]);
        assert_eq!(readers.woken(RUN, counted(Some(answer("g5:12")))), ["run", "plan on view", "progress"]);
        assert_eq!(readers.woken(BRUTE_FORCE, counted(None)), ["share of brute force"]);
        assert_eq!(readers.woken(METIS, counted(None)), ["share of Metis"]);
        assert_eq!(readers.woken(METIS, counted(Some(answer("g5:12")))), ["other planners", "share of Metis"]);
        assert_eq!(readers.woken(FRONTIER, News::Progress(Progress::Share(0.5))), ["frontier"]);
        assert_eq!(readers.woken(UNUSED, News::Progress(Progress::Share(0.5))), ["unused GPUs"]);
        assert!(readers.woken(ROW, counted(None)).is_empty());
        assert!(readers.woken(99, counted(Some(answer("g5:12")))).is_empty());
    }

    #[test]
    fn an_answer_wakes_its_own_readers() {
        let readers = Readers::new();
        assert_eq!(readers.woken(UNUSED, News::Done(Answer::UnusedGpus(Vec::new()))), ["unused GPUs"]);
        assert_eq!(
            readers.woken(METIS, News::Done(Answer::Plan(Box::new(answer("g5:12").into())))),
            ["other planners"]
        );
        assert_eq!(
            readers.woken(RUN, News::Done(Answer::Plan(Box::new(answer("g5:12").into())))),
            ["run", "plan on view"]
        );
        assert_eq!(readers.woken(ROW, News::Refused(Vec::new())), ["paper"]);
        assert_eq!(readers.woken(FRONTIER, News::Refused(Vec::new())), ["frontier"]);
    }

    #[test]
    fn a_lost_job_is_missed_by_whoever_waited_for_it() {
        let readers = Readers::new();
        readers.woken(RUN, counted(Some(answer("g5:12"))));
        let signals = readers.signals;
        signals.lost(&[BRUTE_FORCE, FRONTIER]);
        let waits = |planner| {
            signals.other_planners.with_untracked(|rivals| {
                rivals.iter().any(|rival| rival.planner == planner && rival.state.job().is_some())
            })
        };
        assert!(!waits(PlannerName::BruteForce) && waits(PlannerName::Metis));
        assert!(signals.frontier.with_untracked(|query| query.job().is_none()));
        assert!(signals.unused_gpus.with_untracked(|query| query.job() == Some(UNUSED)));
        assert!(signals.run.with_untracked(|run| run.work.is_some()));
        signals.lost(&[RUN, UNUSED, ROW]);
        assert!(signals.run.with_untracked(|run| run.work.is_none() && run.shown.is_some()));
        assert_eq!(signals.paper.with_untracked(PaperRows::next), Some(0));
    }
}
