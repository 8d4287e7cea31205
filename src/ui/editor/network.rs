//! Links: the matrix of sites, and every row behind it.

use leptos::prelude::*;

use crate::format::counted;
use crate::scenario::{Place, Table, fields};
use crate::ui::dom::icons::{Icon, PLUS};
use crate::ui::draft::{cell_ids, rows};
use crate::ui::editor::link_rows::LinkRows;
use crate::ui::editor::matrix::SiteMatrix;
use crate::ui::editor::pager::go_to;
use crate::ui::state::app::App;

const DETAILS: &str = "link-rows";

#[component]
pub fn NetworkPanel(app: App) -> impl IntoView {
    let overrides = Memo::new(move |_| app.row_count(Table::GpuLinks));
    let summary = move || match overrides.get() {
        0 => "No per-pair overrides".to_owned(),
        count => counted(count as u64, "per-pair override"),
    };
    let add = move |_| {
        app.edit(rows::add_gpu_link);
        let row = overrides.get_untracked().saturating_sub(1);
        let place = Place {
            table: Table::GpuLinks.as_str().to_owned(),
            row: Some(row),
            column: Some(fields::FROM.column.key().to_owned()),
        };
        go_to(app, &place);
    };
    view! {
        <section id=cell_ids::section_id(Table::Network) class="panel" tabindex="-1" aria-labelledby="network-title">
            <div class="panel-head">
                <h2 id="network-title">"Network"</h2>
                <span class="quiet">"one way, each direction its own"</span>
            </div>
            <SiteMatrix app />
            <div class="panel-foot">
                <span class="quiet">{summary}</span>
                <span class="spring"></span>
                <button type="button" class="button text accent edit-action" on:click=add>
                    <Icon path=PLUS />
                    "Add override"
                </button>
            </div>
            <details id=DETAILS class="more-rows">
                <summary>"All links, with utilisation"</summary>
                <LinkRows app />
            </details>
        </section>
    }
}
