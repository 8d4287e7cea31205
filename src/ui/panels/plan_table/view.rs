//! The plan on view, stage by stage.

use leptos::prelude::*;

use crate::format::counted;
use crate::ui::panels::plan_table::stages::{StageTable, stage_rows};
use crate::ui::state::app::App;

#[component]
pub fn PlanPanel(app: App) -> impl IntoView {
    let view = app.planner.on_view;
    let rows = Memo::new(move |_| {
        view.with(|view| view.as_ref().map_or_else(Vec::new, |view| stage_rows(&view.scenario.instance, &view.stages)))
    });
    let plan = Memo::new(move |_| view.with(|view| view.as_ref().map(|view| view.plan.clone())));
    let no_plan = Memo::new(move |_| app.planner.run.with(|run| run.shown.is_some()) && plan.get().is_none());
    let same = Memo::new(move |_| {
        plan.get().is_some()
            && app
                .planner
                .run
                .with(|run| run.shared_plan.as_ref().and_then(crate::ui::panels::plan_table::shared_plan::text))
                == plan.get()
    });
    let spaced = move || plan.get().map(|plan| plan.replace(',', ", "));
    let stages = move || (!rows.with(Vec::is_empty)).then(|| counted(rows.with(Vec::len) as u64, "stage"));
    view! {
        <section class="panel plan-panel" aria-labelledby="plan-title" class:hidden=no_plan>
            <div class="panel-head">
                <h2 id="plan-title">"Plan"</h2>
                <span class="quiet plan-text" id="plan-text" title=spaced>{spaced}</span>
                <span class="spring"></span>
                <Show when=move || same.get()>
                    <span class="quiet same-plan">"same as the shared plan"</span>
                </Show>
                <span class="quiet hidden-narrow">{stages}</span>
            </div>
            <StageTable rows label="Plan by stage" />
        </section>
    }
}
