//! Every rule about links as a list: the two defaults, pairs of sites, pairs of GPUs.

use leptos::prelude::*;
use serde_json::{Value, json};

use crate::ui::dom::icons::{CROSS, Icon};
use crate::ui::draft;
use crate::ui::draft::cell_value::Kind;
use crate::ui::draft::{Spot, rows};
use crate::ui::editor::cell::{SheetCell, TickCell};
use crate::ui::editor::pager::{Pager, rows_on_page};
use crate::ui::state::app::App;

const FIGURES: [(&str, &str, Kind); 3] = [
    ("bandwidth_gbps", "bandwidth in Gbps", Kind::Number),
    ("utilization", "share of bandwidth in use", Kind::Share),
    ("latency_ms", "latency in ms", Kind::Number),
];

/// The list.
#[component]
pub fn LinkRows(app: App) -> impl IntoView {
    view! {
        <table class="sheet link-sheet">
            <thead>
                <tr>
                    <th scope="col" class="tick" title="Whether there is a connection">"On"</th>
                    <th scope="col" class="name">"From"</th>
                    <th scope="col" class="name">"To"</th>
                    <th scope="col">"Gbps"</th>
                    <th scope="col">"× use"</th>
                    <th scope="col">"ms"</th>
                    <th scope="col" class="more">
                        <span class="hidden-text">"Delete"</span>
                    </th>
                </tr>
            </thead>
            <tbody>
                <DefaultRow app key="within_site" table="network.within_site" name="Within a site" />
                <DefaultRow app key="between_sites" table="network.between_sites" name="Between sites" />
            </tbody>
            <Rows app table="network.site_links" noun="Site link" />
            <Rows app table="network.gpu_links" noun="GPU link" />
        </table>
        <Pager app table="network.site_links" />
        <Pager app table="network.gpu_links" />
    }
}

/// What holds where no row says otherwise. Switched off it is null, and its figures are asked for anew.
#[component]
fn DefaultRow(app: App, key: &'static str, table: &'static str, name: &'static str) -> impl IntoView {
    let on = Memo::new(move |_| !app.value(Spot::field("network", key)).is_null());
    let switch = move |on: bool| {
        let link = json!({ "bandwidth_gbps": 10, "utilization": 1, "latency_ms": 10 });
        app.edit(|draft| draft::set(draft, Spot::field("network", key), if on { link } else { Value::Null }));
    };
    let cells = move || {
        FIGURES.iter().map(move |&(column, spoken, kind)| {
            view! { <SheetCell app spot=Spot::field(table, column) label=format!("{name}, {spoken}") kind /> }
        })
    };
    view! {
        <tr>
            <td class="tick">
                <input
                    type="checkbox"
                    aria-label=format!("{name}, connected")
                    disabled=move || app.read_only()
                    prop:checked=on
                    on:change:target=move |event| switch(event.target().checked())
                />
            </td>
            <th scope="row" colspan="2">
                {name}
            </th>
            <Show when=move || on.get() fallback=|| view! { <td colspan="3" class="none">"not connected"</td> }>
                {cells().collect_view()}
            </Show>
            <td class="more"></td>
        </tr>
    }
}

#[component]
fn Rows(app: App, table: &'static str, noun: &'static str) -> impl IntoView {
    let shown = Memo::new(move |_| rows_on_page(app, table));
    view! {
        <tbody>
            <For each=move || shown.get() key=|row| *row let:row>
                <LinkRow app table row noun />
            </For>
        </tbody>
    }
}

#[component]
fn LinkRow(app: App, table: &'static str, row: usize, noun: &'static str) -> impl IntoView {
    let spot = move |column| Spot::cell(table, row, column);
    let label = move |spoken: &str| format!("{noun} row {}, {spoken}", row + 1);
    let figures = FIGURES.map(|(column, spoken, kind)| {
        view! { <SheetCell app spot=spot(column) label=label(spoken) kind /> }
    });
    view! {
        <tr class:off=move || app.value(spot("connected")) == Value::Bool(false)>
            <TickCell app spot=spot("connected") label=label("connected") />
            <SheetCell app spot=spot("from") label=label("from") kind=Kind::Text class="name" />
            <SheetCell app spot=spot("to") label=label("to") kind=Kind::Text class="name" />
            {figures.collect_view()}
            <td class="more">
                <button
                    type="button"
                    class="row-button edit-action"
                    aria-label=label("delete")
                    on:click=move |_| app.edit(|draft| rows::delete(draft, table, row))
                >
                    <Icon path=CROSS />
                </button>
            </td>
        </tr>
    }
}
