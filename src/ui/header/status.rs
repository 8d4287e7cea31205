//! What the planner does, and the one button that starts and ends it.

use leptos::prelude::*;

use crate::scenario::Scenario;
use crate::ui::dom::browser::place_under;
use crate::ui::panels::search_progress::view;
use crate::ui::panels::search_progress::view::PlanningPopover;
use crate::ui::panels::summary::verdict;
use crate::ui::state::app::App;
use crate::ui::state::tone::Tone;

fn status(app: App) -> (Tone, String) {
    let progress = app.planner.progress.get();
    app.planner.run.with(|run| app.reading.with(|reading| verdict::status(run, progress, reading.state())))
}

/// A dot and a few words; pressed, they tell how the plan was found.
#[component]
pub fn PlannerStatus(app: App) -> impl IntoView {
    let status = Memo::new(move |_| status(app));
    view! {
        <button
            type="button"
            class="planner-status"
            popovertarget=view::ID
            aria-haspopup="dialog"
            title="How the plan was found"
            on:click=move |event| place_under(&event, view::ID, view::WIDTH)
        >
            <span class=move || format!("dot {}", status.get().0.class())></span>
            {move || status.get().1}
        </button>
        <PlanningPopover app />
    }
}

/// Says what came of planning, for those who don't see it.
#[component]
pub fn Announcement(app: App) -> impl IntoView {
    let spoken = Memo::new(move |_| {
        app.planner.run.with(|run| app.reading.with(|reading| verdict::announcement(run, reading.state())))
    });
    view! { <p class="hidden-text" role="status" aria-live="polite">{spoken}</p> }
}

/// Plan, or Cancel while planning.
#[component]
pub fn PlanButton(app: App) -> impl IntoView {
    let working = Memo::new(move |_| app.planner.run.with(|run| run.work.is_some()));
    let problems = Memo::new(move |_| app.reading.with(|reading| reading.problems.len()));
    // What came by link is planned once; to plan it otherwise it has to be one's own.
    let settled = Memo::new(move |_| {
        let answered = |scenario: &Scenario| app.planner.run.with(|run| run.answers(scenario));
        app.read_only() && app.reading.with(|reading| reading.scenario.as_deref().is_some_and(answered))
    });
    let blocked = move || (problems.get() > 0 || settled.get()) && !working.get();
    let reason = move || {
        let reason = match problems.get() {
            0 => "Keep a copy to edit it and plan again".to_owned(),
            count => format!("Fix {} before planning", crate::format::counted(count as u64, "cell")),
        };
        blocked().then_some(reason)
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
    let working = Memo::new(move |_| app.planner.run.with(|run| run.work.is_some()));
    let percent = Memo::new(move |_| {
        let share = working.get().then(|| app.planner.progress.with(|progress| progress.share))?;
        Some((100.0 * share).round() as u32)
    });
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
