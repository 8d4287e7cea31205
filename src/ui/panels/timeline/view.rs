//! The plan played out in time.

use leptos::prelude::*;

use super::drawing::Drawing;
use super::key_list::KeysButton;
use super::legend::Legend;
use super::table::OperationTable;
use crate::format;
use crate::ui::dom::icons::{Icon, TABLE};
use crate::ui::panels::timeline::operation_details;
use crate::ui::state::app::App;

#[component]
pub fn TimelinePanel(app: App) -> impl IntoView {
    let as_table = RwSignal::new(false);
    let there = Memo::new(move |_| {
        app.simulation.with(|simulation| simulation.as_ref().is_some_and(|it| it.there().is_some()))
    });
    let no_plan = app.in_place_of_plan();
    let sentence = Memo::new(move |_| {
        if no_plan.get().is_some() {
            return String::new();
        }
        app.simulation
            .with(|simulation| simulation.as_ref()?.there().map(operation_details::sentence))
            .unwrap_or_else(|| format::NONE.to_owned())
    });
    view! {
        <section class="panel timeline-panel" aria-labelledby="timeline-title">
            <div class="panel-head timeline-head">
                <h2 id="timeline-title">"Timeline"</h2>
                <span class="quiet">"1F1B, blocking sends"</span>
                <span class="spring"></span>
                <Legend />
                <span class="timeline-buttons">
                    <KeysButton />
                    <button
                        type="button"
                        class="button text"
                        aria-pressed=move || as_table.get().to_string()
                        disabled=move || !there.get()
                        on:click=move |_| as_table.update(|shown| *shown = !*shown)
                    >
                        <Icon path=TABLE />
                        "Table"
                    </button>
                </span>
            </div>
            <div class="timeline-place">
                <Show when=move || there.get() fallback=move || view! { <NoTimeline app /> }>
                    <Show when=move || as_table.get() fallback=move || view! { <Drawing app /> }>
                        <OperationTable app />
                    </Show>
                </Show>
            </div>
            <p class="timeline-sentence">{sentence}</p>
        </section>
    }
}

/// Why there is nothing to see, in the place of what would be seen.
#[component]
fn NoTimeline(app: App) -> impl IntoView {
    let no_plan = app.in_place_of_plan();
    let why = move || {
        let refused =
            app.simulation.with(|simulation| simulation.as_ref().and_then(|it| it.refusal().map(str::to_owned)));
        refused.unwrap_or_else(|| no_plan.get().unwrap_or(format::NONE).to_owned())
    };
    view! { <p class="timeline-none">{why}</p> }
}
