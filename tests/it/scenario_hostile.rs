//! Texts that are no JSON, and documents made to be slow or loud.

use crate::scenario_support::{minimal, with};
use geotrain::scenario::{MAX_FILE_BYTES, MAX_LISTED, Problem, read, read_value};
use serde_json::{Value, json};

fn refusals(value: &Value) -> Vec<Problem> {
    read_value(value).unwrap_err()
}

#[track_caller]
fn refused(text: &str) -> Problem {
    let mut problems = read(text).unwrap_err();
    assert_eq!(problems.len(), 1);
    problems.remove(0)
}

#[test]
fn text_that_is_no_json_is_one_problem_with_its_line() {
    let broken = refused("{\n  \"format\": \"geotrain-scenario\",\n  \"version\" 1\n}");
    assert_eq!(broken.code, "not-json");
    assert_eq!(broken.what().to_string(), "The text stops being JSON at line 3, column 13: expected `:`.");
    assert_eq!(refused("").code, "empty");
    assert_eq!(refused(" \n").code, "empty");
    assert_eq!(refused("{").code, "not-json");
    assert_eq!(refused("{} {}").code, "not-json");
    assert_eq!(refused("{\"a\": 1e999}").code, "not-json");
    assert_eq!(refused("{\"a\": NaN}").code, "not-json");
    let twice = refused("{\"name\": \"a\",\n \"name\": \"b\"}");
    assert_eq!(twice.code, "repeated-field");
    let twice = twice.what().to_string();
    assert!(twice.contains("line 2") && twice.contains("“name”"), "{twice}");
    let with_mark = format!("\u{feff}{}", minimal());
    assert!(read(&with_mark).is_ok());
}

#[test]
fn hostile_texts_are_refused_quickly_and_briefly() {
    assert_eq!(refused(&" ".repeat(MAX_FILE_BYTES + 1)).code, "too-large");
    assert_eq!(refused(&"[".repeat(1 << 20)).code, "not-json");
    assert_eq!(refused(&"{\"a\":".repeat(1 << 20)).code, "not-json");

    let rows = "{},".repeat(1 << 20);
    let text = minimal().to_string().replace("\"gpus\":[", &format!("\"gpus\":[{rows}"));
    let many = read(&text).unwrap_err();
    assert_eq!(many.len(), MAX_LISTED + 1);
    assert_eq!(many[MAX_LISTED].code, "more-problems");
    // Each empty row lacks its 9 required fields, and together they are too many.
    let rest = (1 << 20) * 9 + 1 - MAX_LISTED;
    let grouped = format!("{},{:03},{:03}", rest / 1_000_000, rest / 1000 % 1000, rest % 1000);
    assert_eq!(many[MAX_LISTED].what().to_string(), format!("There are {grouped} more problems."));

    let loud = refusals(&with(minimal(), "/gpus/0/memory_gb", json!("\u{202e}\u{0}".repeat(1 << 20))));
    assert_eq!(loud.len(), 1);
    let loud = loud[0].what().to_string();
    assert!(loud.chars().count() < 600, "{}", loud.len());
    assert!(!loud.contains(['\u{202e}', '\u{0}']), "escaped");
}

/// Looking for the nearest of many long names is the dearest thing a report does.
#[test]
#[allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "how long a report takes is what is tested")]
fn a_report_full_of_unknown_names_is_made_quickly() {
    let long = |number: usize| format!("{number:04}{}", "x".repeat(60));
    let row = |number| with(minimal()["gpus"][0].clone(), "/name", json!(long(number)));
    let gpus: Vec<Value> = (0..2000).map(row).collect();
    let links: Vec<Value> = (0..5000)
        .map(|number| json!({ "from": long(number + 5000), "to": long(number + 4999), "connected": false }))
        .collect();
    let value = with(with(minimal(), "/gpus", json!(gpus)), "/network/gpu_links", json!(links));
    let start = std::time::Instant::now();
    assert_eq!(refusals(&value).len(), MAX_LISTED + 1);
    assert!(start.elapsed().as_secs_f64() < 2.0, "{:?}", start.elapsed());
}
