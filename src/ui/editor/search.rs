//! Which planner, and how long.

use leptos::prelude::*;

use crate::model::{ClosedSet, DefaultLimit, PlannerName};
use crate::scenario::{NumberField, Table, fields};
use crate::ui::draft;
use crate::ui::draft::{CellRef, cell_ids};
use crate::ui::editor::field::{ChoiceField, Field};
use crate::ui::editor::limit_text;
use crate::ui::state::app::App;

#[component]
pub fn SearchPanel(app: App) -> impl IntoView {
    const PLANNER: CellRef = CellRef::field(Table::Search, fields::PLANNER.column);
    const SEED: CellRef = CellRef::field(Table::Search, fields::SEED.column);
    let memetic = move |field: &'static NumberField, hint: &'static str| {
        view! { <Field app table=Table::Memetic field hint /> }
    };
    let planners = PlannerName::ALL.iter().map(|planner| (planner.as_str(), planner.label())).collect();
    let limit = Memo::new(move |_| {
        let planner = app.value(PLANNER).as_str().and_then(PlannerName::from_text);
        planner.map_or(DefaultLimit::Unlimited, |planner| planner.facts().default_limit)
    });
    let new_seed = move |_| {
        #[allow(clippy::disallowed_methods, reason = "the seed that entropy chooses is written into the scenario")]
        if let Ok(seed) = getrandom::u32() {
            app.edit(|draft| draft::set(draft, SEED, seed.into()));
        }
    };
    view! {
        <section id=cell_ids::section_id(Table::Search) class="panel" tabindex="-1" aria-labelledby="search-title">
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
                    spot=PLANNER
                    label=fields::PLANNER.title
                    choices=planners
                />
                <Field app table=Table::Search field=&fields::SEED />
                <Field app table=Table::Search field=&fields::MAX_EVALUATIONS
                    placeholder="none" />
                <Field app table=Table::Search field=&fields::TIME_LIMIT_S
                    placeholder=Signal::derive(move || limit_text::placeholder(limit.get()))
                    hint=Signal::derive(move || limit_text::hint(limit.get())) />
            </div>
            <details class="more-rows">
                <summary>"Memetic parameters"</summary>
                <div class="fields">
                    {memetic(&fields::POPULATION, "Plans kept from generation to generation (P)")}
                    {memetic(&fields::TOURNAMENT, "Contestants per tournament (k)")}
                    {memetic(&fields::ELITE, "Plans that always stay (E)")}
                    {memetic(&fields::GENERATIONS, "At most this many")}
                    {memetic(&fields::PATIENCE, "Generations without improvement before it stops (w)")}
                    {memetic(&fields::LOCAL_SEARCH_RATE, "Share of children that are refined")}
                    {memetic(&fields::FALLBACK_RATE, "Chance that crossover looks at every cut (p_fall)")}
                </div>
            </details>
        </section>
    }
}
