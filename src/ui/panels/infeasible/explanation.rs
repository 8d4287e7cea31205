//! Why there is no plan, in the words of the page, and what helps.

use crate::answer::{ChangeAnswer, InfeasibleAnswer};
use crate::format::{capitalised, count, counted};
use crate::model::{BindingKind, Status};
use crate::scenario::{Document, Problem};
use crate::ui::panels::infeasible::capacity::Capacity;
use crate::ui::state::planner_state::Shown;
use crate::words::Wording;
use crate::words::infeasible::no_single_change_helps;

/// What is said where no plan is possible.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyNot {
    /// In a few words.
    pub title: String,
    pub sentences: Vec<Wording>,
    /// Layers that fit by depth, where it is these that bind.
    pub capacity: Option<Capacity>,
    /// The smallest changes that help.
    pub changes: Vec<ChangeAnswer>,
    /// What was not settled, or that no change of these kinds helps.
    pub remarks: Vec<Wording>,
}

impl WhyNot {
    /// Of an answer that says no plan is possible.
    pub fn of(shown: &Shown) -> Option<Self> {
        let answer = &shown.answer;
        if answer.status != Status::Infeasible {
            return None;
        }
        let Some(infeasible) = &answer.infeasible else {
            return Some(Self {
                title: "No plan is possible".to_owned(),
                sentences: answer.notes.iter().map(Problem::told).collect(),
                capacity: Capacity::of(shown),
                changes: Vec::new(),
                remarks: Vec::new(),
            });
        };
        let short = infeasible.binding.iter().any(|binding| is_of_capacity(binding.kind));
        let nothing_helps = infeasible.changes.is_empty() && infeasible.untried.is_empty();
        let nothing_helps = nothing_helps.then(no_single_change_helps);
        Some(Self {
            title: title(shown, infeasible),
            sentences: infeasible.binding.iter().map(|binding| binding.what.clone()).collect(),
            capacity: Capacity::of(shown).filter(|_| short),
            changes: infeasible.changes.clone(),
            remarks: infeasible.untried.iter().cloned().chain(nothing_helps).collect(),
        })
    }
}

/// Whether the layers that fit bind, so that bars of capacity explain the answer.
fn is_of_capacity(kind: BindingKind) -> bool {
    match kind {
        BindingKind::Memory | BindingKind::Islands => true,
        BindingKind::Head | BindingKind::Links => false,
    }
}

fn title(shown: &Shown, infeasible: &InfeasibleAnswer) -> String {
    let instance = &shown.scenario.instance;
    let (gpus, needed) = (instance.cluster.gpus().len(), u64::from(instance.transformer.layers()));
    let binds = |kind: BindingKind| infeasible.binding.iter().any(|binding| binding.kind == kind);
    if binds(BindingKind::Head) {
        let whom = these(gpus, "this GPU", "any of ");
        return format!("A layer and the LM head don’t fit together on {whom}");
    }
    let linked = if binds(BindingKind::Memory) { "" } else { "linked as they are, " };
    let most = infeasible.most_layers.map(u64::from);
    let sentence = match most {
        Some(most) => {
            let hold = if gpus == 1 { "holds" } else { "hold" };
            let whom = these(gpus, "this GPU", "");
            format!("{linked}{whom} {hold} at most {} of {} layers", count(most), count(needed))
        }
        None => format!("{linked}{} can’t hold {}", these(gpus, "this GPU", ""), counted(needed, "layer")),
    };
    capitalised(&sentence)
}

/// "this GPU", "these seven GPUs", "these 2,000 GPUs"; with `before` before "these".
fn these(gpus: usize, one: &str, before: &str) -> String {
    const WORDS: [&str; 11] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let number = gpus.checked_sub(2).and_then(|place| WORDS.get(place));
    match (gpus, number) {
        (1, _) => one.to_owned(),
        (_, Some(word)) => format!("{before}these {word} GPUs"),
        (_, None) => format!("{before}these {} GPUs", count(gpus as u64)),
    }
}

/// Whether an edit that was worked out for one document has its place in the other: the same rows and figures.
pub fn still_applies(worked_out: &Document, now: &Document) -> bool {
    worked_out.gpus == now.gpus
        && worked_out.network == now.network
        && worked_out.model == now.model
        && worked_out.training == now.training
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::answer::{self, Unwatched};
    use crate::scenario::{self, Scenario, presets};
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn three_sites(edit: impl FnOnce(&mut Value)) -> Scenario {
        let mut document: Value = serde_json::from_str(presets::ALL[0].json).unwrap();
        edit(&mut document);
        scenario::read_value(&document).unwrap()
    }

    fn why_not(edit: impl FnOnce(&mut Value)) -> Option<WhyNot> {
        let scenario = three_sites(edit);
        let answer = answer::plan_scenario(&scenario, &mut Unwatched);
        WhyNot::of(&Shown::new(Arc::new(scenario), answer.into(), false))
    }

    #[test]
    fn too_little_memory_has_its_bars_beside_the_changes() {
        let why_not = why_not(|document| document["model"]["layers"] = json!(24)).unwrap();
        assert_eq!(why_not.title, "These seven GPUs hold at most 23 of 24 layers");
        assert_eq!(why_not.capacity.unwrap().depths.len(), 7);
        assert!(why_not.changes.len() >= 3 && why_not.remarks.is_empty());
    }

    #[test]
    fn a_head_too_large_says_so_without_bars() {
        let why_not = why_not(|document| {
            for row in document["gpus"].as_array_mut().unwrap() {
                row["memory_gb"] = json!(1);
            }
        });
        let why_not = why_not.unwrap();
        assert_eq!(why_not.title, "A layer and the LM head don’t fit together on any of these seven GPUs");
        assert_eq!(why_not.capacity, None);
    }

    #[test]
    fn missing_links_are_in_the_title() {
        // Of the sites, C holds most: 11 layers on the A100 and 10 beside the head on the V100.
        let why_not = why_not(|document| {
            document["model"]["layers"] = json!(22);
            document["network"]["between_sites"] = Value::Null;
            document["network"]["site_links"] = json!([]);
        });
        let title = why_not.unwrap().title;
        assert_eq!(title, "Linked as they are, these seven GPUs hold at most 21 of 22 layers");
    }

    #[test]
    fn where_there_is_a_plan_nothing_is_said() {
        assert_eq!(why_not(|_| ()), None);
    }

    #[test]
    fn names_of_numbers_end_at_twelve() {
        assert_eq!(these(1, "this GPU", "any of "), "this GPU");
        assert_eq!(these(12, "", ""), "these twelve GPUs");
        assert_eq!(these(2_000, "", ""), "these 2,000 GPUs");
    }

    #[test]
    fn an_edit_applies_while_rows_and_figures_are_the_same() {
        let before = three_sites(|_| ()).document;
        let renamed = three_sites(|document| document["name"] = json!("other")).document;
        let shifted = three_sites(|document| document["gpus"].as_array_mut().unwrap().swap(0, 1)).document;
        assert!(still_applies(&before, &renamed));
        assert!(!still_applies(&before, &shifted));
    }
}
