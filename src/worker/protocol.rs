//! The messages between page and worker: JSON texts, one object each, told apart by `type`.

use serde::{Deserialize, Serialize};

use crate::answer::{Evaluation, FrontierAnswer, LeftOutAnswer, PlanAnswer, ProgressAnswer};
use crate::paper::Reproduced;
use crate::scenario::Problem;

/// Raised whenever a message changes its meaning.
pub const PROTOCOL: u32 = 3;

/// Which build this is. Worker files keep their names from build to build, so page and worker compare it
/// when they meet.
pub const BUILD: &str = match option_env!("GEOTRAIN_BUILD_ID") {
    Some(id) => id,
    None => "unstamped",
};

/// Longest message that is read, bytes: a scenario file may be 16 MiB, and grows when it is quoted.
pub const MAX_MESSAGE_BYTES: usize = 40 << 20;

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Plan this scenario.
    Plan {
        /// The page's number for the work.
        job: u32,
        /// A scenario document, JSON.
        scenario: String,
    },
    /// Say what this plan costs.
    Evaluate {
        /// The page's number for the work.
        job: u32,
        /// A scenario document, JSON.
        scenario: String,
        /// "g5:9,g6:3".
        plan: String,
    },
    /// Find the trade-off between time and energy.
    Frontier {
        /// The page's number for the work.
        job: u32,
        /// A scenario document, JSON.
        scenario: String,
    },
    /// Say what using each GPU that this plan leaves out would cost.
    LeftOut {
        /// The page's number for the work.
        job: u32,
        /// A scenario document, JSON.
        scenario: String,
        /// "g5:9,g6:3".
        plan: String,
    },
    /// Work out a row of the paper's tables.
    Reproduce {
        /// The page's number for the work.
        job: u32,
        /// Which row, counted from 0 over all tables.
        row: usize,
    },
    /// Panic. Lets the recovery of a shipped build be tested; the page never sends it.
    Drill,
}

impl Request {
    /// The number of the work it starts.
    pub fn job(&self) -> Option<u32> {
        match self {
            Self::Plan { job, .. }
            | Self::Evaluate { job, .. }
            | Self::Frontier { job, .. }
            | Self::LeftOut { job, .. }
            | Self::Reproduce { job, .. } => Some(*job),
            Self::Drill => None,
        }
    }
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Report {
    /// First of all: who it is.
    Hello {
        /// Its [`PROTOCOL`].
        protocol: u32,
        /// Its [`BUILD`].
        build: String,
    },
    /// How far a run is, at most ten a second.
    Progress {
        /// Which work.
        job: u32,
        /// How far.
        progress: ProgressAnswer,
    },
    /// A run ended.
    Planned {
        /// Which work.
        job: u32,
        /// With this.
        answer: PlanAnswer,
    },
    /// A plan was evaluated.
    Evaluated {
        /// Which work.
        job: u32,
        /// With this.
        evaluation: Evaluation,
    },
    /// The trade-off as far as it is found, at most ten a second.
    FrontierSoFar {
        /// Which work.
        job: u32,
        /// It.
        frontier: FrontierAnswer,
    },
    /// The trade-off was found.
    Frontier {
        /// Which work.
        job: u32,
        /// It.
        frontier: FrontierAnswer,
    },
    /// The left-out GPUs were tried.
    LeftOut {
        /// Which work.
        job: u32,
        /// What came of it.
        left_out: Vec<LeftOutAnswer>,
    },
    /// A row of the paper's tables was worked out.
    Reproduced {
        /// Which work.
        job: u32,
        /// The row.
        row: Reproduced,
    },
    /// The scenario or plan could not be read.
    Refused {
        /// Which work.
        job: u32,
        /// Why.
        problems: Vec<Problem>,
    },
    /// The worker is about to die.
    Panicked {
        /// What the panic said.
        message: String,
    },
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
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn requests_have_the_documented_texts() {
        let plan = Request::Plan { job: 7, scenario: "{}".to_owned() };
        assert_eq!(write(&plan), r#"{"type":"plan","job":7,"scenario":"{}"}"#);
        assert_eq!(write(&Request::Drill), r#"{"type":"drill"}"#);
        assert_eq!(read::<Request>(r#"{"type":"drill"}"#), Ok(Request::Drill));
    }

    #[test]
    fn evaluate_survives_the_way() {
        let sent = Request::Evaluate { job: 1, scenario: "{\"name\":\"é\\n\"}".to_owned(), plan: "g0:12".to_owned() };
        assert_eq!(read::<Request>(&write(&sent)).unwrap(), sent);
    }

    #[test]
    fn hello_names_protocol_and_build() {
        let text = write(&Report::hello());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["type"], "hello");
        assert_eq!(value["protocol"], PROTOCOL);
        assert_eq!(value["build"], BUILD);
    }

    #[test]
    fn foreign_messages_are_refused_in_words() {
        for text in [
            "",
            "null",
            "[]",
            "{\"type\":\"webpackOk\"}",
            "{\"type\":\"hello\",\"protocol\":-1,\"build\":\"x\"}",
            "{\"type\":\"progress\",\"job\":1,\"progress\":{\"evaluations\":1}}",
            "{\"type\":\"refused\",\"job\":1,\"problems\":[],\"extra\":1}",
        ] {
            let refused = read::<Report>(text).unwrap_err();
            assert!(!refused.is_empty(), "{text}");
        }
    }
}
