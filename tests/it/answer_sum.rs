//! The sums that the page shows add up to the figures an independent program computed, to 1e-9 relative.

use crate::common::{assert_close, instance, json_files};
use geotrain::answer::sum;
use geotrain::scenario::plan_text;

#[test]
fn addends_add_up_to_the_golden_time_and_energy() {
    let mut compared = 0;
    for (file, case) in json_files("golden") {
        let instance = instance(&case["scenario"]);
        for golden in case["evaluations"].as_array().unwrap() {
            let text = golden["plan"].as_str().unwrap();
            let plan = plan_text::parse(text, &instance.cluster, instance.transformer.layers()).unwrap();
            let Some(sum) = sum(&instance, &plan) else {
                assert!(golden["time_ms"].is_null(), "{file} {text}: no sum");
                continue;
            };
            let services_ms: f64 = sum.stages.iter().map(|stage| stage.service_ms).sum();
            let slowest_ms = sum.stages[sum.pace.stage].service_ms;
            let time_ms = golden["time_ms"].as_f64().unwrap();
            assert_close("Σ τ + (M − 1) · max τ", services_ms + sum.repeats as f64 * slowest_ms, time_ms);
            assert_close("T as shown", sum.time_ms, time_ms);
            let active_j: f64 = sum.stages.iter().map(|stage| stage.active_j).sum();
            let energy_j = golden["energy_j"].as_f64().unwrap();
            assert_close("T · Σ P_idle + active", time_ms / 1_000.0 * sum.idle_w + active_j, energy_j);
            assert_close("E as shown", sum.energy_j, energy_j);
            assert_close("compute and sends of the pacing stage", sum.pace.compute_ms + sum.pace.send_ms, slowest_ms);
            compared += 1;
        }
    }
    assert!(compared >= 20, "only {compared} plans compared");
}
