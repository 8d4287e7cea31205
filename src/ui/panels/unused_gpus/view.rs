//! The GPUs that the planner's plan leaves out, and what it would cost to use them.

use leptos::prelude::*;

use crate::format;
use crate::format::{counted, one_decimal_or_none};
use crate::ui::panels::unused_gpus::rows::{UnusedGpus, cheapest_first, unused};
use crate::ui::state::app::App;
use crate::ui::state::async_answer::AsyncAnswer;
use crate::words::Wording;

/// Most rows before the rest is folded away.
const MAX_ROWS: usize = 12;

#[derive(Clone, Debug, Default, PartialEq)]
struct Groups {
    unused: Vec<UnusedGpus>,
    /// Whether there is a plan at all.
    planned: bool,
    /// Whether energy counts too.
    weighs_energy: bool,
}

#[component]
pub fn LeftOutPanel(app: App) -> impl IntoView {
    let answer = app.unused_gpus_answer();
    let groups = Memo::new(move |_| {
        let shown = app.planner.run.with(|run| run.shown.clone());
        let Some(shown) = shown.filter(|shown| shown.answer.plan.is_some()) else { return Groups::default() };
        let instance = &shown.scenario.instance;
        let unused = answer.with(|answer| {
            let answers = answer.loaded().map_or(&[][..], |loaded| loaded.answer.as_slice());
            unused(instance, shown.view.as_ref().map_or(&[][..], |view| &view.stages), answers)
        });
        let unused = if unused.len() > MAX_ROWS { cheapest_first(unused) } else { unused };
        Groups { unused, planned: true, weighs_energy: instance.objective.time_weight < 1.0 }
    });
    let live = Memo::new(move |_| answer.with(|answer| answer.current().is_some()));
    let offered = Memo::new(move |_| answer.with(|answer| matches!(answer, AsyncAnswer::Offered)));
    let share = Memo::new(move |_| answer.with(AsyncAnswer::share));
    let cancel = move |_| app.cancel_job(app.planner.unused_gpus.with_untracked(|query| query.job()));
    let picked = Memo::new(move |_| app.planner.on_view.with(|view| view.as_ref().is_some_and(|view| view.picked)));
    let unused = Memo::new(move |_| groups.with(|groups| groups.unused.iter().map(|unused| unused.names.len()).sum()));
    let fact = move || match (groups.with(|groups| groups.planned), unused.get()) {
        (false, _) => String::new(),
        (true, 0) => "Every GPU is used".to_owned(),
        (true, unused) => {
            let counted = counted(unused as u64, "GPU");
            if let Some(share) = share.get() {
                return format!("{counted}, {} done", format::share(share));
            }
            if picked.get() { format!("{counted}, by the planner’s plan") } else { format!("{counted}, 0 W counted") }
        }
    };
    let none = app.in_place_of_plan();
    let all = RwSignal::new(false);
    let weighs_energy = Memo::new(move |_| groups.with(|groups| groups.weighs_energy));
    let rows = move || {
        let most = if all.get() { usize::MAX } else { MAX_ROWS };
        let groups = groups.get();
        let weighs_energy = groups.weighs_energy;
        let row = |unused| view! { <Row app unused live weighs_energy /> };
        groups.unused.into_iter().take(most).map(row).collect_view()
    };
    let more = move || groups.with(|groups| groups.unused.len().saturating_sub(MAX_ROWS));
    let reasons = move || {
        let reasons: Vec<Wording> = groups.with(|groups| groups.unused.iter().filter_map(UnusedGpus::reason).collect());
        reasons.into_iter().take(MAX_ROWS).map(|reason| view! { <p>{reason.to_string()}</p> }).collect_view()
    };
    view! {
        <section class="panel left-out-panel" aria-labelledby="left-out-title">
            <div class="panel-head">
                <h2 id="left-out-title">"Left out"</h2>
                <span class="quiet">{fact}</span>
                <span class="spring"></span>
                <Show when=move || share.get().is_some()>
                    <button type="button" class="button text" aria-label="Cancel trying each" on:click=cancel>
                        "Cancel"
                    </button>
                </Show>
                <Show when=move || offered.get() && unused.get().gt(&0)>
                    <button type="button" class="button text" on:click=move |_| app.ask_unused_gpus()>
                        "Try each"
                    </button>
                </Show>
            </div>
            <div class="picks-place">
                {move || none.get().map(|why| view! { <p class="none-yet">{why}</p> })}
                <Show when=move || unused.get().gt(&0)>
                    <table class="picks" aria-label="GPUs left out">
                        <thead>
                            <tr>
                                <th scope="col" class="text">"GPU"</th>
                                <th scope="col" class="text">"Site"</th>
                                <Show when=move || weighs_energy.get() fallback=|| view! { <th scope="col">"Best with it, ms"</th> }>
                                    <th scope="col">"With it, ms"</th>
                                    <th scope="col">"J"</th>
                                </Show>
                                <th scope="col" title=move || cost_title(weighs_energy.get())>"Cost"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </Show>
            </div>
            <Show when=move || more().gt(&0)>
                <button type="button" class="button text" on:click=move |_| all.update(|all| *all = !*all)>
                    {move || if all.get() { "Only the cheapest".to_owned() } else { format!("and {} more", more()) }}
                </button>
            </Show>
            <div class="picks-notes">{reasons}</div>
        </section>
    }
}

fn cost_title(weighs_energy: bool) -> &'static str {
    if weighs_energy {
        "How much worse the objective λ T/T_ref + (1−λ) E/E_ref gets than the planner’s"
    } else {
        "How much longer an iteration takes than with the planner’s plan"
    }
}

#[component]
fn Row(app: App, unused: UnusedGpus, live: Memo<bool>, weighs_energy: bool) -> impl IntoView {
    let names = unused.names_text();
    let all_names = unused.names.join(", ");
    let cost = unused.cost_text();
    let no_cost = unused.answer.as_ref().is_none_or(|answer| answer.cost_share.is_none());
    let UnusedGpus { model, site, answer, .. } = unused;
    let plan = answer.as_ref().and_then(|answer| answer.plan.clone());
    let (time_ms, energy_j) = answer.as_ref().map_or((None, None), |answer| (answer.time_ms, answer.energy_j));
    let exact = |figure: Option<f64>, unit: &str| figure.map(|figure| format!("{figure} {unit}"));
    let none_met = answer.is_some() && plan.is_none();
    let time = if none_met { "none found".to_owned() } else { one_decimal_or_none(time_ms) };
    let of_row = plan.clone();
    let selected = Memo::new(move |_| {
        of_row.is_some() && app.planner.on_view.with(|view| view.as_ref().map(|view| &view.plan) == of_row.as_ref())
    });
    let has_plan = plan.is_some();
    let pick = plan.clone();
    let on_pick = move |_| {
        if live.get_untracked() && pick.is_some() {
            app.pick(pick.clone());
        }
    };
    let name = view! {
        <strong>{names}</strong>
        " "
        {model}
    };
    let name = if has_plan {
        view! {
            <button type="button" class="pick plain" aria-pressed=move || selected.get().to_string()>
                {name}
            </button>
        }
        .into_any()
    } else {
        name.into_any()
    };
    view! {
        <tr class:selected=selected on:click=on_pick title=plan>
            <th scope="row" class="text cut" title=all_names>
                {name}
            </th>
            <td class="text">
                <span class="chip">{site}</span>
            </td>
            <td class:none=none_met title=exact(time_ms, "ms")>
                {time}
            </td>
            {weighs_energy.then(|| view! { <td title=exact(energy_j, "J")>{one_decimal_or_none(energy_j)}</td> })}
            <td class:none=no_cost>{cost.clone()}</td>
        </tr>
    }
}
