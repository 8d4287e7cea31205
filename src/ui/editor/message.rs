//! The message below the cell someone is in, with one repair.

use leptos::prelude::*;

use super::CONTENT;
use crate::ui::browser;
use crate::ui::draft::entry;
use crate::ui::state::{App, Focused};

/// Its id, for `aria-describedby`.
pub const ID: &str = "cell-message";

/// The message.
#[component]
pub fn CellMessage(app: App) -> impl IntoView {
    let corner = RwSignal::new(None::<(f64, f64)>);
    // The list of problems above moves the cells; where this one has got to is known a frame later.
    Effect::new(move |_| {
        app.reading.track();
        let id = app.focused.get().map(|focused| focused.id.get());
        request_animation_frame(move || corner.set(id.and_then(|id| browser::corner_within(&id, CONTENT))));
    });
    let message = move || {
        let focused = app.focused.get()?;
        let problem = focused.problem.get()?;
        let (left, top) = corner.get()?;
        let offered = entry::offered(&problem.remedy);
        let remedy = offered.is_none().then_some(problem.remedy);
        let repair = offered.or_else(|| entry::repair(&focused.value.get(), focused.kind));
        Some(view! {
            <div id=ID class="cell-message" role="status" style:left=format!("{left}px") style:top=format!("{top}px")>
                <p class="what">{problem.what}</p>
                {remedy.map(|remedy| view! { <p>{remedy}</p> })}
                {repair.map(|repair| view! { <RepairButton focused=focused.clone() repair /> })}
            </div>
        })
    };
    view! { {message} }
}

#[component]
fn RepairButton(focused: Focused, repair: String) -> impl IntoView {
    let Focused { kind, on_value, .. } = focused;
    let text = repair.clone();
    view! {
        // The cell keeps the focus while the mouse is on its message.
        <button
            type="button"
            class="link-button"
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| on_value.run(entry::read(&text, kind))
        >
            {format!("Use {repair}")}
        </button>
    }
}
