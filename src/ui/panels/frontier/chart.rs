//! The chart: drawn on a canvas, a list of options to the keyboard and to screen readers.

use leptos::html;
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use web_sys::{HtmlCanvasElement, KeyboardEvent, MouseEvent};

use crate::chart::Palette;
use crate::chart::frontier::{FrontierLayout, FrontierScene, draw};
use crate::ui::dom::viewport::{Screen, screen, size_of};
use crate::ui::panels::frontier::parts::Parts;
use crate::ui::panels::frontier::trade_off;
use crate::ui::state::async_answer::AsyncAnswer;

/// Size of the tooltip, as far as its place depends on it, CSS px.
const TIP: (f64, f64) = (328.0, 108.0);

/// The chart, or what stands in its place while there is none.
#[component]
pub fn Chart(parts: Parts) -> impl IntoView {
    let Parts { frontier, scene, hovered, .. } = parts;
    let place = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = size_of(place);
    let screen = screen();
    let layout = Memo::new(move |_| {
        let (width, height) = size.get();
        scene.with(|scene| FrontierLayout::new(scene, width, height))
    });
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        let screen = screen.get();
        layout.with(|layout| scene.with(|scene| paint(canvas, scene, layout, screen)));
    });
    let hit = move |event: &MouseEvent| {
        let place = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        layout.with_untracked(|layout| scene.with_untracked(|scene| layout.hit(scene, place.0, place.1)))
    };
    let point_at = move |event: &MouseEvent| {
        let hit = hit(event);
        if hovered.get_untracked() != hit {
            hovered.set(hit);
        }
    };
    let there = Memo::new(move |_| scene.with(|scene| !scene.points.is_empty()));
    let waiting = move || frontier.with(|frontier| matches!(frontier, AsyncAnswer::Waiting { .. }));
    let options = move || {
        let points = parts.loaded(|loaded| loaded.answer.points.clone()).unwrap_or_default();
        let option = |(index, point)| {
            let selected = move || (parts.selected() == Some(index)).to_string();
            view! {
                <span role="option" id=option_id(index) aria-selected=selected>
                    {trade_off::spoken(&point)}
                </span>
            }
        };
        points.into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <div class="frontier-place" node_ref=place class:waiting=waiting>
            <Show when=move || there.get() fallback=move || view! { <InPlaceOfIt parts /> }>
                <div
                    class="frontier-chart"
                    class:pointing=move || hovered.get().is_some()
                    role="listbox"
                    tabindex="0"
                    aria-label="Plans from fastest to most frugal"
                    aria-activedescendant=move || hovered.get().map(option_id)
                    on:pointermove=move |event| point_at(&event)
                    on:pointerleave=move |_| hovered.set(None)
                    on:click=move |event| {
                        if let Some(index) = hit(&event) {
                            parts.pick(index);
                        }
                    }
                    on:focus=move |_| {
                        if hovered.get_untracked().is_none() {
                            hovered.set(Some(parts.selected().unwrap_or(0)));
                        }
                    }
                    on:blur=move |_| hovered.set(None)
                    on:keydown=move |event| {
                        if on_key(parts, &event) {
                            event.prevent_default();
                        }
                    }
                >
                    <canvas node_ref=canvas aria-hidden="true"></canvas>
                    <div class="hidden-text" role="presentation">
                        {options}
                    </div>
                </div>
            </Show>
            <Tooltip parts layout />
        </div>
    }
}

fn option_id(index: usize) -> String {
    format!("frontier-point-{index}")
}

/// Draws the scene with the canvas's own pixels.
fn paint(canvas: HtmlCanvasElement, scene: &FrontierScene, layout: &FrontierLayout, screen: Screen) {
    let Screen { ratio, dark } = screen;
    let device = |length: f64| (length * ratio).round().max(1.0) as u32;
    let size = (device(layout.size.0), device(layout.size.1));
    if (canvas.width(), canvas.height()) != size {
        canvas.set_width(size.0);
        canvas.set_height(size.1);
    }
    if let Some(backend) = CanvasBackend::with_canvas_object(canvas) {
        // A canvas that can't be drawn on stays empty; the options and the table say the same.
        let _ = draw(&backend.into_drawing_area(), scene, layout, &Palette::of_theme(dark), ratio);
    }
}

/// Moves between the points, picks one, goes back; says whether the key meant something.
fn on_key(parts: Parts, event: &KeyboardEvent) -> bool {
    let last = parts.scene.with_untracked(|scene| scene.points.len()).saturating_sub(1);
    let at = parts.hovered.get_untracked();
    let moved = |step: fn(usize) -> usize| at.map_or(0, step).min(last);
    match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => parts.hovered.set(Some(moved(|at| at + 1))),
        "ArrowLeft" | "ArrowUp" => parts.hovered.set(Some(moved(|at| at.saturating_sub(1)))),
        "Home" => parts.hovered.set(Some(0)),
        "End" => parts.hovered.set(Some(last)),
        "Enter" | " " => {
            if let Some(index) = at {
                parts.pick(index);
            }
        }
        "Escape" => {
            parts.hovered.set(None);
            parts.app.pick(None);
        }
        _ => return false,
    }
    true
}

/// Why there is no chart, and what to do about it.
#[component]
fn InPlaceOfIt(parts: Parts) -> impl IntoView {
    let Parts { app, frontier, .. } = parts;
    let asked = Memo::new(move |_| app.planner.frontier.with(|query| query.job().is_some()));
    let no_plan = app.in_place_of_plan();
    move || {
        frontier.with(|frontier| match frontier {
            AsyncAnswer::Offered => view! {
                <button type="button" class="button" on:click=move |_| app.ask_frontier()>
                    "Work out the trade-off"
                </button>
            }
            .into_any(),
            AsyncAnswer::Waiting { .. } if !asked.get() => view! { <p class="quiet">"Follows the plan"</p> }.into_any(),
            AsyncAnswer::Waiting { .. } => view! { <p class="quiet">"Working out the trade-off…"</p> }.into_any(),
            AsyncAnswer::There(_) | AsyncAnswer::Part { .. } => {
                view! { <p class="frontier-none">"Appears when a plan fits"</p> }.into_any()
            }
            AsyncAnswer::Nothing => match no_plan.get() {
                Some(why) => view! { <p class="frontier-none">{why}</p> }.into_any(),
                None => view! { <p class="quiet">"–"</p> }.into_any(),
            },
        })
    }
}

/// What the point under the pointer or the keyboard is.
#[component]
fn Tooltip(parts: Parts, layout: Memo<FrontierLayout>) -> impl IntoView {
    let shown = move || {
        let index = parts.hovered.get()?;
        let point = parts.loaded(|loaded| loaded.answer.points.get(index).cloned())??;
        let (left, top) = layout.with(|layout| layout.beside(layout.at(point.time_ms, point.energy_j), TIP));
        let against = (parts.selected() != Some(index))
            .then(|| parts.view.with(|view| view.as_ref().and_then(|view| trade_off::against(&point, view))))
            .flatten();
        Some(view! {
            <div
                class="chart-tip"
                aria-hidden="true"
                style:left=format!("{left}px")
                style:top=format!("{top}px")
                style:width=format!("{}px", TIP.0)
            >
                <strong>{trade_off::figures(point.time_ms, point.energy_j)}</strong>
                <dl>
                    <dt>"Plan"</dt>
                    <dd>{point.plan.clone()}</dd>
                    {against.map(|against| view! {
                        <dt>"Against the selected"</dt>
                        <dd class="whole">{against}</dd>
                    })}
                    <dt>"Best for λ"</dt>
                    <dd>{trade_off::weights(&point)}</dd>
                </dl>
            </div>
        })
    };
    view! { {shown} }
}
