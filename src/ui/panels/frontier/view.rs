//! The trade-off between time and energy: as a chart, as a table, and what its marks mean.

use leptos::prelude::*;

use super::parts::Parts;
use super::{chart, legend, points};
use crate::answer::FrontierAnswer;
use crate::ui::dom::icons::{Icon, TABLE};
use crate::ui::panels::frontier::trade_off;
use crate::ui::state::app::App;
use crate::ui::state::async_answer::{Known, Standing};

/// The panel.
#[component]
pub fn FrontierPanel(app: App) -> impl IntoView {
    let standing = app.frontier_standing();
    let view = Memo::new(move |_| app.run.with(|run| run.on_view()));
    let hovered = RwSignal::new(None);
    let scene = Memo::new(move |_| {
        let left_out = app.run.with(|run| run.left_out.as_ref().and_then(|aside| aside.answer.clone()));
        let left_out = left_out.as_deref().map_or(&[][..], Vec::as_slice);
        let drawn = |known: &Known<FrontierAnswer>| {
            view.with(|view| trade_off::scene(known, view.as_ref(), left_out, hovered.get()))
        };
        standing.with(|standing| standing.known().map(drawn)).unwrap_or_default()
    });
    let parts = Parts { app, standing, view, scene, hovered };
    let open = RwSignal::new(false);
    let fact = move || {
        standing.with(|standing| match standing {
            Standing::There(known) => trade_off::fact(&known.answer),
            Standing::Waiting(Some(_)) => "working out the trade-off…".to_owned(),
            _ => String::new(),
        })
    };
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
            match (view.chosen, spoken_before) {
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
