//! Every rule about links as a list: the two defaults, pairs of sites, pairs of GPUs.

use leptos::prelude::*;
use serde_json::{Value, json};

use crate::scenario::initial::link_figures;
use crate::scenario::{Column, Table, fields};
use crate::ui::dom::icons::{CROSS, Icon};
use crate::ui::draft;
use crate::ui::draft::cell_value::EntryKind;
use crate::ui::draft::{CellRef, rows};
use crate::ui::editor::cell::{SheetCell, TickCell};
use crate::ui::editor::pager::{Pager, rows_on_page};
use crate::ui::state::app::App;

#[component]
pub fn LinkRows(app: App) -> impl IntoView {
    view! {
        <table class="sheet link-sheet">
            <thead>
                <tr>
                    <th scope="col" class="tick" title="Whether there is a connection">"On"</th>
                    <th scope="col" class="name">"From"</th>
                    <th scope="col" class="name">"To"</th>
                    <th scope="col">{fields::BANDWIDTH_GBPS.unit.symbol()}</th>
                    <th scope="col">"× use"</th>
                    <th scope="col">{fields::LATENCY_MS.unit.symbol()}</th>
                    <th scope="col" class="more">
                        <span class="hidden-text">"Delete"</span>
                    </th>
                </tr>
            </thead>
            <tbody>
                <DefaultRow app part=fields::WITHIN_SITE table=Table::WithinSite name="Within a site" />
                <DefaultRow app part=fields::BETWEEN_SITES table=Table::BetweenSites name="Between sites" />
            </tbody>
            <Rows app table=Table::SiteLinks noun="Site link" />
            <Rows app table=Table::GpuLinks noun="GPU link" />
        </table>
        <Pager app table=Table::SiteLinks />
        <Pager app table=Table::GpuLinks />
    }
}

/// What holds where no row says otherwise. Switched off it is null, and its figures are asked for anew.
#[component]
fn DefaultRow(app: App, part: Column, table: Table, name: &'static str) -> impl IntoView {
    let whole = CellRef::field(Table::Network, part);
    let on = Memo::new(move |_| !app.value(whole).is_null());
    let switch = move |on: bool| {
        app.edit(|draft| draft::set(draft, whole, json!(on.then(link_figures))));
    };
    let cells = move || {
        fields::LINK_NUMBERS.into_iter().map(move |field| {
            let (spot, label) = (CellRef::field(table, field.column), format!("{name}, {}", field.spoken()));
            view! { <SheetCell app spot label kind=EntryKind::of(field) /> }
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
fn Rows(app: App, table: Table, noun: &'static str) -> impl IntoView {
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
fn LinkRow(app: App, table: Table, row: usize, noun: &'static str) -> impl IntoView {
    let spot = move |column| CellRef::cell(table, row, column);
    let label = move |spoken: &str| format!("{noun} row {}, {spoken}", row + 1);
    let numbers = fields::LINK_NUMBERS.map(|field| {
        view! { <SheetCell app spot=spot(field.column) label=label(&field.spoken()) kind=EntryKind::of(field) /> }
    });
    view! {
        <tr class:off=move || app.value(spot(fields::CONNECTED.column)) == Value::Bool(false)>
            <TickCell app spot=spot(fields::CONNECTED.column) label=label("connected") />
            <SheetCell app spot=spot(fields::FROM.column) label=label("from") kind=EntryKind::Text class="name" />
            <SheetCell app spot=spot(fields::TO.column) label=label("to") kind=EntryKind::Text class="name" />
            {numbers.collect_view()}
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
