use super::marks::{look, marks, part_of_lane};
use super::{Layout, TimeWindow};
use crate::chart::{Align, Palette, Pattern, Rect, Surface, TextStyle, Ticks, fitted, ticks};
use crate::format;
use crate::schedule::{OperationId, OperationKind, Timeline};

/// What the gutter says about a stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneLabel {
    /// Name of the GPU.
    pub gpu: String,
    pub model: String,
    pub site: String,
    /// Layers it holds.
    pub layers: u16,
    /// Time of one send to the next stage, ms; `None` on the last.
    pub send_forward_ms: Option<f64>,
    /// Time of one send from the next stage back to this one, ms; `None` on the last.
    pub send_backward_ms: Option<f64>,
}

/// Everything a timeline shows.
pub struct Gantt<'g> {
    pub timeline: &'g Timeline,
    /// The critical path of `timeline`, first to last.
    pub critical: &'g [OperationId],
    /// One per stage.
    pub labels: &'g [LaneLabel],
    /// Which part is shown.
    pub view: TimeWindow,
    /// The operation that is hovered or focused.
    pub pointed: Option<OperationId>,
}

const SMALL: TextStyle = TextStyle { size: 11.0, weight: 400, align: Align::Start };
const STRONG: TextStyle = TextStyle { size: 11.0, weight: 600, align: Align::Start };
/// Opacity of what does not belong to the pointed micro-batch.
const FADED: f64 = 0.28;

/// Draws the timeline; `layout` must be for as many stages.
pub fn draw(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, palette: &Palette) {
    let axis = axis_ticks(gantt, layout);
    let plot = layout.plot();
    // Room for an outline above the first lane and the critical path below the last.
    let lanes = Rect { y: plot.y - 2.0, height: plot.height + 6.0, ..plot };
    surface.begin_clip(Rect { x: 0.0, width: layout.width(), ..lanes });
    draw_tracks(surface, gantt, layout, palette);
    for &value in &axis.values {
        let x = layout.x_of(value, gantt.view);
        surface.segments(&[[x, plot.y, x, plot.bottom()]], &palette.line, 1.0);
    }
    draw_gutter(surface, gantt, layout, palette);
    surface.end_clip();
    surface.begin_clip(lanes);
    draw_operations(surface, gantt, layout, palette);
    draw_critical_path(surface, gantt, layout, palette);
    surface.end_clip();
    draw_axis(surface, gantt, layout, &axis, palette);
    draw_strip(surface, gantt, layout, palette);
    surface.begin_clip(Rect { x: lanes.x - 2.0, width: lanes.width + 4.0, ..lanes });
    draw_outline(surface, gantt, layout, palette);
    surface.end_clip();
    draw_tag(surface, gantt, layout, palette);
}

fn draw_tracks(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, palette: &Palette) {
    let stages = gantt.timeline.stages.len();
    for stage in (0..stages).filter(|stage| is_seen(layout, *stage)) {
        surface.fill(layout.lane(stage), &palette.bubble.fill);
        Pattern::Dots.draw(surface, layout.lane(stage), &palette.bubble.pattern);
        if stage + 1 < stages {
            surface.fill(layout.link_on(stage), &palette.bubble.fill);
            surface.fill(layout.link_back(stage), &palette.bubble.fill);
        }
    }
}

/// Whether a stage's lane or the lanes of its link to the next are seen.
fn is_seen(layout: &Layout, stage: usize) -> bool {
    let lane = layout.lane(stage);
    layout.shows(Rect { height: layout.link_back(stage).bottom() - lane.y, ..lane })
}

fn draw_operations(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, palette: &Palette) {
    let stages = gantt.timeline.stages.len();
    let Gantt { timeline, view, .. } = gantt;
    let pointed = gantt.pointed.and_then(|id| timeline.operation(id)).map(|operation| operation.micro_batch);
    for stage in (0..stages).filter(|stage| is_seen(layout, *stage)) {
        let lane = layout.lane(stage);
        let mut draw_lane = |rect_of: &dyn Fn(OperationKind) -> Rect,
                             wanted: &dyn Fn(OperationKind) -> bool,
                             of: usize| {
            for mark in marks(timeline, layout, *view, of, wanted) {
                let faded = pointed.is_some() && mark.micro_batch != pointed;
                surface.set_opacity(if faded { FADED } else { 1.0 });
                let Some(rect) = rect_of(mark.kind).between(lane.x - 2.0, lane.right() + 2.0) else { continue };
                let rect = Rect { x: mark.left, width: mark.right - mark.left, ..rect };
                let number =
                    mark.micro_batch.filter(|_| matches!(mark.kind, OperationKind::Forward | OperationKind::Backward));
                draw_operation(surface, rect, mark.kind, palette);
                if let (Some(number), Some(visible)) = (number, rect.between(lane.x, lane.right())) {
                    draw_number(surface, visible, mark.kind, number, palette);
                }
            }
        };
        draw_lane(&|kind| part_of_lane(lane, kind), &|_| true, stage);
        if stage + 1 < stages {
            draw_lane(&|_| layout.link_on(stage), &|kind| kind == OperationKind::SendForward, stage);
            draw_lane(&|_| layout.link_back(stage), &|kind| kind == OperationKind::SendBackward, stage + 1);
        }
    }
    surface.set_opacity(1.0);
}

fn draw_operation(surface: &mut dyn Surface, rect: Rect, kind: OperationKind, palette: &Palette) {
    let (colours, pattern) = look(kind, palette);
    surface.fill(rect, &colours.fill);
    if rect.width >= 3.0 {
        pattern.draw(surface, rect, &colours.pattern);
        surface.outline(rect, &colours.edge, 1.0);
    }
}

/// The micro-batch in the middle of what is visible of an operation, on plain fill, where it fits.
fn draw_number(surface: &mut dyn Surface, visible: Rect, kind: OperationKind, micro_batch: u32, palette: &Palette) {
    let (colours, _) = look(kind, palette);
    let text = (micro_batch + 1).to_string();
    let style = TextStyle { align: Align::Middle, ..STRONG };
    let width = surface.text_width(&text, style);
    if width + 6.0 > visible.width || visible.height < 14.0 {
        return;
    }
    let (x, y) = (visible.x + visible.width / 2.0, visible.y + visible.height / 2.0);
    surface.fill(Rect::new(x - width / 2.0 - 3.0, y - 7.0, width + 6.0, 14.0), &colours.fill);
    surface.text(&text, x, y + 4.0, style, &colours.ink);
}

/// Along the feet of the lanes, through a link's lanes where it crosses to another stage.
fn draw_critical_path(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, palette: &Palette) {
    let mut points: Vec<(f64, f64)> = Vec::with_capacity(2 * gantt.critical.len());
    for (index, id) in gantt.critical.iter().enumerate() {
        let Some(operation) = gantt.timeline.operation(*id) else { continue };
        let crosses = gantt.critical.get(index + 1).is_some_and(|next| next.stage != id.stage);
        let foot = match operation.kind {
            OperationKind::SendForward if crosses => layout.link_on(id.stage).bottom() + 1.0,
            OperationKind::SendBackward if crosses => layout.link_back(id.stage.saturating_sub(1)).bottom() + 1.0,
            _ => layout.lane(id.stage).bottom() + 1.0,
        };
        for ms in [operation.start_ms, operation.end_ms] {
            let point = (layout.x_of(ms, gantt.view), foot);
            match points[..] {
                // Straight on: the last point moves, so that long iterations stay short lines.
                [.., (_, before), (_, last)] if before == foot && last == foot => {
                    points.pop();
                    points.push(point);
                }
                _ => points.push(point),
            }
        }
    }
    if points.len() > 1 {
        surface.set_opacity(if gantt.pointed.is_some() { FADED } else { 1.0 });
        surface.polyline(&points, &palette.surface, 4.0, None);
        surface.polyline(&points, &palette.critical, 2.0, None);
        surface.set_opacity(1.0);
    }
}

fn axis_ticks(gantt: &Gantt<'_>, layout: &Layout) -> Ticks {
    let most = ((layout.plot().width / 53.0) as usize).clamp(4, 9);
    ticks(gantt.view.from_ms, gantt.view.to_ms, most)
}

/// Tick labels; those in the way of the end value or of the tag of what is pointed at are left out.
fn draw_axis(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, axis: &Ticks, palette: &Palette) {
    let (plot, view) = (layout.plot(), gantt.view);
    let y = plot.y - 8.0;
    let mut taken: Vec<(f64, f64)> =
        tag(surface, gantt, layout).map(|(_, left, right)| (left, right)).into_iter().collect();
    if view.is_whole(gantt.timeline.makespan_ms) {
        let text = format::one_decimal(gantt.timeline.makespan_ms);
        let style = TextStyle { align: Align::End, ..STRONG };
        surface.text(&text, plot.right(), y, style, &palette.ink);
        taken.push((plot.right() - surface.text_width(&text, style), f64::INFINITY));
        let x = plot.right() - 0.5;
        surface.segments(&[[x, plot.y, x, plot.bottom()]], &palette.ink_2, 1.0);
    }
    for (index, &value) in axis.values.iter().enumerate() {
        let x = layout.x_of(value, view);
        let unit = if index == 0 { " ms" } else { "" };
        let text = format!("{}{unit}", format::fixed(value, axis.decimals));
        let width = surface.text_width(&text, SMALL);
        let left = (x - width / 2.0).max(plot.x.min(x));
        let right = left + width;
        let free = taken.iter().all(|(from, to)| right + 8.0 < *from || left - 8.0 > *to);
        if free && right < layout.width() {
            surface.text(&text, left, y, SMALL, &palette.ink_3);
            taken.push((left, right));
        }
    }
}

/// The moment of what is pointed at, with the ends of its tag on the axis; `None` if that is out of view.
fn tag(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout) -> Option<(String, f64, f64)> {
    let operation = gantt.timeline.operation(gantt.pointed?)?;
    let (plot, x) = (layout.plot(), layout.x_of(operation.start_ms, gantt.view));
    if !(plot.x - 0.5..=plot.right() + 0.5).contains(&x) {
        return None;
    }
    let text = format::one_decimal(operation.start_ms);
    let half = surface.text_width(&text, STRONG) / 2.0 + 6.0;
    let centre = x.clamp(half, (layout.width() - half).max(half));
    Some((text, centre - half, centre + half))
}

fn draw_gutter(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, palette: &Palette) {
    for (stage, label) in gantt.labels.iter().enumerate().filter(|(stage, _)| is_seen(layout, *stage)) {
        let lane = layout.lane(stage);
        let middle = lane.y + lane.height / 2.0;
        let number = (stage + 1).to_string();
        let left = if layout.is_narrow() {
            surface.text(&number, 0.0, first_line(layout, middle), SMALL, &palette.ink_2);
            surface.text_width(&number, SMALL) + 4.0
        } else {
            surface.circle((10.0, middle), 9.5, &palette.line_2, Some(1.0));
            let style = TextStyle { align: Align::Middle, ..SMALL };
            surface.text(&number, 10.0, middle + 4.0, style, &palette.ink);
            26.0
        };
        let room = layout.gutter() - left - 6.0;
        let name = fitted(surface, &label.gpu, STRONG, room);
        surface.text(&name, left, first_line(layout, middle), STRONG, &palette.ink);
        let name_width = surface.text_width(&name, STRONG) + 4.0;
        let model = fitted(surface, &label.model, SMALL, room - name_width);
        if !layout.is_narrow() {
            surface.text(&model, left + name_width, first_line(layout, middle), SMALL, &palette.ink_2);
        }
        if layout.has_two_lines() {
            let second = if layout.is_narrow() {
                format!("{} · {}", label.model, label.site)
            } else {
                format!("{} · {}", label.site, format::counted(u64::from(label.layers), "layer"))
            };
            let left = if layout.is_narrow() { 0.0 } else { left };
            let second = fitted(surface, &second, SMALL, layout.gutter() - left - 6.0);
            surface.text(&second, left, middle + 11.0, SMALL, &palette.ink_3);
        }
        draw_link_label(surface, gantt, layout, stage, left, palette);
    }
}

fn first_line(layout: &Layout, middle: f64) -> f64 {
    if layout.has_two_lines() { middle - 2.0 } else { middle + 4.0 }
}

fn draw_link_label(
    surface: &mut dyn Surface,
    gantt: &Gantt<'_>,
    layout: &Layout,
    stage: usize,
    left: f64,
    palette: &Palette,
) {
    let (Some(here), Some(next)) = (gantt.labels.get(stage), gantt.labels.get(stage + 1)) else { return };
    let (Some(on_ms), Some(back_ms)) = (here.send_forward_ms, here.send_backward_ms) else { return };
    if !layout.has_link_labels() {
        return;
    }
    let (on, back) = (format::one_decimal(on_ms), format::one_decimal(back_ms));
    let times = if on == back { format!("{on} ms") } else { format!("{on} / {back} ms") };
    let left = if layout.is_narrow() { 0.0 } else { left };
    let room = layout.gutter() - left - 6.0;
    let full = format!("{}–{} {times}", here.gpu, next.gpu);
    let text = if !layout.is_narrow() && surface.text_width(&full, SMALL) <= room { full } else { times };
    let text = fitted(surface, &text, SMALL, room);
    let y = (layout.link_on(stage).y + layout.link_back(stage).bottom()) / 2.0 + 4.0;
    surface.text(&text, left, y, SMALL, &palette.ink_3);
}

/// The whole iteration below the lanes, with the part that is shown.
fn draw_strip(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, palette: &Palette) {
    let (strip, timeline) = (layout.strip(), gantt.timeline);
    let whole = TimeWindow::whole(timeline.makespan_ms);
    surface.fill(strip, &palette.sunken);
    let height = (strip.height - 2.0) / timeline.stages.len().max(1) as f64;
    for stage in 0..timeline.stages.len() {
        let y = strip.y + 1.0 + stage as f64 * height;
        for mark in marks(timeline, layout, whole, stage, |kind| {
            matches!(kind, OperationKind::Forward | OperationKind::Backward)
        }) {
            let colour =
                if mark.kind == OperationKind::Forward { &palette.forward.edge } else { &palette.backward.fill };
            surface.fill(Rect::new(mark.left, y, mark.right - mark.left, (height - 0.5).max(1.0)), colour);
        }
    }
    let style = SMALL;
    let text = if layout.is_narrow() { "Whole" } else { "Whole iteration" };
    surface.text(text, 0.0, strip.y + strip.height / 2.0 + 4.0, style, &palette.ink_3);
    let (left, right) = (layout.x_of(gantt.view.from_ms, whole), layout.x_of(gantt.view.to_ms, whole));
    surface.outline(Rect { x: left, width: right - left, ..strip }, &palette.line_2, 1.0);
}

/// The outline of the pointed operation, and its moment across all lanes.
fn draw_outline(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, palette: &Palette) {
    let Some(id) = gantt.pointed else { return };
    let Some(operation) = gantt.timeline.operation(id) else { return };
    let plot = layout.plot();
    let (left, right) = (layout.x_of(operation.start_ms, gantt.view), layout.x_of(operation.end_ms, gantt.view));
    let lane = part_of_lane(layout.lane(id.stage), operation.kind);
    let rect = Rect { x: left - 2.0, y: lane.y - 2.0, width: (right - left).max(2.0) + 4.0, height: lane.height + 4.0 };
    if let Some(rect) = rect.between(plot.x - 2.0, plot.right() + 2.0) {
        surface.outline(rect, &palette.accent, 3.0);
    }
    if (plot.x..=plot.right()).contains(&left) {
        surface.polyline(&[(left, plot.y), (left, plot.bottom())], &palette.accent, 1.0, Some(3.0));
    }
}

/// The moment of the pointed operation on the axis.
fn draw_tag(surface: &mut dyn Surface, gantt: &Gantt<'_>, layout: &Layout, palette: &Palette) {
    let Some((text, left, right)) = tag(surface, gantt, layout) else { return };
    let y = layout.plot().y;
    surface.fill(Rect::new(left, y - 20.0, right - left, 16.0), &palette.accent);
    let style = TextStyle { align: Align::Middle, ..STRONG };
    surface.text(&text, (left + right) / 2.0, y - 8.0, style, &palette.accent_ink);
}
