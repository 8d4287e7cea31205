//! The left half: the scenario.

mod cell;
mod field;
mod gpu_menu;
mod gpus;
mod link_rows;
mod matrix;
mod message;
mod network;
mod objective;
mod pager;
mod problems;
mod search;
mod sideways;
mod training;

use leptos::prelude::*;

use super::state::App;

/// The id of what scrolls in the editor; messages are placed within it.
const CONTENT: &str = "editor-content";

/// The editor.
#[component]
pub fn Editor(app: App) -> impl IntoView {
    view! {
        <section class="half editor" aria-label="Scenario">
            <div id=CONTENT class="editor-content">
                <problems::ProblemList app />
                <gpus::GpuPanel app />
                <network::NetworkPanel app />
                <training::TrainingPanel app />
                <objective::ObjectivePanel app />
                <search::SearchPanel app />
                <message::CellMessage app />
            </div>
        </section>
    }
}
