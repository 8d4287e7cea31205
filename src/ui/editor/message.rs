//! The message below the cell someone is in, with one repair.

use leptos::prelude::*;
use serde_json::Value;

use crate::scenario::Problem;
use crate::ui::dom::browser;
use crate::ui::draft::cell_value::{self, EntryKind};
use crate::ui::editor::problem_text;
use crate::ui::state::app::{App, Focused};
use crate::words::Wording;
use crate::words::problems::offer;

/// The id of what scrolls in the editor, within which the message is placed.
pub const CONTENT: &str = "editor-content";
/// Id that `aria-describedby` of the cell names.
pub const ID: &str = "cell-message";

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
        let Repair { text, button } = repair(problem, &focused.value.get(), focused.kind);
        Some(view! {
            <div
                id=ID
                class="cell-message"
                class:unplaced=move || corner.get().is_none()
                role="status"
                style:left=px(|corner| corner.0)
                style:top=px(|corner| corner.1)
            >
                <p class="what">{what.to_string()}</p>
                {text.map(|text| view! { <p>{text.to_string()}</p> })}
                {button.map(|(label, value)| view! { <RepairButton focused=focused.clone() label value /> })}
            </div>
        })
    };
    view! { {message} }
}

/// The way out of a problem: a text, a button, or both.
struct Repair {
    text: Option<Wording>,
    /// What the button says, and the value that it puts into the cell.
    button: Option<(Wording, Value)>,
}

/// The problem's own fix, or else its remedy beside the number that was probably meant by what the cell holds.
fn repair(problem: Problem, holds: &Value, kind: EntryKind) -> Repair {
    let Problem { remedy, fix, .. } = problem;
    if let Some(value) = fix {
        return Repair { text: None, button: Some((remedy.label(), value)) };
    }
    let meant = cell_value::repair(holds, kind);
    Repair { text: Some(remedy), button: meant.map(|text| (offer(&text), cell_value::read(&text, kind))) }
}

#[component]
fn RepairButton(focused: Focused, label: Wording, value: Value) -> impl IntoView {
    let on_value = focused.on_value;
    view! {
        // The cell keeps the focus while the mouse is on its message.
        <button
            type="button"
            class="link-button"
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| on_value.run(value.clone())
        >
            {label.to_string()}
        </button>
    }
}
