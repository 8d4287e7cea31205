//! Which planner, and how long.

use leptos::prelude::*;

use crate::model::{ClosedSet, DefaultLimit, PlannerName};
use crate::ui::draft;
use crate::ui::draft::cell_value::Kind;
use crate::ui::draft::{Spot, cell_ids};
use crate::ui::editor::field::{ChoiceField, Field};
use crate::ui::editor::limit_text;
use crate::ui::state::app::App;

/// The panel.
#[component]
pub fn SearchPanel(app: App) -> impl IntoView {
    let search = |column| Spot::field("search", column);
    let memetic = |column| Spot::field("search.memetic", column);
    let number = move |column, label, hint| {
        view! { <Field app spot=memetic(column) label kind=Kind::Number hint /> }
    };
    let share = move |column, label, hint| {
        view! { <Field app spot=memetic(column) label kind=Kind::Share hint /> }
    };
    let planners = PlannerName::ALL.iter().map(|planner| (planner.as_str(), planner.label())).collect();
    let limit = Memo::new(move |_| {
        let planner = app.value(search("planner")).as_str().and_then(PlannerName::from_text);
        planner.map_or(DefaultLimit::Unlimited, |planner| planner.facts().default_limit)
    });
    let new_seed = move |_| {
        if let Ok(seed) = getrandom::u32() {
            app.edit(|draft| draft::set(draft, search("seed"), seed.into()));
        }
    };
    view! {
        <section id=cell_ids::section_id("search") class="panel" tabindex="-1" aria-labelledby="search-title">
            <div class="panel-head">
                <h2 id="search-title">"Search"</h2>
                <span class="quiet">"same seed, same plan"</span>
                <span class="spring"></span>
                <button type="button" class="button text edit-action" on:click=new_seed>
                    "New seed"
                </button>
            </div>
            <div class="fields two">
                <ChoiceField
                    app
                    spot=search("planner")
                    label="Planner"
                    choices=planners
                />
                <Field app spot=search("seed") label="Seed" kind=Kind::Number />
                <Field
                    app
                    spot=search("max_evaluations")
                    label="Evaluation limit"
                    kind=Kind::OptionalNumber
                    unit="plans"
                    placeholder="none"
                />
                <Field
                    app
                    spot=search("time_limit_s")
                    label="Time limit"
                    kind=Kind::OptionalNumber
                    unit="s"
                    placeholder=Signal::derive(move || limit_text::placeholder(limit.get()))
                    hint=Signal::derive(move || limit_text::hint(limit.get()))
                />
            </div>
            <details class="more-rows">
                <summary>"Memetic parameters"</summary>
                <div class="fields">
                    {number("population", "Population", "Plans kept from generation to generation (P)")}
                    {number("tournament", "Tournament", "Contestants per tournament (k)")}
                    {number("elite", "Elite", "Plans that always stay (E)")}
                    {number("generations", "Generations", "At most this many")}
                    {number("patience", "Patience", "Generations without improvement before it stops (w)")}
                    {share("local_search_rate", "Local search", "Share of children that are refined")}
                    {share("fallback_rate", "Every cut", "Chance that crossover looks at every cut (p_fall)")}
                </div>
            </details>
        </section>
    }
}
