//! Between the draft and the planner: starts runs, hears of them, plans by itself where that is quick.

use std::sync::Arc;

use gloo::timers::callback::Timeout;
use leptos::prelude::*;

use super::run::is_light;
use super::share;
use super::state::App;
use crate::scenario::Scenario;
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
        self.run.update(|run| run.cancelled());
    }

    /// The way on after a failure.
    pub fn go_on(self, way: WayOn) {
        match way {
            WayOn::Retry => self.plan(),
            WayOn::Reload => super::browser::reload(),
        }
    }

    /// Plans the draft if that is quick and not done or under way.
    pub fn plan_if_light(self) {
        let Some(scenario) = self.reading.with_untracked(|reading| reading.scenario.clone()) else { return };
        if is_light(&scenario.instance) && !self.run.with_untracked(|run| run.asked_for(&scenario)) {
            self.plan_scenario(scenario);
        }
    }

    fn plan_scenario(self, scenario: Arc<Scenario>) {
        let Some(client) = self.client.get_value() else { return };
        let text = scenario.document.to_json();
        client.cancel();
        let given = share::own_plan(&scenario).map(|plan| client.evaluate(text.clone(), plan));
        self.run.update(|run| run.given(given, &scenario));
        let job = client.plan(text);
        self.run.update(|run| run.started(job, scenario));
    }

    fn hear(self, event: Event) {
        self.run.update(|run| match event {
            Event::News(job, News::Progress(progress)) => run.progressed(job, *progress),
            Event::News(job, News::Planned(answer)) => run.planned(job, *answer),
            Event::News(job, News::Evaluated(evaluation)) => run.evaluated(job, *evaluation),
            Event::News(job, News::Refused(problems)) => run.refused(job, problems),
            Event::Failed(failure) => run.failed(failure),
        });
    }
}
