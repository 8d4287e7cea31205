use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::words::Wording;
use crate::words::problems::{self, ProblemWords};

/// Where in a document something is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The part of the document: `gpus`, `network.site_links`, `training`, or `document` for the whole.
    pub table: String,
    /// Row of a table, counted from 0.
    pub row: Option<usize>,
    /// Column of the cell: `memory_gb`.
    pub column: Option<String>,
}

/// One thing that is wrong with what came in. Code, place and fix are for programs, the texts for people.
///
/// JSON also holds the whole sentence, as `what`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Problem {
    /// Stable name of the kind of problem: `out-of-range`.
    pub code: String,
    /// Place in the document.
    #[serde(rename = "where")]
    pub place: Place,
    /// The cell or part that it is about, "g3, memory". Empty where `verdict` is a whole sentence.
    #[serde(default)]
    pub subject: Wording,
    /// What is wrong, "must be more than 0 GB".
    pub verdict: Wording,
    /// What a reader sees who has the cell in view, "it says −24".
    #[serde(default)]
    pub detail: Option<Wording>,
    /// What to do about it.
    #[serde(rename = "do")]
    pub remedy: Wording,
    /// The value that removes the problem if it replaces the one at `place`; `None` where no one value is meant.
    #[serde(default)]
    pub fix: Option<Value>,
}

impl Problem {
    /// A problem without a fix.
    pub fn new(code: &str, place: Place, words: ProblemWords) -> Self {
        let ProblemWords { subject, verdict, detail, remedy } = words;
        Self { code: code.to_owned(), place, subject, verdict, detail, remedy, fix: None }
    }

    /// A problem of a whole part: `document`, `plan`, `link`.
    pub fn of_whole(code: &str, table: &str, words: ProblemWords) -> Self {
        Self::new(code, Place { table: table.to_owned(), row: None, column: None }, words)
    }

    /// What is wrong, in a whole sentence.
    pub fn what(&self) -> Wording {
        problems::sentence(&self.subject, &self.verdict, self.detail.as_ref())
    }

    /// What is wrong and what to do about it.
    pub fn told(&self) -> Wording {
        problems::with_remedy(&self.what(), &self.remedy)
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { code, place, subject, verdict, detail, remedy, fix } = self;
        let fields = 6 + usize::from(detail.is_some()) + usize::from(fix.is_some());
        let mut object = serializer.serialize_struct("Problem", fields)?;
        object.serialize_field("code", code)?;
        object.serialize_field("where", place)?;
        object.serialize_field("what", &self.what())?;
        object.serialize_field("do", remedy)?;
        object.serialize_field("subject", subject)?;
        object.serialize_field("verdict", verdict)?;
        if let Some(detail) = detail {
            object.serialize_field("detail", detail)?;
        }
        if let Some(fix) = fix {
            object.serialize_field("fix", fix)?;
        }
        object.end()
    }
}
