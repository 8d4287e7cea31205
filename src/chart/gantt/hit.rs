use super::{Layout, TimeWindow};
use crate::schedule::{Operation, OperationId, OperationKind, Timeline};

/// How near, in pixels, a point must come to an operation too thin to be met.
const REACH: f64 = 3.0;

/// The operation under a point: in a GPU's lane anything the GPU does, in a link's lane what it carries.
pub fn hit(timeline: &Timeline, layout: &Layout, view: TimeWindow, x: f64, y: f64) -> Option<OperationId> {
    let stages = timeline.stages.len();
    let reach_ms = REACH * view.span_ms() / layout.plot().width;
    let at_ms = layout.ms_at(x, view);
    if !layout.plot().contains(x, y) {
        return None;
    }
    for stage in 0..stages {
        if layout.lane(stage).contains(x, y) {
            return nearest(timeline, stage, at_ms, reach_ms, |_| true);
        }
        if stage + 1 < stages && layout.link_on(stage).contains(x, y) {
            return nearest(timeline, stage, at_ms, reach_ms, |kind| kind == OperationKind::SendForward);
        }
        if stage + 1 < stages && layout.link_back(stage).contains(x, y) {
            return nearest(timeline, stage + 1, at_ms, reach_ms, |kind| kind == OperationKind::SendBackward);
        }
    }
    None
}

fn nearest(
    timeline: &Timeline,
    stage: usize,
    at_ms: f64,
    reach_ms: f64,
    wanted: impl Fn(OperationKind) -> bool,
) -> Option<OperationId> {
    let operations = timeline.stages.get(stage)?;
    let distance = |operation: &Operation| (operation.start_ms - at_ms).max(at_ms - operation.end_ms).max(0.0);
    let from = operations.partition_point(|operation| operation.end_ms < at_ms - reach_ms);
    let candidates = operations.iter().enumerate().skip(from);
    candidates
        .take_while(|(_, operation)| operation.start_ms <= at_ms + reach_ms)
        .filter(|(_, operation)| wanted(operation.kind))
        .min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)).then(b.0.cmp(&a.0)))
        .map(|(index, _)| OperationId { stage, index })
}

/// Where the keyboard goes from an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// What its stage did before.
    Earlier,
    /// What its stage does next.
    Later,
    /// What the previous stage does at that time.
    Up,
    /// What the next stage does at that time.
    Down,
}

/// The operation one step from `from`, or the first one of all from nowhere; `None` at an edge.
pub fn neighbour(timeline: &Timeline, from: Option<OperationId>, direction: Direction) -> Option<OperationId> {
    let Some(from) = from else {
        return timeline.stages.first().filter(|first| !first.is_empty()).map(|_| OperationId { stage: 0, index: 0 });
    };
    let here = timeline.operation(from)?;
    let along = |index: usize| {
        let id = OperationId { stage: from.stage, index };
        timeline.operation(id).map(|_| id)
    };
    let across = |stage: usize| {
        let operations = timeline.stages.get(stage)?;
        let index = operations.partition_point(|operation| operation.end_ms <= here.start_ms);
        Some(OperationId { stage, index: index.min(operations.len().checked_sub(1)?) })
    };
    match direction {
        Direction::Earlier => along(from.index.checked_sub(1)?),
        Direction::Later => along(from.index + 1),
        Direction::Up => across(from.stage.checked_sub(1)?),
        Direction::Down => across(from.stage + 1),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::schedule::{Sends, StageTimes, simulate};

    fn timeline() -> Timeline {
        let stage = |send_forward_ms, send_backward_ms| StageTimes {
            forward_ms: 1.0,
            backward_ms: 2.0,
            send_forward_ms,
            send_backward_ms,
        };
        // Stage 0: F1 0–1, S1 1–1.5, F2 1.5–2.5, S2 2.5–3, B1 5–7, B2 8.5–10.5.
        simulate(&[stage(0.5, 0.0), stage(0.0, 0.5)], 2, Sends::Blocking).unwrap()
    }

    #[test]
    fn finds_what_is_under_a_point() {
        let (timeline, layout) = (timeline(), Layout::new(2, 1_000.0));
        let view = TimeWindow::whole(timeline.makespan_ms);
        let found = |ms: f64, y: f64| {
            let id = hit(&timeline, &layout, view, layout.x_of(ms, view), y)?;
            let operation = timeline.operation(id)?;
            Some((id.stage, operation.kind, operation.micro_batch))
        };
        let lane = |stage: usize| layout.lane(stage).y + 5.0;
        assert_eq!(found(0.5, lane(0)), Some((0, OperationKind::Forward, 0)));
        assert_eq!(found(1.2, lane(0)), Some((0, OperationKind::SendForward, 0)));
        assert_eq!(found(1.2, layout.link_on(0).y + 1.0), Some((0, OperationKind::SendForward, 0)));
        assert_eq!(found(4.7, layout.link_back(0).y + 1.0), Some((1, OperationKind::SendBackward, 0)));
        assert_eq!(found(4.0, lane(0)), None, "a bubble");
        assert_eq!(found(6.0, lane(1)), Some((1, OperationKind::Backward, 1)));
        assert_eq!(found(0.5, 2.0), None, "the axis");
    }

    #[test]
    fn the_keyboard_walks_along_and_across() {
        let timeline = timeline();
        let step = |stage, index, direction| {
            neighbour(&timeline, Some(OperationId { stage, index }), direction).map(|id| (id.stage, id.index))
        };
        assert_eq!(neighbour(&timeline, None, Direction::Later), Some(OperationId { stage: 0, index: 0 }));
        assert_eq!(step(0, 0, Direction::Later), Some((0, 1)));
        assert_eq!(step(0, 0, Direction::Earlier), None);
        assert_eq!(step(0, 5, Direction::Later), None);
        assert_eq!(step(0, 4, Direction::Down), Some((1, 3)), "B1 at 5 ms; stage 1 starts F2 then");
        assert_eq!(step(1, 0, Direction::Up), Some((0, 2)));
        assert_eq!(step(1, 0, Direction::Down), None);
    }
}
