//! What the marks of the chart mean; only those that are there.

use leptos::prelude::*;

use crate::ui::panels::frontier::parts::Parts;

/// The row below the chart.
#[component]
pub fn Legend(parts: Parts) -> impl IntoView {
    let there =
        move |read: fn(&crate::chart::frontier::FrontierScene) -> bool| Memo::new(move |_| parts.scene.with(read));
    let supported = there(|scene| scene.points.iter().any(|point| point.supported));
    let missed = there(|scene| scene.points.iter().any(|point| !point.supported));
    let knee = there(|scene| scene.points.iter().any(|point| point.knee));
    let reference = there(|scene| scene.reference.is_some());
    let others = there(|scene| !scene.others.is_empty());
    view! {
        <ul class="chart-legend" aria-label="Marks">
            <Show when=move || supported.get()>
                <li>
                    <svg viewBox="0 0 14 14" aria-hidden="true">
                        <circle class="dot" cx="7" cy="7" r="4"></circle>
                    </svg>
                    "Best for some λ"
                </li>
            </Show>
            <Show when=move || missed.get()>
                <li>
                    <svg viewBox="0 0 14 14" aria-hidden="true">
                        <circle class="ring" cx="7" cy="7" r="4"></circle>
                    </svg>
                    "Weights miss it"
                </li>
            </Show>
            <Show when=move || knee.get()>
                <li>
                    <svg viewBox="0 0 14 14" aria-hidden="true">
                        <path class="shape" d="m7 1 6 6-6 6-6-6Z"></path>
                    </svg>
                    "Knee"
                </li>
            </Show>
            <Show when=move || reference.get()>
                <li>
                    <svg viewBox="0 0 14 14" aria-hidden="true">
                        <path class="shape" d="M2.75 2.75h8.5v8.5h-8.5ZM7 5v4M5 7h4"></path>
                    </svg>
                    "Reference plan"
                </li>
            </Show>
            <Show when=move || others.get()>
                <li>
                    <svg viewBox="0 0 14 14" aria-hidden="true">
                        <circle class="small" cx="7" cy="7" r="2"></circle>
                    </svg>
                    "Best with a left-out GPU"
                </li>
            </Show>
        </ul>
    }
}
