//! Inside the worker: reads requests, runs the library, posts reports.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::protocol::{self, Job, News, Report, Request, Update};
use super::question::{self, JobEnvironment, Progress};
use super::recent::Recent;
use crate::scenario::{self, Problem, Scenario};

/// Milliseconds between two progress messages: ten a second at most.
const PROGRESS_EVERY_MS: f64 = 100.0;

/// The scenarios handed over, read once each.
type Scenarios = Recent<Rc<Result<Scenario, Vec<Problem>>>>;

/// Answers requests until the page ends the worker.
pub fn run() {
    std::panic::set_hook(Box::new(|panic| post(&Report::Panicked { message: panic.to_string() })));
    let scenarios = RefCell::new(Scenarios::default());
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let read = event.data().as_string().ok_or("the message is no text".to_owned());
        match read.and_then(|text| protocol::read::<Request<Value>>(&text)) {
            Ok(Request::Scenario { number, document }) => {
                scenarios.borrow_mut().insert(number, Rc::new(scenario::read_value(&document)));
            }
            Ok(Request::Job(job)) => post(&Report::Update(answer(&job, &scenarios.borrow()))),
            Ok(Request::PanicForTest) => panic_for_test(),
            Err(error) => post(&Report::Panicked { message: format!("unreadable request: {error}") }),
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // It listens for as long as the worker lives.
    on_message.forget();
    post(&Report::hello());
}

fn answer(job: &Job, scenarios: &Scenarios) -> Update {
    let scenario = job.scenario.and_then(|number| scenarios.get(number));
    let news = match scenario.map(|scenario| scenario.as_ref()) {
        Some(Err(problems)) => News::Refused(problems.clone()),
        scenario => {
            let scenario = scenario.and_then(|scenario| scenario.as_ref().ok());
            match question::answer(&job.question, scenario, &mut Reporter::new(job.id)) {
                Ok(answer) => News::Done(answer),
                Err(problems) => News::Refused(problems),
            }
        }
    };
    Update { id: job.id, news }
}

#[allow(clippy::panic, reason = "dying is what is asked for")]
fn panic_for_test() {
    panic!("a panic, as asked")
}

/// The surroundings of one job: the worker's clock, and messages to the page.
struct Reporter {
    job: u32,
    started_ms: f64,
    posted_ms: f64,
}

impl Reporter {
    fn new(job: u32) -> Self {
        let now_ms = now_ms();
        Self { job, started_ms: now_ms, posted_ms: now_ms }
    }
}

impl JobEnvironment for Reporter {
    fn now_ms(&mut self) -> f64 {
        now_ms() - self.started_ms
    }

    fn progress_due(&mut self) -> bool {
        now_ms() - self.posted_ms >= PROGRESS_EVERY_MS
    }

    fn progress(&mut self, progress: Progress) {
        self.posted_ms = now_ms();
        post(&Report::Update(Update { id: self.job, news: News::Progress(progress) }));
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

#[allow(clippy::disallowed_methods, reason = "time limits and the pace of progress are in the machine's time")]
fn now_ms() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}

fn post(report: &Report) {
    // Posting a string fails only when the page is gone.
    let _ = scope().post_message(&JsValue::from_str(&protocol::write(report)));
}
