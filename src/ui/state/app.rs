//! The state of the page: one handle to all its signals, and the edits people make.

use std::collections::BTreeMap;
use std::sync::Arc;

use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use serde_json::Value;

use crate::model::Status;
use crate::scenario::link::LinkParameters;
use crate::scenario::{self, Problem, Scenario, Table, fields};
use crate::ui::draft;
use crate::ui::draft::cell_value::EntryKind;
use crate::ui::draft::undo::History;
use crate::ui::draft::{CellRef, rename};
use crate::ui::panels::timeline::simulation::SimulationOnView;
use crate::ui::state::draft_state::DraftState;
use crate::ui::state::planner_signals::PlannerSignals;
use crate::ui::state::tone::Tone;
use crate::worker::client::Client;

/// The draft as the scenario's reader sees it.
#[derive(Clone)]
pub struct Reading {
    /// The scenario; `None` where the draft has problems.
    pub scenario: Option<Arc<Scenario>>,
    /// What is wrong.
    pub problems: Arc<Vec<Problem>>,
}

impl Reading {
    /// Reads the draft.
    pub fn of(draft: &Value) -> Self {
        match scenario::read_value(draft) {
            Ok(scenario) => Self { scenario: Some(Arc::new(scenario)), problems: Arc::default() },
            Err(problems) => Self { scenario: None, problems: Arc::new(problems) },
        }
    }

    /// The draft as the answer on the page sees it.
    pub fn state(&self) -> DraftState<'_> {
        match &self.scenario {
            Some(scenario) => DraftState::Read(scenario),
            None => DraftState::Wrong(self.problems.len()),
        }
    }
}

/// Whose draft it is.
#[derive(Clone)]
pub enum Origin {
    /// The person's own: kept in the browser.
    Mine,
    /// Opened from a link, beside the person's own, which waits here. Not kept.
    Link {
        /// The person's own.
        mine: Box<History>,
    },
}

impl Origin {
    /// Whether the draft came by link.
    pub fn is_link(&self) -> bool {
        matches!(self, Self::Link { .. })
    }
}

/// Something to tell that belongs to no cell.
#[derive(Clone, PartialEq)]
pub struct Notice {
    pub tone: Tone,
    pub what: String,
    /// What to do, and anything more.
    pub more: Vec<String>,
}

/// The cell someone is in.
#[derive(Clone)]
pub struct Focused {
    pub id: Signal<String>,
    pub kind: EntryKind,
    pub value: Signal<Value>,
    /// What is wrong with it.
    pub problem: Signal<Option<Problem>>,
    /// Gives it another value.
    pub on_value: Callback<Value>,
}

/// What the page is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageView {
    /// A scenario and its answer.
    Workbench,
    /// The paper's tables.
    Paper,
}

/// What is looked at where there is room for one half only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    Answer,
    Scenario,
}

/// The whole page.
#[derive(Clone, Copy)]
pub struct App {
    /// The draft, the ones before it and the ones undone.
    pub history: RwSignal<History>,
    /// The draft as read.
    pub reading: Memo<Reading>,
    /// Whose it is.
    pub origin: RwSignal<Origin>,
    /// What the link that the draft came by says besides; a link made of the draft says it too.
    pub link_parameters: RwSignal<LinkParameters>,
    pub planner: PlannerSignals,
    /// The simulated iteration of the plan on view.
    pub simulation: Memo<Option<SimulationOnView>>,
    /// Something to tell.
    pub notice: RwSignal<Option<Notice>>,
    /// The draft that is stored; `None` where nothing can be stored.
    pub stored: RwSignal<Option<Arc<Value>>>,
    /// The cell someone is in.
    pub focused: RwSignal<Option<Focused>>,
    /// The GPU row whose menu is open.
    pub menu_row: RwSignal<usize>,
    /// The page each long table is turned to.
    pub pages: RwSignal<BTreeMap<Table, usize>>,
    /// Which half is looked at.
    pub tab: RwSignal<Tab>,
    /// What the page is used for.
    pub view: RwSignal<PageView>,
    /// The planner, once it was started.
    pub client: StoredValue<Option<Client>, LocalStorage>,
    /// Waits for the draft to settle before it is planned.
    pub settling: StoredValue<Option<Timeout>, LocalStorage>,
    /// Waits for the draft to settle before it is stored.
    pub storing: StoredValue<Option<Timeout>, LocalStorage>,
}

impl App {
    /// Starts with this draft.
    pub fn new(draft: Value) -> Self {
        let history = RwSignal::new(History::new(draft));
        let reading = Memo::new_with_compare(
            move |_| Reading::of(&history.with(|history| history.present().clone())),
            |_, _| true,
        );
        let planner = PlannerSignals::default();
        let simulation = Memo::new(move |before: Option<&Option<SimulationOnView>>| {
            planner.on_view.with(|view| Some(SimulationOnView::of(view.as_ref()?, before.and_then(Option::as_ref))))
        });
        Self {
            history,
            reading,
            origin: RwSignal::new(Origin::Mine),
            link_parameters: RwSignal::new(LinkParameters::default()),
            planner,
            simulation,
            notice: RwSignal::new(None),
            stored: RwSignal::new(None),
            focused: RwSignal::new(None),
            menu_row: RwSignal::new(0),
            pages: RwSignal::new(BTreeMap::new()),
            tab: RwSignal::new(Tab::Answer),
            view: RwSignal::new(PageView::Workbench),
            client: StoredValue::new_local(None),
            settling: StoredValue::new_local(None),
            storing: StoredValue::new_local(None),
        }
    }

    /// Whether the draft came by link and so can't be edited before a copy is kept; follows it.
    pub fn read_only(self) -> bool {
        self.origin.with(Origin::is_link)
    }

    fn is_locked(self) -> bool {
        self.origin.with_untracked(Origin::is_link)
    }

    /// What stands where a plan would be shown, if the answer on the page is that there is none; follows it.
    pub fn in_place_of_plan(self) -> Memo<Option<&'static str>> {
        Memo::new(move |_| {
            let none = self.planner.on_view.with(|view| view.is_none());
            self.planner.run.with(|run| {
                let shown = run.shown.as_ref().filter(|_| none)?;
                let proven = shown.answer.status == Status::Infeasible;
                Some(if proven { "Appears when a plan fits" } else { "Appears when a plan is found" })
            })
        })
    }

    /// What the cell holds; follows it.
    pub fn value(self, spot: CellRef) -> Value {
        self.history.with(|history| draft::get(history.present(), spot).clone())
    }

    /// What is wrong with the cell; follows it.
    pub fn problem(self, spot: CellRef) -> Option<Problem> {
        self.reading.with(|reading| draft::cell_ids::problem_at(&reading.problems, spot).cloned())
    }

    /// Rows of a table; follows it.
    pub fn row_count(self, table: Table) -> usize {
        self.history.with(|history| draft::rows_of(history.present(), table).len())
    }

    /// Takes what was typed into a cell.
    pub fn type_in(self, spot: CellRef, value: Value) {
        if self.is_locked() {
            return;
        }
        self.history.update(|history| {
            let before = history.present().clone();
            let mut next = draft::set(&before, spot, value);
            if rename::is_part_of_a_name(spot) {
                next = rename::follow(&next, &before);
            }
            history.type_in(spot, next);
        });
        self.drop_plan_if_it_alone_is_wrong();
    }

    /// Takes what was typed into a cell that stands for more than itself.
    pub fn type_as(self, spot: CellRef, edit: impl FnOnce(&Value) -> Value) {
        if self.is_locked() {
            return;
        }
        self.history.update(|history| {
            let next = edit(history.present());
            history.type_in(spot, next);
        });
    }

    /// Takes an edit that is a step of its own.
    pub fn edit(self, edit: impl FnOnce(&Value) -> Value) {
        if self.is_locked() {
            return;
        }
        self.history.update(|history| {
            let next = edit(history.present());
            history.edit(next);
        });
        self.drop_plan_if_it_alone_is_wrong();
    }

    /// What was typed into a cell was all: typing again is another step. `tidy` may finish the edit.
    pub fn settle(self, tidy: Option<impl FnOnce(&Value) -> Value>) {
        self.history.update(|history| {
            if let Some(tidy) = tidy {
                let next = tidy(history.present());
                if next != **history.present() {
                    history.amend(next);
                }
            }
            history.settle();
        });
    }

    /// Back one step.
    pub fn undo(self) {
        self.history.update(History::undo);
    }

    /// Forward one step.
    pub fn redo(self) {
        self.history.update(History::redo);
    }

    /// A plan that came with the scenario stops fitting when the pool or the model changes. It gives way, as a
    /// part of that edit.
    fn drop_plan_if_it_alone_is_wrong(self) {
        let only_plan = self.reading.with_untracked(|reading| {
            let about_plan = |problem: &Problem| {
                problem.place.table == fields::PLAN.key() || problem.place.column.as_deref() == Some(fields::PLAN.key())
            };
            !reading.problems.is_empty() && reading.problems.iter().all(about_plan)
        });
        if only_plan {
            self.history.update(|history| {
                let next = draft::set(history.present(), CellRef::field(Table::Document, fields::PLAN), Value::Null);
                history.amend(next);
            });
        }
    }
}
