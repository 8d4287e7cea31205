//! The table of GPUs.

use leptos::html;
use leptos::prelude::*;

use crate::format::{count, counted};
use crate::ui::dom::icons::{Icon, PLUS};
use crate::ui::draft::cell_value::{Kind, Rest};
use crate::ui::draft::{Spot, cell_ids, rename, rows};
use crate::ui::editor::cell::{SheetCell, TickCell};
use crate::ui::editor::gpu_menu::{GpuMenu, RowMenuButton};
use crate::ui::editor::pager::{Pager, rows_on_page};
use crate::ui::editor::sideways::Sideways;
use crate::ui::state::app::App;

struct Column {
    key: &'static str,
    head: [&'static str; 2],
    spoken: &'static str,
    kind: Kind,
    class: &'static str,
}

const fn column(
    key: &'static str,
    head: [&'static str; 2],
    spoken: &'static str,
    kind: Kind,
    class: &'static str,
) -> Column {
    Column { key, head, spoken, kind, class }
}

const COLUMNS: [Column; 10] = [
    column("name", ["", "GPU"], "name", Kind::Text, "name"),
    column("count", ["", "Qty"], "how many of them", Kind::Number, "count"),
    column("model", ["", "Model"], "model", Kind::Text, "model"),
    column("site", ["", "Site"], "site", Kind::Text, "site"),
    column("peak_tflops", ["Peak", "TFLOPS"], "peak compute in TFLOPS", Kind::Number, "tflops"),
    column("compute_utilization", ["×", "use"], "share of compute in use", Kind::Share, "share"),
    column("memory_gb", ["Mem.", "GB"], "memory in GB", Kind::Number, "memory"),
    column("memory_utilization", ["×", "use"], "share of memory in use", Kind::Share, "share"),
    column("idle_w", ["Idle", "W"], "idle power in W", Kind::Number, "watts"),
    column("active_w", ["Active", "W"], "active power in W", Kind::Number, "watts"),
];

/// The panel.
#[component]
pub fn GpuPanel(app: App) -> impl IntoView {
    let table = NodeRef::<html::Table>::new();
    let shown = Memo::new(move |_| rows_on_page(app, "gpus"));
    let summary = Memo::new(move |_| {
        app.history.with(|history| {
            let draft = history.present();
            let sites = rename::sites(draft).len();
            format!("{} at {}", count(rename::gpu_names(draft).len() as u64), counted(sites as u64, "site"))
        })
    });
    let heads = COLUMNS.iter().map(|column| {
        let [first, second] = column.head;
        view! {
            <th scope="col" class=column.class title=column.spoken>
                {first} <br /> {second}
            </th>
        }
    });
    view! {
        <section id=cell_ids::section_id("gpus") class="panel" tabindex="-1" aria-labelledby="gpus-title">
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
            <Pager app table="gpus" />
            <GpuMenu app />
        </section>
    }
}

#[component]
fn GpuRow(app: App, row: usize) -> impl IntoView {
    let off = Memo::new(move |_| app.value(Spot::cell("gpus", row, "enabled")) == serde_json::Value::Bool(false));
    let cell = move |column: &'static Column| {
        let spot = Spot::cell("gpus", row, column.key);
        let label = format!("GPU row {}, {}", row + 1, column.spoken);
        let settle = Callback::new(move |()| settle(app, column.key));
        let rest = Rest::Brief(if column.kind == Kind::Share { 3 } else { 1 });
        view! { <SheetCell app spot label kind=column.kind class=column.class rest on_settle=settle /> }
    };
    view! {
        <tr class:off=off>
            <TickCell app spot=Spot::cell("gpus", row, "enabled") label=format!("GPU row {}, on", row + 1) />
            {COLUMNS.iter().map(cell).collect_view()}
            <td class="more">
                <RowMenuButton app row />
            </td>
        </tr>
    }
}

/// When a name was typed over and nothing is called that any more, links that still use it are dropped.
fn settle(app: App, column: &str) {
    if matches!(column, "name" | "site" | "count") {
        app.settle(Some(rename::drop_unknown));
    } else {
        app.history.update_untracked(|history| history.settle());
    }
}
