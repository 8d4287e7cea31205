//! The left half: the scenario.

use leptos::prelude::*;

use super::{gpus, message, network, objective, problems, search, training};
use crate::ui::state::app::App;

/// The id of what scrolls in the editor; messages are placed within it.
pub const CONTENT: &str = "editor-content";

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
