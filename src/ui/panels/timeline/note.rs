//! What is said of the operation pointed at.

use leptos::prelude::*;

use crate::ui::panels::timeline::operation_details::Telling;
use crate::ui::panels::timeline::tooltip_place::Place;

/// Width of the note, px, where the page is wide enough.
pub const WIDTH: f64 = 340.0;
/// About its height, px.
pub const HEIGHT: f64 = 106.0;

/// The note. `height` is that of the drawing, from whose lower edge a note that stands up is measured.
#[component]
pub fn Note(telling: Telling, place: Place, width: f64, height: f64) -> impl IntoView {
    let Place { left, edge, hangs } = place;
    let px = |length: f64| format!("{length}px");
    let top = if hangs { px(edge) } else { "auto".to_owned() };
    let bottom = if hangs { "auto".to_owned() } else { px(height - edge) };
    view! {
        <div
            class="chart-tip timeline-note"
            aria-hidden="true"
            style:left=px(left)
            style:top=top
            style:bottom=bottom
            style:width=px(width)
        >
            <p>
                <strong>{telling.title}</strong>
                " "
                <span class="where">{telling.place}</span>
            </p>
            <dl>
                <dt>"Runs"</dt>
                <dd>{telling.runs}</dd>
                <dt>"Waited for"</dt>
                <dd>{telling.waited_for}</dd>
                <dt>"Then"</dt>
                <dd>{telling.then}</dd>
            </dl>
        </div>
    }
}
