//! What has to be said about the answer: why there is no plan, or what limits what is known.

use leptos::prelude::*;

use crate::ui::capacity::Capacity;
use crate::ui::format::{count, counted};
use crate::ui::state::App;

/// Share of the bar from which its figure has room within it.
const ROOMY: f64 = 0.15;

/// The notes; a title with them where there is no plan, and where nothing fits how much does.
#[component]
pub fn Notes(app: App) -> impl IntoView {
    let shown = Memo::new(move |_| {
        app.run.with(|run| {
            let shown = run.shown.as_ref()?;
            let capacity = Capacity::of(shown);
            let title = match (&capacity, shown.answer.status.as_str()) {
                (Some(capacity), _) => Some(capacity.title.clone()),
                (None, "infeasible") => Some("No plan is possible".to_owned()),
                (None, "not-found") => Some("No plan was found".to_owned()),
                _ => None,
            };
            let notes = shown.answer.notes.clone();
            (title.is_some() || !notes.is_empty()).then_some((title, notes, capacity))
        })
    });
    let content = move || {
        let (title, notes, capacity) = shown.get()?;
        let class = if title.is_some() { "panel notes no-plan" } else { "panel notes" };
        Some(view! {
            <section class=class aria-label="About this answer">
                {title.map(|title| view! { <h2>{title}</h2> })}
                {notes.into_iter().map(|note| view! { <p>{note}</p> }).collect_view()}
                {capacity.map(|capacity| view! { <CapacityBars capacity /> })}
            </section>
        })
    };
    view! { {content} }
}

/// Layers that fit, by depth, against the layers there are.
#[component]
fn CapacityBars(capacity: Capacity) -> impl IntoView {
    let Capacity { needed, depths, .. } = capacity;
    let bar = |depth: &crate::ui::capacity::Depth| {
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
        <p class="quiet">
            "A stage more adds a GPU, but then every stage keeps the activations of one micro-batch more."
        </p>
    }
}
