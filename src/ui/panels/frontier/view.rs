//! The trade-off between time and energy: as a chart, as a table, and what its marks mean.

use leptos::prelude::*;

use super::parts::Parts;
use super::{chart, legend, points};
use crate::answer::FrontierAnswer;
use crate::format;
use crate::ui::dom::icons::{Icon, TABLE};
use crate::ui::panels::frontier::trade_off;
use crate::ui::state::app::App;
use crate::ui::state::async_answer::{AsyncAnswer, Loaded};

#[component]
pub fn FrontierPanel(app: App) -> impl IntoView {
    let frontier = app.frontier_answer();
    let view = app.planner.on_view;
    let hovered = RwSignal::new(None);
    let scene = Memo::new(move |_| {
        let left_out = app.planner.unused_gpus.with(|query| query.answer().cloned());
        let left_out = left_out.as_deref().map_or(&[][..], Vec::as_slice);
        let drawn = |loaded: &Loaded<FrontierAnswer>| {
            view.with(|view| trade_off::scene(loaded, view.as_ref(), left_out, hovered.get()))
        };
        frontier.with(|frontier| frontier.loaded().map(drawn)).unwrap_or_default()
    });
    let parts = Parts { app, frontier, view, scene, hovered };
    let open = RwSignal::new(false);
    let fact = move || {
        frontier.with(|frontier| match (frontier, frontier.share()) {
            (AsyncAnswer::Part { loaded, .. }, Some(share)) => trade_off::fact_so_far(&loaded.answer, share),
            (AsyncAnswer::There(loaded) | AsyncAnswer::Part { loaded, .. }, None) => trade_off::fact(&loaded.answer),
            (AsyncAnswer::Waiting { .. }, Some(share)) => format!("{} done", format::share(share)),
            (AsyncAnswer::Waiting { before: Some(_), .. }, None) => "working out the trade-off…".to_owned(),
            _ => String::new(),
        })
    };
    let runs = Memo::new(move |_| frontier.with(|frontier| frontier.share().is_some()));
    let cut_off = Memo::new(move |_| frontier.with(AsyncAnswer::is_cut_off));
    let cancel = move |_| app.cancel_job(app.planner.frontier.with_untracked(|query| query.job()));
    let single = Memo::new(move |_| scene.with(|scene| scene.points.len() == 1));
    let none = Memo::new(move |_| scene.with(|scene| scene.points.is_empty()));
    view! {
        <section class="panel frontier-panel" aria-labelledby="frontier-title">
            <div class="panel-head">
                <h2 id="frontier-title">"Time and energy"</h2>
                <span class="quiet" class:long-fact=single title=fact>
                    {fact}
                </span>
                <span class="spring"></span>
                <Show when=move || runs.get()>
                    <button type="button" class="button text" aria-label="Cancel the trade-off" on:click=cancel>
                        "Cancel"
                    </button>
                </Show>
                <Show when=move || cut_off.get()>
                    <button type="button" class="button text" on:click=move |_| app.ask_frontier()>
                        "Work it out again"
                    </button>
                </Show>
                <button
                    type="button"
                    class="button text"
                    aria-expanded=move || open.get().to_string()
                    aria-controls="frontier-points"
                    disabled=none
                    on:click=move |_| open.update(|open| *open = !*open)
                >
                    <Icon path=TABLE />
                    "Table"
                </button>
            </div>
            <chart::Chart parts />
            <legend::Legend parts />
            <div id="frontier-points">
                <Show when=move || open.get() && !none.get()>
                    <points::Points parts />
                </Show>
            </div>
            <Spoken parts />
        </section>
    }
}

/// Says which plan is on view once someone has picked one.
#[component]
fn Spoken(parts: Parts) -> impl IntoView {
    let text = Memo::new(move |before: Option<&String>| {
        let spoken_before = before.is_some_and(|before| !before.is_empty());
        parts.view.with(|view| {
            let Some(view) = view else { return String::new() };
            let figures = view.time_ms.zip(view.energy_j).map(|(time, energy)| trade_off::figures(time, energy));
            let figures = figures.unwrap_or_default();
            match (view.picked, spoken_before) {
                (true, _) => format!("On view: {figures}, plan {}", view.plan),
                (false, true) => format!("On view again: the planner’s plan, {figures}"),
                (false, false) => String::new(),
            }
        })
    });
    view! {
        <p class="hidden-text" role="status">
            {text}
        </p>
    }
}
