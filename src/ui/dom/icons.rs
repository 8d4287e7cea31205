//! The icons: strokes in a field of 16 by 16.

use leptos::prelude::*;

/// One icon by its path.
#[derive(Clone, Copy)]
pub struct IconPath(&'static str);

/// An arrow back.
pub const UNDO: IconPath = IconPath("M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6");
/// An arrow forward.
pub const REDO: IconPath = IconPath("m10 3 3 3-3 3M13 6H7a4 4 0 0 0 0 8h3");
/// A link of a chain.
pub const LINK: IconPath = IconPath(
    "M6.5 9.5a3 3 0 0 0 4.2 0l2-2a3 3 0 0 0-4.2-4.2l-.8.8M9.5 6.5a3 3 0 0 0-4.2 0l-2 2a3 3 0 0 0 4.2 4.2l.8-.8",
);
pub const EYE: IconPath =
    IconPath("M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z");
/// An arrow head down.
pub const DOWN: IconPath = IconPath("m5 6.5 3 3 3-3");
pub const PLUS: IconPath = IconPath("M8 3.5v9M3.5 8h9");
pub const CROSS: IconPath = IconPath("m4 4 8 8M12 4l-8 8");
pub const TICK: IconPath = IconPath("m3.5 8.5 3 3 6-7");
/// A triangle with an exclamation mark.
pub const WARNING: IconPath = IconPath("M8 2.5 14.5 13.5h-13ZM8 6.5v3.5M8 11.6v.4");
pub const TABLE: IconPath = IconPath("M2 3.5h12v9H2ZM2 6.5h12M6.5 6.5v6");
pub const MORE: IconPath = IconPath("M8 3.4v.2M8 7.9v.2M8 12.4v.2");
/// A tick in a list, or nothing.
pub const NOTHING: IconPath = IconPath("");

/// An icon; what it means is said beside it or by the label of its button.
#[component]
pub fn Icon(#[prop(into)] path: Signal<IconPath>) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d=move || path.get().0></path>
        </svg>
    }
}

/// The product's mark: a pipeline of three stages.
#[component]
pub fn Logo() -> impl IntoView {
    view! {
        <svg class="logo-mark" viewBox="0 0 20 14" aria-hidden="true" focusable="false">
            <rect class="logo-f" x="0.5" y="0.5" width="8" height="3.4" rx="1"></rect>
            <rect class="logo-s" x="5.5" y="5.3" width="8" height="3.4" rx="1"></rect>
            <rect class="logo-b" x="11.5" y="10.1" width="8" height="3.4" rx="1"></rect>
        </svg>
    }
}
