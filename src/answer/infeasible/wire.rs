//! The shape in which it is said why no plan can exist and what would change that.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::by_name;
use crate::model::{BindingKind, ChangeKind};
use crate::words::Wording;
use crate::words::infeasible::ChangeWords;

/// Why no plan can exist, and the smallest changes that lift it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InfeasibleAnswer {
    /// What binds: a sentence each.
    pub binding: Vec<BindingAnswer>,
    /// Layers of the largest model that has a plan in the pool as it is; `None` if none has, or it is not known.
    pub most_layers: Option<u16>,
    /// The parts of the pool that are not linked with each other, where there are several: the largest, largest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub islands: Vec<IslandAnswer>,
    /// Changes each of which by itself lifts it, each the smallest of its kind; every one was tried.
    pub changes: Vec<ChangeAnswer>,
    /// Kinds of change that there was no room to try to the end: a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untried: Vec<Wording>,
}

/// One thing that binds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BindingAnswer {
    /// What there is too little of.
    #[serde(with = "by_name")]
    pub kind: BindingKind,
    /// What binds, in a few sentences.
    pub what: Wording,
}

/// GPUs that can reach each other over links, and nobody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IslandAnswer {
    pub gpus: Vec<String>,
    /// Most layers that they can hold, by pipeline depth from 1.
    pub capacity: Vec<u32>,
}

/// One change that lifts it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangeAnswer {
    /// What kind of change.
    #[serde(with = "by_name")]
    pub kind: ChangeKind,
    /// What is changed: "Memory of g3 (A30)".
    pub what: Wording,
    /// Value before the change: "24".
    pub from: Wording,
    /// Value after the change, with its unit: "24.3 GB".
    pub to: Wording,
    /// What comes of it: "24 layers fit in 5 stages".
    pub note: Wording,
    /// The same as edits of the scenario document.
    pub edit: Vec<EditAnswer>,
}

impl ChangeAnswer {
    /// A change with its texts, before it was tried.
    pub(super) fn untried(kind: ChangeKind, words: ChangeWords, edit: Vec<EditAnswer>) -> Self {
        let ChangeWords { what, from, to } = words;
        Self { kind, what, from, to, note: Wording::default(), edit }
    }
}

/// A new value for a cell of the scenario document, or for a whole row of one of its tables. The document is meant as it
/// is written, everything stated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EditAnswer {
    /// The part of the document: `gpus`, `network.site_links`, `training`.
    pub table: String,
    /// Row of a table, counted from 0; one past the last adds a row.
    pub row: Option<usize>,
    /// Field; `None` for the whole row.
    pub column: Option<String>,
    pub value: Value,
}
