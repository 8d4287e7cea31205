//! The message below the cell someone is in, with one repair.

use leptos::prelude::*;

use crate::ui::draft::entry;
use crate::ui::state::App;

/// Its id, for `aria-describedby`.
pub const ID: &str = "cell-message";

/// The message.
#[component]
pub fn CellMessage(app: App) -> impl IntoView {
    let message = move || {
        let focused = app.focused.get()?;
        let problem = focused.problem.get()?;
        let repair = entry::repair(&focused.value.get(), focused.kind);
        let (left, top) = focused.corner;
        let fix = repair.map(|repair| {
            let (text, on_value, kind) = (repair.clone(), focused.on_value, focused.kind);
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
        });
        Some(view! {
            <div id=ID class="cell-message" role="status" style:left=format!("{left}px") style:top=format!("{top}px")>
                <p class="what">{problem.what}</p>
                <p>{problem.remedy}</p>
                {fix}
            </div>
        })
    };
    view! { {message} }
}
