//! How the planner got to its best plan: what opens from its state in the header.

use leptos::prelude::*;

use crate::chart::ticks;
use crate::format;
use crate::ui::panels::search_progress::history::SearchHistory;
use crate::ui::state::app::App;

/// The id of the popover.
pub const ID: &str = "planning";
/// Width of the popover, px.
pub const WIDTH: f64 = 380.0;
const CHART_WIDTH: f64 = 346.0;
const CHART_HEIGHT: f64 = 96.0;
/// Room for the labels at the left, below, and above, px.
const LEFT: f64 = 48.0;
const BELOW: f64 = 18.0;
const ABOVE: f64 = 8.0;

#[component]
pub fn PlanningPopover(app: App) -> impl IntoView {
    let history = Memo::new(move |_| {
        let progress = app.planner.progress.get();
        app.planner.run.with(|run| SearchHistory::of(run, progress))
    });
    let content = move || match history.get() {
        Some(history) => view! { <Telling history /> }.into_any(),
        None => view! { <p class="quiet">"Nothing has been planned yet."</p> }.into_any(),
    };
    view! {
        <div id=ID popover="auto" class="popover planning" role="dialog" aria-label="Planning">
            {content}
        </div>
    }
}

#[component]
fn Telling(history: SearchHistory) -> impl IntoView {
    let took = format::duration(history.wall_ms);
    let time = match history.left() {
        Some(left) => format!("{took}, {left}"),
        None => took,
    };
    let best = history.best_at().map(|at| format!("Best so far: {at}"));
    view! {
        <div class="panel-head">
            <h2>{if history.over { "Planned" } else { "Planning" }}</h2>
            <span class="quiet">{history.who.clone()}</span>
            <span class="spring"></span>
            <span class="planning-time">{time}</span>
        </div>
        <svg class="planning-share" aria-hidden="true">
            <rect class="track" width="100%" height="100%"></rect>
            <rect class="fill" width=format!("{:.1}%", 100.0 * history.share.clamp(0.0, 1.0)) height="100%"></rect>
        </svg>
        <div class="planning-facts">
            <span>{format::counted(history.evaluations, "plan")} " looked at"</span>
            <span>{best}</span>
        </div>
        <Chart history />
    }
}

/// The best figure over the plans looked at, as steps.
#[component]
fn Chart(history: SearchHistory) -> impl IntoView {
    let (Some(first), Some(last)) = (history.steps.first(), history.steps.last()) else {
        return view! { <p class="quiet">"No improvement has been told yet."</p> }.into_any();
    };
    let now = (history.evaluations as f64).max(last.evaluations).max(1.0);
    let end = if history.over || history.share <= 0.0 { now } else { now / history.share.min(1.0) };
    let slack = (0.08 * (first.value - last.value)).max(0.005 * last.value.abs()).max(1e-9);
    let (low, high) = (last.value - slack, first.value + slack);
    let x = |evaluations: f64| LEFT + (CHART_WIDTH - LEFT) * evaluations / end;
    let y = |value: f64| ABOVE + (CHART_HEIGHT - ABOVE - BELOW) * (high - value) / (high - low);
    let mut path = format!("M{:.1} {:.1}", x(first.evaluations), y(first.value));
    for step in &history.steps {
        path += &format!("H{:.1}V{:.1}", x(step.evaluations), y(step.value));
    }
    path += &format!("H{:.1}", x(now));
    let rows = ticks(low, high, 3);
    let row = |&value: &f64| {
        view! {
            <line class="grid" x1=LEFT.to_string() x2=CHART_WIDTH.to_string() y1=y(value).to_string() y2=y(value).to_string()></line>
            <text class="tick" x=(LEFT - 6.0).to_string() y=(y(value) + 4.0).to_string() text-anchor="end">
                {format::fixed(value, rows.decimals)}
            </text>
        }
    };
    let columns = ticks(0.0, end, 4);
    let column = |&evaluations: &f64| {
        let anchor = if x(evaluations) > CHART_WIDTH - 20.0 { "end" } else { "middle" };
        view! {
            <text class="tick" x=x(evaluations).to_string() y=(CHART_HEIGHT - 3.0).to_string() text-anchor=anchor>
                {format::fixed(evaluations, columns.decimals)}
            </text>
        }
    };
    let told = format!(
        "{}: {} after {}",
        history.figure,
        format::one_decimal(last.value),
        format::counted(last.evaluations as u64, "plan")
    );
    view! {
        <p class="quiet">{history.figure} ", by plans looked at"</p>
        <svg
            class="planning-chart"
            viewBox=format!("0 0 {CHART_WIDTH} {CHART_HEIGHT}")
            width=CHART_WIDTH.to_string()
            height=CHART_HEIGHT.to_string()
            role="img"
            aria-label=told
        >
            <rect
                class="to-come"
                x=x(now).to_string()
                y=ABOVE.to_string()
                width=(CHART_WIDTH - x(now)).max(0.0).to_string()
                height=(CHART_HEIGHT - ABOVE - BELOW).to_string()
            ></rect>
            {rows.values.iter().map(row).collect_view()}
            {columns.values.iter().map(column).collect_view()}
            <path class="steps" d=path></path>
            <circle class="best" cx=x(now).to_string() cy=y(last.value).to_string() r="4"></circle>
        </svg>
    }
    .into_any()
}
