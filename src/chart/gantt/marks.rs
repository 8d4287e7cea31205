//! Operations as marks, those too thin to tell apart drawn as one.

use super::{Layout, TimeWindow};
use crate::chart::{OperationColours, Palette, Pattern, Rect};
use crate::schedule::{Operation, OperationId, OperationKind, Timeline};

/// Narrower than this, operations are merged.
const THINNEST: f64 = 3.0;

/// One mark: an operation, or several merged (`operation` is then `None`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// OperationKind that takes most of its time.
    pub kind: OperationKind,
    /// The operation, unless merged.
    pub operation: Option<OperationId>,
    /// Micro-batch of the operation; `None` where operations are merged.
    pub micro_batch: Option<u32>,
    pub left: f64,
    pub right: f64,
}

/// Marks for the operations of `stage` that `wanted` picks and the view shows, from left to right.
pub fn marks(
    timeline: &Timeline,
    layout: &Layout,
    view: TimeWindow,
    stage: usize,
    wanted: impl Fn(OperationKind) -> bool,
) -> Vec<Mark> {
    let Some(operations) = timeline.stages.get(stage) else { return Vec::new() };
    let mut marks: Vec<Mark> = Vec::new();
    let from = operations.partition_point(|operation| operation.end_ms < view.from_ms);
    let mut merged = Merged::default();
    for (index, operation) in operations.iter().enumerate().skip(from) {
        if operation.start_ms > view.to_ms {
            break;
        }
        if !wanted(operation.kind) || operation.duration_ms() <= 0.0 {
            continue;
        }
        let (left, right) = (layout.x_of(operation.start_ms, view), layout.x_of(operation.end_ms, view));
        if right - left >= THINNEST {
            merged.finish(&mut marks);
            let (kind, micro_batch) = (operation.kind, Some(operation.micro_batch));
            marks.push(Mark { kind, operation: Some(OperationId { stage, index }), micro_batch, left, right });
        } else {
            if left > merged.right + 1.0 {
                merged.finish(&mut marks);
            }
            merged.add(operation, OperationId { stage, index }, left, right);
        }
    }
    merged.finish(&mut marks);
    marks
}

/// Thin operations without a visible gap between them.
#[derive(Default)]
struct Merged {
    left: f64,
    right: f64,
    single: Option<(OperationId, u32)>,
    count: usize,
    time_ms: [f64; 4],
}

const KINDS: [OperationKind; 4] =
    [OperationKind::Forward, OperationKind::Backward, OperationKind::SendForward, OperationKind::SendBackward];

impl Merged {
    fn add(&mut self, operation: &Operation, id: OperationId, left: f64, right: f64) {
        if self.count == 0 {
            self.left = left;
        }
        self.right = right;
        self.single = Some((id, operation.micro_batch));
        self.count += 1;
        if let Some(place) = KINDS.iter().position(|kind| *kind == operation.kind) {
            self.time_ms[place] += operation.duration_ms();
        }
    }

    fn finish(&mut self, marks: &mut Vec<Mark>) {
        let Self { left, right, single, count, time_ms } = std::mem::take(self);
        let longest = KINDS.into_iter().zip(time_ms).max_by(|a, b| a.1.total_cmp(&b.1));
        if let (Some((kind, _)), 1..) = (longest, count) {
            let single = single.filter(|_| count == 1);
            let (operation, micro_batch) = (single.map(|single| single.0), single.map(|single| single.1));
            marks.push(Mark { kind, operation, micro_batch, left, right: right.max(left + 1.0) });
        }
    }
}

/// Colours and pattern of a kind.
pub fn look(kind: OperationKind, palette: &Palette) -> (&OperationColours, Pattern) {
    match kind {
        OperationKind::Forward => (&palette.forward, Pattern::Plain),
        OperationKind::Backward => (&palette.backward, Pattern::Hatch),
        OperationKind::SendForward | OperationKind::SendBackward => (&palette.send, Pattern::Lines),
    }
}

/// The part of a GPU's lane that an operation fills: computation all of the lane, a send the middle third.
pub fn part_of_lane(lane: Rect, kind: OperationKind) -> Rect {
    match kind {
        OperationKind::Forward | OperationKind::Backward => lane,
        OperationKind::SendForward | OperationKind::SendBackward => {
            let height = (lane.height / 3.0).round();
            Rect { y: lane.y + ((lane.height - height) / 2.0).round(), height, ..lane }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::schedule::{Sends, StageTimes, simulate};

    #[test]
    fn thin_operations_become_one_mark_and_come_apart_when_zoomed() {
        let stage = StageTimes { forward_ms: 1.0, backward_ms: 2.0, send_forward_ms: 0.0, send_backward_ms: 0.0 };
        let timeline = simulate(&[stage], 1_000, Sends::Blocking).unwrap();
        let layout = Layout::new(1, 700.0);
        let whole = marks(&timeline, &layout, TimeWindow::whole(3_000.0), 0, |_| true);
        assert_eq!(whole.len(), 1);
        assert_eq!((whole[0].kind, whole[0].operation), (OperationKind::Backward, None));
        let close = marks(&timeline, &layout, TimeWindow { from_ms: 0.0, to_ms: 30.0 }, 0, |_| true);
        assert_eq!(close.len(), 21, "ten of each and the one that begins at the right edge");
        assert_eq!(close[3].micro_batch, Some(1));
    }
}
