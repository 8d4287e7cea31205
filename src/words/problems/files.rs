//! What is said of texts, links and the command's arguments as wholes.

use std::fmt::Display;

use serde_json::Value;

use super::parts::ProblemWords;
use crate::format::{counted, exact};
use crate::words::Wording;
use crate::words::quote::{clip, quoted};

const OPEN_SAVED: &str = "Open a file that GeoTrain has saved.";
const ASK_FOR_FILE: &str = "Ask for the scenario as a file.";
const RELOAD_PAGE: &str = "Reload the page.";
const RELOAD: &str = "Reload the page to get the newest version.";

/// A file has more bytes than are read.
pub fn too_large_file(bytes: usize, max_bytes: usize) -> ProblemWords {
    ProblemWords::new(format!("The file has {} bytes", exact(bytes as f64)), "Open a smaller file.")
        .detail(format!("at most {} MiB are read", max_bytes >> 20))
}

/// A file has no text.
pub fn empty_file() -> ProblemWords {
    ProblemWords::new("The file is empty", OPEN_SAVED)
}

/// A text is no JSON, for a reason in the words of the JSON reader.
pub fn not_json(line: usize, column: usize, reason: &str) -> ProblemWords {
    let verdict = format!("The text stops being JSON at line {line}, column {column}: {reason}");
    ProblemWords::new(verdict, "Correct it there, or open a file that GeoTrain has saved.")
}

/// A text is JSON that is refused: a field is stated twice.
pub fn repeated_field(line: usize, column: usize, reason: &str) -> ProblemWords {
    let verdict = format!("The text goes wrong at line {line}, column {column}: {reason}");
    ProblemWords::new(verdict, "Take out one of the two.")
}

/// The reason of [`repeated_field`].
pub fn stated_twice(key: &str) -> Wording {
    Wording::new(format!("the field “{}” is stated twice", clip(key)))
}

const NO_SCENARIO: &str = "This is not a GeoTrain scenario";

/// A JSON value is no object.
pub fn not_a_scenario(value: &Value) -> ProblemWords {
    ProblemWords::new(NO_SCENARIO, OPEN_SAVED).detail(format!("it is {}", quoted(value)))
}

/// An object holds a scenario but is none.
pub fn nested_scenario() -> ProblemWords {
    let verdict = "This is not a scenario itself, but holds one under “scenario”";
    ProblemWords::new(verdict, "Take out what stands under “scenario” and open that.")
}

/// An object does not name its format, which must be `format`.
pub fn no_format(format: &str) -> ProblemWords {
    ProblemWords::new(NO_SCENARIO, OPEN_SAVED).detail(format!("it has no “format”, which must be “{format}”"))
}

/// An object names another format than `format`.
pub fn other_format(format: &str, value: &Value) -> ProblemWords {
    ProblemWords::new(NO_SCENARIO, OPEN_SAVED).detail(format!("its format must be “{format}” and is {}", quoted(value)))
}

/// A scenario is of a version that is not known yet.
pub fn newer_version(version: f64) -> ProblemWords {
    ProblemWords::new("This scenario was made by a newer version", RELOAD)
        .detail(format!("it is of version {}", exact(version)))
}

/// A scenario is of no version.
pub fn unknown_version(version: u32, value: &Value) -> ProblemWords {
    ProblemWords::new(format!("The version must be {version}"), format!("Write {version}."))
        .detail(format!("it says {}", quoted(value)))
}

const UNDO: &str = "Undo the last change, and report this.";

/// A scenario has problems that were not found.
pub fn unread_scenario() -> ProblemWords {
    ProblemWords::new("The scenario could not be read", UNDO)
}

/// The model refuses what the ranges let through.
pub fn invalid_scenario(reason: &dyn Display) -> ProblemWords {
    ProblemWords::new(format!("The scenario does not hold together: {reason}"), UNDO)
}

/// A link is of a format that is not known yet.
pub fn newer_link(tag: &str) -> ProblemWords {
    let verdict = format!("This link was made by a newer version; its format is “{}”", clip(tag));
    ProblemWords::new(verdict, "Reload the page to get the newest version, then open the link again.")
}

/// A link is too long to open.
pub fn too_long_link(chars: usize, max_chars: usize) -> ProblemWords {
    ProblemWords::new(format!("This link has {} characters", exact(chars as f64)), ASK_FOR_FILE)
        .detail(format!("at most {} can be opened", exact(max_chars as f64)))
}

/// A link unpacks to more than a scenario can need.
pub fn too_large_link(max_bytes: usize) -> ProblemWords {
    let verdict = format!("This link unpacks to more than {} MiB, which no scenario needs", max_bytes >> 20);
    ProblemWords::new(verdict, ASK_FOR_FILE)
}

/// A parameter of a link is repeated or no name.
pub fn link_parameter(name: &str, value: &str) -> ProblemWords {
    let verdict = format!("The {name} of this link can't be read");
    ProblemWords::new(verdict, format!("Take “&{name}=…” off the link.")).detail(format!("it says “{}”", clip(value)))
}

const COPY_WHOLE_LINK: &str = "Copy the whole link, from https to its last character.";

/// A link ends before its scenario.
pub fn empty_link() -> ProblemWords {
    ProblemWords::new("This link holds no scenario", COPY_WHOLE_LINK)
}

/// A text is no link.
pub fn not_a_link(text: &str) -> ProblemWords {
    ProblemWords::new("This is not a link to a scenario", COPY_WHOLE_LINK).detail(format!("it says “{}”", clip(text)))
}

/// A link is cut.
pub fn truncated_link() -> ProblemWords {
    let remedy = "Copy the whole link again, or ask for a file.";
    ProblemWords::new("The end of this link is missing", remedy)
}

/// A link has been changed, or never held a scenario.
pub fn damaged_link() -> ProblemWords {
    let remedy = "Copy the link again from where it was made, or ask for a file.";
    ProblemWords::new("This link is damaged: some of its characters have changed", remedy)
}

/// A link is whole and holds something else.
pub fn link_without_scenario() -> ProblemWords {
    ProblemWords::new("This link is whole but what it holds is no scenario", ASK_FOR_FILE)
}

/// The paper has no row of that number.
pub fn unknown_paper_row() -> ProblemWords {
    ProblemWords::new("The paper has no such row", RELOAD_PAGE)
}

/// The page asks the worker about a scenario that it did not name.
pub fn question_without_scenario() -> ProblemWords {
    ProblemWords::new("The question names no scenario", RELOAD_PAGE)
}

/// The paper has no table of that name.
pub fn unknown_paper_table(name: &str, known: &[&str]) -> ProblemWords {
    ProblemWords::new(format!("The paper has no table “{name}”"), format!("Name one of: {}.", known.join("; ")))
}

/// A file can't be read, for a reason in the system's words.
pub fn unreadable_file(path: &dyn Display, reason: &dyn Display) -> ProblemWords {
    ProblemWords::new(format!("{path} can't be read: {reason}"), "Name a scenario file, or - for standard input.")
}

/// An answer can't be made JSON.
pub fn unprintable_answer(reason: &dyn Display) -> ProblemWords {
    ProblemWords::new(format!("No JSON can be made: {reason}"), "")
}

/// An answer can't be written.
pub fn unwritable_answer(reason: &dyn Display) -> ProblemWords {
    ProblemWords::new(format!("The answer can't be written: {reason}"), "")
}

/// The command was called in a way it does not know, told in the words of its argument reader.
pub fn usage(told: &str) -> ProblemWords {
    ProblemWords::new(told, "See geotrain --help.")
}

/// Everything that is wrong beyond a full report.
pub fn more_problems(count: u64) -> ProblemWords {
    let verdict = format!("There are {}", counted(count, "more problem"));
    ProblemWords::new(verdict, "Correct the ones listed; the rest will then be shown.")
}
