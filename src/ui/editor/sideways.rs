//! A table that scrolls sideways where it is wider than its place, and says so.

use leptos::html;
use leptos::prelude::*;

use crate::ui::dom::viewport::size_of;

/// Which way there is more to see.
#[derive(Clone, Copy, PartialEq)]
enum More {
    Right,
    Left,
}

/// The place of the table, and below it, where columns are out of sight, a button that brings them into view.
#[component]
pub fn Sideways(table: NodeRef<html::Table>, children: Children) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let (outer, inner) = (size_of(place), size_of(table));
    let scrolled = RwSignal::new(0);
    let more = Memo::new(move |_| {
        let hidden = inner.get().0 - outer.get().0;
        let left = f64::from(scrolled.get());
        let way = if left + 1.0 < hidden { More::Right } else { More::Left };
        (hidden >= 1.0).then_some(way)
    });
    let turn = move |_| {
        let Some(place) = place.get_untracked() else { return };
        place.set_scroll_left(match more.get_untracked() {
            Some(More::Right) => place.scroll_width(),
            _ => 0,
        });
    };
    view! {
        <div class="sheet-scroll" node_ref=place on:scroll:target=move |event| scrolled.set(event.target().scroll_left())>
            {children()}
        </div>
        <Show when=move || more.get().is_some()>
            <div class="sheet-foot">
                <button type="button" class="button text" on:click=turn>
                    {move || if more.get() == Some(More::Left) { "← First columns" } else { "More columns →" }}
                </button>
            </div>
        </Show>
    }
}
