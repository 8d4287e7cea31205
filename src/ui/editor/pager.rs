//! Long tables are shown a page at a time, so that typing stays quick.

use std::ops::Range;

use leptos::prelude::*;

use crate::format;
use crate::model::ClosedSet;
use crate::scenario::{Place, Table};
use crate::ui::dom::browser;
use crate::ui::draft::cell_ids;
use crate::ui::state::app::App;

/// Rows of a page.
pub const ROWS: usize = 100;

/// The rows of a table that are on its page.
pub fn rows_on_page(app: App, table: Table) -> Range<usize> {
    let count = app.row_count(table);
    let page = app.pages.with(|pages| pages.get(&table).copied().unwrap_or_default());
    let start = (page * ROWS).min(count.saturating_sub(1) / ROWS * ROWS);
    start..count.min(start + ROWS)
}

/// Turns to the page of a place and puts the focus there.
pub fn go_to(app: App, place: &Place) {
    if let (Some(table), Some(row)) = (Table::from_text(&place.table), place.row) {
        turn(app, table, row / ROWS);
    }
    let ids = cell_ids::candidates(place);
    request_animation_frame(move || browser::focus_first(&ids));
}

fn turn(app: App, table: Table, page: usize) {
    app.pages.update(|pages| {
        pages.insert(table, page);
    });
}

/// Which rows are shown, and the way to the others; nothing where all are.
#[component]
pub fn Pager(app: App, table: Table) -> impl IntoView {
    let count = Memo::new(move |_| app.row_count(table));
    let range = Memo::new(move |_| rows_on_page(app, table));
    let page = move || range.get().start / ROWS;
    let shown = move || {
        let range = range.get();
        format!("Rows {}–{} of {}", range.start + 1, format::count(range.end as u64), format::count(count.get() as u64))
    };
    view! {
        <Show when=move || { count.get() > ROWS }>
            <div class="pager">
                <button
                    type="button"
                    class="button text"
                    disabled=move || page() == 0
                    on:click=move |_| turn(app, table, page().saturating_sub(1))
                >
                    "Previous"
                </button>
                <span class="quiet">{shown}</span>
                <button
                    type="button"
                    class="button text"
                    disabled=move || range.get().end >= count.get()
                    on:click=move |_| turn(app, table, page() + 1)
                >
                    "Next"
                </button>
            </div>
        </Show>
    }
}
