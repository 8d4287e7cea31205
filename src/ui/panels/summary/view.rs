//! The figures that matter, in one strip.

use leptos::prelude::*;

use crate::format;
use crate::ui::dom::hint::Hinted;
use crate::ui::dom::icons::{CROSS, Icon, TICK};
use crate::ui::panels::summary::verdict;
use crate::ui::state::app::App;
use crate::ui::state::planner_state::OnView;
use crate::ui::state::tone::Tone;

/// Most GPUs that are drawn as squares, and most of them in one row.
const MAX_SQUARES: usize = 22;
const LARGE_SQUARES: usize = 8;
/// Characters from which a figure is set smaller, so that its unit has room.
const LONG: usize = 9;
const BUBBLE_HINT: &str = "Share of GPU time spent waiting: 1 − (compute + sends) ÷ (stages × makespan), with the makespan of the \
     timeline below.";

/// One figure with its unit and a line below.
#[derive(Clone, Default, PartialEq)]
struct Figure {
    value: String,
    exact: String,
    unit: &'static str,
    line: String,
    /// Whether the line sets the figure against the reference.
    compared: bool,
    better: Option<bool>,
}

impl Figure {
    fn none() -> Self {
        Self { value: format::NONE.to_owned(), ..Self::default() }
    }

    fn of(value: f64, decimals: usize, unit: &'static str) -> Self {
        let shown = if decimals == 0 { format::fixed(value, 0) } else { format::one_decimal(value) };
        Self { value: shown, exact: format!("{value} {unit}"), unit, ..Self::default() }
    }

    fn against(mut self, value: f64, reference: Option<f64>) -> Self {
        if let Some(reference) = reference {
            self.line = format::change(value, reference);
            self.compared = true;
            self.better = format::differs(value, reference).then_some(value < reference);
        }
        self
    }
}

#[component]
pub fn StatusStrip(app: App) -> impl IntoView {
    let view = app.planner.on_view;
    let figure = move |read: fn(&OnView) -> Option<Figure>| {
        Memo::new(move |_| view.with(|view| view.as_ref().and_then(read)).unwrap_or_else(Figure::none))
    };
    let time = figure(|view| {
        let time_ms = view.time_ms?;
        Some(Figure::of(time_ms, 1, "ms").against(time_ms, view.reference_time_ms))
    });
    let energy = figure(|view| {
        let energy_j = view.energy_j?;
        Some(Figure::of(energy_j, 1, "J").against(energy_j, view.reference_energy_j))
    });
    let throughput = figure(|view| {
        let instance = &view.scenario.instance;
        let mut figure = Figure::of(verdict::tokens_per_second(instance, view.time_ms?), 0, "tok/s");
        figure.line = format!("{} per iteration", format::count(verdict::tokens_per_iteration(instance)));
        Some(figure)
    });
    view! {
        <section class="strip" aria-label="Figures">
            <FigureCell name="Iteration time" figure=time />
            <FigureCell name="Energy" figure=energy />
            <FigureCell name="Throughput" figure=throughput />
            <GpusUsed view />
            <BubbleShare app />
            <HowGood app />
        </section>
    }
}

#[component]
fn FigureCell(name: &'static str, figure: Memo<Figure>) -> impl IntoView {
    let tone = move || match figure.get().better {
        Some(true) => "change good",
        Some(false) => "change bad",
        None => "change",
    };
    let long = move || figure.with(|figure| figure.value.chars().count() >= LONG);
    let line = move || {
        let Figure { line, compared, .. } = figure.get();
        view! {
            <span class=tone>{line}</span>
            {compared.then_some(" vs reference")}
        }
    };
    view! {
        <div class="figure">
            <h2>{name}</h2>
            <p
                class="figure-value"
                class:long=long
                title=move || figure.get().exact
            >
                {move || figure.get().value}
                <span class="figure-unit">{move || figure.get().unit}</span>
            </p>
            <p class="figure-line">{line}</p>
        </div>
    }
}

#[component]
fn GpusUsed(view: Memo<Option<OnView>>) -> impl IntoView {
    let used = Memo::new(move |_| {
        view.with(|view| view.as_ref().map(|view| verdict::used(&view.scenario.instance, &view.stages)))
    });
    let count = move || {
        used.get().map_or_else(
            || format::NONE.to_owned(),
            |used| format::count(used.iter().filter(|used| **used).count() as u64),
        )
    };
    let of = move |many: bool| {
        let pool = used.get().map(|used| used.len()).filter(|all| (*all > MAX_SQUARES) == many)?;
        Some(format!("of {}", format::count(pool as u64)))
    };
    let squares = move || used.get().filter(|used| used.len() <= MAX_SQUARES).map(|used| view! { <Squares used /> });
    view! {
        <div class="figure">
            <h2>"GPUs used"</h2>
            <p class="figure-value">
                {count}
                <span class="figure-unit">{move || of(false)}</span>
            </p>
            <p class="figure-line">{squares} {move || of(true)}</p>
        </div>
    }
}

/// The GPUs in their order, those in use filled; more than a few on two rows.
#[component]
fn Squares(used: Vec<bool>) -> impl IntoView {
    let (step, side, columns) =
        if used.len() <= LARGE_SQUARES { (11, 8, used.len()) } else { (8, 5, used.len().div_ceil(2)) };
    let (width, height) = (columns * step, used.len().div_ceil(columns.max(1)) * step);
    let square = |(index, used): (usize, bool)| {
        let class = if used { "square used" } else { "square" };
        let at = |cell: usize| ((cell * step) as f64 + 0.5).to_string();
        view! { <rect class=class x=at(index % columns) y=at(index / columns) width=side height=side rx="1"></rect> }
    };
    view! {
        <svg width=width height=height aria-hidden="true">
            {used.into_iter().enumerate().map(square).collect_view()}
        </svg>
    }
}

/// How much of the GPUs' time goes where, as shares of 1.
#[derive(Clone, Copy, PartialEq)]
struct Shares {
    compute: f64,
    send: f64,
    bubble: f64,
}

#[component]
fn BubbleShare(app: App) -> impl IntoView {
    let shares = Memo::new(move |_| {
        app.simulation.with(|simulation| {
            let simulation = simulation.as_ref()?.there()?;
            let (compute, send) = (simulation.compute_share, simulation.send_share);
            Some(Shares { compute, send, bubble: simulation.bubble_share })
        })
    });
    // What rounding leaves of nothing is nothing.
    let value = move || {
        shares.get().map_or_else(|| format::NONE.to_owned(), |shares| format::fixed(100.0 * shares.bubble.max(0.0), 1))
    };
    let unit = move || shares.get().map(|_| "%");
    let exact = move || {
        let percent = |share: f64| format!("{} %", format::fixed(100.0 * share.max(0.0), 1));
        shares.get().map(|Shares { compute, send, bubble }| {
            format!("Compute {}, sends {}, bubble {}", percent(compute), percent(send), percent(bubble))
        })
    };
    let bar = move || {
        shares.get().map(|Shares { compute, send, .. }| {
            let percent = |share: f64| format!("{:.2}%", 100.0 * share.clamp(0.0, 1.0));
            view! {
                <svg class="share-bar" role="img" aria-label=exact>
                    <rect class="bubble-part" width="100%" height="100%"></rect>
                    <rect class="compute-part" width=percent(compute) height="100%"></rect>
                    <rect class="send-part" x=percent(compute) width=percent(send) height="100%"></rect>
                    <rect class="share-frame" width="100%" height="100%"></rect>
                </svg>
            }
        })
    };
    view! {
        <div class="figure">
            <h2>
                <Hinted id="bubble-hint" name="Bubble share" hint=BUBBLE_HINT />
            </h2>
            <p class="figure-value" title=exact>
                {value}
                <span class="figure-unit">{unit}</span>
            </p>
            <p class="figure-line">{bar}</p>
        </div>
    }
}

#[component]
fn HowGood(app: App) -> impl IntoView {
    let quality = Memo::new(move |_| {
        let progress = app.planner.progress.get();
        app.planner.run.with(|run| app.reading.with(|reading| verdict::quality(run, progress, reading.state())))
    });
    let picked = Memo::new(move |_| app.planner.on_view.with(|view| view.as_ref().is_some_and(|view| view.picked)));
    let told = move || picked.get() && quality.get().tone != Tone::Warn;
    let tone = move || if told() { Tone::Plain } else { quality.get().tone };
    let icon = move || match tone() {
        Tone::Good => Some(view! { <Icon path=TICK /> }),
        Tone::Bad => Some(view! { <Icon path=CROSS /> }),
        _ => None,
    };
    let word = move || if told() { "Picked plan".to_owned() } else { quality.get().word };
    view! {
        <div class="figure how-good">
            <h2>"How good"</h2>
            <p class="figure-value">
                <span class=move || format!("badge {}", tone().class())>{icon} {word}</span>
            </p>
            <p class="figure-line">
                <Show when=move || picked.get() fallback=move || view! { {move || quality.get().line} }>
                    <button type="button" class="link-button" on:click=move |_| app.pick(None)>
                        "Back to the planner’s"
                    </button>
                </Show>
            </p>
        </div>
    }
}
