//! The right half: the answer.

use leptos::prelude::*;

use super::comparison::view::ComparedPanel;
use super::equations::assumptions::Assumptions;
use super::equations::view::SumPanel;
use super::frontier::view::FrontierPanel;
use super::plan_table::shared_plan::SharedPlanPanel;
use super::plan_table::view::PlanPanel;
use super::site_map::view::NetworkMap;
use super::summary::notes::Notes;
use super::summary::view::StatusStrip;
use super::timeline::view::TimelinePanel;
use super::training_run::view::RunTotalsRow;
use super::unused_gpus::view::LeftOutPanel;
use crate::ui::dom::icons::{Icon, WARNING};
use crate::ui::state::app::App;

#[component]
pub fn AnswerPanel(app: App) -> impl IntoView {
    let stale = Memo::new(move |_| {
        let problems = app.reading.with(|reading| reading.scenario.is_none());
        problems && app.planner.run.with(|run| run.shown.is_some())
    });
    view! {
        <section class="half result" aria-label="Answer">
            <Show when=move || stale.get()>
                <div class="banner warn slim">
                    <Icon path=WARNING />
                    <p>
                        <strong>"Last good answer."</strong>
                        " It shows the scenario before the cells marked; it updates when they are fixed."
                    </p>
                </div>
            </Show>
            <div class="answer">
                <div class="answer-main">
                    <StatusStrip app />
                    <RunTotalsRow app />
                    <Notes app />
                    <PlanPanel app />
                    <SharedPlanPanel app />
                    <TimelinePanel app />
                    <SumPanel app />
                    <Assumptions />
                </div>
                <div class="answer-side">
                    <FrontierPanel app />
                    <ComparedPanel app />
                    <LeftOutPanel app />
                    <NetworkMap app />
                </div>
            </div>
        </section>
    }
}
