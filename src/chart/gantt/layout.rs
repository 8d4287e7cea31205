use super::View;
use crate::chart::Rect;

/// Height of the time axis.
const AXIS: f64 = 22.0;
/// Space between the lanes and the strip that shows the whole iteration.
const STRIP_GAP: f64 = 8.0;
/// Height of a stage in that strip, and its edge.
const STRIP_LANE: f64 = 4.0;

/// Where everything of a timeline is, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    stages: usize,
    width: f64,
    gutter: f64,
    lane: f64,
    link: f64,
    gap: f64,
}

impl Layout {
    /// For `stages` stages in `width` pixels. Deep pipelines get lower lanes, narrow pages a narrow gutter.
    pub fn new(stages: usize, width: f64) -> Self {
        let gutter = if width < 560.0 { 60.0 } else { 128.0 };
        let (lane, link, gap) = match stages {
            0..=6 => (30.0, 7.0, 4.0),
            7..=12 => (24.0, 5.0, 3.0),
            _ => (16.0, 3.0, 2.0),
        };
        Self { stages, width, gutter, lane, link, gap }
    }

    /// Whether labels have to do with little room.
    pub fn is_narrow(&self) -> bool {
        self.gutter < 100.0
    }

    /// Whether a lane has room for two lines of text.
    pub fn has_two_lines(&self) -> bool {
        self.lane >= 28.0
    }

    /// Whether the lanes of a link have room for a label.
    pub fn has_link_labels(&self) -> bool {
        2.0 * self.link + 3.0 * self.gap >= 14.0
    }

    /// Height of the whole drawing.
    pub fn height(&self) -> f64 {
        self.strip().bottom() + 1.0
    }

    /// Width of the whole drawing.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Width of the labels on the left.
    pub fn gutter(&self) -> f64 {
        self.gutter
    }

    /// Where time runs: all lanes, without axis and strip.
    pub fn plot(&self) -> Rect {
        let bottom = if self.stages == 0 { AXIS } else { self.lane(self.stages - 1).bottom() };
        Rect::new(self.gutter, AXIS, (self.width - self.gutter - 8.0).max(1.0), bottom - AXIS)
    }

    /// The lane of a stage's GPU.
    pub fn lane(&self, stage: usize) -> Rect {
        let pitch = self.lane + 2.0 * self.link + 3.0 * self.gap;
        let width = (self.width - self.gutter - 8.0).max(1.0);
        Rect::new(self.gutter, AXIS + stage as f64 * pitch, width, self.lane)
    }

    /// The lane of the link from `stage` to the next.
    pub fn link_on(&self, stage: usize) -> Rect {
        let lane = self.lane(stage);
        Rect { y: lane.bottom() + self.gap, height: self.link, ..lane }
    }

    /// The lane of the link from the stage after `stage` back to it.
    pub fn link_back(&self, stage: usize) -> Rect {
        let on = self.link_on(stage);
        Rect { y: on.bottom() + self.gap, ..on }
    }

    /// The strip that shows the whole iteration.
    pub fn strip(&self) -> Rect {
        let plot = self.plot();
        let height = (self.stages as f64 * STRIP_LANE).min(48.0) + 2.0;
        Rect { y: plot.bottom() + STRIP_GAP, height, ..plot }
    }

    /// Where a moment is.
    pub fn x_of(&self, ms: f64, view: View) -> f64 {
        let plot = self.plot();
        plot.x + (ms - view.from_ms) / view.span_ms() * plot.width
    }

    /// The moment at a point, also outside the plot.
    pub fn ms_at(&self, x: f64, view: View) -> f64 {
        let plot = self.plot();
        view.from_ms + (x - plot.x) / plot.width * view.span_ms()
    }

    /// A point's place in the width of the plot, 0 to 1.
    pub fn share_at(&self, x: f64) -> f64 {
        let plot = self.plot();
        ((x - plot.x) / plot.width).clamp(0.0, 1.0)
    }
}
