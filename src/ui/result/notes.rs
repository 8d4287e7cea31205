//! What has to be said about the answer: why there is no plan, or what limits what is known.

use leptos::prelude::*;

use crate::ui::state::App;

/// The notes; a title with them where there is no plan.
#[component]
pub fn Notes(app: App) -> impl IntoView {
    let shown = Memo::new(move |_| {
        app.run.with(|run| {
            let answer = &run.shown.as_ref()?.answer;
            let title = match answer.status.as_str() {
                "infeasible" => Some("No plan is possible"),
                "not-found" => Some("No plan was found"),
                _ => None,
            };
            (title.is_some() || !answer.notes.is_empty()).then(|| (title, answer.notes.clone()))
        })
    });
    view! {
        {move || shown.get().map(|(title, notes)| view! {
            <section class="panel notes" class:no-plan=title.is_some()>
                {title.map(|title| view! { <h2>{title}</h2> })}
                {notes.into_iter().map(|note| view! { <p>{note}</p> }).collect_view()}
            </section>
        })}
    }
}
