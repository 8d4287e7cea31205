//! The menu of a row of the GPU table.

use leptos::prelude::*;
use serde_json::Value;

use crate::scenario::Table;
use crate::ui::dom::browser::{close_popover, place_under};
use crate::ui::dom::icons::{Icon, MORE};
use crate::ui::draft::rows;
use crate::ui::state::app::App;

const ID: &str = "gpu-menu";

/// The button at the end of a row.
#[component]
pub fn RowMenuButton(app: App, row: usize) -> impl IntoView {
    view! {
        <button
            type="button"
            class="row-button edit-action"
            popovertarget=ID
            aria-haspopup="true"
            aria-label=format!("GPU row {}, more", row + 1)
            on:click=move |event| {
                app.menu_row.set(row);
                place_under(&event, ID, 180.0);
            }
        >
            <Icon path=MORE />
        </button>
    }
}

/// The menu, one for all rows.
#[component]
pub fn GpuMenu(app: App) -> impl IntoView {
    let item = move |name: &'static str, edit: fn(&Value, usize) -> Value| {
        let choose = move |_| {
            let row = app.menu_row.get_untracked();
            app.edit(|draft| edit(draft, row));
            close_popover(ID);
        };
        view! {
            <button type="button" class="menu-item" on:click=choose>
                {name}
            </button>
        }
    };
    view! {
        <div id=ID popover="auto" class="popover row-menu">
            <p class="menu-head">{move || format!("GPU row {}", app.menu_row.get() + 1)}</p>
            {item("Duplicate", rows::duplicate_gpu)}
            {item("Move up", |draft, row| rows::move_up(draft, Table::Gpus, row))}
            {item("Move down", |draft, row| rows::move_down(draft, Table::Gpus, row))}
            {item("Delete", rows::delete_gpu)}
        </div>
    }
}
