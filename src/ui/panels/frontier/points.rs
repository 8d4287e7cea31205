//! The frontier as a table.

use leptos::prelude::*;

use crate::answer::FrontierPointAnswer;
use crate::format::one_decimal;
use crate::ui::panels::frontier::parts::Parts;
use crate::ui::panels::frontier::trade_off;

/// The table; its rows and the chart's points light up together.
#[component]
pub fn Points(parts: Parts) -> impl IntoView {
    let rows = move || {
        let points = parts.loaded(|loaded| loaded.answer.points.clone()).unwrap_or_default();
        points.into_iter().enumerate().map(|(index, point)| view! { <Point parts index point /> }).collect_view()
    };
    view! {
        <div class="picks-scroll">
            <table class="picks" aria-label="Points of the trade-off">
                <thead>
                    <tr>
                        <th scope="col">"Time ms"</th>
                        <th scope="col">"Energy J"</th>
                        <th scope="col">"Best for λ"</th>
                        <th scope="col" class="text">
                            <span class="hidden-text">"Marks"</span>
                        </th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

#[component]
fn Point(parts: Parts, index: usize, point: FrontierPointAnswer) -> impl IntoView {
    let selected = Memo::new(move |_| parts.selected() == Some(index));
    let hovered = Memo::new(move |_| parts.hovered.get() == Some(index));
    let knee = point.knee;
    let marks = move || match (selected.get(), knee) {
        (true, true) => "Selected, knee",
        (true, false) => "Selected",
        (false, true) => "Knee",
        (false, false) => "",
    };
    let weights = trade_off::weights(&point);
    view! {
        <tr
            class:selected=selected
            class:hovered=hovered
            title=point.plan.clone()
            on:click=move |_| parts.pick(index)
            on:pointerenter=move |_| parts.hovered.set(Some(index))
            on:pointerleave=move |_| parts.hovered.set(None)
        >
            <th scope="row" title=format!("{} ms", point.time_ms)>
                <button
                    type="button"
                    class="pick"
                    aria-pressed=move || selected.get().to_string()
                    on:focus=move |_| parts.hovered.set(Some(index))
                    on:blur=move |_| parts.hovered.set(None)
                >
                    {one_decimal(point.time_ms)}
                </button>
            </th>
            <td title=format!("{} J", point.energy_j)>{one_decimal(point.energy_j)}</td>
            <td class:none=!point.supported>{weights}</td>
            <td class="text marks">{marks}</td>
        </tr>
    }
}
