//! The result in one line with the Plan button, where the header has no room for it.

use leptos::prelude::*;

use crate::format;
use crate::ui::header::PlanButton;
use crate::ui::panels::summary::verdict;
use crate::ui::state::app::App;
use crate::ui::state::tone::Tone;

#[component]
pub fn ResultBar(app: App) -> impl IntoView {
    let figures = move || {
        let shown = app.planner.run.with(|run| run.shown.is_some());
        app.planner.on_view.with(|view| {
            if shown && view.is_none() {
                return view! { <strong>"No plan"</strong> }.into_any();
            }
            let time = format::one_decimal_or_none(view.as_ref().and_then(|view| view.time_ms));
            let energy = format::one_decimal_or_none(view.as_ref().and_then(|view| view.energy_j));
            view! {
                <strong>{format!("{time} ms")}</strong>
                {format!(" · {energy} J")}
            }
            .into_any()
        })
    };
    let status = Memo::new(move |_| {
        let progress = app.planner.progress.get();
        app.planner.run.with(|run| app.reading.with(|reading| verdict::status(run, progress, reading.state())))
    });
    let tone = move || format!("bar-status {}", status.get().0.class());
    view! {
        <aside class="result-bar" class:settled=move || status.get().0 == Tone::Good aria-label="Result">
            <p>
                <span>{figures}</span>
                <span class=tone>{move || status.get().1}</span>
            </p>
            <PlanButton app />
        </aside>
    }
}
