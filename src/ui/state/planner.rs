//! Between the draft and the planner: starts runs, hears of them, plans by itself where that is quick.

use std::sync::Arc;

use gloo::timers::callback::Timeout;
use leptos::prelude::*;

use crate::answer::{FrontierAnswer, LeftOutAnswer};
use crate::model::PlannerName;
use crate::scenario::Scenario;
use crate::ui::state::app::{App, Origin, PageView};
use crate::ui::state::async_answer::{AsyncAnswer, Query};
use crate::ui::state::auto_plan::{is_light, is_quick_beside};
use crate::ui::state::other_planners::{self, RivalState};
use crate::ui::state::planner_state::Run;
use crate::ui::state::share_link;
use crate::worker::client::{Client, Event};
use crate::worker::failure::WayOn;
use crate::worker::job_queue::Priority;
use crate::worker::pool::PoolSize;
use crate::worker::question::Question;

/// Where the planner is, beside the page.
const WORKER: &str = "./planner_worker_loader.js";
/// One job at a time, and a worker that takes over at once where one is ended.
const WORKERS: PoolSize = PoolSize { active: 1, standby: 1 };
/// Pause after an edit before the draft is planned, ms.
const SETTLE_MS: u32 = 250;

impl App {
    /// Starts the planner, plans the draft, and from then on plans after every edit that allows it.
    pub fn start_planning(self) {
        let client = Client::start(WORKER, WORKERS, move |event| self.hear(event));
        self.client.set_value(Some(client));
        self.plan_if_light();
        Effect::watch(
            move || self.reading.track(),
            move |(), _, _| {
                let settled = Timeout::new(SETTLE_MS, move || self.plan_if_light());
                self.settling.set_value(Some(settled));
            },
            false,
        );
    }

    /// Plans the draft, whatever it takes. Does nothing while something is wrong with it.
    pub fn plan(self) {
        let scenario = self.reading.with_untracked(|reading| reading.scenario.clone());
        if let Some(scenario) = scenario {
            self.plan_scenario(scenario);
        }
    }

    /// Ends the run; the best so far stays.
    pub fn cancel(self) {
        let job = self.planner.run.with_untracked(|run| run.work.as_ref().map(|work| work.job));
        self.cancel_job(job);
        self.offer_other_planners();
    }

    /// Ends a job; what it has found stays, and no other job notices.
    pub fn cancel_job(self, job: Option<u32>) {
        let (Some(job), Some(client)) = (job, self.client.get_value()) else { return };
        client.cancel(job);
        self.planner.lost(&[job]);
    }

    /// The way on after a failure.
    pub fn go_on(self, way: WayOn) {
        match way {
            WayOn::Retry => self.plan(),
            WayOn::Reload => crate::ui::dom::browser::reload(),
        }
    }

    /// Plans the draft if that is quick and not done or under way. Where it is not quick, still says what the plan
    /// costs that came with it.
    pub fn plan_if_light(self) {
        let Some(scenario) = self.reading.with_untracked(|reading| reading.scenario.clone()) else { return };
        if self.planner.run.with_untracked(|run| run.asked_for(&scenario)) {
            return;
        }
        if is_light(&scenario.instance) {
            return self.plan_scenario(scenario);
        }
        let Some(client) = self.client.get_value() else { return };
        let view = |plan| client.ask(Priority::View, Some(&scenario), Question::View { plan });
        let shared_plan = share_link::own_plan(&scenario).map(view);
        self.planner.run.update(|run| run.shared_plan(shared_plan, &scenario));
    }

    /// Shows another plan of the scenario that is answered, everywhere; the planner's own again with `None`.
    pub fn pick(self, plan: Option<String>) {
        let Some(client) = self.client.get_value() else { return };
        let picked = self.planner.run.with_untracked(|run| {
            let shown = run.shown.as_ref()?;
            let plan = plan.filter(|plan| shown.answer.plan.as_ref() != Some(plan))?;
            Some((shown.scenario.clone(), plan))
        });
        let picked = picked.map(|(scenario, plan)| {
            let question = Question::View { plan: plan.clone() };
            (client.ask(Priority::View, Some(&scenario), question), plan)
        });
        self.planner.run.update(|run| run.picked(picked));
    }

    /// Asks a question about the scenario that is answered.
    pub fn ask_beside<T: Send + Sync + 'static>(self, query: RwSignal<Query<T>>, question: Question) {
        let scenario = self.planner.run.with_untracked(|run| run.shown.as_ref().map(|shown| shown.scenario.clone()));
        let (Some(scenario), Some(client)) = (scenario, self.client.get_value()) else { return };
        let job = client.ask(Priority::Beside, Some(&scenario), question);
        query.set(Query::asked(job));
    }

    /// Asks for the trade-off.
    pub fn ask_frontier(self) {
        self.ask_beside(self.planner.frontier, Question::Frontier);
    }

    /// Asks what it would cost to use each GPU that the planner's plan leaves out.
    pub fn ask_unused_gpus(self) {
        let plan = self.planner.run.with_untracked(|run| run.shown.as_ref()?.answer.plan.clone());
        if let Some(plan) = plan {
            self.ask_beside(self.planner.unused_gpus, Question::UnusedGpus { plan });
        }
    }

    /// Runs another planner on the scenario that is answered, after what is under way.
    pub fn run_rival(self, planner: PlannerName) {
        let scenario = self.planner.run.with_untracked(|run| run.shown.as_ref().map(|shown| shown.scenario.clone()));
        let (Some(scenario), Some(client)) = (scenario, self.client.get_value()) else { return };
        let job = client.ask(Priority::Beside, Some(&scenario), Question::Plan { planner: Some(planner) });
        self.planner.asked_planner(planner, job);
    }

    /// Ends the run of another planner; its best so far stays.
    pub fn cancel_rival(self, planner: PlannerName) {
        let job = self.planner.other_planners.with_untracked(|rivals| {
            rivals.iter().find(|rival| rival.planner == planner).and_then(|rival| rival.state.job())
        });
        self.cancel_job(job);
    }

    /// Uses the page for something else. Keyboard users go on at its title, or at the menu it was shown from.
    pub fn show(self, view: PageView) {
        self.view.set(view);
        let place = if view == PageView::Paper { "paper-title" } else { "view-button" };
        request_animation_frame(move || crate::ui::dom::browser::focus_first(&[place.to_owned()]));
    }

    /// Works out the next row of the paper's tables, if they are looked at. Whatever else is asked goes first.
    pub fn work_on_paper(self) {
        let failed = self.planner.run.with_untracked(|run| run.failure.is_some());
        if failed || self.view.get_untracked() != PageView::Paper {
            return;
        }
        let next = self.planner.paper.with_untracked(|rows| rows.next());
        let (Some(row), Some(client)) = (next, self.client.get_value()) else { return };
        let job = client.ask(Priority::Background, None, Question::PaperRow { row });
        self.planner.paper.update(|rows| rows.asked(job, row));
    }

    /// The planner has answered: the others may be run to be compared.
    fn offer_other_planners(self) {
        let rivals = self.planner.run.with_untracked(|run| {
            let planned = run.shown.as_ref().filter(|shown| shown.answer.plan.is_some());
            planned.map_or_else(Vec::new, |shown| other_planners::rivals(&shown.answer))
        });
        self.planner.other_planners.set(rivals);
    }

    /// Runs the other planners that are quick and have not been asked.
    fn run_quick_rivals(self) {
        let shown = self.planner.run.with_untracked(|run| run.shown.as_ref().map(|shown| shown.scenario.clone()));
        let Some(scenario) = shown else { return };
        let quick = self.planner.other_planners.with_untracked(|rivals| {
            let idle = rivals.iter().filter(|rival| rival.state == RivalState::Idle).map(|rival| rival.planner);
            idle.filter(|planner| is_quick_beside(&scenario.instance, *planner)).collect::<Vec<_>>()
        });
        for planner in quick {
            self.run_rival(planner);
        }
    }

    /// How the trade-off stands, followed.
    pub fn frontier_answer(self) -> Memo<AsyncAnswer<FrontierAnswer>> {
        self.async_answer(self.planner.frontier)
    }

    /// The answer about the unused GPUs as a signal.
    pub fn unused_gpus_answer(self) -> Memo<AsyncAnswer<Vec<LeftOutAnswer>>> {
        self.async_answer(self.planner.unused_gpus)
    }

    /// How the answer to a question beside the plan stands, followed.
    pub fn async_answer<T: Send + Sync + 'static>(self, query: RwSignal<Query<T>>) -> Memo<AsyncAnswer<T>> {
        let next = move |before: Option<&_>| {
            self.planner.run.with(|run| query.with(|query| AsyncAnswer::next(before, run, query)))
        };
        Memo::new_with_compare(next, |_, _| true)
    }

    fn plan_scenario(self, scenario: Arc<Scenario>) {
        let Some(client) = self.client.get_value() else { return };
        let stale = client.drop_where(|job| job.scenario.is_some());
        self.planner.lost(&stale);
        let view = |plan: String| {
            let question = Question::View { plan: plan.clone() };
            (client.ask(Priority::View, Some(&scenario), question), plan)
        };
        let shared_plan = share_link::own_plan(&scenario).map(view);
        let job = client.ask(Priority::Plan, Some(&scenario), Question::Plan { planner: None });
        self.planner.forget_answers_beside();
        self.planner.run.update(|run| {
            run.shared_plan(shared_plan.as_ref().map(|(job, _)| *job), &scenario);
            run.started(job, scenario);
            // Whoever opens a link sees the plan that was on view when it was made.
            run.picked(shared_plan.filter(|_| self.origin.with_untracked(Origin::is_link)));
        });
    }

    fn hear(self, event: Event) {
        match event {
            Event::Update(update) => {
                if self.planner.hear(update) {
                    self.on_planned();
                }
            }
            Event::Failed { failure, lost } => {
                self.planner.lost(&lost);
                self.planner.run.update(|run: &mut Run| run.failure = Some(failure));
            }
        }
        self.work_on_paper();
    }

    /// The run has ended: asks for what completes its answer, where that is quick.
    fn on_planned(self) {
        self.offer_other_planners();
        let light = self
            .planner
            .run
            .with_untracked(|run| run.shown.as_ref().is_some_and(|shown| is_light(&shown.scenario.instance)));
        if light {
            self.ask_unused_gpus();
            self.ask_frontier();
            self.run_quick_rivals();
        }
    }
}
