//! The buttons that take the last edit back and make it again.

use leptos::prelude::*;

use crate::ui::dom::icons::{Icon, REDO, UNDO};
use crate::ui::state::app::App;

#[component]
pub fn UndoRedo(app: App) -> impl IntoView {
    let can_undo = Memo::new(move |_| app.history.with(|history| history.can_undo()));
    let can_redo = Memo::new(move |_| app.history.with(|history| history.can_redo()));
    view! {
        <button
            type="button"
            class="button icon-only text"
            aria-label="Undo"
            title="Undo (Ctrl+Z)"
            disabled=move || !can_undo.get()
            on:click=move |_| app.undo()
        >
            <Icon path=UNDO />
        </button>
        <button
            type="button"
            class="button icon-only text"
            aria-label="Redo"
            title="Redo (Ctrl+Shift+Z)"
            disabled=move || !can_redo.get()
            on:click=move |_| app.redo()
        >
            <Icon path=REDO />
        </button>
    }
}
