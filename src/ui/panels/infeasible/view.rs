//! The state without a plan: what binds, room for layers by depth, and the smallest changes that help.

use leptos::prelude::*;

use crate::answer::{ChangeAnswer, apply_edits};
use crate::format::{count, counted};
use crate::ui::panels::infeasible::capacity::{Capacity, Depth};
use crate::ui::panels::infeasible::explanation::{WhyNot, still_applies};
use crate::ui::state::app::App;
use crate::words::Wording;

/// Share of the bar from which its figure has room within it.
const ROOMY: f64 = 0.15;

/// Why no plan is possible.
#[component]
pub fn NoPlan(app: App, why_not: WhyNot) -> impl IntoView {
    let WhyNot { title, sentences, capacity, changes, remarks } = why_not;
    view! {
        <section class="panel notes no-plan" aria-label="About this answer">
            <h2>{title}</h2>
            {sentences.into_iter().map(|sentence| view! { <p>{sentence.to_string()}</p> }).collect_view()}
            <div class="why-not">
                {capacity.map(|capacity| view! { <CapacityBars capacity /> })}
                {(!changes.is_empty() || !remarks.is_empty()).then(|| view! { <Changes app changes remarks /> })}
            </div>
        </section>
    }
}

#[component]
fn Changes(app: App, changes: Vec<ChangeAnswer>, remarks: Vec<Wording>) -> impl IntoView {
    view! {
        <div class="changes">
            <h3>"Smallest changes that help"</h3>
            <ul>{changes.into_iter().map(|change| view! { <Change app change /> }).collect_view()}</ul>
            {remarks.into_iter().map(|remark| view! { <p class="quiet">{remark.to_string()}</p> }).collect_view()}
        </div>
    }
}

#[component]
fn Change(app: App, change: ChangeAnswer) -> impl IntoView {
    let ChangeAnswer { what, from, to, note, edit, .. } = change;
    // The rows that the change was worked out for may have gone elsewhere since.
    let applies = Memo::new(move |_| {
        app.reading.with(|reading| {
            let now = reading.scenario.as_ref().map(|scenario| &scenario.document);
            app.planner.run.with(|run| {
                let then = run.shown.as_ref().map(|shown| &shown.scenario.document);
                then.zip(now).is_some_and(|(then, now)| still_applies(then, now))
            })
        })
    });
    let edit = StoredValue::new(edit);
    let try_it = move |_| {
        app.edit(|draft| edit.with_value(|edit| apply_edits(draft, edit)).unwrap_or_else(|| draft.clone()));
        app.plan();
    };
    let label = format!("Try it: {what} to {to}");
    let title = move || (!applies.get()).then_some("The scenario has changed: plan it again first");
    view! {
        <li>
            <div>
                <p class="change-what">{format!("{what}: ")} <span class="from-to">{format!("{from} → {to}")}</span></p>
                <p>{note.to_string()}</p>
            </div>
            <Show when=move || !app.read_only()>
                <button
                    type="button"
                    class="button"
                    aria-label=label.clone()
                    title=title
                    disabled=move || !applies.get()
                    on:click=try_it
                >
                    "Try it"
                </button>
            </Show>
        </li>
    }
}

/// Layers that fit, by depth, against the layers there are.
#[component]
fn CapacityBars(capacity: Capacity) -> impl IntoView {
    let Capacity { needed, depths, .. } = capacity;
    let bar = |depth: &Depth| {
        let share = f64::from(depth.layers) / f64::from(needed);
        let layers = count(depth.layers.into());
        let (within, beside) = if share >= ROOMY { (Some(layers), None) } else { (None, Some(layers)) };
        view! {
            <tr>
                <th scope="row">{counted(depth.stages as u64, "stage")}</th>
                <td>
                    <span class="capacity-track">
                        <span class="capacity-bar" class:best=depth.best style:width=format!("{:.2}%", 100.0 * share)>
                            {within}
                        </span>
                        {beside}
                    </span>
                </td>
            </tr>
        }
    };
    view! {
        <div class="capacity">
            <table class="capacity-table">
                <caption>"Layers that fit"</caption>
                <thead class="hidden-text">
                    <tr>
                        <th scope="col">"Pipeline depth"</th>
                        <th scope="col">"Layers that fit"</th>
                    </tr>
                </thead>
                <tbody>{depths.iter().map(bar).collect_view()}</tbody>
            </table>
            <p class="capacity-needed">{format!("{} needed", count(needed.into()))}</p>
        </div>
    }
}
