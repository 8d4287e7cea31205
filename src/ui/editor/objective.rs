//! What to minimise.

use leptos::prelude::*;
use serde_json::json;

use crate::format;
use crate::model::PlannerName;
use crate::scenario::{NumberField, Table, fields};
use crate::ui::draft::cell_value::EntryKind;
use crate::ui::draft::{CellRef, cell_ids};
use crate::ui::editor::cell::CellRefInput;
use crate::ui::editor::field::{Field, TickField};
use crate::ui::panels::frontier::trade_off;
use crate::ui::state::app::App;

const WEIGHT: CellRef = CellRef::field(Table::Objective, fields::TIME_WEIGHT.column);

#[component]
pub fn ObjectivePanel(app: App) -> impl IntoView {
    let wrong = Memo::new(move |_| app.problem(WEIGHT).is_some());
    let time = Memo::new(move |_| reference(app, |answer| answer.reference_time_ms));
    let energy = Memo::new(move |_| reference(app, |answer| answer.reference_energy_j));
    let follows = move || {
        let set = |field: &NumberField| !app.value(CellRef::field(Table::Objective, field.column)).is_null();
        let none = app.planner.run.with(|run| {
            let answer = run.shown.as_ref().map(|shown| &shown.answer);
            answer.is_some_and(|answer| answer.plan.is_none() && answer.reference_plan.is_none())
        });
        let stand_in = app.planner.run.with(|run| {
            let planner = run.shown.as_ref().and_then(|shown| shown.answer.reference_planner);
            planner.is_some_and(|planner| planner != PlannerName::REFERENCE)
        });
        match (set(&fields::REFERENCE_TIME_MS), set(&fields::REFERENCE_ENERGY_J)) {
            (false, false) if stand_in => "References follow the local search at λ 1: improved Metis has no plan",
            (false, false) if none => "No references: there is no plan that they could follow",
            (false, false) => "References follow the improved Metis plan",
            (true, true) => "References set by hand; empty ones follow the improved Metis plan",
            _ => "The empty reference follows the improved Metis plan",
        }
    };
    view! {
        <section id=cell_ids::section_id(Table::Objective) class="panel" tabindex="-1" aria-labelledby="objective-title">
            <div class="panel-head">
                <h2 id="objective-title">"Objective"</h2>
                <span class="quiet">"λ T/T" <sub>"ref"</sub> " + (1−λ) E/E" <sub>"ref"</sub></span>
                <span class="spring"></span>
                <span class="field-box weight" class:wrong=wrong>
                    <span class="unit" aria-hidden="true">"λ"</span>
                    <CellRefInput app spot=WEIGHT label="Weight of time, λ" kind=EntryKind::of(&fields::TIME_WEIGHT) />
                </span>
            </div>
            <WeightSlider app />
            <div class="fields two">
                <Field app table=Table::Objective field=&fields::REFERENCE_TIME_MS
                    placeholder=time />
                <Field app table=Table::Objective field=&fields::REFERENCE_ENERGY_J
                    placeholder=energy />
            </div>
            <p class="quiet field-note">{follows}</p>
            <TickField
                app
                spot=CellRef::field(Table::Objective, fields::ENERGY_COUNTS_HEAD.column)
                label="Energy counts the LM head’s compute"
            />
        </section>
    }
}

#[component]
fn WeightSlider(app: App) -> impl IntoView {
    let weight = Memo::new(move |_| app.value(WEIGHT).as_f64().unwrap_or_default().clamp(0.0, 1.0));
    let slide = move |text: String| {
        if let Ok(weight) = text.parse::<f64>() {
            app.type_in(WEIGHT, json!(weight));
        }
    };
    let frontier = app.frontier_answer();
    let changes = Memo::new(move |_| {
        frontier.with(|frontier| frontier.loaded().map(|loaded| trade_off::changes(&loaded.answer)).unwrap_or_default())
    });
    let in_words =
        move || frontier.with(|frontier| frontier.loaded().map(|loaded| trade_off::changes_text(&loaded.answer)));
    let marks = move || {
        // The thumb's middle keeps half its width from both ends.
        let left = |change: f64| format!("calc(8px + {change} * (100% - 16px))");
        changes.get().into_iter().map(|change| view! { <span style:left=left(change)></span> }).collect_view()
    };
    view! {
        <div class="slider">
            <input
                type="range"
                disabled=move || app.read_only()
                aria-describedby="weight-changes"
                min="0"
                max="1"
                step="0.01"
                aria-label="Weight of time against energy"
                style:--share=move || format!("{}%", 100.0 * weight.get())
                prop:value=move || weight.get().to_string()
                on:input:target=move |event| slide(event.target().value())
                on:change=move |_| app.history.update_untracked(|history| history.settle())
            />
            <div class="slider-changes" aria-hidden="true">
                {marks}
            </div>
            <div class="slider-ends quiet">
                <span>"Energy only"</span>
                <span id="weight-changes">{in_words}</span>
                <span>"Time only"</span>
            </div>
        </div>
    }
}

/// The reference that was derived for the answer on the page.
fn reference(app: App, figure: impl Fn(&crate::answer::PlanAnswer) -> Option<f64>) -> String {
    app.planner.run.with(|run| {
        run.shown
            .as_ref()
            .and_then(|shown| figure(&shown.answer))
            .map_or_else(|| format::NONE.to_owned(), format::one_decimal)
    })
}
