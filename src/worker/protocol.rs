//! The messages between page and worker: JSON texts, one a message.
//!
//! The page posts [`Request`]s, the worker [`Report`]s. A scenario is handed over once a worker, under a number; the
//! jobs about it name that number. The page posts a job only to a worker that has none, so nothing ever waits inside a
//! worker, and ending a worker loses one job.
//!
//! # How to add a question
//!
//! 1. `answer/x.rs` answers it, with a type for the answer.
//! 2. [`super::question`] gets a variant of `Question`, one of `Answer`, and the arm of `answer` between them.
//! 3. The page's `planner_signals` gets a query for it: its match over answers does not compile before that.
//! 4. A panel asks it with `App::ask_beside` and follows the answer with `App::async_answer`.
//!
//! Messages, queue, pool, recovery and cancelling stay as they are.

use serde::{Deserialize, Serialize};

use super::question::{Answer, Progress, Question};
use crate::scenario::Problem;

/// Raised whenever a message changes its meaning.
pub const PROTOCOL: u32 = 4;

/// Which build this is. Worker files keep their names from build to build, so page and worker compare it
/// when they meet.
pub const BUILD: &str = match option_env!("GEOTRAIN_BUILD_ID") {
    Some(id) => id,
    None => "unstamped",
};

/// Longest message that is read, bytes: a scenario file may be 16 MiB, and an answer can be longer.
pub const MAX_MESSAGE_BYTES: usize = 40 << 20;

/// A message to a worker. `D` is the scenario document: the page writes a `Document`, the worker reads JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request<D> {
    /// Hands over a scenario; precedes the first job about it.
    Scenario { number: u32, document: D },
    /// Starts a job.
    Job(Job),
    /// Makes the worker panic. Lets the recovery of a shipped build be tested; the page never sends it.
    PanicForTest,
}

/// One question under the page's number for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    pub id: u32,
    /// The number of the scenario it is about; `None` where the question names none.
    pub scenario: Option<u32>,
    pub question: Question,
}

/// A message from a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Report {
    /// The worker's [`PROTOCOL`] and [`BUILD`], before anything else.
    Hello { protocol: u32, build: String },
    /// News of a job.
    Update(Update),
    /// The worker is about to die, for the reason that the panic gave.
    Panicked { message: String },
}

/// News of the job with that id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Update {
    pub id: u32,
    pub news: News,
}

/// What became of a job; all but progress end it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    Progress(Progress),
    Done(Answer),
    /// The scenario or the question could not be read.
    Refused(Vec<Problem>),
}

impl Report {
    /// The hello of this build.
    pub fn hello() -> Self {
        Self::Hello { protocol: PROTOCOL, build: BUILD.to_owned() }
    }
}

/// A message as text. Every message here has a text; should that ever change, the empty text is one that
/// [`read`] refuses in words.
pub fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// Reads a message; the error says what is wrong with it.
pub fn read<'t, M: Deserialize<'t>>(text: &'t str) -> Result<M, String> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(format!("the message has {} bytes, more than {MAX_MESSAGE_BYTES}", text.len()));
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;
    use crate::model::PlannerName;
    use crate::scenario::{self, Document, presets};
    use serde_json::Value;

    #[test]
    fn requests_have_the_documented_texts() {
        let ask = |question| Request::<Value>::Job(Job { id: 7, scenario: Some(3), question });
        let plan = ask(Question::Plan { planner: Some(PlannerName::BruteForce) });
        let text = r#"{"job":{"id":7,"scenario":3,"question":{"plan":{"planner":"brute-force"}}}}"#;
        assert_eq!(write(&plan), text);
        assert_eq!(read::<Request<Value>>(text), Ok(plan));
        let view = ask(Question::View { plan: "g0:12".to_owned() });
        assert_eq!(read::<Request<Value>>(&write(&view)), Ok(view));
        assert_eq!(read::<Request<Value>>(r#""panic-for-test""#), Ok(Request::PanicForTest));
    }

    #[test]
    fn a_scenario_is_handed_over_as_compact_json_and_reads_as_the_same() {
        for preset in presets::ALL {
            let scenario = scenario::read(preset.json).unwrap();
            let text = write(&Request::<&Document>::Scenario { number: 3, document: &scenario.document });
            assert!(!text.contains('\n') && !text.contains("\\\""), "{text}");
            let Ok(Request::<Value>::Scenario { number: 3, document }) = read(&text) else { panic!("{text}") };
            assert_eq!(scenario::read_value(&document), Ok(scenario));
        }
    }

    #[test]
    fn hello_names_protocol_and_build() {
        let text = write(&Report::hello());
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["hello"]["protocol"], PROTOCOL);
        assert_eq!(value["hello"]["build"], BUILD);
    }

    #[test]
    fn foreign_messages_are_refused_in_words() {
        for text in [
            "",
            "null",
            "[]",
            "{\"type\":\"webpackOk\"}",
            "{\"hello\":{\"protocol\":-1,\"build\":\"x\"}}",
            "{\"update\":{\"id\":1,\"news\":{\"progress\":{\"plan\":{\"evaluations\":1}}}}}",
            "{\"update\":{\"id\":1,\"news\":{\"refused\":[]},\"extra\":1}}",
        ] {
            let refused = read::<Report>(text).unwrap_err();
            assert!(!refused.is_empty(), "{text}");
        }
    }
}
