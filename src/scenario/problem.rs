use serde::{Deserialize, Serialize};

/// Where in a document something is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The part of the document: `gpus`, `network.site_links`, `training`, or `document` for the whole.
    pub table: String,
    /// Row of a table, counted from 0.
    pub row: Option<usize>,
    /// Field: `memory_gb`.
    pub column: Option<String>,
}

/// One thing that is wrong with what came in, as a sentence with a way out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Problem {
    /// Stable name of the kind of problem: `out-of-range`.
    pub code: String,
    /// Where it is.
    #[serde(rename = "where")]
    pub place: Place,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    #[serde(rename = "do")]
    pub remedy: String,
}
