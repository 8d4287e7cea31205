//! The left half: the scenario.

use leptos::prelude::*;

use super::message::CONTENT;
use super::{gpus, message, network, objective, problems, search, training};
use crate::ui::state::app::App;

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
