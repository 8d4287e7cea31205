//! Plans side by side, and the planners that can be run to join them.

use leptos::prelude::*;

use crate::format;
use crate::format::{count, one_decimal_or_none};
use crate::model::PlannerName;
use crate::ui::panels::comparison::rows;
use crate::ui::panels::comparison::rows::{Compared, Guarantee, Role};
use crate::ui::state::app::App;
use crate::ui::state::share_link;

#[component]
pub fn ComparedPanel(app: App) -> impl IntoView {
    let draft_plan = Memo::new(move |_| {
        app.reading.with(|reading| reading.scenario.as_ref().and_then(|scenario| share_link::own_plan(scenario)))
    });
    let rows = Memo::new(move |_| {
        let plan = draft_plan.get();
        let others = app.planner.other_planners;
        app.planner.run.with(|run| others.with(|others| rows::compared(run, others, plan.as_deref())))
    });
    let shared = Memo::new(move |_| rows.with(|rows| rows.iter().any(|row| row.role == Role::Shared)));
    let none = app.in_place_of_plan();
    let busy = Memo::new(move |_| app.planner.run.with(|run| run.work.is_some()));
    let notes = move || {
        let problems = if shared.get() { app.planner.run.with(rows::shared_problems) } else { Vec::new() };
        let problems = problems.into_iter().map(|problem| view! { <p class="bad">{problem}</p> }).collect_view();
        let notes = rows.with(|rows| rows::notes(rows));
        let notes = notes.into_iter().map(|note| view! { <p>{note}</p> }).collect_view();
        (problems, notes)
    };
    let keyed = move || rows.get().into_iter().map(|row| (format!("{row:?}"), row)).collect::<Vec<_>>();
    view! {
        <section class="panel compared-panel" aria-labelledby="compared-title">
            <div class="panel-head">
                <h2 id="compared-title">"Compared"</h2>
                <span class="spring"></span>
                <Show when=move || shared.get() && !app.read_only()>
                    <button type="button" class="button text" on:click=move |_| app.drop_shared_plan()>
                        "Drop the shared plan"
                    </button>
                </Show>
            </div>
            <div class="picks-place">
                {move || none.get().map(|why| view! { <p class="none-yet">{why}</p> })}
                <table class="picks" aria-label="Plans compared" class:hidden=move || none.get().is_some()>
                    <thead>
                        <tr>
                            <th scope="col" class="text">"Planner"</th>
                            <th scope="col">"Time ms"</th>
                            <th scope="col" title="Difference of the objective λ T/T_ref + (1−λ) E/E_ref">
                                "vs best"
                            </th>
                            <th scope="col">"Energy J"</th>
                            <th scope="col">"GPUs"</th>
                            <th scope="col" class="planned-in">"Planned in"</th>
                            <th scope="col" class="text guarantee">"Guarantee"</th>
                        </tr>
                    </thead>
                    <tbody>
                        <For each=keyed key=|(key, _)| key.clone() let:keyed>
                            <Row app row=keyed.1 busy />
                        </For>
                    </tbody>
                </table>
            </div>
            <div class="picks-notes">{notes}</div>
        </section>
    }
}

#[component]
fn Row(app: App, row: Compared, busy: Memo<bool>) -> impl IntoView {
    let Compared {
        role, name, plan, time_ms, energy_j, against_best, gpus, planned_ms, asked, guarantee, on_view, ..
    } = row;
    let label = name.clone();
    let picked = plan.clone();
    let pick = move |_| {
        if let Some(plan) = &picked {
            app.pick((role != Role::Planner).then(|| plan.clone()));
        }
    };
    let exact = |figure: Option<f64>, unit: &str| figure.map(|figure| format!("{figure} {unit}"));
    let name = match plan.is_some() {
        true => view! {
            <button type="button" class="pick plain" aria-pressed=on_view.to_string()>
                {name}
            </button>
        }
        .into_any(),
        false => view! { <span class="none">{name}</span> }.into_any(),
    };
    let unrun = plan.is_none() && !asked && planned_ms.is_none();
    let time = match (role, asked) {
        (Role::Rival(planner), true) => view! { <Stop app label planner /> }.into_any(),
        (Role::Rival(planner), false) if unrun => view! { <Offer app label planner busy /> }.into_any(),
        _ => one_decimal_or_none(time_ms).into_any(),
    };
    let against = match role {
        Role::Rival(planner) if asked => {
            let share = app.planner.share_of(planner);
            (move || format!("{} done", format::share(share.get()))).into_any()
        }
        _ => against_best.into_any(),
    };
    view! {
        <tr class:selected=on_view title=plan on:click=pick>
            <th scope="row" class="text cut">
                {name}
            </th>
            <td class="strong" title=exact(time_ms, "ms")>{time}</td>
            <td class:none=asked>{against}</td>
            <td title=exact(energy_j, "J")>{one_decimal_or_none(energy_j)}</td>
            <td>{gpus.map_or_else(|| format::NONE.to_owned(), |gpus| count(gpus as u64))}</td>
            <td class="planned-in">{planned_ms.map_or_else(|| format::NONE.to_owned(), format::duration)}</td>
            <td class="text guarantee">
                <span class=class(&guarantee)>{guarantee.text()}</span>
            </td>
        </tr>
    }
}

fn class(guarantee: &Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Optimal => "badge good",
        Guarantee::Within(_) => "badge",
        Guarantee::Unfit | Guarantee::NoPlan => "bad",
        Guarantee::None | Guarantee::Reference | Guarantee::Sampled | Guarantee::Stopped => "none",
    }
}

/// A planner that has not been asked.
#[component]
fn Offer(app: App, label: String, planner: PlannerName, busy: Memo<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button text in-row"
            aria-label=format!("Run {label}")
            disabled=busy
            on:click=move |event| {
                event.stop_propagation();
                app.run_rival(planner);
            }
        >
            "Run"
        </button>
    }
}

/// Ends a planner at work.
#[component]
fn Stop(app: App, label: String, planner: PlannerName) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button text in-row"
            aria-label=format!("Cancel {label}")
            on:click=move |event| {
                event.stop_propagation();
                app.cancel_rival(planner);
            }
        >
            "Cancel"
        </button>
    }
}
