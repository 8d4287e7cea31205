use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::layout::DIGIT;
use super::{FrontierLayout, FrontierMark, FrontierScene};
use crate::chart::Palette;
use crate::format;

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Most points that have their figures beside them.
const MAX_LABELLED: usize = 4;

/// Draws the chart on an area whose pixels are `ratio` to a CSS pixel; `layout` is in CSS pixels.
pub fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    scene: &FrontierScene,
    layout: &FrontierLayout,
    palette: &Palette,
    ratio: f64,
) -> Drawn<DB> {
    let pen = Pen { area, layout, palette, ratio };
    area.fill(&colour(&palette.surface))?;
    let steps = pen.steps(scene);
    pen.dominated(&steps)?;
    pen.axes(scene)?;
    pen.staircase(scene, &steps)?;
    pen.selection_lines(scene)?;
    pen.marks(scene)?;
    pen.figures(scene)?;
    pen.labels(scene)?;
    area.present()
}

struct Pen<'d, DB: DrawingBackend> {
    area: &'d DrawingArea<DB, Shift>,
    layout: &'d FrontierLayout,
    palette: &'d Palette,
    ratio: f64,
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    fn px(&self, value: f64) -> i32 {
        (value * self.ratio).round() as i32
    }

    fn at(&self, x: f64, y: f64) -> (i32, i32) {
        (self.px(x), self.px(y))
    }

    fn place(&self, time_ms: f64, energy_j: f64) -> (i32, i32) {
        let (x, y) = self.layout.at(time_ms, energy_j);
        self.at(x, y)
    }

    fn line(&self, ink: &str, width: f64) -> ShapeStyle {
        colour(ink).stroke_width((width * self.ratio).round().max(1.0) as u32)
    }

    /// A level or upright line as a filled rectangle, so that its edges fall on pixels.
    fn rule(&self, from: (f64, f64), to: (f64, f64), ink: &str, width: f64) -> Drawn<DB> {
        let thick = (width * self.ratio).round().max(1.0) as i32;
        let ((x0, y0), (x1, y1)) = (self.at(from.0, from.1), self.at(to.0, to.1));
        let corner = (x0.min(x1) - thick / 2, y0.min(y1) - thick / 2);
        let size = ((x1 - x0).abs() + thick, (y1 - y0).abs() + thick);
        let corners = [corner, (corner.0 + size.0, corner.1 + size.1)];
        self.area.draw(&Rectangle::new(corners, colour(ink).filled()))
    }

    fn text(&self, text: &str, x: f64, y: f64, anchor: (HPos, VPos), ink: &str, bold: bool) -> Drawn<DB> {
        let style = if bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = ("system-ui, sans-serif", 11.0 * self.ratio, style).into_font();
        let style = font.color(&colour(ink)).pos(Pos::new(anchor.0, anchor.1));
        self.area.draw(&Text::new(text.to_owned(), self.at(x, y), style))
    }

    /// Horizontal grid lines, tick labels and titles; a label in the way of the selection's tag yields.
    fn axes(&self, scene: &FrontierScene) -> Drawn<DB> {
        let (layout, palette) = (self.layout, self.palette);
        let plot = layout.plot;
        let selected = scene.selected.map(|(time_ms, energy_j)| layout.at(time_ms, energy_j));
        for &energy_j in &layout.energy_ticks.values {
            let (_, y) = layout.at(layout.times_ms.0, energy_j);
            self.rule((plot.x, y), (plot.right(), y), &palette.line, 1.0)?;
            if selected.is_none_or(|(_, tag_y)| (tag_y - y).abs() > 14.0) {
                let text = format::fixed(energy_j, layout.energy_ticks.decimals);
                self.text(&text, plot.x - 8.0, y, (HPos::Right, VPos::Center), &palette.ink_3, false)?;
            }
        }
        for &time_ms in &layout.time_ticks.values {
            let (x, _) = layout.at(time_ms, layout.energies_j.0);
            self.rule((x, plot.bottom()), (x, plot.bottom() + 4.0), &palette.line_2, 1.0)?;
            if selected.is_none_or(|(tag_x, _)| (tag_x - x).abs() > 48.0) {
                let text = format::fixed(time_ms, layout.time_ticks.decimals);
                let half = 0.5 * DIGIT * text.chars().count() as f64;
                let centre = x.min(layout.size.0 - half);
                self.text(&text, centre, plot.bottom() + 8.0, (HPos::Center, VPos::Top), &palette.ink_3, false)?;
            }
        }
        self.rule((plot.x, plot.bottom()), (plot.right(), plot.bottom()), &palette.line_2, 1.0)?;
        self.text("Energy, J per iteration", 0.0, 4.0, (HPos::Left, VPos::Top), &palette.ink_2, false)?;
        let (right, bottom) = (plot.right(), layout.size.1 - 2.0);
        self.text("Iteration time, ms", right, bottom, (HPos::Right, VPos::Bottom), &palette.ink_2, false)
    }

    /// Corners of the staircase in ms and J, from the top edge over every point to the right edge.
    fn steps(&self, scene: &FrontierScene) -> Vec<(f64, f64)> {
        let mut steps: Vec<(f64, f64)> = Vec::with_capacity(2 * scene.points.len() + 1);
        for point in &scene.points {
            let before = steps.last().map_or(self.layout.energies_j.1, |(_, energy_j)| *energy_j);
            steps.push((point.time_ms, before));
            steps.push((point.time_ms, point.energy_j));
        }
        steps.extend(steps.last().copied().map(|(_, lowest_j)| (self.layout.times_ms.1, lowest_j)));
        steps
    }

    /// The area in data coordinates: ms to the right, J upwards.
    fn chart(&self) -> DrawingArea<DB, Cartesian2d<RangedCoordf64, RangedCoordf64>> {
        let FrontierLayout { plot, times_ms, energies_j, .. } = self.layout;
        let columns = self.px(plot.x)..self.px(plot.right());
        let rows = self.px(plot.bottom())..self.px(plot.y);
        let spec = Cartesian2d::new(times_ms.0..times_ms.1, energies_j.0..energies_j.1, (columns, rows));
        self.area.apply_coord_spec(spec)
    }

    /// The side of the staircase on which another plan is better in both.
    fn dominated(&self, steps: &[(f64, f64)]) -> Drawn<DB> {
        let mut side = steps.to_vec();
        side.push((self.layout.times_ms.1, self.layout.energies_j.1));
        self.chart().draw(&Polygon::new(side, colour(&self.palette.hover)))
    }

    /// The staircase of the frontier and its lower convex hull, dashed: weighted sums reach the hull alone.
    fn staircase(&self, scene: &FrontierScene, steps: &[(f64, f64)]) -> Drawn<DB> {
        for pair in steps.windows(2) {
            let at = |(time_ms, energy_j): (f64, f64)| self.layout.at(time_ms, energy_j);
            self.rule(at(pair[0]), at(pair[1]), &self.palette.line_2, 1.0)?;
        }
        let on_hull = scene.points.iter().filter(|point| point.supported);
        let hull: Vec<(i32, i32)> = on_hull.map(|point| self.place(point.time_ms, point.energy_j)).collect();
        for pair in hull.windows(2) {
            self.dashed(pair[0], pair[1])?;
        }
        Ok(())
    }

    fn dashed(&self, from: (i32, i32), to: (i32, i32)) -> Drawn<DB> {
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = (dx * dx + dy * dy).sqrt();
        let step = 4.0 * self.ratio;
        let mut start = 0.0;
        while start < length {
            let end = (start + step).min(length);
            let point = |along: f64| {
                let share = along / length;
                (from.0 + (dx * share).round() as i32, from.1 + (dy * share).round() as i32)
            };
            let dash = PathElement::new(vec![point(start), point(end)], self.line(&self.palette.accent, 1.0));
            self.area.draw(&dash)?;
            start += 2.0 * step;
        }
        Ok(())
    }

    /// Lines from the selected point to both axes, and its values as tags there.
    fn selection_lines(&self, scene: &FrontierScene) -> Drawn<DB> {
        let Some((time_ms, energy_j)) = scene.selected else { return Ok(()) };
        let (plot, palette) = (self.layout.plot, self.palette);
        let (x, y) = self.layout.at(time_ms, energy_j);
        self.rule((plot.x, y), (x, y), &palette.accent, 1.0)?;
        self.rule((x, y), (x, plot.bottom()), &palette.accent, 1.0)?;
        let (energy, time) = (format::one_decimal(energy_j), format::one_decimal(time_ms));
        let fill = colour(&palette.accent).filled();
        let left = (plot.x - 12.0 - DIGIT * energy.chars().count() as f64).max(0.0);
        let corners = [self.at(left, y - 8.0), self.at(plot.x - 4.0, y + 8.0)];
        self.area.draw(&Rectangle::new(corners, fill))?;
        self.text(&energy, plot.x - 8.0, y, (HPos::Right, VPos::Center), &palette.accent_ink, true)?;
        let half = 4.0 + 3.5 * time.chars().count() as f64;
        let centre = x.clamp(half, (self.layout.size.0 - half).max(half));
        let corners = [self.at(centre - half, plot.bottom() + 5.0), self.at(centre + half, plot.bottom() + 21.0)];
        self.area.draw(&Rectangle::new(corners, fill))?;
        self.text(&time, centre, plot.bottom() + 13.0, (HPos::Center, VPos::Center), &palette.accent_ink, true)
    }

    fn marks(&self, scene: &FrontierScene) -> Drawn<DB> {
        let palette = self.palette;
        let (accent, surface) = (colour(&palette.accent), colour(&palette.surface));
        for point in scene.points.iter().filter(|point| point.knee) {
            self.diamond(point.time_ms, point.energy_j)?;
        }
        self.halo(scene)?;
        for &(time_ms, energy_j) in &scene.others {
            let dot = Circle::new(self.place(time_ms, energy_j), self.px(2.0), colour(&palette.ink_3).filled());
            self.area.draw(&dot)?;
        }
        if let Some((time_ms, energy_j)) = scene.reference {
            let (x, y) = self.layout.at(time_ms, energy_j);
            let square = |half: f64| [self.at(x - half, y - half), self.at(x + half, y + half)];
            self.area.draw(&Rectangle::new(square(5.0), colour(&palette.ink).filled()))?;
            self.area.draw(&Rectangle::new(square(3.5), surface.filled()))?;
            self.rule((x - 2.0, y), (x + 2.0, y), &palette.ink, 1.0)?;
            self.rule((x, y - 2.0), (x, y + 2.0), &palette.ink, 1.0)?;
        }
        for (index, point) in scene.points.iter().enumerate() {
            let place = self.place(point.time_ms, point.energy_j);
            if point.supported {
                self.area.draw(&Circle::new(place, self.px(4.5), accent.filled()))?;
            } else {
                self.area.draw(&Circle::new(place, self.px(4.0), surface.filled()))?;
                self.area.draw(&Circle::new(place, self.px(4.0), self.line(&palette.ink, 2.0)))?;
            }
            if scene.hovered == Some(index) {
                self.area.draw(&Circle::new(place, self.px(9.0), self.line(&palette.ink, 2.0)))?;
            }
        }
        Ok(())
    }

    /// Around the plan on view, with a dot where that is none of the marks.
    fn halo(&self, scene: &FrontierScene) -> Drawn<DB> {
        let Some((time_ms, energy_j)) = scene.selected else { return Ok(()) };
        let place = self.place(time_ms, energy_j);
        self.area.draw(&Circle::new(place, self.px(9.0), colour(&self.palette.accent_soft).filled()))?;
        self.area.draw(&Circle::new(place, self.px(9.0), self.line(&self.palette.accent, 2.0)))?;
        let marked = scene.selected_point().is_some() || scene.reference == scene.selected;
        if marked {
            return Ok(());
        }
        self.area.draw(&Circle::new(place, self.px(3.0), colour(&self.palette.ink_2).filled()))
    }

    fn diamond(&self, time_ms: f64, energy_j: f64) -> Drawn<DB> {
        let (x, y) = self.layout.at(time_ms, energy_j);
        let corners = [(0.0, -9.0), (9.0, 0.0), (0.0, 9.0), (-9.0, 0.0), (0.0, -9.0)];
        let corners: Vec<_> = corners.iter().map(|(dx, dy)| self.at(x + dx, y + dy)).collect();
        self.area.draw(&Polygon::new(corners.clone(), colour(&self.palette.surface)))?;
        self.area.draw(&PathElement::new(corners, self.line(&self.palette.ink, 1.5)))
    }

    /// The figures of few points, beside those that are not selected, where nothing is in the way.
    fn figures(&self, scene: &FrontierScene) -> Drawn<DB> {
        if scene.points.len() > MAX_LABELLED {
            return Ok(());
        }
        let at = |(time_ms, energy_j)| self.layout.at(time_ms, energy_j);
        let points = scene.points.iter().map(|point| (point.time_ms, point.energy_j));
        let marks: Vec<(f64, f64)> =
            points.chain(scene.reference).chain(scene.selected).chain(scene.others.iter().copied()).map(at).collect();
        let selected = scene.selected_point();
        for (_, point) in scene.points.iter().enumerate().filter(|(index, _)| Some(*index) != selected) {
            let (x, y) = at((point.time_ms, point.energy_j));
            let text = format!("{} · {}", format::one_decimal(point.time_ms), format::one_decimal(point.energy_j));
            let width = DIGIT * text.chars().count() as f64;
            let free = |across: Range<f64>, along: Range<f64>| {
                !marks.iter().any(|(mark_x, mark_y)| across.contains(mark_x) && along.contains(mark_y))
            };
            let above = x + 8.0 + width <= self.layout.size.0 && free(x + 1.0..x + 16.0 + width, y - 24.0..y + 2.0);
            let (start, under) = (x - 8.0 - width, y + 16.0);
            // Left of and below a point that weights see no line runs but those from the selected one to the axes.
            let crossed = scene.selected.map(at).is_some_and(|(selected_x, selected_y)| {
                let upright = (start - 6.0..x).contains(&selected_x) && selected_y < under;
                upright || (y..under).contains(&selected_y)
            });
            let below =
                point.supported && start > self.layout.plot.x && !crossed && free(start - 6.0..x - 1.0, y..under);
            if above {
                self.text(&text, x + 8.0, y - 6.0, (HPos::Left, VPos::Bottom), &self.palette.ink, true)?;
            } else if below {
                self.text(&text, x - 8.0, y, (HPos::Right, VPos::Top), &self.palette.ink, true)?;
            }
        }
        Ok(())
    }

    /// The names of reference and knee, on the side with more room.
    fn labels(&self, scene: &FrontierScene) -> Drawn<DB> {
        let plot = self.layout.plot;
        if let Some((time_ms, energy_j)) = scene.reference {
            let (x, y) = self.layout.at(time_ms, energy_j);
            let width = DIGIT * scene.reference_name.chars().count() as f64;
            let (x, side) =
                if x + 14.0 + width < plot.right() { (x + 14.0, HPos::Left) } else { (x - 14.0, HPos::Right) };
            // On the staircase it would stand on the line.
            let level = |point: &FrontierMark| self.layout.at(point.time_ms, point.energy_j).1;
            let on_line = scene.points.iter().any(|point| (level(point) - y).abs() < 6.0);
            let y = if on_line { y - 10.0 } else { y };
            self.text(&scene.reference_name, x, y, (side, VPos::Center), &self.palette.ink_2, false)?;
        }
        for point in scene.points.iter().filter(|point| point.knee) {
            let (x, y) = self.layout.at(point.time_ms, point.energy_j);
            self.text("Knee", x, y + 12.0, (HPos::Center, VPos::Top), &self.palette.ink, true)?;
        }
        Ok(())
    }
}

/// A token's `#rrggbb`; black if it is not one.
fn colour(hex: &str) -> RGBColor {
    let channel = |from: usize| {
        let digits = hex.get(from..from + 2).unwrap_or("0");
        u8::from_str_radix(digits, 16).unwrap_or(0)
    };
    RGBColor(channel(1), channel(3), channel(5))
}
