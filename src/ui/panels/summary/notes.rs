//! What has to be said about the answer: why there is no plan, or what limits what is known.

use leptos::prelude::*;

use crate::model::Status;
use crate::ui::panels::infeasible::explanation::WhyNot;
use crate::ui::panels::infeasible::view::NoPlan;
use crate::ui::state::app::App;

/// The notes; where no plan is possible, why and what helps.
#[component]
pub fn Notes(app: App) -> impl IntoView {
    let why_not = Memo::new(move |_| app.planner.run.with(|run| run.shown.as_ref().and_then(WhyNot::of)));
    let notes = Memo::new(move |_| {
        app.planner.run.with(|run| {
            let answer = &run.shown.as_ref()?.answer;
            let title = (answer.status == Status::NotFound).then_some("No plan was found");
            (title.is_some() || !answer.notes.is_empty()).then(|| (title, answer.notes.clone()))
        })
    });
    let content = move || {
        if let Some(why_not) = why_not.get() {
            return Some(view! { <NoPlan app why_not /> }.into_any());
        }
        let (title, notes) = notes.get()?;
        let class = if title.is_some() { "panel notes no-plan" } else { "panel notes" };
        let notes = view! {
            <section class=class aria-label="About this answer">
                {title.map(|title| view! { <h2>{title}</h2> })}
                {notes.iter().map(|note| view! { <p>{note.told().to_string()}</p> }).collect_view()}
            </section>
        };
        Some(notes.into_any())
    };
    view! { {content} }
}
