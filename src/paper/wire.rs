//! The shape of a reproduced row, as the native command prints it and the worker sends it.

use serde::{Deserialize, Serialize};

use super::published::Weight;
use crate::answer::by_name;

/// One figure of a row: published and ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Heading of the column.
    pub column: String,
    /// Unit; empty for counts and words.
    pub unit: String,
    /// The published number; `None` where none is printed.
    pub published: Option<f64>,
    /// Value as the paper prints it.
    pub published_text: Option<String>,
    /// Our number; `None` where there is none.
    pub ours: Option<f64>,
    /// Ours with as many digits as the published one; planning times with a unit of their own.
    pub ours_text: Option<String>,
    /// (ours − published) ÷ published, or ours − published in points where the unit is %; `None` for planning times
    /// and where one is missing or zero.
    pub difference: Option<f64>,
    /// Whether ours prints like the published one.
    pub same: Option<bool>,
}

/// A row of one of the paper's tables, reproduced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduced {
    /// The table, "Table 3".
    pub table: String,
    /// The row, "N = 4".
    pub row: String,
    /// The scenario it comes out of; `None` where there is none.
    pub scenario: Option<String>,
    /// What a match proves.
    #[serde(with = "by_name")]
    pub weight: Weight,
    /// What has to be said about it, or why it can't be reproduced; empty if nothing.
    pub note: String,
    /// The plan found, "g5:9,g6:3".
    pub plan: Option<String>,
    pub figures: Vec<Figure>,
}
