//! A name with an explanation, opened by pointing, pressing or the keyboard.

use leptos::prelude::*;

use crate::ui::dom::browser::place_under;

/// Width of the explanation, px.
const WIDTH: f64 = 280.0;

/// The name; `id` is that of the explanation.
#[component]
pub fn Hinted(id: &'static str, name: &'static str, hint: &'static str) -> impl IntoView {
    view! {
        <button
            type="button"
            class="hinted"
            popovertarget=id
            aria-describedby=id
            title=hint
            on:click=move |event| place_under(&event, id, WIDTH)
        >
            {name}
        </button>
        <span id=id popover="auto" class="popover hint">{hint}</span>
    }
}
