//! What a whole training run takes, for a count of tokens that the person sets.

use leptos::prelude::*;

use crate::format;
use crate::ui::panels::training_run::token_count;
use crate::ui::panels::training_run::token_count::RunTotals;
use crate::ui::state::app::App;
use crate::ui::state::storage;

const MESSAGE: &str = "run-tokens-message";

#[component]
pub fn RunTotalsRow(app: App) -> impl IntoView {
    let text = RwSignal::new(storage::stored_tokens().unwrap_or_else(|| token_count::show(token_count::DEFAULT)));
    let tokens = Memo::new(move |_| text.with(|text| token_count::parse(text)));
    let totals = Memo::new(move |_| {
        let tokens = tokens.get().ok()?;
        app.planner.on_view.with(|view| {
            let view = view.as_ref()?;
            Some(RunTotals::of(&view.scenario.instance, tokens, view.time_ms?, view.energy_j?))
        })
    });
    let duration = move || {
        let (value, unit) = totals.get().map_or_else(|| (format::NONE.to_owned(), "days"), |totals| totals.duration());
        view! {
            <strong>{value}</strong>
            {format!(" {unit}")}
        }
    };
    let energy = move || totals.get().map_or_else(|| format::NONE.to_owned(), |totals| energy_text(totals.energy_kwh));
    let iterations = move || {
        totals.get().map_or_else(|| format::NONE.to_owned(), |totals| format::fixed(totals.iterations.ceil(), 0))
    };
    let wrong = move || tokens.get().err();
    view! {
        <section class="run-totals" aria-label="Training run">
            <label>
                "A run of "
                <input
                    class="field-box"
                    class:wrong=move || wrong().is_some()
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="24"
                    aria-label="Tokens of the training run"
                    aria-invalid=move || wrong().map(|_| "true")
                    aria-describedby=MESSAGE
                    prop:value=text
                    on:input:target=move |event| text.set(event.target().value())
                    on:change=move |_| if let Ok(tokens) = tokens.get_untracked() {
                        let shown = token_count::show(tokens);
                        storage::store_tokens(&shown);
                        text.set(shown);
                    }
                />
                " tokens"
            </label>
            <span class="run-figures">
                <span>{duration}</span>
                <span>
                    <strong>{energy}</strong>
                    " kWh"
                </span>
                <span>{iterations} " iterations"</span>
            </span>
            <span id=MESSAGE class="quiet" class:bad=move || wrong().is_some()>
                {move || wrong().unwrap_or("Compute GPUs only, as the model counts them")}
            </span>
        </section>
    }
}

fn energy_text(kwh: f64) -> String {
    if kwh >= 10_000.0 { format::fixed(kwh, 0) } else { format::one_decimal(kwh) }
}
