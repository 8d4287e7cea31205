//! The right half: the answer.

mod assumptions;
mod bar;
mod compared;
mod frontier;
mod given;
mod hint;
mod left_out;
mod map;
mod notes;
mod plan;
mod stages;
mod strip;
mod sum;
mod timeline;
mod totals;
mod why_not;

use leptos::prelude::*;

use super::icons::{Icon, WARNING};
use super::state::App;
pub use bar::ResultBar;

/// The answer.
#[component]
pub fn ResultPanel(app: App) -> impl IntoView {
    let stale = Memo::new(move |_| {
        let problems = app.reading.with(|reading| reading.scenario.is_none());
        problems && app.run.with(|run| run.shown.is_some())
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
                    <strip::StatusStrip app />
                    <totals::RunTotalsRow app />
                    <notes::Notes app />
                    <plan::PlanPanel app />
                    <given::GivenPlan app />
                    <timeline::TimelinePanel app />
                    <sum::SumPanel app />
                    <assumptions::Assumptions />
                </div>
                <div class="answer-side">
                    <frontier::FrontierPanel app />
                    <compared::ComparedPanel app />
                    <left_out::LeftOutPanel app />
                    <map::NetworkMap app />
                </div>
            </div>
        </section>
    }
}
