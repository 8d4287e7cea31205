//! What the planner does, and the one button that starts and ends it.

use leptos::prelude::*;

use crate::ui::figures::{self, Tone};
use crate::ui::state::App;

fn status(app: App) -> (Tone, String) {
    app.run.with(|run| app.reading.with(|reading| figures::status(run, reading.state())))
}

/// A dot and a few words.
#[component]
pub fn PlannerStatus(app: App) -> impl IntoView {
    let status = Memo::new(move |_| status(app));
    // Counting aloud ten times a second would help nobody.
    let spoken = Memo::new(move |_| match status.get() {
        (Tone::Busy, _) => "Planning".to_owned(),
        (_, text) => text,
    });
    view! {
        <span class="planner-status" aria-hidden="true">
            <span class=move || format!("dot {}", status.get().0.class())></span>
            {move || status.get().1}
        </span>
        <span class="hidden-text" role="status" aria-live="polite">{spoken}</span>
    }
}

/// Plan, or Cancel while planning.
#[component]
pub fn PlanButton(app: App) -> impl IntoView {
    let working = Memo::new(move |_| app.run.with(|run| run.work.is_some()));
    let problems = Memo::new(move |_| app.reading.with(|reading| reading.problems.len()));
    let blocked = move || problems.get() > 0 && !working.get();
    let reason = move || {
        let cells = crate::ui::format::counted(problems.get() as u64, "cell");
        blocked().then(|| format!("Fix {cells} before planning"))
    };
    let class = move || if working.get() { "button plan cancel" } else { "button plan filled" };
    view! {
        <button
            type="button"
            class=class
            disabled=blocked
            title=reason
            on:click=move |_| if working.get_untracked() { app.cancel() } else { app.plan() }
        >
            {move || if working.get() { "Cancel" } else { "Plan" }}
        </button>
    }
}

/// The line under the header while planning.
#[component]
pub fn ProgressLine(app: App) -> impl IntoView {
    let percent =
        Memo::new(move |_| app.run.with(|run| run.work.as_ref().map(|work| (100.0 * work.share).round() as u32)));
    view! {
        <div class="progress-track">
            <Show when=move || percent.get().is_some()>
                <div
                    class="progress-line"
                    role="progressbar"
                    aria-label="Planning"
                    aria-valuemin="0"
                    aria-valuemax="100"
                    aria-valuenow=move || percent.get().unwrap_or_default().to_string()
                    style:width=move || format!("{}%", percent.get().unwrap_or_default().max(1))
                ></div>
            </Show>
        </div>
    }
}
