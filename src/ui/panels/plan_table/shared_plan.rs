//! The plan that came with a scenario that is not planned yet.

use leptos::prelude::*;

use crate::format;
use crate::ui::panels::plan_table::stages::{StageTable, stage_rows};
use crate::ui::state::app::App;
use crate::ui::state::planner_state::{Run, SharedPlan};
use crate::ui::state::share_link;

/// The plan in words.
pub fn text(shared_plan: &SharedPlan) -> Option<String> {
    share_link::own_plan(&shared_plan.scenario)
}

/// The panel; nothing if no plan came, or once there is an answer to compare it with.
#[component]
pub fn SharedPlanPanel(app: App) -> impl IntoView {
    let shared_plan = Memo::new_with_compare(move |_| app.planner.run.with(|run| run.shared_plan.clone()), |_, _| true);
    let draft_plan = Memo::new(move |_| {
        app.reading.with(|reading| reading.scenario.as_ref().and_then(|scenario| share_link::own_plan(scenario)))
    });
    let alone = Memo::new(move |_| {
        let waits = |run: &Run| {
            run.work.is_none()
                && run.shared_plan.as_ref().is_some_and(|shared_plan| !run.answers(&shared_plan.scenario))
        };
        draft_plan.get().is_some() && app.planner.run.with(waits)
    });
    let evaluation = Memo::new(move |_| {
        let shared_plan = shared_plan.get()?;
        (text(&shared_plan) == draft_plan.get()).then_some(shared_plan.evaluation).flatten()
    });
    let rows = Memo::new(move |_| {
        let instance = shared_plan.get().map(|shared_plan| shared_plan.scenario);
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
                    <button type="button" class="button text edit-action" on:click=move |_| app.drop_shared_plan()>
                        "Drop it"
                    </button>
                </div>
                {problems}
                <StageTable rows label="Shared plan by stage" />
            </section>
        </Show>
    }
}
