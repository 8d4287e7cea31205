//! Plans side by side.

use leptos::prelude::*;

use crate::ui::comparison::{self, Compared, Guarantee, Role};
use crate::ui::format::{count, one_decimal_or_none};
use crate::ui::share;
use crate::ui::state::App;

/// The panel.
#[component]
pub fn ComparedPanel(app: App) -> impl IntoView {
    let draft_plan = Memo::new(move |_| {
        app.reading.with(|reading| reading.scenario.as_ref().and_then(|scenario| share::own_plan(scenario)))
    });
    let rows =
        Memo::new(move |_| draft_plan.with(|plan| app.run.with(|run| comparison::compared(run, plan.as_deref()))));
    let shared = Memo::new(move |_| rows.with(|rows| rows.iter().any(|row| row.role == Role::Shared)));
    let problems = move || {
        let problems = app.run.with(comparison::shared_problems);
        problems.into_iter().map(|problem| view! { <p class="bad">{problem}</p> }).collect_view()
    };
    let lines = move || rows.get().into_iter().map(|row| view! { <Row app row /> }).collect_view();
    view! {
        <section class="panel compared-panel" aria-labelledby="compared-title">
            <div class="panel-head">
                <h2 id="compared-title">"Compared"</h2>
                <span class="spring"></span>
                <Show when=move || shared.get() && !app.read_only()>
                    <button type="button" class="button text" on:click=move |_| app.drop_given_plan()>
                        "Drop the shared plan"
                    </button>
                </Show>
            </div>
            <div class="picks-place">
                <table class="picks" aria-label="Plans compared">
                    <thead>
                        <tr>
                            <th scope="col" class="text">"Planner"</th>
                            <th scope="col">"Time ms"</th>
                            <th scope="col" title="Difference of the objective λ T/T_ref + (1−λ) E/E_ref">
                                "vs best"
                            </th>
                            <th scope="col">"Energy J"</th>
                            <th scope="col">"GPUs"</th>
                            <th scope="col" class="text guarantee">"Guarantee"</th>
                        </tr>
                    </thead>
                    <tbody>{lines}</tbody>
                </table>
            </div>
            <div class="picks-notes">{move || shared.get().then(problems)}</div>
        </section>
    }
}

#[component]
fn Row(app: App, row: Compared) -> impl IntoView {
    let Compared { role, name, plan, time_ms, energy_j, against_best, gpus, guarantee, on_view } = row;
    let pick = plan.clone();
    let exact = |figure: Option<f64>, unit: &str| figure.map(|figure| format!("{figure} {unit}"));
    let class = match guarantee {
        Guarantee::Optimal => "badge good",
        Guarantee::Within(_) => "badge",
        Guarantee::Unfit => "bad",
        Guarantee::None | Guarantee::Reference => "none",
    };
    view! {
        <tr
            class:selected=on_view
            title=plan
            on:click=move |_| app.choose((role != Role::Planner).then(|| pick.clone()))
        >
            <th scope="row" class="text cut">
                <button type="button" class="pick plain" aria-pressed=on_view.to_string()>
                    {name}
                </button>
            </th>
            <td class="strong" title=exact(time_ms, "ms")>{one_decimal_or_none(time_ms)}</td>
            <td>{against_best}</td>
            <td title=exact(energy_j, "J")>{one_decimal_or_none(energy_j)}</td>
            <td>{count(gpus as u64)}</td>
            <td class="text guarantee">
                <span class=class>{guarantee.text()}</span>
            </td>
        </tr>
    }
}
