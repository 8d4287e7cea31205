//! What a link, a file and a name for it are made of.

use crate::scenario::link::LinkParameters;
use crate::scenario::{self, Document, Scenario, link};
use crate::ui::state::planner_state::Run;

/// Most characters of a file's name.
const MAX_NAME_CHARS: usize = 48;

/// The document that is shared: the scenario with the plan on the page, so that a result that was cut short, or
/// that another version would not find, travels with it.
pub fn document(scenario: &Scenario, run: &Run) -> Document {
    let mut document = scenario.document.clone();
    if let Some(on_view) = run.on_view().filter(|_| run.answers(scenario)) {
        document.plan = Some(on_view.plan.clone());
    }
    document
}

/// The address that opens `document` with `parameters`. `page` is the address of the page without a fragment.
pub fn address(page: &str, document: &Document, parameters: &LinkParameters) -> String {
    format!("{page}#{}", link::with_parameters(&link::encode(document), parameters))
}

/// The plan that came with the scenario, as text: "g5:9,g6:3".
pub fn own_plan(scenario: &Scenario) -> Option<String> {
    let plan = scenario.instance.plan.as_ref()?;
    Some(scenario::plan_text::format(plan, &scenario.instance.cluster))
}

/// A name for the scenario's file: `three-sites-seven-gpus.geotrain.json`.
pub fn file_name(name: &str) -> String {
    let mut stem = String::new();
    for character in name.chars().flat_map(char::to_lowercase).take(MAX_NAME_CHARS) {
        if character.is_alphanumeric() {
            stem.push(character);
        } else if !stem.is_empty() && !stem.ends_with('-') {
            stem.push('-');
        }
    }
    let stem = stem.trim_end_matches('-');
    format!("{}.geotrain.json", if stem.is_empty() { "scenario" } else { stem })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::sync::Arc;

    fn preset() -> Arc<Scenario> {
        Arc::new(scenario::read(scenario::presets::ALL[0].json).unwrap())
    }

    fn planned(scenario: &Arc<Scenario>, plan: &str) -> Run {
        let answer = serde_json::json!({
            "status": "feasible", "planner": "memetic", "seed": 1, "plan": plan, "time_ms": 1.0, "energy_j": 1.0,
            "objective": 1.0, "reference_time_ms": null, "reference_energy_j": null, "reference_plan": null,
            "lower_bound": null, "stopped_by": "patience", "evaluations": 3, "wall_ms": 1.0, "sampled": false,
            "notes": [], "stages": [], "history": []
        });
        let mut run = Run::default();
        run.started(1, scenario.clone());
        run.planned(1, serde_json::from_value::<crate::answer::PlanAnswer>(answer).unwrap().into());
        run
    }

    #[test]
    fn a_link_carries_the_plan_on_the_page_and_opens_to_it() {
        let scenario = preset();
        let document = document(&scenario, &planned(&scenario, "g5:9,g6:3"));
        let lesson = LinkParameters { lesson: Some("bubble".to_owned()), ..LinkParameters::default() };
        let address = address("https://example.org/geotrain/", &document, &lesson);
        let (opened, parameters) = link::open(&address).unwrap();
        assert_eq!(parameters, lesson);
        assert_eq!(own_plan(&opened).as_deref(), Some("g5:9,g6:3"));
        assert_eq!(opened.document.gpus, scenario.document.gpus);
    }

    #[test]
    fn a_plan_for_something_else_stays_out() {
        let mut edited = scenario::presets::ALL[0].json.parse::<serde_json::Value>().unwrap();
        edited["model"]["layers"] = 13.into();
        let edited = scenario::read_value(&edited).unwrap();
        let run = planned(&preset(), "g5:9,g6:3");
        assert_eq!(document(&edited, &run).plan, None);
    }

    #[test]
    fn files_are_named_after_the_scenario() {
        assert_eq!(file_name("Three sites, seven GPUs"), "three-sites-seven-gpus.geotrain.json");
        assert_eq!(file_name("../.."), "scenario.geotrain.json");
        assert_eq!(file_name("Zürich & Lyon!"), "zürich-lyon.geotrain.json");
        assert_eq!(file_name(&"a".repeat(64)).len(), MAX_NAME_CHARS + ".geotrain.json".len());
    }
}
