//! The view of the paper's tables: what is printed, what comes out here, and how much a match proves.

use leptos::prelude::*;

use crate::format;
use crate::paper::published::{Row, TABLES, Table, Weight};
use crate::paper::{Figure, Reproduced};
use crate::ui::dom::icons::{CROSS, Icon, TICK};
use crate::ui::paper::rows::{RowState, difference};
use crate::ui::state::app::{App, PageView};

#[component]
pub fn PaperView(app: App) -> impl IntoView {
    app.work_on_paper();
    let done = Memo::new(move |_| app.planner.paper.with(|rows| (rows.done(), rows.count())));
    let fact = move || match done.get() {
        (done, count) if done < count => format!("{done} of {count} rows worked out"),
        _ => app.planner.paper.with(crate::ui::paper::rows::PaperRows::summary),
    };
    let mut first = 0;
    let tables = TABLES.iter().map(|table| {
        let start = first;
        first += table.rows.len();
        view! { <TablePanel app table start /> }
    });
    let tables = tables.collect_view();
    view! {
        <main class="paper" aria-labelledby="paper-title">
            <div class="paper-head">
                <h2 id="paper-title" tabindex="-1">"Paper tables"</h2>
                <span class="quiet" role="status">{fact}</span>
                <span class="spring"></span>
                <button type="button" class="button" on:click=move |_| app.show(PageView::Workbench)>
                    <Icon path=CROSS />
                    "Close"
                </button>
            </div>
            <p class="paper-intro">
                "Every figure of the GeoTrain paper that can be worked out, worked out here and now: ours above, the printed one
                 below it with the difference. The paper does not state its simulated pools; each row opens the one its figures
                 come out of."
            </p>
            <dl class="weights">
                {Weight::ALL.iter().map(|weight| view! {
                    <div>
                        <dt>{weight.as_str()}</dt>
                        <dd>{weight.meaning()}</dd>
                    </div>
                }).collect_view()}
            </dl>
            {tables}
        </main>
    }
}

/// A table, whose first row is number `start` of all.
#[component]
fn TablePanel(app: App, table: &'static Table, start: usize) -> impl IntoView {
    let heads = table.measure.columns().iter().map(|(name, unit)| {
        view! {
            <th scope="col">
                {*name}
                <span class="unit">{*unit}</span>
            </th>
        }
    });
    let rows =
        table.rows.iter().enumerate().map(|(index, row)| view! { <RowLine app table row number=start + index /> });
    let title_id = format!("paper-{start}");
    let labelled_by = title_id.clone();
    let body = (!table.measure.columns().is_empty()).then(|| {
        view! {
            <div class="paper-scroll" tabindex="0" role="group" aria-label=format!("{}, scrolls sideways", table.id)>
                <table aria-label=table.id>
                    <thead>
                        <tr>
                            <th scope="col" class="text">"Row"</th>
                            {heads.collect_view()}
                            <th scope="col" class="text">"Plan found"</th>
                            <th scope="col" class="text">"Match"</th>
                            <th scope="col"><span class="hidden-text">"Scenario"</span></th>
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        }
    });
    view! {
        <section class="panel paper-table" aria-labelledby=labelled_by>
            <div class="panel-head">
                <h3 id=title_id>{table.id}</h3>
                <span class="quiet">{table.title}</span>
            </div>
            {body}
            <div class="paper-notes">
                {notes(table).into_iter().map(|(rows, note)| view! {
                    <p>
                        <strong>{rows} ". "</strong>
                        {note}
                    </p>
                }).collect_view()}
            </div>
        </section>
    }
}

/// What has to be said about rows, each note once with the rows it is about.
fn notes(table: &'static Table) -> Vec<(String, &'static str)> {
    let mut notes: Vec<(String, &'static str)> = Vec::new();
    for row in table.rows.iter().filter(|row| !row.note.is_empty()) {
        match notes.iter_mut().find(|(_, note)| *note == row.note) {
            Some((rows, _)) => *rows += &format!(", {}", row.label),
            None => notes.push((row.label.to_owned(), row.note)),
        }
    }
    notes
}

#[component]
fn RowLine(app: App, table: &'static Table, row: &'static Row, number: usize) -> impl IntoView {
    let state = Memo::new(move |_| app.planner.paper.with(|rows| rows.state(number)));
    let figures = move || match state.get() {
        RowState::There(reproduced) => reproduced
            .figures
            .iter()
            .map(|figure| view! { <FigureCell figure=figure.clone() /> })
            .collect_view()
            .into_any(),
        _ => row.printed.iter().map(|printed| view! { <PrintedCell text=printed.text() /> }).collect_view().into_any(),
    };
    let plan = move || match state.get() {
        RowState::There(reproduced) => plan_text(&reproduced),
        RowState::Waiting => "…".to_owned(),
        RowState::Refused => "could not be worked out".to_owned(),
    };
    let open = row.source.map(|source| {
        let label = format!("Open the scenario of {}, {}", table.id, row.label);
        view! {
            <button type="button" class="button text" aria-label=label on:click=move |_| app.open_source(source)>
                "Open"
            </button>
        }
    });
    view! {
        <tr>
            <th scope="row" class="text">{row.label}</th>
            {figures}
            <td class="text plan">{plan}</td>
            <td class="text" title=row.weight.meaning()>{row.weight.as_str()}</td>
            <td>{open}</td>
        </tr>
    }
}

fn plan_text(reproduced: &Reproduced) -> String {
    reproduced.plan.as_ref().map_or_else(|| format::NONE.to_owned(), |plan| plan.replace(',', ", "))
}

/// A figure that is not worked out yet.
#[component]
fn PrintedCell(text: Option<String>) -> impl IntoView {
    view! {
        <td>
            <span class="ours none">{format::NONE}</span>
            <span class="printed">{text.unwrap_or_else(|| format::NONE.to_owned())}</span>
        </td>
    }
}

/// A figure, ours and the printed one.
#[component]
fn FigureCell(figure: Figure) -> impl IntoView {
    let exact = figure.ours.map(|ours| format!("{ours} {}", figure.unit));
    let differs = figure.same == Some(false);
    let told = difference(&figure);
    let mark = match figure.same {
        Some(true) => Some(view! { <span class="mark good" title="Prints alike"><Icon path=TICK /></span> }),
        _ => None,
    };
    view! {
        <td title=exact class:differs=differs>
            <span class="ours">
                {mark}
                {figure.ours_text.unwrap_or_else(|| format::NONE.to_owned())}
            </span>
            <span class="printed">
                {figure.published_text.unwrap_or_else(|| format::NONE.to_owned())}
                <span class="difference">{told}</span>
            </span>
        </td>
    }
}
