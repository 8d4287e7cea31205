//! Inside the worker: takes requests, runs the library, posts what comes out.

use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::protocol::{self, Report, Request};
use crate::answer::{self, AnswerEnvironment, PlanAnswer, ProgressAnswer};
use crate::model::{Instance, Plan};
use crate::paper::{self, Reproduced, published};
use crate::scenario::{self, Place, Problem};

/// Milliseconds between two progress messages: ten a second at most.
const PROGRESS_EVERY_MS: f64 = 100.0;

/// Answers requests until the page ends the worker.
pub fn run() {
    std::panic::set_hook(Box::new(|panic| post(&Report::Panicked { message: panic.to_string() })));
    let answer_message = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        let read = event.data().as_string().ok_or("the message is no text".to_owned());
        match read.and_then(|text| protocol::read::<Request>(&text)) {
            Ok(request) => answer_request(request),
            Err(error) => post(&Report::Panicked { message: format!("unreadable request: {error}") }),
        }
    });
    scope().set_onmessage(Some(answer_message.as_ref().unchecked_ref()));
    // It listens for as long as the worker lives.
    answer_message.forget();
    post(&Report::hello());
}

fn answer_request(request: Request) {
    let report = match request {
        Request::Plan { job, scenario } => match plan(job, &scenario) {
            Ok(answer) => Report::Planned { job, answer },
            Err(problems) => Report::Refused { job, problems },
        },
        Request::Evaluate { job, scenario, plan } => match evaluate(&scenario, &plan) {
            Ok(evaluation) => Report::Evaluated { job, evaluation },
            Err(problems) => Report::Refused { job, problems },
        },
        Request::Frontier { job, scenario } => match frontier(job, &scenario) {
            Ok(frontier) => Report::Frontier { job, frontier },
            Err(problems) => Report::Refused { job, problems },
        },
        Request::LeftOut { job, scenario, plan } => match left_out(job, &scenario, &plan) {
            Ok(left_out) => Report::LeftOut { job, left_out },
            Err(problems) => Report::Refused { job, problems },
        },
        Request::Reproduce { job, row } => match reproduce(job, row) {
            Ok(row) => Report::Reproduced { job, row },
            Err(problems) => Report::Refused { job, problems },
        },
        Request::Drill => drill(),
    };
    post(&report);
}

fn plan(job: u32, scenario: &str) -> Result<PlanAnswer, Vec<Problem>> {
    Ok(answer::plan_scenario(&scenario::read(scenario)?, &mut Reporter::new(job)))
}

fn evaluate(scenario: &str, plan: &str) -> Result<answer::Evaluation, Vec<Problem>> {
    let (instance, plan) = with_plan(scenario, plan)?;
    Ok(answer::evaluate(&instance, &plan))
}

fn frontier(job: u32, scenario: &str) -> Result<answer::FrontierAnswer, Vec<Problem>> {
    let instance = scenario::read(scenario)?.instance;
    Ok(answer::frontier_best(&instance, &mut Reporter::new(job)))
}

fn left_out(job: u32, scenario: &str, plan: &str) -> Result<Vec<answer::LeftOutAnswer>, Vec<Problem>> {
    let (instance, plan) = with_plan(scenario, plan)?;
    Ok(answer::left_out(&instance, &plan, &mut Reporter::new(job)))
}

fn reproduce(job: u32, row: usize) -> Result<Reproduced, Vec<Problem>> {
    let Some((table, row)) = published::rows().nth(row) else {
        let place = Place { table: "paper".to_owned(), row: Some(row), column: None };
        let (what, remedy) = ("The paper has no such row.", "Reload the page.");
        return Err(vec![Problem {
            code: "unknown-row".to_owned(),
            place,
            what: what.to_owned(),
            remedy: remedy.to_owned(),
        }]);
    };
    paper::reproduce(table, row, &mut Reporter::new(job))
}

fn with_plan(scenario: &str, plan: &str) -> Result<(Instance, Plan), Vec<Problem>> {
    let instance = scenario::read(scenario)?.instance;
    let plan = scenario::plan_text::parse(plan, &instance.cluster, instance.transformer.layers())?;
    Ok((instance, plan))
}

#[allow(clippy::panic, reason = "dying is what is asked for")]
fn drill() -> Report {
    panic!("a drill, as asked")
}

/// The surroundings of one run: the worker's clock, and messages to the page.
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

impl AnswerEnvironment for Reporter {
    fn now_ms(&mut self) -> f64 {
        now_ms() - self.started_ms
    }

    /// A busy worker hears nothing: the page stops it by ending it.
    fn interrupted(&mut self) -> bool {
        false
    }

    fn progress_due(&mut self) -> bool {
        now_ms() - self.posted_ms >= PROGRESS_EVERY_MS
    }

    fn progress(&mut self, progress: &ProgressAnswer) {
        self.posted_ms = now_ms();
        post(&Report::Progress { job: self.job, progress: progress.clone() });
    }

    fn frontier(&mut self, so_far: &answer::FrontierAnswer) {
        self.posted_ms = now_ms();
        post(&Report::FrontierSoFar { job: self.job, frontier: so_far.clone() });
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
