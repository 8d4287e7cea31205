//! Where the plan runs: sites, GPUs and links.

use leptos::html;
use leptos::prelude::*;

use crate::chart::Rect;
use crate::format;
use crate::ui::dom::viewport::size_of;
use crate::ui::panels::site_map::labels::Label;
use crate::ui::panels::site_map::layout::{About, Dot, Edge, Node, Picture, lay_out};
use crate::ui::panels::site_map::measures::{DOT_RADIUS, DOT_STEP, TEXT_HEIGHT};
use crate::ui::panels::site_map::sites::SiteMap;
use crate::ui::state::app::App;

#[component]
pub fn NetworkMap(app: App) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let size = size_of(place);
    let map = Memo::new(move |_| map_of(app));
    let picture = Memo::new(move |_| {
        let (width, _) = size.get();
        map.with(|map| map.as_ref().filter(|_| width > 0.0).map(|map| lay_out(map, width)))
    });
    let below = move || {
        let mut lines =
            picture.with(|picture| picture.as_ref().map(|picture| picture.below.clone())).unwrap_or_default();
        let rest = map.with(|map| map.as_ref().filter(|map| map.more_sites > 0).map(SiteMap::rest));
        lines.extend(rest.map(|rest| format!("and {rest} without a stage")));
        lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view()
    };
    let spoken = move || {
        let spoken = map.with(|map| map.as_ref().map(SiteMap::spoken)).unwrap_or_default();
        spoken.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view()
    };
    view! {
        <section class="panel map-panel" aria-labelledby="map-title">
            <div class="panel-head">
                <h2 id="map-title">"Where it runs"</h2>
                <span class="quiet">"width = bandwidth"</span>
            </div>
            <div class="map-place" node_ref=place>
                {move || match picture.get() {
                    Some(picture) => view! { <Drawn picture /> }.into_any(),
                    None => view! { <p class="placeholder">{format::NONE}</p> }.into_any(),
                }}
            </div>
            <div class="map-below">{below}</div>
            <ul class="hidden-text" aria-label="Sites and links">{spoken}</ul>
        </section>
    }
}

/// The pool of the answer, with the plan on view.
fn map_of(app: App) -> Option<SiteMap> {
    let scenario = app.planner.run.with(|run| run.shown.as_ref().map(|shown| shown.scenario.clone()))?;
    let plan = app.planner.on_view.with(|view| view.as_ref().and_then(|view| view.to_plan()));
    Some(SiteMap::of(&scenario.instance, plan.as_ref()))
}

#[component]
fn Drawn(picture: Picture) -> impl IntoView {
    let Picture { width, height, edges, nodes, labels, .. } = picture;
    view! {
        <svg
            class="map"
            width=width.to_string()
            height=height.to_string()
            viewBox=format!("0 0 {width} {height}")
            aria-hidden="true"
            focusable="false"
        >
            {edges.into_iter().map(edge).collect_view()}
            {labels.into_iter().map(label).collect_view()}
            {nodes.into_iter().map(node).collect_view()}
        </svg>
    }
}

fn edge(Edge { ends: [x0, y0, x1, y1], width, on_path, title }: Edge) -> impl IntoView {
    let class = if on_path { "map-link on-path" } else { "map-link" };
    view! {
        <line class=class x1=px(x0) y1=px(y0) x2=px(x1) y2=px(y1) stroke-width=px(width)>
            <title>{title}</title>
        </line>
    }
}

fn label(Label { area, lines, on_path }: Label) -> impl IntoView {
    let class = if on_path { "map-label on-path" } else { "map-label" };
    view! { <text class=class>{centred(area, lines)}</text> }
}

fn about(About { area, lines, title }: About) -> impl IntoView {
    view! {
        <text class="map-label">
            <title>{title}</title>
            {centred(area, lines)}
        </text>
    }
}

/// The lines, each in the middle of the area's width.
fn centred(area: Rect, lines: Vec<String>) -> impl IntoView {
    let x = px(area.x + area.width / 2.0);
    let line = |(index, text): (usize, String)| {
        let y = px(area.y + (index as f64 + 1.0) * TEXT_HEIGHT - 3.5);
        view! { <tspan x=x.clone() y=y>{text}</tspan> }
    };
    lines.into_iter().enumerate().map(line).collect_view()
}

fn node(Node { area, name, levels, full_name, dots, more, about }: Node) -> impl IntoView {
    let (name_y, dots_y) = levels;
    view! {
        <g>
            <rect class="map-site" x=px(area.x) y=px(area.y) width=px(area.width) height=px(area.height) rx="4">
                <title>{full_name}</title>
            </rect>
            <text class="map-name" x=px(area.x + 10.0) y=px(name_y + 4.0)>
                {name}
            </text>
            {dots.into_iter().map(|each| dot(each, dots_y)).collect_view()}
            {more.map(|(x, text)| view! { <text class="map-about" x=px(x) y=px(dots_y + 4.0)>{text}</text> })}
            {self::about(about)}
        </g>
    }
}

fn dot(Dot { x, title, stage, joined }: Dot, y: f64) -> impl IntoView {
    let class = if stage.is_some() { "map-gpu used" } else { "map-gpu" };
    let join = joined.then(|| {
        view! { <line class="map-link on-path" x1=px(x) y1=px(y) x2=px(x + DOT_STEP) y2=px(y) stroke-width="2"></line> }
    });
    view! {
        {join}
        <circle class=class cx=px(x) cy=px(y) r=px(DOT_RADIUS)>
            <title>{title}</title>
        </circle>
        {stage.map(|stage| view! { <text class="map-stage" x=px(x) y=px(y + 4.0)>{stage}</text> })}
    }
}

fn px(length: f64) -> String {
    format!("{length:.2}")
}
