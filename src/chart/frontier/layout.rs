use super::FrontierScene;
use crate::chart::{Rect, Ticks, ticks};
use crate::format;

/// Least room for the tick labels of the energy axis.
const LEFT: f64 = 48.0;
/// Room that a digit of a bold label takes at most.
pub(super) const DIGIT: f64 = 6.7;
const TOP: f64 = 24.0;
/// Room for the tick labels and the title of the time axis.
const BOTTOM: f64 = 40.0;
const RIGHT: f64 = 12.0;
/// How near a point must come to a mark to mean it, in pixels.
const REACH: f64 = 18.0;
/// How far a tooltip keeps from its mark.
const GAP: f64 = 16.0;

/// Where the chart's values are, in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct FrontierLayout {
    /// Size of the drawing.
    pub size: (f64, f64),
    /// Where the marks are.
    pub plot: Rect,
    /// Times from left to right edge of the plot, ms.
    pub times_ms: (f64, f64),
    /// Energies from bottom to top edge of the plot, J.
    pub energies_j: (f64, f64),
    /// Marks of the time axis.
    pub time_ticks: Ticks,
    /// Marks of the energy axis.
    pub energy_ticks: Ticks,
}

impl FrontierLayout {
    /// For a drawing of `width` × `height` pixels that shows every mark of the scene with some air around.
    pub fn new(scene: &FrontierScene, width: f64, height: f64) -> Self {
        let marks = || {
            let points = scene.points.iter().map(|point| (point.time_ms, point.energy_j));
            points.chain(scene.reference).chain(scene.selected).chain(scene.others.iter().copied())
        };
        let times_ms = padded(marks().map(|mark| mark.0));
        let energies_j = padded(marks().map(|mark| mark.1));
        let longest = format::fixed(energies_j.1, 1).chars().count() as f64;
        let left = (14.0 + DIGIT * longest).max(LEFT);
        let plot = Rect::new(left, TOP, (width - left - RIGHT).max(1.0), (height - TOP - BOTTOM).max(1.0));
        let most_times = ((plot.width / 70.0) as usize).clamp(4, 7);
        let time_ticks = ticks(times_ms.0, times_ms.1, most_times);
        let energy_ticks = ticks(energies_j.0, energies_j.1, 7);
        Self { size: (width, height), plot, times_ms, energies_j, time_ticks, energy_ticks }
    }

    /// Where a plan is.
    pub fn at(&self, time_ms: f64, energy_j: f64) -> (f64, f64) {
        let share = |value: f64, (from, to): (f64, f64)| (value - from) / (to - from);
        let x = self.plot.x + share(time_ms, self.times_ms) * self.plot.width;
        (x, self.plot.bottom() - share(energy_j, self.energies_j) * self.plot.height)
    }

    /// The point of the frontier nearest to a place, if one is near.
    pub fn hit(&self, scene: &FrontierScene, x: f64, y: f64) -> Option<usize> {
        let distance = |(index, time_ms, energy_j): (usize, f64, f64)| {
            let (mark_x, mark_y) = self.at(time_ms, energy_j);
            (index, (mark_x - x) * (mark_x - x) + (mark_y - y) * (mark_y - y))
        };
        let marks = scene.points.iter().enumerate().map(|(index, point)| (index, point.time_ms, point.energy_j));
        let nearest = marks.map(distance).min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.filter(|(_, squared)| *squared <= REACH * REACH).map(|(index, _)| index)
    }

    /// Where the left upper corner of a tooltip of that size goes: right of its mark, else left, else above or below.
    pub fn beside(&self, (x, y): (f64, f64), (tip_width, tip_height): (f64, f64)) -> (f64, f64) {
        let (width, height) = self.size;
        let level = (y - tip_height - GAP / 2.0).max(0.0);
        if x + GAP + tip_width <= width {
            return (x + GAP, level);
        }
        if x - GAP - tip_width >= 0.0 {
            return (x - GAP - tip_width, level);
        }
        let left = (x - tip_width / 2.0).clamp(0.0, (width - tip_width).max(0.0));
        let above = y - tip_height - GAP;
        (left, if above >= 0.0 || y > height / 2.0 { above } else { y + GAP })
    }
}

/// The range of the values with a tenth added at both ends, never empty, never below 0.
fn padded(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values {
        from = from.min(value);
        to = to.max(value);
    }
    if !(from.is_finite() && to.is_finite()) {
        return (0.0, 1.0);
    }
    let air = if to > from { 0.1 * (to - from) } else { 0.1 * to.abs().max(1.0) };
    ((from - air).max(0.0), to + air)
}

#[cfg(test)]
mod tests {
    use super::super::FrontierMark;
    use super::*;

    fn scene() -> FrontierScene {
        let mark = |time_ms, energy_j| FrontierMark { time_ms, energy_j, ..FrontierMark::default() };
        FrontierScene { points: vec![mark(100.0, 90.0), mark(200.0, 50.0)], ..FrontierScene::default() }
    }

    #[test]
    fn axes_hold_all_marks_with_air() {
        let mut scene = scene();
        scene.reference = Some((300.0, 10.0));
        let layout = FrontierLayout::new(&scene, 400.0, 300.0);
        assert_eq!((layout.times_ms, layout.energies_j), ((80.0, 320.0), (2.0, 98.0)));
        assert_eq!(layout.at(80.0, 2.0), (layout.plot.x, layout.plot.bottom()));
        assert_eq!(layout.at(320.0, 98.0), (layout.plot.right(), layout.plot.y));
    }

    #[test]
    fn the_nearest_point_within_reach_is_hit() {
        let scene = scene();
        let layout = FrontierLayout::new(&scene, 400.0, 300.0);
        let (x, y) = layout.at(200.0, 50.0);
        assert_eq!(layout.hit(&scene, x + 9.0, y - 9.0), Some(1));
        assert_eq!(layout.hit(&scene, x + 14.0, y + 14.0), None);
    }

    #[test]
    fn a_tooltip_never_covers_its_mark() {
        let tip = (150.0, 60.0);
        let wide = FrontierLayout::new(&scene(), 400.0, 300.0);
        assert_eq!(wide.beside((100.0, 100.0), tip), (116.0, 32.0));
        assert_eq!(wide.beside((300.0, 20.0), tip), (134.0, 0.0));
        let narrow = FrontierLayout::new(&scene(), 200.0, 300.0);
        assert_eq!(narrow.beside((100.0, 50.0), tip), (25.0, 66.0));
        assert_eq!(narrow.beside((180.0, 200.0), tip), (14.0, 132.0));
    }

    #[test]
    fn one_point_or_none_still_has_axes() {
        let empty = FrontierLayout::new(&FrontierScene::default(), 400.0, 300.0);
        assert_eq!((empty.times_ms, empty.energies_j), ((0.0, 1.0), (0.0, 1.0)));
        let mut single = scene();
        single.points.truncate(1);
        let layout = FrontierLayout::new(&single, 400.0, 300.0);
        assert_eq!((layout.times_ms, layout.energies_j), ((90.0, 110.0), (81.0, 99.0)));
    }
}
