use super::TimeWindow;
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
    most_height: f64,
    scroll: f64,
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
        Self { stages, width, gutter, lane, link, gap, most_height: f64::INFINITY, scroll: 0.0 }
    }

    /// With higher lanes if that is needed to fill `height`, up to twice as high.
    pub fn filling(self, height: f64) -> Self {
        let fixed = self.full_height() - self.lanes_height();
        let factor = ((height - fixed) / self.lanes_height().max(1.0)).clamp(1.0, 2.0);
        let stretched = |length: f64| (length * factor).floor();
        Self { lane: stretched(self.lane), link: stretched(self.link), gap: stretched(self.gap), ..self }
    }

    /// At most so high: of what is higher, as many lanes as fit are seen at a time, between axis and strip.
    pub fn within(self, most_height: f64) -> Self {
        let least = self.full_height() - self.lanes_height() + self.pitch();
        Self { most_height: most_height.max(least), ..self }
    }

    /// With the lanes moved up by `scroll`, as far as there are lanes below.
    pub fn scrolled(self, scroll: f64) -> Self {
        Self { scroll: scroll.clamp(0.0, self.full_height() - self.height()), ..self }
    }

    /// How far to scroll to see a stage's lane, moving no more than needed.
    pub fn scroll_to(&self, stage: usize) -> f64 {
        let (lane, plot) = (self.lane(stage), self.plot());
        let below = (lane.bottom() - plot.bottom()).max(0.0);
        let above = (plot.y - lane.y).max(0.0);
        self.scroll + below - above
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

    /// Height of the drawing.
    pub fn height(&self) -> f64 {
        self.full_height().min(self.most_height)
    }

    /// Height of the drawing with all lanes.
    pub fn full_height(&self) -> f64 {
        AXIS + self.lanes_height() + STRIP_GAP + self.strip_height() + 1.0
    }

    fn lanes_height(&self) -> f64 {
        if self.stages == 0 { 0.0 } else { (self.stages - 1) as f64 * self.pitch() + self.lane }
    }

    fn strip_height(&self) -> f64 {
        (self.stages as f64 * STRIP_LANE).min(48.0) + 2.0
    }

    fn pitch(&self) -> f64 {
        self.lane + 2.0 * self.link + 3.0 * self.gap
    }

    /// Width of the whole drawing.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Width of the labels on the left.
    pub fn gutter(&self) -> f64 {
        self.gutter
    }

    /// Where time runs: the lanes that are seen, without axis and strip.
    pub fn plot(&self) -> Rect {
        let hidden = self.full_height() - self.height();
        Rect::new(self.gutter, AXIS, (self.width - self.gutter - 8.0).max(1.0), self.lanes_height() - hidden)
    }

    /// Whether any of a lane is seen.
    pub fn shows(&self, lane: Rect) -> bool {
        let plot = self.plot();
        lane.bottom() > plot.y && lane.y < plot.bottom()
    }

    /// The lane of a stage's GPU.
    pub fn lane(&self, stage: usize) -> Rect {
        let width = (self.width - self.gutter - 8.0).max(1.0);
        Rect::new(self.gutter, AXIS + stage as f64 * self.pitch() - self.scroll, width, self.lane)
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
        Rect { y: plot.bottom() + STRIP_GAP, height: self.strip_height(), ..plot }
    }

    /// Where a moment is.
    pub fn x_of(&self, ms: f64, view: TimeWindow) -> f64 {
        let plot = self.plot();
        plot.x + (ms - view.from_ms) / view.span_ms() * plot.width
    }

    /// The moment at a point, also outside the plot.
    pub fn ms_at(&self, x: f64, view: TimeWindow) -> f64 {
        let plot = self.plot();
        view.from_ms + (x - plot.x) / plot.width * view.span_ms()
    }

    /// A point's place in the width of the plot, 0 to 1.
    pub fn share_at(&self, x: f64) -> f64 {
        let plot = self.plot();
        ((x - plot.x) / plot.width).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_where_there_is_room() {
        let layout = Layout::new(4, 800.0);
        assert_eq!(layout.filling(0.0), layout);
        let filled = layout.filling(300.0);
        assert!(filled.height() > 270.0 && filled.height() <= 300.0, "{}", filled.height());
        assert!(layout.filling(9_999.0).height() < 460.0, "not without end");
    }

    #[test]
    fn deep_pipelines_scroll_between_axis_and_strip() {
        let layout = Layout::new(40, 800.0).within(500.0);
        assert_eq!(layout.height(), 500.0);
        assert!((layout.strip().bottom() + 1.0 - 500.0).abs() < 1e-9);
        assert_eq!(layout.lane(0).y, layout.plot().y);
        assert!(!layout.shows(layout.lane(39)) && layout.shows(layout.lane(0)));
        let end = layout.scrolled(1e6);
        assert!((end.lane(39).bottom() - end.plot().bottom()).abs() < 1e-9);
        assert_eq!(end.strip(), layout.strip());
        let revealed = layout.scrolled(layout.scroll_to(39));
        assert_eq!(revealed, end);
        assert!((revealed.scrolled(revealed.scroll_to(0)).lane(0).y - layout.plot().y).abs() < 1e-9);
        assert_eq!(layout.scroll_to(3), 0.0);
    }
}
