//! What of an iteration is looked at, and how keys, pointers and the wheel change that.

use crate::chart::gantt::{Layout, TimeWindow, neighbour};
use crate::schedule::{OperationId, Timeline};
use crate::ui::panels::timeline::keys::Command;
use crate::ui::panels::timeline::pointer_gestures::Movement;

/// How much closer one key press or wheel notch comes.
const STEP: f64 = 0.8;
/// Share of the width that one key press moves.
const STRIDE: f64 = 0.15;

/// What is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Looking {
    /// Time window on view; `None` for the whole iteration.
    part: Option<TimeWindow>,
    /// The operation pointed at.
    pub pointed: Option<OperationId>,
    /// Whether keys moved the focus here.
    pub by_keys: bool,
}

impl Looking {
    /// The part in view.
    pub fn view(&self, makespan_ms: f64) -> TimeWindow {
        self.part.unwrap_or_else(|| TimeWindow::whole(makespan_ms))
    }

    /// Whether all of the iteration is in view.
    pub fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    fn with_view(self, view: TimeWindow, makespan_ms: f64) -> Self {
        Self { part: (!view.is_whole(makespan_ms)).then_some(view), ..self }
    }

    /// Pointing, with the mouse or a finger, at this operation or at none.
    pub fn pointing(self, pointed: Option<OperationId>) -> Self {
        Self { pointed, by_keys: false, ..self }
    }

    /// Shows `factor` times as much, with what is at `x` px staying there.
    pub fn zoomed(self, factor: f64, x: f64, layout: &Layout, makespan_ms: f64) -> Self {
        let view = self.view(makespan_ms).zoomed(factor, layout.share_at(x), makespan_ms);
        self.with_view(view, makespan_ms)
    }

    /// Everything moved by so many px, to the left if negative.
    pub fn dragged(self, by: f64, layout: &Layout, makespan_ms: f64) -> Self {
        let view = self.view(makespan_ms).panned(-by / layout.plot().width, makespan_ms);
        self.with_view(view, makespan_ms)
    }

    /// After a movement of pointers.
    pub fn moved(self, movement: Movement, layout: &Layout, makespan_ms: f64) -> Self {
        match movement {
            Movement::Drag { by } => self.dragged(by, layout, makespan_ms),
            Movement::Pinch { factor, at, by } => {
                self.dragged(by, layout, makespan_ms).zoomed(factor, at, layout, makespan_ms)
            }
            Movement::Strip { to } => {
                let view = self.view(makespan_ms);
                let middle = view.from_ms + view.span_ms() / 2.0;
                let to_ms = layout.share_at(to) * makespan_ms;
                self.with_view(view.panned((to_ms - middle) / view.span_ms(), makespan_ms), makespan_ms)
            }
        }
    }

    /// After a key. An operation reached by keys comes into view.
    pub fn commanded(self, command: Command, timeline: &Timeline) -> Self {
        let makespan_ms = timeline.makespan_ms;
        let view = self.view(makespan_ms);
        let pointed = self.pointed.and_then(|id| timeline.operation(id));
        let around = pointed.map_or(0.5, |operation| {
            let middle_ms = (operation.start_ms + operation.end_ms) / 2.0;
            ((middle_ms - view.from_ms) / view.span_ms()).clamp(0.0, 1.0)
        });
        match command {
            Command::ZoomIn => self.with_view(view.zoomed(STEP, around, makespan_ms), makespan_ms),
            Command::ZoomOut => self.with_view(view.zoomed(1.0 / STEP, around, makespan_ms), makespan_ms),
            Command::PanEarlier => self.with_view(view.panned(-STRIDE, makespan_ms), makespan_ms),
            Command::PanLater => self.with_view(view.panned(STRIDE, makespan_ms), makespan_ms),
            Command::Fit => Self { part: None, ..self },
            Command::Clear => Self { pointed: None, ..self },
            Command::Help => self,
            Command::Walk(direction) => {
                let next = neighbour(timeline, self.pointed, direction).or(self.pointed);
                let walked = Self { pointed: next, by_keys: true, ..self };
                match next.and_then(|id| timeline.operation(id)) {
                    Some(operation) => {
                        let revealed = view.revealing(operation.start_ms, operation.end_ms, makespan_ms);
                        walked.with_view(revealed, makespan_ms)
                    }
                    None => walked,
                }
            }
        }
    }

    /// After a turn of the wheel by `across` and `down` px at `x`; `None` where that is for the page to scroll.
    /// `zooms` says whether turning down zooms.
    pub fn wheeled(self, wheel: Wheel, x: f64, layout: &Layout, makespan_ms: f64) -> Option<Self> {
        let after = if wheel.pans || wheel.across.abs() > wheel.down.abs() {
            let by = if wheel.across == 0.0 { wheel.down } else { wheel.across };
            self.dragged(-by, layout, makespan_ms)
        } else if wheel.zooms {
            let notches = (wheel.down / 100.0).clamp(-3.0, 3.0);
            self.zoomed(factor(notches), x, layout, makespan_ms)
        } else {
            return None;
        };
        (after != self || wheel.always).then_some(after)
    }
}

/// A turn of the wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// To the right, px.
    pub across: f64,
    pub down: f64,
    /// Whether every turn of the wheel pans: Shift is held.
    pub pans: bool,
    /// Whether turning it up or down zooms.
    pub zooms: bool,
    /// Whether the page must not see the turn, which would zoom the page: Ctrl is held.
    pub always: bool,
}

/// How much more is seen after so many notches away, a part of one included.
fn factor(notches: f64) -> f64 {
    (-notches * STEP.ln()).exp()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::chart::gantt::Direction;
    use crate::schedule::{Sends, StageTimes, simulate};

    /// F 1 ms, B 2 ms, ten micro-batches on one GPU: 30 ms.
    fn timeline() -> Timeline {
        let stage = StageTimes { forward_ms: 1.0, backward_ms: 2.0, send_forward_ms: 0.0, send_backward_ms: 0.0 };
        simulate(&[stage], 10, Sends::Blocking).unwrap()
    }

    /// Time runs from 128 px to 928 px.
    fn layout() -> Layout {
        Layout::new(1, 936.0)
    }

    fn seen(looking: Looking) -> (f64, f64) {
        let view = looking.view(30.0);
        (view.from_ms, view.to_ms)
    }

    #[test]
    fn fit_undoes_any_zoom_and_zooming_out_ends_whole() {
        let timeline = timeline();
        let closer = Looking::default().commanded(Command::ZoomIn, &timeline);
        assert_eq!(seen(closer), (3.0, 27.0));
        assert!(closer.commanded(Command::Fit, &timeline).is_whole());
        assert!(closer.commanded(Command::ZoomOut, &timeline).is_whole());
        assert_eq!(seen(closer.commanded(Command::PanLater, &timeline)), (6.0, 30.0));
    }

    #[test]
    fn what_is_under_the_pointer_stays_there() {
        let half = Looking::default().zoomed(0.5, 328.0, &layout(), 30.0);
        assert_eq!(seen(half), (3.75, 18.75), "7.5 ms stays a quarter in");
        assert_eq!(seen(half.moved(Movement::Drag { by: 80.0 }, &layout(), 30.0)), (2.25, 17.25));
        assert_eq!(seen(half.moved(Movement::Strip { to: 528.0 }, &layout(), 30.0)), (7.5, 22.5));
        let pinch = Movement::Pinch { factor: 0.5, at: 528.0, by: 0.0 };
        assert_eq!(seen(half.moved(pinch, &layout(), 30.0)), (7.5, 15.0));
    }

    #[test]
    fn walking_brings_operations_into_view() {
        let timeline = timeline();
        let start = Looking::default().zoomed(0.1, 928.0, &layout(), 30.0);
        assert_eq!(seen(start), (27.0, 30.0));
        let first = start.commanded(Command::Walk(Direction::Later), &timeline);
        assert_eq!(first.pointed, Some(OperationId { stage: 0, index: 0 }));
        assert_eq!(seen(first), (0.0, 3.0));
        let stays = first.commanded(Command::Walk(Direction::Earlier), &timeline);
        assert_eq!(stays, first, "there is nothing before");
        assert_eq!(stays.commanded(Command::Clear, &timeline).pointed, None);
    }

    #[test]
    fn the_wheel_is_left_to_the_page_unless_it_is_meant() {
        let plain = Wheel { across: 0.0, down: -100.0, pans: false, zooms: false, always: false };
        let whole = Looking::default();
        assert_eq!(whole.wheeled(plain, 528.0, &layout(), 30.0), None);
        let zooming = Wheel { zooms: true, ..plain };
        let closer = whole.wheeled(zooming, 528.0, &layout(), 30.0).unwrap();
        assert!((closer.view(30.0).span_ms() - 24.0).abs() < 1e-9);
        let away = Wheel { down: 100.0, ..zooming };
        assert_eq!(whole.wheeled(away, 528.0, &layout(), 30.0), None, "nothing more to see");
        assert_eq!(whole.wheeled(Wheel { always: true, ..away }, 528.0, &layout(), 30.0), Some(whole));
        let across = Wheel { across: 80.0, down: 0.0, ..plain };
        let moved = closer.wheeled(across, 528.0, &layout(), 30.0).unwrap();
        assert!((moved.view(30.0).from_ms - 5.4).abs() < 1e-9, "3 ms and a tenth of 24 ms");
        assert_eq!(whole.wheeled(across, 528.0, &layout(), 30.0), None);
    }
}
