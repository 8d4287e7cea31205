//! Site by site: bandwidth and latency in each direction. Defaults are quiet.

use leptos::html;
use leptos::prelude::*;
use serde_json::Value;

use crate::format::counted;
use crate::scenario::{NumberField, Table, fields};
use crate::ui::draft;
use crate::ui::draft::cell_value::{EntryKind, Rest};
use crate::ui::draft::{cell_ids, rename, site_matrix};
use crate::ui::editor::cell::CellInput;
use crate::ui::editor::sideways::Sideways;
use crate::ui::state::app::App;

/// Most sites that are shown as a matrix; beyond that, the list has them all.
const MAX_SITES: usize = 12;

#[component]
pub fn SiteMatrix(app: App) -> impl IntoView {
    let sites = Memo::new(move |_| app.history.with(|history| rename::sites(history.present())));
    let few = move || sites.with(|sites| sites.len() <= MAX_SITES);
    let names = move || sites.get().into_iter();
    let table = NodeRef::<html::Table>::new();
    view! {
        <Show
            when=few
            fallback=move || view! {
                <p class="quiet">{move || format!("{}: see the list below.", counted(sites.with(Vec::len) as u64, "site"))}</p>
            }
        >
            <Sideways table>
                <table class="sheet matrix" node_ref=table>
                    <thead>
                        <tr>
                            <th scope="col" rowspan="2" class="from">
                                "From"
                            </th>
                            <For each=names key=String::clone let:to>
                                <th scope="colgroup" colspan="2" class="to">
                                    {format!("to {to}")}
                                </th>
                            </For>
                        </tr>
                        <tr>
                            <For each=names key=String::clone let:_to>
                                <th scope="col">{fields::BANDWIDTH_GBPS.unit.symbol()}</th>
                                <th scope="col">{fields::LATENCY_MS.unit.symbol()}</th>
                            </For>
                        </tr>
                    </thead>
                    <tbody>
                        <For each=names key=String::clone let:from>
                            <MatrixRow app from sites />
                        </For>
                    </tbody>
                </table>
            </Sideways>
        </Show>
    }
}

#[component]
fn MatrixRow(app: App, from: String, sites: Memo<Vec<String>>) -> impl IntoView {
    let site = StoredValue::new(from.clone());
    let gpus = move || {
        app.history.with(|history| {
            let here = |row: &&Value| site.with_value(|site| *draft::cell(row, fields::SITE.column) == **site);
            let count: u64 = draft::rows_of(history.present(), Table::Gpus).iter().filter(here).map(count_of).sum();
            counted(count, "GPU")
        })
    };
    view! {
        <tr>
            <th scope="row" class="from">
                <span class="chip">{from}</span>
                <span class="quiet">{gpus}</span>
            </th>
            <For each=move || sites.get() key=String::clone let:to>
                <PairCell app from=site.get_value() to=to.clone() field=&fields::BANDWIDTH_GBPS />
                <PairCell app from=site.get_value() to field=&fields::LATENCY_MS />
            </For>
        </tr>
    }
}

fn count_of(row: &Value) -> u64 {
    draft::cell(row, fields::COUNT.column).as_u64().unwrap_or(1)
}

#[component]
fn PairCell(app: App, from: String, to: String, field: &'static NumberField) -> impl IntoView {
    let column = field.column;
    let label = format!("{from} to {to}, {}", field.unit.symbol());
    let pair = StoredValue::new((from, to));
    let cell = Memo::new(move |_| {
        pair.with_value(|(from, to)| app.history.with(|history| site_matrix::cell(history.present(), from, to, column)))
    });
    let spot = move || pair.with_value(|(from, to)| site_matrix::spot(cell.get().row, from, to, column));
    let id = Signal::derive(move || match cell.get().row {
        Some(_) => cell_ids::matrix_id(spot()),
        // Several pairs share a default; its own place is the list.
        None => pair.with_value(|(from, to)| format!("pair-{from}-{to}-{}", column.key())),
    });
    let problem = Memo::new(move |_| app.problem(spot()));
    let on_value = Callback::new(move |value: Value| {
        pair.with_value(|(from, to)| {
            let spot = site_matrix::spot(cell.get_untracked().row, from, to, column);
            app.type_as(spot, |draft| site_matrix::set(draft, from, to, column, value));
        });
    });
    let on_settle = Callback::new(move |()| {
        pair.with_value(|(from, to)| app.settle(Some(|draft: &Value| site_matrix::settle(draft, from, to))));
    });
    let quiet = Signal::derive(move || cell.get().row.is_none());
    view! {
        <td class=column.key() class:wrong=move || problem.get().is_some()>
            <CellInput
                app
                id
                label
                kind=EntryKind::of(field)
                rest=Rest::Brief(3)
                value=Signal::derive(move || cell.get().value)
                problem
                on_value
                on_settle
                placeholder="–"
                quiet
            />
        </td>
    }
}
