//! Asking whether a changed pool has a plan: quickly while looking for the smallest change, then for certain.

use serde_json::Value;

use super::edit::apply_edits;
use super::wire::{ChangeAnswer, EditAnswer};
use crate::check::judge;
use crate::scenario::{self, Scenario, gpu_rows};
use crate::search::feasibility::{CapacityProblem, Feasibility, WorkLimit};
use crate::words::infeasible::layers_fit;

/// Work for all questions about one kind of change: a fraction of a second's worth.
const MOST_STEPS: u64 = 20_000_000;
/// Work for one question.
const MOST_STEPS_EACH: u64 = 4_000_000;

/// A scenario without a plan, and what may still be spent on it.
pub struct Trial<'a> {
    pub scenario: &'a Scenario,
    pub room: CapacityProblem,
    /// Row of the document's table that each GPU comes from.
    pub row_of: Vec<usize>,
    document: Value,
    steps: WorkLimit,
    /// Whether a question about this kind was left open.
    open: bool,
}

impl<'a> Trial<'a> {
    /// Ready to ask.
    pub fn new(scenario: &'a Scenario) -> Self {
        let mut document = scenario.document.to_value();
        // A plan that lies beside the pool says nothing of whether there is another, and may not fit the changed one.
        document["plan"] = Value::Null;
        Self {
            scenario,
            room: CapacityProblem::of(&scenario.instance),
            row_of: gpu_rows(&scenario.document),
            document,
            steps: WorkLimit(MOST_STEPS),
            open: false,
        }
    }

    /// Whether this pool has a plan. `false` also if that is left open.
    pub fn fits(&mut self, room: &CapacityProblem) -> bool {
        let mut each = WorkLimit(self.steps.0.min(MOST_STEPS_EACH));
        let allowed = each.0;
        let found = room.any_plan(&mut each);
        self.steps.0 -= allowed - each.0;
        self.open |= found == Feasibility::Unknown;
        matches!(found, Feasibility::Feasible(_))
    }

    /// Goes on to another kind of change; says whether all questions about the last one were settled.
    pub fn next_kind(&mut self) -> bool {
        self.steps = WorkLimit(MOST_STEPS);
        !std::mem::take(&mut self.open)
    }

    /// No change of this kind was met, and not all were tried.
    pub fn left_open(&mut self) -> Option<ChangeAnswer> {
        self.open = true;
        None
    }

    /// The change with what comes of it, if the edited document, read anew, has a plan that the judge accepts.
    pub fn verified(&self, change: ChangeAnswer) -> Option<ChangeAnswer> {
        let changed = self.edited(&change.edit)?;
        let Feasibility::Feasible(plan) =
            CapacityProblem::of(&changed.instance).any_plan(&mut WorkLimit(MOST_STEPS_EACH))
        else {
            return None;
        };
        if !judge(&changed.instance, &plan, None).is_empty() {
            return None;
        }
        Some(ChangeAnswer { note: layers_fit(plan.layers(), plan.stages().len()), ..change })
    }

    fn edited(&self, edits: &[EditAnswer]) -> Option<Scenario> {
        scenario::read_value(&apply_edits(&self.document, edits)?).ok()
    }
}

/// The first of `from..to` that works, where none after one that works fails. Asks about log₂ of them.
pub fn first_that_works(from: usize, to: usize, mut works: impl FnMut(usize) -> bool) -> Option<usize> {
    if from >= to || !works(to - 1) {
        return None;
    }
    let (mut low, mut high) = (from, to - 1);
    while low < high {
        let middle = usize::midpoint(low, high);
        if works(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}
