//! Eq. 1 and Eq. 14 with the numbers of the plan on view.

use leptos::prelude::*;

use crate::answer::Sum;
use crate::format;
use crate::format::{fixed, one_decimal};
use crate::ui::panels::equations::pace::{PaceWords, pace_words};
use crate::ui::state::app::App;
use crate::ui::state::planner_state::OnView;

/// Most addends that are written out unasked.
const MAX_ADDENDS: usize = 8;
/// Addends at either end that stay when the rest is left out.
const KEPT: usize = 3;
/// Most repetitions of the slowest stage that are drawn one by one.
const MAX_REPEATS: u64 = 16;
/// Share of the bar that a part needs for its name to fit.
const NAMED: f64 = 0.045;

/// A sum with the sentence beside it.
#[derive(Clone, PartialEq)]
struct Worded {
    sum: Sum,
    words: PaceWords,
}

fn worded(view: &OnView) -> Option<Worded> {
    let sum = view.sum.clone()?;
    Some(Worded { words: pace_words(&view.scenario.instance, &sum), sum })
}

#[component]
pub fn SumPanel(app: App) -> impl IntoView {
    let on_view = app.planner.on_view;
    let worded = Memo::new(move |_| on_view.with(|view| view.as_ref().and_then(worded)));
    let no_plan =
        Memo::new(move |_| app.planner.run.with(|run| run.shown.is_some()) && on_view.with(|view| view.is_none()));
    let expanded = RwSignal::new(false);
    let content = move || match worded.get() {
        Some(Worded { sum, words }) => view! {
            <Bar sum=sum.clone() />
            <Equations sum expanded />
            <p class="pace-words">{words.before} <strong>{words.gpu}</strong> {words.after}</p>
        }
        .into_any(),
        None => view! { <p class="quiet">{format::NONE}</p> }.into_any(),
    };
    view! {
        <section class="panel sum-panel" aria-labelledby="sum-title" class:hidden=no_plan>
            <div class="panel-head">
                <h2 id="sum-title">"The sum"</h2>
                <span class="quiet">"Eq. 1 and Eq. 14 with this plan’s numbers"</span>
            </div>
            {content}
        </section>
    }
}

/// T to scale: every stage once, then the slowest again and again.
#[component]
fn Bar(sum: Sum) -> impl IntoView {
    let slowest = sum.pace.stage;
    let slowest_ms = sum.stages.get(slowest).map_or(0.0, |stage| stage.service_ms);
    let part = move |ms: f64, name: String, class: &'static str| {
        let name = (ms >= NAMED * sum.time_ms).then_some(name);
        view! { <span class=class style:flex-grow=format!("{ms}")>{name}</span> }
    };
    let class = move |stage: usize| if stage == slowest { "sum-part pacing" } else { "sum-part" };
    let fill = sum
        .stages
        .iter()
        .enumerate()
        .map(|(stage, addends)| part(addends.service_ms, format!("τ{}", stage + 1), class(stage)).into_any());
    let repeats = sum.repeats;
    let again: Vec<_> = match repeats {
        0 => Vec::new(),
        1..=MAX_REPEATS => (0..repeats)
            .map(|_| part(slowest_ms, format!("τ{}", slowest + 1), "sum-part pacing again").into_any())
            .collect(),
        _ => vec![
            part(sum.repeated_ms, format!("{} · τ{}", format::count(repeats), slowest + 1), "sum-part pacing again")
                .into_any(),
        ],
    };
    let again_text = (repeats > 0).then(|| {
        let figures = format!("{} · τ{} = {}", format::count(repeats), slowest + 1, one_decimal(sum.repeated_ms));
        view! {
            <span class="sum-again" style:flex-grow=format!("{}", sum.repeated_ms)>
                <span class="sum-long">"then the slowest stage again, "</span>
                {figures}
                " ms"
            </span>
        }
    });
    view! {
        <div class="sum-bar" aria-hidden="true">{fill.collect_view()} {again}</div>
        <div class="sum-legend">
            <span style:flex-grow=format!("{}", sum.fill_ms)>
                <span class="sum-long">"Fill and drain, "</span>
                {format!("Σ τ = {} ms", one_decimal(sum.fill_ms))}
            </span>
            {again_text}
        </div>
    }
}

/// The two sums, number by number.
#[component]
fn Equations(sum: Sum, expanded: RwSignal<bool>) -> impl IntoView {
    let slowest = sum.pace.stage;
    let slowest_ms = sum.stages.get(slowest).map_or(0.0, |stage| stage.service_ms);
    let chip = |value: f64, unit: &str, pacing: bool| {
        let class = if pacing { "sum-chip pacing" } else { "sum-chip" };
        view! { <span class=class title=format!("{value} {unit}")>{one_decimal(value)}</span> }.into_any()
    };
    let services =
        sum.stages.iter().enumerate().map(|(stage, addends)| (addends.service_ms, stage == slowest)).collect();
    let active = sum.stages.iter().map(|addends| (addends.active_j, false)).collect();
    let again = (sum.repeats > 0).then(|| {
        view! {
            " + "
            {format::count(sum.repeats)}
            " · "
            {chip(slowest_ms, "ms", true)}
        }
    });
    let idle = format!("{} s · {} W", fixed(sum.time_ms / 1_000.0, 3), watts(sum.idle_w));
    view! {
        <p class="equation">
            <strong>"T"</strong>
            " = Σ τ + (M − 1) · max τ = "
            <Addends addends=services unit="ms" expanded />
            {again}
            " = "
            <strong title=format!("{} ms", sum.time_ms)>{format!("{} ms", one_decimal(sum.time_ms))}</strong>
        </p>
        <p class="equation">
            <strong>"E"</strong>
            " = T · Σ P"
            <sub>"idle"</sub>
            " + active = "
            <span class="sum-chip" title=format!("{} J", sum.idle_j)>
                {idle}
            </span>
            " + "
            <Addends addends=active unit="J" expanded />
            " = "
            <strong title=format!("{} J", sum.energy_j)>{format!("{} J", one_decimal(sum.energy_j))}</strong>
        </p>
    }
}

/// Addends with plus signs between them; of many the ones in the middle only when asked for.
#[component]
fn Addends(addends: Vec<(f64, bool)>, unit: &'static str, expanded: RwSignal<bool>) -> impl IntoView {
    let count = addends.len();
    let chips = move |range: std::ops::Range<usize>| {
        let shown = addends.get(range.clone()).unwrap_or_default().iter().zip(range);
        shown
            .map(|(&(value, pacing), index)| {
                let class = if pacing { "sum-chip pacing" } else { "sum-chip" };
                view! {
                    {(index > 0).then_some(" + ")}
                    <span class=class title=format!("{value} {unit}")>
                        {one_decimal(value)}
                    </span>
                }
            })
            .collect_view()
    };
    move || {
        if count <= MAX_ADDENDS || expanded.get() {
            return chips(0..count).into_any();
        }
        let hidden = count - 2 * KEPT;
        view! {
            {chips(0..KEPT)}
            " + "
            <button type="button" class="link-button" on:click=move |_| expanded.set(true)>
                {format!("… {hidden} more")}
            </button>
            {chips(count - KEPT..count)}
        }
        .into_any()
    }
}

fn watts(watts: f64) -> String {
    if watts.fract() == 0.0 { fixed(watts, 0) } else { one_decimal(watts) }
}
