//! What the marks of the timeline mean, drawn like them.

use leptos::prelude::*;

#[component]
pub fn Legend() -> impl IntoView {
    view! {
        <ul class="chart-legend timeline-legend" aria-label="Legend">
            <li>
                <svg class="swatch" viewBox="0 0 16 12" aria-hidden="true">
                    <rect class="forward" x="0.5" y="0.5" width="15" height="11"></rect>
                </svg>
                "Forward"
            </li>
            <li>
                <svg class="swatch" viewBox="0 0 16 12" aria-hidden="true">
                    <rect class="backward" x="0.5" y="0.5" width="15" height="11"></rect>
                    <path class="backward-pattern" d="M1 7 7 1M3 11 13 1M10 11 15 6"></path>
                </svg>
                "Backward"
            </li>
            <li>
                <svg class="swatch" viewBox="0 0 16 12" aria-hidden="true">
                    <rect class="send" x="0.5" y="3.5" width="15" height="5"></rect>
                    <path class="send-pattern" d="M1 6h14"></path>
                </svg>
                "Send"
            </li>
            <li>
                <svg class="swatch" viewBox="0 0 16 12" aria-hidden="true">
                    <rect class="bubble" width="16" height="12"></rect>
                    <path class="bubble-pattern" d="M2 3h1M8 3h1M14 3h1M2 9h1M8 9h1M14 9h1"></path>
                </svg>
                "Bubble"
            </li>
            <li>
                <svg class="swatch" viewBox="0 0 16 12" aria-hidden="true">
                    <path class="critical" d="M0 10h6V3h10"></path>
                </svg>
                "Critical path"
            </li>
        </ul>
    }
}
