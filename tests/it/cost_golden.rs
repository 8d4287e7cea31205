//! Every figure that an independent program computed for the golden cases, to 1e-9 relative.

use crate::common::{assert_close, instance, json_files};
use geotrain::answer::evaluate;
use geotrain::cost::{Evaluator, Objective};
use geotrain::scenario::plan_text;
use serde_json::Value;

#[test]
fn evaluations_equal_the_golden_figures() {
    let mut figures = 0;
    for (file, case) in json_files("golden") {
        let instance = instance(&case["scenario"]);
        let evaluator = Evaluator::new(&instance, Objective::time_only());
        for golden in case["evaluations"].as_array().unwrap() {
            let text = golden["plan"].as_str().unwrap();
            let plan = plan_text::parse(text, &instance.cluster, instance.transformer.layers()).unwrap();
            let ours = serde_json::to_value(evaluate(&instance, &plan)).unwrap();
            figures += compare(&format!("{file} {text}"), &ours, golden);
            let cost = evaluator.plan_cost(&plan);
            assert_eq!(cost.is_some(), golden["feasible"], "{file} {text}: the planners' own view of feasibility");
            if let Some(cost) = cost {
                assert_close("time as planners see it", cost.time_ms, golden["time_ms"].as_f64().unwrap());
                assert_close("energy as planners see it", cost.energy_j, golden["energy_j"].as_f64().unwrap());
            }
        }
    }
    assert!(figures > 500, "only {figures} figures compared");
}

/// Compares every figure that `golden` states; returns how many there were.
fn compare(what: &str, ours: &Value, golden: &Value) -> usize {
    match golden {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| compare(&format!("{what} {name}"), &ours[name], value)).sum()
        }
        Value::Array(items) => {
            assert_eq!(ours.as_array().map(Vec::len), Some(items.len()), "{what}");
            items.iter().zip(ours.as_array().unwrap()).map(|(golden, ours)| compare(what, ours, golden)).sum()
        }
        Value::Number(number) => {
            let ours = ours.as_f64().unwrap_or_else(|| panic!("{what} is missing"));
            assert_close(what, ours, number.as_f64().unwrap());
            1
        }
        other => {
            assert_eq!(ours, other, "{what}");
            0
        }
    }
}
