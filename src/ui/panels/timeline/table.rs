//! The timeline as a table, a page at a time.

use leptos::prelude::*;

use crate::format;
use crate::ui::panels::timeline::rows;
use crate::ui::panels::timeline::rows::{Row, on_page, pages};
use crate::ui::panels::timeline::simulation::LabelledSimulation;
use crate::ui::state::app::App;

#[component]
pub fn OperationTable(app: App) -> impl IntoView {
    let count = Memo::new(move |_| with(app, rows::count).unwrap_or_default());
    let turned = RwSignal::new(0);
    let page = move || turned.get().min(pages(count.get()) - 1);
    let shown = Memo::new(move |_| {
        let range = on_page(page(), count.get());
        with(app, |simulation| rows::rows(simulation, range)).unwrap_or_default()
    });
    let range = move || {
        let range = on_page(page(), count.get());
        let number = |index: usize| format::count(index as u64);
        format!("Operations {}–{} of {}", number(range.start + 1), number(range.end), number(count.get()))
    };
    view! {
        <div class="operations-scroll" tabindex="0" role="region" aria-label="Operations, scrollable">
            <table class="operations">
                <caption class="hidden-text">"Operations of one iteration, stage by stage"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Stage"</th>
                        <th scope="col" class="text">"GPU"</th>
                        <th scope="col" class="text">"Operation"</th>
                        <th scope="col">"Micro-batch"</th>
                        <th scope="col">"Start ms"</th>
                        <th scope="col">"End ms"</th>
                    </tr>
                </thead>
                <tbody>{move || shown.get().into_iter().map(line).collect_view()}</tbody>
            </table>
        </div>
        <div class="pager">
            <button
                type="button"
                class="button text"
                disabled=move || page() == 0
                on:click=move |_| turned.set(page().saturating_sub(1))
            >
                "Previous"
            </button>
            <span class="quiet" role="status">{range}</span>
            <button
                type="button"
                class="button text"
                disabled=move || page() + 1 == pages(count.get())
                on:click=move |_| turned.set(page() + 1)
            >
                "Next"
            </button>
        </div>
    }
}

fn with<T>(app: App, read: impl FnOnce(&LabelledSimulation) -> T) -> Option<T> {
    app.simulation.with(|simulation| simulation.as_ref()?.there().map(read))
}

fn line(row: Row) -> impl IntoView {
    view! {
        <tr>
            <td>{row.stage}</td>
            <td class="text">{row.gpu}</td>
            <th scope="row" class="text">{row.operation}</th>
            <td>{row.micro_batch}</td>
            <td>{row.start}</td>
            <td>{row.end}</td>
        </tr>
    }
}
