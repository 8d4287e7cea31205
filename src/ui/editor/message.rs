//! The message below the cell someone is in, with one repair.

use leptos::prelude::*;

use crate::ui::dom::browser;
use crate::ui::draft::cell_value;
use crate::ui::editor::problem_text;
use crate::ui::state::app::{App, Focused};

/// The id of what scrolls in the editor, within which the message is placed.
pub const CONTENT: &str = "editor-content";
/// Its id, for `aria-describedby`.
pub const ID: &str = "cell-message";

/// The message.
#[component]
pub fn CellMessage(app: App) -> impl IntoView {
    // The cell and where its message starts.
    let placed = RwSignal::new(None::<(String, (f64, f64))>);
    // The list of problems above moves the cells; where this one has got to is known a frame later.
    Effect::new(move |_| {
        app.reading.track();
        let id = app.focused.get().map(|focused| focused.id.get());
        request_animation_frame(move || {
            placed.set(id.and_then(|id| {
                let corner = browser::beside_cell(&id, ID, CONTENT)?;
                Some((id, corner))
            }));
        });
    });
    let message = move || {
        let focused = app.focused.get()?;
        let problem = focused.problem.get()?;
        let id = focused.id.get();
        let corner = move || placed.get().filter(|(cell, _)| *cell == id).map(|(_, corner)| corner);
        let corner = Memo::new(move |_| corner());
        let px = move |read: fn((f64, f64)) -> f64| move || format!("{}px", corner.get().map(read).unwrap_or_default());
        let what = problem_text::at_the_cell(&problem);
        let offered = cell_value::offered(&problem.remedy);
        let remedy = offered.is_none().then_some(problem.remedy);
        let repair = offered.or_else(|| cell_value::repair(&focused.value.get(), focused.kind));
        Some(view! {
            <div
                id=ID
                class="cell-message"
                class:unplaced=move || corner.get().is_none()
                role="status"
                style:left=px(|corner| corner.0)
                style:top=px(|corner| corner.1)
            >
                <p class="what">{what}</p>
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
            on:click=move |_| on_value.run(cell_value::read(&text, kind))
        >
            {format!("Use {repair}")}
        </button>
    }
}
