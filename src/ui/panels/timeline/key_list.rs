//! The list of keys.

use leptos::prelude::*;

use crate::ui::dom::browser::place_under;
use crate::ui::panels::timeline::keys::LIST;

/// The id of the button, which the key "?" presses.
pub const BUTTON: &str = "timeline-keys-button";
const POPOVER: &str = "timeline-keys";
/// Width of the list, px.
const WIDTH: f64 = 300.0;

/// The button and its list.
#[component]
pub fn KeysButton() -> impl IntoView {
    let line = |(keys, what): (&'static str, &'static str)| view! { <dt>{keys}</dt> <dd>{what}</dd> };
    view! {
        <button
            type="button"
            id=BUTTON
            class="button text icon-only"
            popovertarget=POPOVER
            aria-label="Keys of the timeline"
            title="Keys of the timeline"
            on:click=move |event| place_under(&event, POPOVER, WIDTH)
        >
            "?"
        </button>
        <div id=POPOVER popover="auto" class="popover timeline-keys" aria-label="Keys of the timeline">
            <dl>{LIST.into_iter().map(line).collect_view()}</dl>
        </div>
    }
}
