//! The document people edit, save, share and feed to the native command.
//!
//! [`read`] is the one door: text goes in, and out comes a [`Scenario`], valid in every figure, or every
//! [`Problem`] found, each with a code, a place, its wording and a fix where one is known. The same text is the file format; [`link`] is
//! a denser form of it; [`plan_text`] reads and writes plans; [`presets`] are scenarios to start from.
//!
//! Map of the room, in the order a text takes through it:
//! - `json`: text to JSON value; size, depth, fields stated twice.
//! - `reader`, with `fields` (every column's name, unit, range and default) made of `field` and `unit`, `text` (what
//!   texts may hold) and `range` (what a number outside was meant to be): reads one object's fields, collecting
//!   [`Problem`]s in `problems` and going on.
//! - `read_document`, `read_gpus`, `read_network`: the tables; `names`: what the rows are called and who is meant;
//!   `nearest`: the name that was probably meant.
//! - `document`: the wire types, and how they are written; `initial`: what an added row says.
//! - `resolve`: the planning problem in the units of the cost model.
//!
//! Codes of problems stay as they are once used: pages and scripts may act on them. A whole text: `too-large`,
//! `not-json`, `repeated-field`, `not-a-scenario`, `newer-version`, `unknown-version`. A field: `missing`, `empty`,
//! `wrong-type`, `out-of-range`, `not-whole`, `too-long`, `unprintable`, `reserved-character`, `unknown-choice`,
//! `unknown-field`. Fields together: `indivisible-batch`, `too-many-micro-batches`, `idle-above-active`, `no-gpu`,
//! `too-many-gpus`, `name-clash`, `unknown-gpu`, `unknown-site` (a remark), `self-link`, `duplicate-link`. Plans:
//! `unreadable-plan`, `unknown-gpu`, `gpu-switched-off`, `repeated-gpu`, `zero-layers`, `layer-sum`,
//! `too-many-stages`. The rest of a long report: `more-problems`. Links have their own, in [`link`].

#![warn(missing_docs)]

mod document;
mod field;
pub mod fields;
pub mod initial;
mod json;
pub mod link;
mod names;
mod nearest;
pub mod plan_text;
pub mod presets;
mod problem;
mod problems;
mod range;
mod read_document;
mod read_gpus;
mod read_network;
mod reader;
mod resolve;
mod text;
mod unit;

pub use document::{
    Document, FORMAT, GpuRow, LinkFigures, LinkRow, MemeticFields, ModelFields, NetworkFields, ObjectiveFields,
    SearchFields, TrainingFields, VERSION,
};
pub use field::{ChoiceField, Column, Field, FlagField, NumberField, Omitted, Table, TextField};
pub use json::{MAX_FILE_BYTES, parse};
pub use names::{expanded_names, gpu_rows};
pub use problem::{Place, Problem};
pub use problems::MAX_LISTED;
pub use text::{MAX_NOTES_CHARS, MAX_TEXT_CHARS, TextRule};
pub use unit::Unit;

use crate::model::Instance;
use crate::words::problems as words;
use problems::Problems;

/// A scenario without problems.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The document as written, everything stated.
    pub document: Document,
    /// The instance that the document describes.
    pub instance: Instance,
    /// What is odd without being wrong, such as a link to a site without GPUs. Nothing needs to be done about it.
    pub remarks: Vec<Problem>,
}

/// Reads the text of a file: at most 16 MiB of JSON. The error lists every problem, at most [`MAX_LISTED`] and
/// one that counts the rest; a text that is no JSON is a single problem with its line and column.
pub fn read(text: &str) -> Result<Scenario, Vec<Problem>> {
    read_value(&json::parse(text)?)
}

/// Reads a JSON value: a parsed file, or the draft in the page. Errors as for [`read`].
pub fn read_value(value: &serde_json::Value) -> Result<Scenario, Vec<Problem>> {
    let mut problems = Problems::new();
    let reading = read_document::read_document(value, &mut problems);
    if !problems.is_empty() {
        return Err(problems.into_report());
    }
    let refused = |words| vec![Problem::of_whole("invalid", "document", words)];
    let reading = reading.ok_or_else(|| refused(words::unread_scenario()))?;
    let instance = resolve::resolve(&reading.document, reading.names, reading.plan)
        .map_err(|invalid| refused(words::invalid_scenario(&invalid)))?;
    Ok(Scenario { document: reading.document, instance, remarks: reading.remarks })
}
