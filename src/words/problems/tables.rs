//! What is said of cells together, of rows and of the parts of a document.

use serde_json::Value;

use super::parts::ProblemWords;
use crate::format::{counted, exact};
use crate::words::Wording;
use crate::words::quote::{clip, quoted};

/// A GPU's row by its name, or by its number from 0 where the name is no help.
pub fn gpu_row(name: Option<&str>, row: usize) -> Wording {
    Wording::new(name.map_or_else(|| format!("GPU row {}", row + 1), clip))
}

/// A link's row by its ends, or by its number from 0 where they are no help.
pub fn link_row(ends: Option<(&str, &str)>, row: usize) -> Wording {
    let named = |(from, to): (&str, &str)| format!("Link {} → {}", clip(from), clip(to));
    Wording::new(ends.map_or_else(|| format!("Link row {}", row + 1), named))
}

/// A part made of fields is left out.
pub fn missing_group(table: &str) -> ProblemWords {
    ProblemWords::new(format!("The scenario has no “{table}”"), format!("Add the fields of “{table}”."))
}

/// A part made of rows is left out.
pub fn missing_list(table: &str) -> ProblemWords {
    ProblemWords::new(format!("The scenario has no “{table}”"), format!("Add the rows of “{table}”."))
}

fn not_fields(value: &Value) -> ProblemWords {
    ProblemWords::new("must be a group of fields", "Write its fields between { and }.")
        .detail(format!("it says {}", quoted(value)))
}

/// A part made of fields is something else.
pub fn not_a_group(table: &str, value: &Value) -> ProblemWords {
    not_fields(value).about(format!("“{table}”"))
}

/// A row is no group of fields.
pub fn row_not_a_group(row: Wording, value: &Value) -> ProblemWords {
    not_fields(value).of(row)
}

/// A part made of rows is something else.
pub fn not_a_list(table: &str, value: &Value) -> ProblemWords {
    ProblemWords::new("must be a list", "Write its rows between [ and ].")
        .about(format!("“{table}”"))
        .detail(format!("it says {}", quoted(value)))
}

/// A field that nothing asks for, in a row or else in `table`.
pub fn unknown_field(row: Wording, table: &str, key: &str, nearest: &str) -> ProblemWords {
    let remedy = format!("The nearest known field is “{nearest}”; rename it or take it out.");
    let words = ProblemWords::new(format!("has a field “{}”, which is not known", clip(key)), remedy);
    if row.is_empty() { words.about(format!("“{table}”")) } else { words.of(row) }
}

/// The micro-batch does not divide the batch; `divisor` does.
pub fn indivisible_batch(batch: u64, micro_batch: u64, divisor: u64) -> ProblemWords {
    let verdict = format!("must divide the batch of {}", exact(batch as f64));
    ProblemWords::new(verdict, format!("Use {}.", exact(divisor as f64)))
        .detail(format!("it says {}", exact(micro_batch as f64)))
}

/// The micro-batch is so small that there are too many.
pub fn too_many_micro_batches(micro_batch: u64, count: u64, max_count: u64) -> ProblemWords {
    let verdict = format!("of {} makes {} micro-batches", exact(micro_batch as f64), exact(count as f64));
    ProblemWords::new(verdict, "Use a larger micro-batch.")
        .detail(format!("at most {} are possible", exact(max_count as f64)))
}

/// More individuals than the population has.
pub fn above_population(most: u64, population: u64, value: u64) -> ProblemWords {
    let verdict = format!("must be at most {} with a population of {}", exact(most as f64), exact(population as f64));
    ProblemWords::new(verdict, format!("Use at most {}, or a larger population.", exact(most as f64)))
        .detail(format!("it says {}", exact(value as f64)))
}

/// A GPU draws more power idle than active.
pub fn idle_above_active(idle_w: f64, active_w: f64) -> ProblemWords {
    let verdict = format!("must be at most the active power, {} W", exact(active_w));
    ProblemWords::new(verdict, "Lower it, or raise the active power.").detail(format!("it says {}", exact(idle_w)))
}

/// No GPU to plan with: `rows` tells whether the table has any.
pub fn no_gpu(rows: bool) -> ProblemWords {
    if rows {
        ProblemWords::new("Every GPU of the pool is switched off", "Switch on at least one.")
    } else {
        ProblemWords::new("The pool has no GPU", "Add a row to the GPU table.")
    }
}

/// The pool has too many GPUs.
pub fn too_many_gpus(count: u64, max_count: usize) -> ProblemWords {
    ProblemWords::new(format!("The pool has {}", counted(count, "GPU")), "Take out rows or lower counts.")
        .detail(format!("it may have {}", exact(max_count as f64)))
}

/// Two rows, counted from 0, give a GPU the same name.
pub fn name_clash(name: &str, row: usize, other: usize) -> ProblemWords {
    ProblemWords::new(format!("is in GPU rows {} and {}", row + 1, other + 1), "Rename one of them.")
        .about(format!("The name “{}”", clip(name)))
}

/// The link within a site is left out.
pub fn missing_within_site() -> ProblemWords {
    ProblemWords::new("is missing", "State the link within a site, or null for no connection.")
}

/// A link leads back to the GPU it comes from.
pub fn self_link(name: &str) -> ProblemWords {
    let verdict = format!("is the GPU it comes from, “{}”", clip(name));
    ProblemWords::new(verdict, "Name another GPU or delete the row.")
}

/// A link is stated twice, first in row `first`, counted from 0.
pub fn duplicate_link(first: usize) -> ProblemWords {
    ProblemWords::new(format!("is stated already in row {}", first + 1), "Delete one of the two rows.")
}

/// A link ends at a GPU that there is not.
pub fn link_to_unknown_gpu(name: &str, nearest: &str) -> ProblemWords {
    let verdict = format!("names “{}”, and no GPU is called that", clip(name));
    ProblemWords::new(verdict, format!("The nearest known GPU is “{}”.", clip(nearest)))
}

/// A link ends at a site without GPUs, which may be meant.
pub fn link_to_unknown_site(name: &str, nearest: &str) -> ProblemWords {
    let verdict = format!("names “{}”, and no GPU is at a site called that", clip(name));
    let remedy = format!("Nothing, if GPUs are to follow; the nearest site with GPUs is “{}”.", clip(nearest));
    ProblemWords::new(verdict, remedy)
}
