//! A plan as a table, stage by stage.

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::answer::StageAnswer;
use crate::format;
use crate::format::{one_decimal, one_decimal_or_none};
use crate::model::Instance;
use crate::ui::panels::summary::verdict;

/// Most layers that are drawn one by one.
const MAX_BLOCKS: u64 = 48;
/// Share of its memory beyond which a stage is called tight.
const TIGHT: f64 = 0.95;
/// Rows that stand in while there is no plan yet.
const PLACEHOLDERS: usize = 4;

#[derive(Clone, Debug, PartialEq)]
pub struct StageRow {
    number: usize,
    stage: StageAnswer,
    model: String,
    site: String,
    first_layer: u64,
    all_layers: u64,
    sets_pace: bool,
    last: bool,
}

/// The rows of a plan.
pub fn stage_rows(instance: &Instance, stages: &[StageAnswer]) -> Vec<StageRow> {
    let cluster = &instance.cluster;
    let gpus: BTreeMap<&str, _> = cluster.gpus().iter().map(|gpu| (gpu.name.as_str(), gpu)).collect();
    let all_layers = stages.iter().map(|stage| u64::from(stage.layers)).sum();
    let mut first_layer = 0;
    let row = |(index, (stage, sets_pace)): (usize, (&StageAnswer, bool))| {
        let gpu = gpus.get(stage.gpu.as_str());
        let site = gpu.and_then(|gpu| cluster.sites().get(gpu.site)).cloned();
        let first = first_layer;
        first_layer += u64::from(stage.layers);
        StageRow {
            number: index + 1,
            stage: stage.clone(),
            model: gpu.map(|gpu| gpu.model.clone()).unwrap_or_default(),
            site: site.unwrap_or_default(),
            first_layer: first,
            all_layers,
            sets_pace,
            last: index + 1 == stages.len(),
        }
    };
    stages.iter().zip(verdict::pacing(stages)).enumerate().map(row).collect()
}

/// The table; rows of "–" while `rows` is empty.
#[component]
pub fn StageTable(#[prop(into)] rows: Signal<Vec<StageRow>>, label: &'static str) -> impl IntoView {
    let keyed = move || rows.get().into_iter().map(|row| (format!("{row:?}"), row)).collect::<Vec<_>>();
    let placeholders = move || {
        let missing = if rows.with(Vec::is_empty) { PLACEHOLDERS } else { 0 };
        (0..missing).map(|_| view! { <PlaceholderRow /> }).collect_view()
    };
    view! {
        <div class="stage-scroll">
            <table class="stages" aria-label=label>
                <thead>
                    <tr>
                        <th scope="col" class="stage">
                            <span class="hidden-narrow">"Stage"</span>
                        </th>
                        <th scope="col" class="text">
                            "GPU"
                            <span class="only-narrow">" · site"</span>
                        </th>
                        <th scope="col" class="text hidden-narrow">"Site"</th>
                        <th scope="col">"Layers"</th>
                        <th scope="col" class="blocks hidden-narrow">
                            <span class="hidden-text">"Which layers"</span>
                        </th>
                        <th scope="col" class="hidden-narrow">"Compute ms"</th>
                        <th scope="col" class="hidden-narrow">"Send on ms"</th>
                        <th scope="col" class="hidden-narrow">"Send back ms"</th>
                        <th scope="col" class="service" title="Compute and sends of one micro-batch">
                            "Service τ ms"
                        </th>
                        <th scope="col">"Memory GB"</th>
                        <th scope="col" class="bar hidden-narrow">
                            <span class="hidden-text">"Memory in use"</span>
                        </th>
                    </tr>
                </thead>
                <tbody>
                    <For each=keyed key=|(key, _)| key.clone() let:keyed>
                        <StageLine row=keyed.1 />
                    </For>
                    {placeholders}
                </tbody>
            </table>
        </div>
    }
}

#[component]
fn PlaceholderRow() -> impl IntoView {
    let class = |column: usize| match column {
        1 => "text",
        2 => "text hidden-narrow",
        4..=7 | 10 => "hidden-narrow",
        _ => "",
    };
    let cells =
        (0..11).map(|column| view! { <td class=class(column)>{if column == 0 { "" } else { format::NONE }}</td> });
    view! { <tr class="placeholder">{cells.collect_view()}</tr> }
}

#[component]
fn StageLine(row: StageRow) -> impl IntoView {
    let StageRow { number, stage, model, site, first_layer, all_layers, sets_pace, last } = row;
    // The last stage sends nothing on, the first nothing back.
    let sends = |figure: Option<f64>, none: bool| {
        if none { format::NONE.to_owned() } else { one_decimal_or_none(figure) }
    };
    let send_forward = sends(stage.forward_ms, last);
    let send_backward = sends(stage.backward_ms, number == 1);
    let exact = |figure: Option<f64>| figure.map(|figure| format!("{figure} ms"));
    let layers = u64::from(stage.layers);
    let share = stage.memory_gb / stage.memory_limit_gb;
    let full_name = format!("{} {model}", stage.gpu);
    view! {
        <tr class:pace=sets_pace>
            <td class="stage">
                <span class="stage-number">{number}</span>
            </td>
            <th scope="row" class="text gpu" title=full_name>
                <strong>{stage.gpu}</strong>
                " "
                <span>{model}</span>
                <span class="only-narrow quiet">{format!(" · {site}")}</span>
                <span class="only-narrow-block">
                    <LayerBlocks first=first_layer layers all=all_layers />
                </span>
            </th>
            <td class="text hidden-narrow">
                <span class="chip" title=site.clone()>{site.clone()}</span>
            </td>
            <td>
                <strong class="plain-narrow">{layers}</strong>
            </td>
            <td class="blocks hidden-narrow">
                <LayerBlocks first=first_layer layers all=all_layers />
            </td>
            <td class="hidden-narrow" title=exact(Some(stage.compute_ms))>{one_decimal(stage.compute_ms)}</td>
            <td class="hidden-narrow" title=exact(stage.forward_ms)>{send_forward}</td>
            <td class="hidden-narrow" title=exact(stage.backward_ms)>{send_backward}</td>
            <td class="service" title=exact(stage.service_ms)>
                {sets_pace.then(|| view! { <span class="pace-note">"sets the pace "</span> })}
                <strong>{one_decimal_or_none(stage.service_ms)}</strong>
            </td>
            <td class="memory" class:over={share > 1.0} title=format!("{} of {} GB", stage.memory_gb, stage.memory_limit_gb)>
                {one_decimal(stage.memory_gb)}
                <span class="quiet">{format!(" / {}", one_decimal(stage.memory_limit_gb))}</span>
                <span class="only-narrow-block">
                    <MemoryBar share />
                </span>
            </td>
            <td class="bar hidden-narrow">
                <MemoryBar share />
            </td>
        </tr>
    }
}

/// Which of all layers a stage holds.
#[component]
fn LayerBlocks(first: u64, layers: u64, all: u64) -> impl IntoView {
    // Single layers while they can be told apart, otherwise one span.
    let blocks: Vec<(u64, u64)> =
        if all <= MAX_BLOCKS { (0..all).map(|layer| (layer, 1)).collect() } else { vec![(0, all), (first, layers)] };
    let held = move |start: u64, width: u64| start >= first && start + width <= first + layers;
    let block = |(start, width): (u64, u64)| {
        let class = if held(start, width) { "block held" } else { "block" };
        let gap = if all <= MAX_BLOCKS { 1.5 } else { 0.0 };
        view! {
            <rect class=class x=(start * 8).to_string() y="0" width=(width as f64 * 8.0 - gap).to_string() height="9"></rect>
        }
    };
    view! {
        <svg class="layer-blocks" viewBox=format!("0 0 {} 9", all * 8) preserveAspectRatio="none" aria-hidden="true">
            {blocks.into_iter().map(block).collect_view()}
        </svg>
    }
}

#[component]
fn MemoryBar(share: f64) -> impl IntoView {
    let class = if share > TIGHT { "fill tight" } else { "fill" };
    let width = format!("{:.1}%", 100.0 * share.clamp(0.0, 1.0));
    view! {
        <svg class="memory-bar" aria-hidden="true">
            <rect class="track" width="100%" height="100%"></rect>
            <rect class=class width=width height="100%"></rect>
        </svg>
    }
}
