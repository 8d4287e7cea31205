//! The rows of a link: which field stands in which column, and what a row leaves out at its end.
//!
//! This is format `g1`, fixed for ever: a column is never moved and a default never changed, whatever the
//! defaults of files become. New columns may follow with a default that means what was meant before.

use serde_json::{Map, Value};

/// What a missing cell stands for.
#[derive(Clone, Copy)]
pub(super) enum Omitted {
    /// Nothing: the cell is always there.
    Stated,
    Null,
    Number(u16),
    Half,
    Tenth,
    True,
    Text(&'static str),
}

impl Omitted {
    fn value(self) -> Option<Value> {
        match self {
            Self::Stated => None,
            Self::Null => Some(Value::Null),
            Self::Number(number) => Some(Value::from(number)),
            Self::Half => Some(Value::from(0.5)),
            Self::Tenth => Some(Value::from(0.1)),
            Self::True => Some(Value::Bool(true)),
            Self::Text(text) => Some(Value::from(text)),
        }
    }
}

/// The columns of a kind of row, in order.
pub(super) type Columns = &'static [(&'static str, Omitted)];

use Omitted::{Half, Null, Number, Stated, Tenth, Text, True};

pub(super) const DOCUMENT: Columns = &[
    ("name", Stated),
    ("model", Stated),
    ("training", Stated),
    ("gpus", Stated),
    ("network", Stated),
    ("objective", Stated),
    ("search", Null),
    ("plan", Null),
    ("notes", Text("")),
];
pub(super) const MODEL: Columns = &[("hidden_size", Stated), ("layers", Stated), ("vocab_size", Stated)];
pub(super) const TRAINING: Columns = &[
    ("batch_size", Stated),
    ("micro_batch_size", Stated),
    ("sequence_length", Stated),
    ("precision", Stated),
    ("activation_factor", Number(10)),
    ("backward_ratio", Number(2)),
];
/// The GPU table in three parts: sites by name, kinds of GPU by their figures, rows that point at both.
pub(super) const POOL: Columns = &[("sites", Stated), ("kinds", Stated), ("rows", Stated)];
pub(super) const KIND: Columns = &[
    ("model", Stated),
    ("peak_tflops", Stated),
    ("compute_utilization", Stated),
    ("memory_gb", Stated),
    ("memory_utilization", Stated),
    ("idle_w", Stated),
    ("active_w", Stated),
];
/// `kind` and `site` count from 0 in their parts of the pool.
pub(super) const GPU: Columns =
    &[("name", Stated), ("kind", Stated), ("site", Stated), ("count", Number(1)), ("enabled", True)];
pub(super) const NETWORK: Columns =
    &[("within_site", Null), ("between_sites", Null), ("site_links", Null), ("gpu_links", Null)];
pub(super) const LINK_FIGURES: Columns =
    &[("bandwidth_gbps", Stated), ("latency_ms", Stated), ("utilization", Number(1))];
/// `from` and `to` count from 0 in the sites, or in the GPUs after expansion. `connected` is `null` where it is true
/// with a bandwidth or false without one.
pub(super) const LINK: Columns = &[
    ("from", Stated),
    ("to", Stated),
    ("bandwidth_gbps", Null),
    ("latency_ms", Null),
    ("utilization", Number(1)),
    ("connected", Null),
];
pub(super) const OBJECTIVE: Columns =
    &[("time_weight", Stated), ("reference_time_ms", Null), ("reference_energy_j", Null), ("energy_counts_head", True)];
/// `frontier_weights` is `null` for [`FRONTIER_WEIGHTS`], `memetic` for a row of defaults.
pub(super) const SEARCH: Columns = &[
    ("planner", Text("auto")),
    ("seed", Number(1)),
    ("max_evaluations", Null),
    ("time_limit_s", Null),
    ("frontier_weights", Null),
    ("memetic", Null),
];
pub(super) const FRONTIER_WEIGHTS: [f64; 7] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0];
pub(super) const MEMETIC: Columns = &[
    ("population", Number(200)),
    ("tournament", Number(4)),
    ("elite", Number(2)),
    ("local_search_rate", Half),
    ("patience", Number(100)),
    ("generations", Number(500)),
    ("fallback_rate", Tenth),
];

/// The fields of an object as a row, without the defaults at its end.
pub(super) fn to_row(object: &Map<String, Value>, columns: Columns) -> Value {
    let mut row: Vec<Value> = columns.iter().map(|(key, _)| object.get(*key).cloned().unwrap_or_default()).collect();
    while let Some(last) = row.last()
        && columns.get(row.len() - 1).and_then(|(_, default)| default.value()).as_ref() == Some(last)
    {
        row.pop();
    }
    Value::Array(row)
}

/// The reverse. A cell that must be there and is not is left out, for the reader to miss; `None` for what is no
/// row or has more cells than there are columns.
pub(super) fn from_row(row: &Value, columns: Columns) -> Option<Map<String, Value>> {
    let cells = row.as_array().filter(|cells| cells.len() <= columns.len())?;
    let mut object = Map::new();
    for (position, (key, default)) in columns.iter().enumerate() {
        if let Some(value) = cells.get(position).cloned().or_else(|| default.value()) {
            object.insert((*key).to_owned(), value);
        }
    }
    Some(object)
}
