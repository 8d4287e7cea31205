//! The plan that came with a scenario that is not planned yet.

use leptos::prelude::*;

use crate::format;
use crate::ui::panels::plan_table::stages::{StageTable, stage_rows};
use crate::ui::state::app::App;
use crate::ui::state::planner_state::{Given, Run};
use crate::ui::state::share_link;

/// The plan in words.
pub fn text(given: &Given) -> Option<String> {
    share_link::own_plan(&given.scenario)
}

/// The panel; nothing if no plan came, or once there is an answer to compare it with.
#[component]
pub fn GivenPlan(app: App) -> impl IntoView {
    let given = Memo::new_with_compare(move |_| app.planner.run.with(|run| run.given.clone()), |_, _| true);
    let draft_plan = Memo::new(move |_| {
        app.reading.with(|reading| reading.scenario.as_ref().and_then(|scenario| share_link::own_plan(scenario)))
    });
    let alone = Memo::new(move |_| {
        let waits =
            |run: &Run| run.work.is_none() && run.given.as_ref().is_some_and(|given| !run.answers(&given.scenario));
        draft_plan.get().is_some() && app.planner.run.with(waits)
    });
    let evaluation = Memo::new(move |_| {
        let given = given.get()?;
        (text(&given) == draft_plan.get()).then_some(given.evaluation).flatten()
    });
    let rows = Memo::new(move |_| {
        let instance = given.get().map(|given| given.scenario);
        match (evaluation.get(), instance) {
            (Some(evaluation), Some(scenario)) => stage_rows(&scenario.instance, &evaluation.view.stages),
            _ => Vec::new(),
        }
    });
    let figures = move || {
        let evaluation = evaluation.get()?;
        Some(format!(
            "{} ms, {} J",
            format::one_decimal_or_none(evaluation.view.time_ms),
            format::one_decimal_or_none(evaluation.view.energy_j)
        ))
    };
    let problems = move || {
        let problems = evaluation.get().map(|evaluation| evaluation.problems.clone()).unwrap_or_default();
        problems.into_iter().map(|problem| view! { <p class="bad">{problem.told().to_string()}</p> }).collect_view()
    };
    view! {
        <Show when=move || alone.get()>
            <section class="panel given-plan" aria-labelledby="given-title">
                <div class="panel-head">
                    <h2 id="given-title">"Shared plan"</h2>
                    <span class="quiet plan-text" title=draft_plan>{draft_plan}</span>
                    <span class="spring"></span>
                    <strong>{figures}</strong>
                    <button type="button" class="button text edit-action" on:click=move |_| app.drop_given_plan()>
                        "Drop it"
                    </button>
                </div>
                {problems}
                <StageTable rows label="Shared plan by stage" />
            </section>
        </Show>
    }
}
