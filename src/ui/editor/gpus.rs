//! The table of GPUs.

use leptos::html;
use leptos::prelude::*;

use crate::format::{count, counted};
use crate::scenario::{Table, fields};
use crate::ui::dom::icons::{Icon, PLUS};
use crate::ui::draft::{CellRef, cell_ids, rename, rows};
use crate::ui::editor::cell::{SheetCell, TickCell};
use crate::ui::editor::gpu_columns::{SheetColumn, columns};
use crate::ui::editor::gpu_menu::{GpuMenu, RowMenuButton};
use crate::ui::editor::pager::{Pager, rows_on_page};
use crate::ui::editor::sideways::Sideways;
use crate::ui::state::app::App;

#[component]
pub fn GpuPanel(app: App) -> impl IntoView {
    let table = NodeRef::<html::Table>::new();
    let shown = Memo::new(move |_| rows_on_page(app, Table::Gpus));
    let summary = Memo::new(move |_| {
        app.history.with(|history| {
            let draft = history.present();
            let sites = rename::sites(draft).len();
            format!("{} at {}", count(rename::gpu_names(draft).len() as u64), counted(sites as u64, "site"))
        })
    });
    let heads = columns().map(|column| {
        let [first, second] = column.head;
        view! {
            <th scope="col" class=column.class title=column.spoken>
                {first} <br /> {second}
            </th>
        }
    });
    view! {
        <section id=cell_ids::section_id(Table::Gpus) class="panel" tabindex="-1" aria-labelledby="gpus-title">
            <div class="panel-head">
                <h2 id="gpus-title">"GPUs"</h2>
                <span class="quiet">{summary}</span>
                <span class="spring"></span>
                <button type="button" class="button text accent edit-action" on:click=move |_| app.edit(rows::add_gpu)>
                    <Icon path=PLUS />
                    "Add GPU"
                </button>
            </div>
            <Sideways table>
                <table class="sheet gpu-sheet" node_ref=table>
                    <thead>
                        <tr>
                            <th scope="col" class="tick" title="Whether plans may use it">
                                <span class="hidden-text">"On"</span>
                            </th>
                            {heads.collect_view()}
                            <th scope="col" class="more">
                                <span class="hidden-text">"Row"</span>
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        <For each=move || shown.get() key=|row| *row let:row>
                            <GpuRow app row />
                        </For>
                    </tbody>
                </table>
            </Sideways>
            <Pager app table=Table::Gpus />
            <GpuMenu app />
        </section>
    }
}

#[component]
fn GpuRow(app: App, row: usize) -> impl IntoView {
    let enabled = CellRef::cell(Table::Gpus, row, fields::ENABLED.column);
    let off = Memo::new(move |_| app.value(enabled) == serde_json::Value::Bool(false));
    let cell = move |SheetColumn { column, spoken, kind, rest, class, .. }: SheetColumn| {
        let spot = CellRef::cell(Table::Gpus, row, column);
        let label = format!("GPU row {}, {spoken}", row + 1);
        let settle = Callback::new(move |()| settle(app, spot));
        view! { <SheetCell app spot label kind class rest on_settle=settle /> }
    };
    view! {
        <tr class:off=off>
            <TickCell app spot=enabled label=format!("GPU row {}, on", row + 1) />
            {columns().map(cell).collect_view()}
            <td class="more">
                <RowMenuButton app row />
            </td>
        </tr>
    }
}

/// When a name was typed over and nothing is called that any more, links that still use it are dropped.
fn settle(app: App, spot: CellRef) {
    if rename::is_part_of_a_name(spot) {
        app.settle(Some(rename::drop_unknown));
    } else {
        app.history.update_untracked(|history| history.settle());
    }
}
