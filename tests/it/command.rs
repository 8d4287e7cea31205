//! The native command as a script sees it: JSON out, problems as JSON lines, exit codes.

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

use crate::common::{assert_close, data, json};
use serde_json::{Value, json};

fn geotrain(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_geotrain"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments ends without reading.
    if let Err(error) = child.stdin.take().unwrap().write_all(input.as_bytes()) {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    child.wait_with_output().unwrap()
}

/// Standard output as JSON, with the exit code.
fn answer(arguments: &[&str], input: &str) -> (Value, i32) {
    let output = geotrain(arguments, input);
    let text = String::from_utf8(output.stdout).unwrap();
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text} {}", String::from_utf8_lossy(&output.stderr)));
    (value, output.status.code().unwrap())
}

/// The problems of a refused call; nothing may be on standard output.
fn problems(arguments: &[&str], input: &str) -> Vec<Value> {
    let output = geotrain(arguments, input);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    let problems: Vec<Value> =
        String::from_utf8(output.stderr).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!problems.is_empty());
    for problem in &problems {
        let mut keys: Vec<_> = problem.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        keys.retain(|key| !["detail", "fix"].contains(key));
        assert_eq!(keys, ["code", "do", "subject", "verdict", "what", "where"]);
    }
    problems
}

fn golden(name: &str) -> String {
    json(&format!("golden/{name}.json"))["scenario"].to_string()
}

fn paper_file(name: &str) -> String {
    data(&format!("paper-tables/{name}.json")).to_str().unwrap().to_owned()
}

#[test]
fn evaluate_states_exactly_the_documented_fields() {
    let (evaluation, code) = answer(&["evaluate", "-", "--plan", "a100:12"], &golden("one-a100"));
    assert_eq!(code, 0);
    let case = json("golden/one-a100.json");
    assert_close("time", evaluation["time_ms"].as_f64().unwrap(), case["optimum"]["time_ms"].as_f64().unwrap());
    // λ = 1 and the only plan is its own reference.
    assert_close("objective", evaluation["objective"].as_f64().unwrap(), 1.0);
    assert_eq!((&evaluation["feasible"], &evaluation["problems"]), (&json!(true), &json!([])));
    let stage = &evaluation["stages"][0];
    assert_eq!((&stage["gpu"], &stage["layers"]), (&json!("a100"), &json!(12)));
    assert_eq!((&stage["forward_ms"], &stage["backward_ms"]), (&json!(0.0), &json!(0.0)));
}

#[test]
fn a_plan_over_memory_is_answered_and_one_over_a_missing_link_has_no_time() {
    let (evaluation, code) = answer(&["evaluate", "-", "--plan", "t4-1:12,t4-2:12"], &golden("infeasible-2x24"));
    assert_eq!((code, &evaluation["feasible"]), (0, &json!(false)));
    assert!(evaluation["time_ms"].as_f64().unwrap() > 0.0);
    assert_eq!(evaluation["problems"].as_array().unwrap().len(), 2);

    let (evaluation, code) = answer(&["evaluate", "-", "--plan", "a-1:4,b-1:4"], &golden("islands-4x8"));
    assert_eq!((code, &evaluation["feasible"]), (0, &json!(false)));
    for field in ["time_ms", "energy_j", "objective"] {
        assert_eq!(evaluation[field], Value::Null, "{field}");
    }
    assert_eq!(evaluation["stages"][0]["forward_ms"], Value::Null);
    assert_eq!(evaluation["stages"][1]["backward_ms"], Value::Null);
    assert_eq!(evaluation["stages"][0]["backward_ms"], json!(0.0));
    assert!(evaluation["stages"][0]["compute_ms"].as_f64().unwrap() > 0.0);
}

#[test]
fn plans_that_cannot_be_read_are_refused() {
    for plan in ["", "a100", "a100:12,a100:1", "b200:12", "a100:11", "a100:0", "a100:-3", "a100:12;"] {
        problems(&["evaluate", "-", "--plan", plan], &golden("one-a100"));
    }
}

#[test]
fn plan_answers_with_every_documented_field() {
    let file = paper_file("scaling-n4-l12");
    let (plan, code) = answer(&["plan", &file, "--planner", "memetic", "--seed", "3"], "");
    assert_eq!(code, 0);
    for field in [
        "status",
        "plan",
        "time_ms",
        "energy_j",
        "objective",
        "reference_time_ms",
        "reference_energy_j",
        "lower_bound",
        "stopped_by",
        "evaluations",
        "wall_ms",
    ] {
        assert!(plan.get(field).is_some(), "{field}");
    }
    assert_eq!((&plan["plan"], &plan["seed"]), (&json!("g3:12"), &json!(3)));
    assert!(plan["wall_ms"].as_f64().unwrap() > 0.0);
}

#[test]
fn flags_take_the_place_of_the_scenarios_settings() {
    let file = paper_file("energy-14gpu");
    let energy_only = answer(&["plan", &file, "--planner", "memetic", "--time-weight", "0"], "").0;
    let time_only = answer(&["plan", &file, "--planner", "memetic", "--time-weight", "1"], "").0;
    assert!(energy_only["energy_j"].as_f64() < time_only["energy_j"].as_f64());
    assert!(energy_only["time_ms"].as_f64() > time_only["time_ms"].as_f64());
    let short = answer(&["plan", &file, "--planner", "memetic", "--max-evaluations", "500"], "").0;
    assert_eq!((&short["evaluations"], &short["stopped_by"]), (&json!(500), &json!("evaluations")));
    let hurried = answer(&["plan", &file, "--planner", "memetic", "--time-limit", "0.001"], "").0;
    assert_eq!(hurried["stopped_by"], json!("time"));
    let metis = answer(&["plan", &file, "--planner", "metis"], "").0;
    assert_eq!((&metis["planner"], &metis["stopped_by"]), (&json!("metis"), &json!("finished")));
}

#[test]
fn no_plan_is_exit_3_with_the_answer() {
    let (plan, code) = answer(&["plan", "-"], &golden("infeasible-2x24"));
    assert_eq!((code, &plan["status"], &plan["plan"]), (3, &json!("infeasible"), &Value::Null));
}

#[test]
fn the_weights_frontier_is_non_dominated_and_prints_table_7() {
    let file = paper_file("energy-14gpu");
    let (frontier, code) = answer(&["frontier", &file, "--method", "weights"], "");
    assert_eq!((code, &frontier["complete"]), (0, &json!(false)));
    let points = frontier["points"].as_array().unwrap();
    for pair in points.windows(2) {
        assert!(pair[0]["time_ms"].as_f64() < pair[1]["time_ms"].as_f64());
        assert!(pair[0]["energy_j"].as_f64() > pair[1]["energy_j"].as_f64());
    }
    for row in json("paper-tables/published.json")["energy_table_7"]["rows"].as_array().unwrap() {
        let selected = |point: &&Value| point["time_weights"].as_array().unwrap().contains(&row["time_weight"]);
        let point = points.iter().find(selected).unwrap();
        for (field, published) in [("time_ms", "published_time_ms"), ("energy_j", "published_energy_j")] {
            let (ours, printed) = (point[field].as_f64().unwrap(), row[published].as_f64().unwrap());
            assert_eq!(format!("{ours:.1}"), format!("{printed:.1}"), "λ = {}", row["time_weight"]);
        }
    }
}

#[test]
fn link_and_open_are_each_others_reverse() {
    let output = geotrain(&["link", &paper_file("network-lat50-bw10")], "");
    let fragment = String::from_utf8(output.stdout).unwrap();
    assert!(fragment.starts_with("g1."), "{fragment}");
    for way in [fragment.trim().to_owned(), format!("https://example.org/plan/#{}&view=present", fragment.trim())] {
        let (opened, code) = answer(&["open", &way], "");
        assert_eq!(code, 0);
        let again = geotrain(&["link", "-"], &opened.to_string());
        assert_eq!(String::from_utf8(again.stdout).unwrap(), fragment);
    }
    let damaged = problems(&["open", &fragment.trim()[..fragment.len() / 2]], "");
    assert_eq!(damaged[0]["code"], json!("link-truncated"));
}

#[test]
fn bad_input_is_refused_in_sentences() {
    assert_eq!(problems(&["plan", "/no/such/file.json"], "")[0]["code"], json!("unreadable"));
    problems(&["plan", "-"], "{ not json");
    problems(&["plan", "-"], "");
    assert_eq!(problems(&["plan"], "")[0]["code"], json!("usage"));
    problems(&["plan", "-", "--planner", "magic"], &golden("one-a100"));
    problems(&["plan", "-", "--time-weight", "1.5"], &golden("one-a100"));
    problems(&["plan", "-", "--max-evaluations", "0"], &golden("one-a100"));
    problems(&["frontier", "-", "--method", "guess"], &golden("one-a100"));
    assert_eq!(geotrain(&["--help"], "").status.code(), Some(0));
    let help = String::from_utf8(geotrain(&["plan", "--help"], "").stdout).unwrap();
    assert!(
        help.contains("auto, exact, local-search, memetic, metis, metis-improved, brute-force or branch-and-bound")
    );
}

#[test]
fn timeline_plays_the_three_site_plan_out() {
    let file = paper_file("network-lat50-bw10");
    let (timeline, code) = answer(&["timeline", &file, "--plan", "g3:4,g4:1,g6:1,g5:6"], "");
    assert_eq!(code, 0);
    // Fig. 9: 1,757 ms published. Three inner boundaries carry 8 micro-batches both ways, 4 stages compute twice.
    assert_eq!(format!("{:.1}", timeline["makespan_ms"].as_f64().unwrap()), "1756.8");
    assert_close("Eq. 1", timeline["makespan_ms"].as_f64().unwrap(), timeline["eq_1_ms"].as_f64().unwrap());
    assert_eq!(timeline["operations"].as_array().unwrap().len(), 8 * (4 * 2 + 3 * 2));
    problems(&["timeline", "-", "--plan", "a-1:4,b-1:4"], &golden("islands-4x8"));
}

#[test]
fn reproduce_prints_the_rows_of_a_table() {
    let (answer, code) = answer(&["reproduce", "--table", "Table 5"], "");
    assert_eq!(code, 0);
    let rows = answer["rows"].as_array().unwrap();
    let printed: Vec<_> = rows.iter().map(|row| row["figures"][1]["ours_text"].as_str().unwrap()).collect();
    assert_eq!(printed, ["5,291.165", "1,979.826", "1,878.830", "1,750.161"]);
    assert_eq!(rows[1]["weight"], "pinned");
    let refused = problems(&["reproduce", "--table", "Table 99"], "");
    assert_eq!(refused[0]["code"], "unknown-table");
    assert!(refused[0]["do"].as_str().unwrap().contains("Table 7"));
}

#[test]
fn exact_answers_with_proof_and_a_complete_frontier() {
    let scenario = golden("weighted-5x8");
    let (plan, code) = answer(&["plan", "-", "--planner", "exact"], &scenario);
    assert_eq!((code, &plan["status"], &plan["lower_bound"]), (0, &json!("optimal"), &plan["objective"]));
    let (all, _) = answer(&["plan", "-", "--planner", "brute-force"], &scenario);
    let objective = |answer: &Value| answer["objective"].as_f64().unwrap();
    assert!((objective(&plan) - objective(&all)).abs() <= 1e-9 * objective(&all));
    let (exact, code) = answer(&["frontier", "-", "--method", "exact"], &scenario);
    assert_eq!((code, &exact["complete"]), (0, &json!(true)));
    let (weights, _) = answer(&["frontier", "-", "--method", "weights"], &scenario);
    let points = |answer: &Value| answer["points"].as_array().unwrap().clone();
    for point in points(&weights) {
        let beats = |other: &Value, field: &str| {
            other[field].as_f64().unwrap() <= point[field].as_f64().unwrap() * (1.0 + 1e-9)
        };
        assert!(points(&exact).iter().any(|other| beats(other, "time_ms") && beats(other, "energy_j")), "{point}");
    }
}

#[test]
fn a_pool_without_a_plan_is_explained_beside_its_exit_code() {
    let (plan, code) = answer(&["plan", "-"], &golden("infeasible-2x24"));
    assert_eq!((code, &plan["status"], &plan["plan"]), (3, &json!("infeasible"), &Value::Null));
    assert_eq!(plan["infeasible"]["binding"][0]["kind"], json!("memory"));
    let edit = json!([{ "table": "gpus", "row": 0, "column": "memory_gb", "value": 80.7 }]);
    assert_eq!(plan["infeasible"]["changes"][0]["edit"], edit);

    let (plan, code) = answer(&["plan", "-"], &golden("one-a100"));
    assert_eq!((code, plan.get("infeasible")), (0, None));
}
