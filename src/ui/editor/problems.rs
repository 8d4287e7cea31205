//! The list of what is wrong, above the editor.

use leptos::either::Either;
use leptos::prelude::*;

use crate::format::counted;
use crate::scenario::Problem;
use crate::ui::dom::icons::{Icon, WARNING};
use crate::ui::draft;
use crate::ui::editor::pager::go_to;
use crate::ui::editor::problem_text;
use crate::ui::state::app::{App, Tab};

/// What is wrong, which leads to its place, and what to do, which is done at a press if it is a value.
#[component]
fn ProblemItem(app: App, problem: Problem) -> impl IntoView {
    let (where_it_is, verdict) = problem_text::in_the_list(&problem);
    let Problem { place, remedy, fix, .. } = problem;
    let there = place.clone();
    let remedy = match fix {
        None => Either::Left(remedy.to_string()),
        Some(value) => {
            let repair = move |_| app.edit(|draft| draft::set_at(draft, &place, value.clone()));
            Either::Right(view! {
                <button type="button" class="link-button" on:click=repair>
                    {remedy.label().to_string()}
                </button>
            })
        }
    };
    view! {
        <li>
            <button type="button" class="link-button bad" on:click=move |_| {
                app.tab.set(Tab::Scenario);
                go_to(app, &there);
            }>
                {where_it_is.to_string()}
            </button>
            " "
            {verdict.map(|verdict| format!("{verdict} "))}
            {remedy}
        </li>
    }
}

/// Most problems that are listed at once.
const LISTED: usize = 8;

/// The list; nothing while all is well.
#[component]
pub fn ProblemList(app: App) -> impl IntoView {
    let problems = Memo::new(move |_| {
        let refused = app.planner.run.with(|run| run.refused.clone());
        app.reading.with(|reading| if reading.problems.is_empty() { refused } else { reading.problems.to_vec() })
    });
    let count = Memo::new(move |_| problems.with(Vec::len));
    let item = move |problem: Problem| view! { <ProblemItem app problem /> };
    let items = move || problems.get().into_iter().take(LISTED).map(item).collect_view();
    let rest = move || {
        let rest = count.get().saturating_sub(LISTED) as u64;
        (rest > 0).then(|| view! { <li>{format!("And {}.", counted(rest, "more problem"))}</li> })
    };
    view! {
        <Show when=move || { count.get() > 0 }>
            <section class="problem-list" role="alert">
                <h2>
                    <Icon path=WARNING />
                    {move || format!("{} to fix before planning", counted(count.get() as u64, "cell"))}
                </h2>
                <ul>{items} {rest}</ul>
            </section>
        </Show>
    }
}
