//! Between the draft and the planner: starts runs, hears of them, plans by itself where that is quick.

use std::sync::Arc;

use gloo::timers::callback::Timeout;
use leptos::prelude::*;

use crate::answer::{FrontierAnswer, LeftOutAnswer};
use crate::model::PlannerName;
use crate::scenario::Scenario;
use crate::ui::paper::rows::PaperRows;
use crate::ui::state::app::{App, Origin, PageView};
use crate::ui::state::async_answer::Standing;
use crate::ui::state::auto_plan::{is_light, is_quick_beside};
use crate::ui::state::other_planners::RivalState;
use crate::ui::state::planner_state::{Aside, Run};
use crate::ui::state::{other_planners, share_link};
use crate::worker::client::{Client, Event};
use crate::worker::conversation::News;
use crate::worker::failure::WayOn;

/// Where the planner is, beside the page.
const WORKER: &str = "./planner_worker_loader.js";
/// Pause after an edit before the draft is planned, ms.
const SETTLE_MS: u32 = 250;

impl App {
    /// Starts the planner, plans the draft, and from then on plans after every edit that allows it.
    pub fn start_planning(self) {
        let client = Client::start(WORKER, move |event| self.hear(event));
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
        self.client.with_value(|client| client.as_ref().map(Client::cancel));
        self.paper.update(PaperRows::lost);
        self.run.update(|run| {
            run.cancelled();
            run.offer_rivals();
        });
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
        if self.run.with_untracked(|run| run.asked_for(&scenario)) {
            return;
        }
        if is_light(&scenario.instance) {
            return self.plan_scenario(scenario);
        }
        let Some(client) = self.client.get_value() else { return };
        let given = share_link::own_plan(&scenario).map(|plan| client.evaluate(scenario.document.to_json(), plan));
        self.run.update(|run| run.given(given, &scenario));
    }

    /// Shows another plan of the scenario that is answered, everywhere; the planner's own again with `None`.
    pub fn choose(self, plan: Option<String>) {
        let Some(client) = self.client.get_value() else { return };
        let chosen = self.run.with_untracked(|run| {
            let shown = run.shown.as_ref()?;
            let plan = plan.filter(|plan| shown.answer.plan.as_ref() != Some(plan))?;
            Some((shown.scenario.document.to_json(), plan))
        });
        let chosen = chosen.map(|(scenario, plan)| (client.evaluate(scenario, plan.clone()), plan));
        self.run.update(|run| run.chose(chosen));
    }

    /// Asks for what stands beside the planner's plan: the trade-off, and what the left-out GPUs would cost.
    pub fn ask_asides(self) {
        let Some(client) = self.client.get_value() else { return };
        self.run.update(|run| {
            let Some(shown) = run.shown.as_ref() else { return };
            let scenario = shown.scenario.document.to_json();
            let left_out = shown.answer.plan.clone().map(|plan| client.left_out(scenario.clone(), plan));
            run.left_out = left_out.map(Aside::asked);
            run.frontier = Some(Aside::asked(client.frontier(scenario)));
        });
    }

    /// Runs another planner on the scenario that is answered, after what is under way.
    pub fn run_rival(self, planner: PlannerName) {
        let Some(client) = self.client.get_value() else { return };
        self.run.update(|run| {
            let Some(shown) = run.shown.as_ref() else { return };
            let job = client.plan(other_planners::question(&shown.scenario, planner));
            other_planners::asked(&mut run.rivals, planner, job);
        });
    }

    /// Ends the run of another planner; its best so far stays. What else the worker was asked is asked again.
    pub fn cancel_rival(self, planner: PlannerName) {
        let mut others = self.run.with_untracked(|run| other_planners::waiting(&run.rivals));
        others.retain(|other| *other != planner);
        self.client.with_value(|client| client.as_ref().map(Client::cancel));
        self.paper.update(PaperRows::lost);
        let unanswered = self.run.try_update(|run| {
            other_planners::lost(&mut run.rivals);
            let waits = |aside: Option<bool>| aside == Some(false);
            waits(run.frontier.as_ref().map(|aside| aside.answer.is_some()))
                || waits(run.left_out.as_ref().map(|aside| aside.answer.is_some()))
        });
        if unanswered == Some(true) {
            self.ask_asides();
        }
        for other in others {
            self.run_rival(other);
        }
    }

    /// Uses the page for something else. Keyboard users go on at its title, or at the menu it was shown from.
    pub fn show(self, view: PageView) {
        self.view.set(view);
        let place = if view == PageView::Paper { "paper-title" } else { "view-button" };
        request_animation_frame(move || crate::ui::dom::browser::focus_first(&[place.to_owned()]));
    }

    /// Works out the next row of the paper's tables, if they are looked at and nothing else is under way.
    pub fn work_on_paper(self) {
        let planning = self.run.with_untracked(|run| run.work.is_some() || run.failure.is_some());
        if planning || self.view.get_untracked() != PageView::Paper {
            return;
        }
        let Some(client) = self.client.get_value() else { return };
        self.paper.update(|rows| {
            if let Some(row) = rows.next() {
                rows.asked(client.reproduce(row), row);
            }
        });
    }

    /// Runs the rivals that are quick and have not been asked.
    fn run_quick_rivals(self) {
        let idle = self.run.with_untracked(|run| {
            let Some(shown) = run.shown.as_ref() else { return Vec::new() };
            let idle = run.rivals.iter().filter(|rival| rival.state == RivalState::Idle).map(|rival| rival.planner);
            idle.filter(|planner| is_quick_beside(&shown.scenario.instance, *planner)).collect::<Vec<_>>()
        });
        for planner in idle {
            self.run_rival(planner);
        }
    }

    /// How the trade-off stands, followed.
    pub fn frontier_standing(self) -> Memo<Standing<FrontierAnswer>> {
        let next = move |before: Option<&_>| self.run.with(|run| Standing::next(before, run, run.frontier.as_ref()));
        Memo::new_with_compare(next, |_, _| true)
    }

    /// How it stands with what the left-out GPUs would cost, followed.
    pub fn left_out_standing(self) -> Memo<Standing<Vec<LeftOutAnswer>>> {
        let next = move |before: Option<&_>| self.run.with(|run| Standing::next(before, run, run.left_out.as_ref()));
        Memo::new_with_compare(next, |_, _| true)
    }

    fn plan_scenario(self, scenario: Arc<Scenario>) {
        let Some(client) = self.client.get_value() else { return };
        let text = scenario.document.to_json();
        client.cancel();
        self.paper.update(PaperRows::lost);
        let given = share_link::own_plan(&scenario).map(|plan| (client.evaluate(text.clone(), plan.clone()), plan));
        let job = client.plan(text);
        self.run.update(|run| {
            run.given(given.as_ref().map(|(job, _)| *job), &scenario);
            run.started(job, scenario);
            // Whoever opens a link sees the plan that was on view when it was made.
            run.chose(given.filter(|_| self.origin.with_untracked(Origin::is_link)));
        });
    }

    fn hear(self, event: Event) {
        let main = self.run.with_untracked(|run| run.work.as_ref().map(|work| work.job));
        let planned = matches!(&event, Event::News(job, News::Planned(_)) if Some(*job) == main);
        self.run.update(|run| match event {
            Event::News(job, News::Progress(progress)) => run.progressed(job, *progress),
            Event::News(job, News::Planned(answer)) => run.planned(job, *answer),
            Event::News(job, News::Evaluated(evaluation)) => run.evaluated(job, *evaluation),
            Event::News(job, News::Frontier(frontier)) => run.frontier_found(job, *frontier),
            Event::News(job, News::LeftOut(left_out)) => run.left_out_tried(job, left_out),
            Event::News(job, News::Reproduced(row)) => self.paper.update(|rows| rows.heard(job, *row)),
            Event::News(job, News::Refused(problems)) => {
                self.paper.update(|rows| rows.refused(job));
                run.refused(job, problems);
            }
            Event::Failed(failure) => {
                self.paper.update(PaperRows::lost);
                run.failed(failure);
            }
        });
        let light = self.run.with_untracked(|run| {
            run.work.is_none() && run.shown.as_ref().is_some_and(|shown| is_light(&shown.scenario.instance))
        });
        self.work_on_paper();
        if planned {
            self.run.update(Run::offer_rivals);
        }
        if planned && light {
            self.ask_asides();
            self.run_quick_rivals();
        }
    }
}
