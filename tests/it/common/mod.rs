//! What the native tests share: the data files and short ways to a planner's answer.

pub mod pools;

use std::path::{Path, PathBuf};

use geotrain::answer::{self, PlanAnswer, Unwatched};
use geotrain::model::{Instance, PlannerName};
use geotrain::scenario;
use serde_json::Value;

/// Path of something under `tests/data`.
pub fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

/// A JSON file under `tests/data`.
pub fn json(path: &str) -> Value {
    let text = std::fs::read_to_string(data(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every JSON file of a folder under `tests/data`, by name, sorted.
pub fn json_files(folder: &str) -> Vec<(String, Value)> {
    let mut names: Vec<String> = std::fs::read_dir(data(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".json"))
        .collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), json(&format!("{folder}/{name}")))).collect()
}

/// The instance a scenario stands for.
pub fn instance(scenario: &Value) -> Instance {
    scenario::read_value(scenario).unwrap_or_else(|problems| panic!("{problems:#?}")).instance
}

/// The instance of a scenario file of `paper-tables`.
pub fn paper(name: &str) -> Instance {
    instance(&json(&format!("paper-tables/{name}.json")))
}

/// The same instance for another planner and seed.
pub fn with_planner(mut instance: Instance, planner: PlannerName, seed: u64) -> Instance {
    instance.search.planner = planner;
    instance.search.seed = seed;
    instance
}

/// The planner's answer, without clock or interruption.
pub fn plan(instance: &Instance) -> PlanAnswer {
    answer::plan(instance, &mut Unwatched)
}

/// Asserts equality to 1e-9 relative.
pub fn assert_close(what: &str, ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() <= 1e-9 * theirs.abs(), "{what}: {ours} instead of {theirs}");
}
