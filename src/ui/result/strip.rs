//! The figures that matter, in one strip.

use leptos::prelude::*;

use crate::ui::figures::{self, Tone};
use crate::ui::format;
use crate::ui::icons::{CROSS, Icon, TICK};
use crate::ui::run::Shown;
use crate::ui::state::App;

/// Most GPUs that are drawn as squares.
const MAX_SQUARES: usize = 32;

/// One figure with its unit and a line below.
#[derive(Clone, Default, PartialEq)]
struct Figure {
    value: String,
    exact: String,
    unit: &'static str,
    line: String,
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
            self.better = (self.line != "0.0 %").then_some(value < reference);
        }
        self
    }
}

/// The strip.
#[component]
pub fn StatusStrip(app: App) -> impl IntoView {
    let shown = move |read: fn(&Shown) -> Option<Figure>| {
        Memo::new(move |_| app.run.with(|run| run.shown.as_ref().and_then(read)).unwrap_or_else(Figure::none))
    };
    let time = shown(|shown| {
        let time_ms = shown.answer.time_ms?;
        Some(Figure::of(time_ms, 1, "ms").against(time_ms, shown.answer.reference_time_ms))
    });
    let energy = shown(|shown| {
        let energy_j = shown.answer.energy_j?;
        Some(Figure::of(energy_j, 1, "J").against(energy_j, shown.answer.reference_energy_j))
    });
    let throughput = shown(|shown| {
        let instance = &shown.scenario.instance;
        let mut figure = Figure::of(figures::tokens_per_second(instance, shown.answer.time_ms?), 0, "tok/s");
        figure.line = format!("{} per iteration", format::count(figures::tokens_per_iteration(instance)));
        Some(figure)
    });
    view! {
        <section class="strip" aria-label="Figures">
            <FigureCell name="Iteration time" figure=time />
            <FigureCell name="Energy" figure=energy />
            <FigureCell name="Throughput" figure=throughput />
            <GpusUsed app />
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
    let line = move || {
        let Figure { line, better, .. } = figure.get();
        let against = line.ends_with('%');
        view! {
            <span class=tone>{line}</span>
            {(against || better.is_some()).then_some(" vs reference")}
        }
    };
    view! {
        <div class="figure">
            <h2>{name}</h2>
            <p class="figure-value" title=move || figure.get().exact>
                {move || figure.get().value}
                <span class="figure-unit">{move || figure.get().unit}</span>
            </p>
            <p class="figure-line">{line}</p>
        </div>
    }
}

#[component]
fn GpusUsed(app: App) -> impl IntoView {
    let used = Memo::new(move |_| {
        app.run.with(|run| {
            let shown = run.shown.as_ref()?;
            shown.answer.plan.as_ref()?;
            Some(figures::used(&shown.scenario.instance, &shown.answer.stages))
        })
    });
    let count = move || {
        used.get().map_or_else(
            || format::NONE.to_owned(),
            |used| format::count(used.iter().filter(|used| **used).count() as u64),
        )
    };
    let of = move || used.get().map(|used| format!("of {}", format::count(used.len() as u64)));
    let squares = move || {
        let used = used.get().filter(|used| used.len() <= MAX_SQUARES)?;
        let width = (used.len() * 11).to_string();
        let square = |(index, used): (usize, bool)| {
            let class = if used { "square used" } else { "square" };
            view! { <rect class=class x=(index as f64 * 11.0 + 0.5).to_string() y="0.5" width="8" height="8" rx="1"></rect> }
        };
        let squares = used.into_iter().enumerate().map(square).collect_view();
        Some(view! {
            <svg class="squares" viewBox=format!("0 0 {width} 9") width=width height="9" aria-hidden="true">
                {squares}
            </svg>
        })
    };
    view! {
        <div class="figure">
            <h2>"GPUs used"</h2>
            <p class="figure-value">
                {count}
                <span class="figure-unit">{of}</span>
            </p>
            <p class="figure-line">{squares}</p>
        </div>
    }
}

#[component]
fn HowGood(app: App) -> impl IntoView {
    let quality =
        Memo::new(move |_| app.run.with(|run| app.reading.with(|reading| figures::quality(run, reading.state()))));
    let icon = move || match quality.get().tone {
        Tone::Good => Some(view! { <Icon path=TICK /> }),
        Tone::Bad => Some(view! { <Icon path=CROSS /> }),
        _ => None,
    };
    view! {
        <div class="figure how-good">
            <h2>"How good"</h2>
            <p class="figure-value">
                <span class=move || format!("badge {}", quality.get().tone.class())>
                    {icon} {move || quality.get().word}
                </span>
            </p>
            <p class="figure-line">{move || quality.get().line}</p>
        </div>
    }
}
