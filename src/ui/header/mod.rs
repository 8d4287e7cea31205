//! The line at the top: what is open, what the planner does, and what can be done with it.

pub mod banners;
mod menus;
mod share;
mod status;
mod undo_redo;

use leptos::prelude::*;

use crate::scenario::{Table, fields};
use crate::ui::dom::icons::Logo;
use crate::ui::draft::{CellRef, cell_ids, cell_value};
use crate::ui::state::app::App;
use menus::{PresetsMenu, ViewMenu};
use share::SharePopover;
use status::PlannerStatus;
pub use status::{Announcement, PlanButton, ProgressLine};
use undo_redo::UndoRedo;

#[component]
pub fn Header(app: App) -> impl IntoView {
    view! {
        <header class="header">
            <span class="brand">
                <Logo />
                <h1 class="brand-name">"GeoTrain"</h1>
            </span>
            <ScenarioName app />
            <Saved app />
            <span class="wide-only">
                <PresetsMenu app />
            </span>
            <span class="spring"></span>
            <span class="wide-only undo-redo">
                <UndoRedo app />
            </span>
            <span class="wide-only">
                <PlannerStatus app />
            </span>
            <span class="wide-only">
                <PlanButton app />
            </span>
            <SharePopover app />
            <ViewMenu app />
        </header>
    }
}

#[component]
fn ScenarioName(app: App) -> impl IntoView {
    const SPOT: CellRef = CellRef::field(Table::Document, fields::TITLE.column);
    let name = move || cell_value::show(&app.value(SPOT), cell_value::EntryKind::Text);
    let wrong = move || app.problem(SPOT).is_some();
    view! {
        <input
            id=cell_ids::cell_id(SPOT)
            class="scenario-name"
            type="text"
            aria-label="Scenario name"
            autocomplete="off"
            maxlength="64"
            size=move || name().chars().count().clamp(8, 40).to_string()
            title=name
            readonly=move || app.read_only()
            prop:value=name
            aria-invalid=move || wrong().then_some("true")
            on:input:target=move |event| app.type_in(SPOT, cell_value::read(&event.target().value(), cell_value::EntryKind::Text))
            on:blur=move |_| app.history.update(|history| history.settle())
        />
    }
}

/// Whether the scenario is kept, or can't be edited at all.
#[component]
fn Saved(app: App) -> impl IntoView {
    view! {
        <Show
            when=move || app.read_only()
            fallback=move || view! { <span class="saved quiet wide-only">{move || saved_text(app)}</span> }
        >
            <span class="badge read-only-badge wide-only">"Read-only"</span>
        </Show>
    }
}

fn saved_text(app: App) -> String {
    let problems = app.reading.with(|reading| reading.problems.len());
    match (problems, app.is_saved()) {
        (1.., _) => format!("Not saved: {}", crate::format::counted(problems as u64, "cell")),
        (0, None) => "This browser can’t save".to_owned(),
        (0, Some(true)) => "Saved".to_owned(),
        (0, Some(false)) => "Saving …".to_owned(),
    }
}
