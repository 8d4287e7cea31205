use super::{Rect, Surface};

/// What tells operations apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Nothing on the fill.
    Plain,
    /// Diagonal lines: backward compute.
    Hatch,
    /// Horizontal lines: sends.
    Lines,
    /// Sparse dots: waiting.
    Dots,
}

impl Pattern {
    /// Draws it over `rect`.
    pub fn draw(self, surface: &mut dyn Surface, rect: Rect, colour: &str) {
        match self {
            Self::Plain => {}
            Self::Hatch => surface.segments(&hatch(rect), colour, 1.0),
            Self::Lines => surface.segments(&lines(rect), colour, 1.0),
            Self::Dots => surface.segments(&dots(rect), colour, 1.0),
        }
    }
}

const HATCH_STEP: f64 = 7.0;
const LINE_STEP: f64 = 3.0;
const DOT_STEP: f64 = 6.0;

/// Lines x + y = k·step, cut to the rectangle. Fixed to the surface, so that neighbours match up.
fn hatch(rect: Rect) -> Vec<[f64; 4]> {
    let first = ((rect.x + rect.y) / HATCH_STEP).ceil();
    let last = ((rect.right() + rect.bottom()) / HATCH_STEP).floor();
    let mut segments = Vec::new();
    let mut index = first;
    while index <= last {
        let sum = index * HATCH_STEP;
        let top = rect.y.max(sum - rect.right());
        let bottom = rect.bottom().min(sum - rect.x);
        if bottom > top {
            segments.push([sum - top, top, sum - bottom, bottom]);
        }
        index += 1.0;
    }
    segments
}

/// Horizontal lines on half pixels, the first a step below the top.
fn lines(rect: Rect) -> Vec<[f64; 4]> {
    let mut segments = Vec::new();
    let mut y = rect.y.round() + LINE_STEP - 0.5;
    while y < rect.bottom() - 1.0 {
        segments.push([rect.x, y, rect.right(), y]);
        y += LINE_STEP;
    }
    segments
}

/// Dots of one pixel on a grid fixed to the surface.
fn dots(rect: Rect) -> Vec<[f64; 4]> {
    let mut segments = Vec::new();
    let mut y = rect.y.round() + DOT_STEP / 2.0 + 0.5;
    while y < rect.bottom() - 1.0 {
        let mut x = (rect.x / DOT_STEP).ceil() * DOT_STEP;
        while x + 1.0 < rect.right() {
            segments.push([x, y, x + 1.0, y]);
            x += DOT_STEP;
        }
        y += DOT_STEP;
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stay_inside() {
        let rect = Rect::new(10.3, 20.0, 33.0, 12.0);
        for segments in [hatch(rect), lines(rect), dots(rect)] {
            assert!(segments.len() >= 3);
            for [x0, y0, x1, y1] in segments {
                for (x, y) in [(x0, y0), (x1, y1)] {
                    assert!((rect.x - 1e-9..=rect.right() + 1e-9).contains(&x), "{x}");
                    assert!((rect.y - 1e-9..=rect.bottom() + 1e-9).contains(&y), "{y}");
                }
            }
        }
    }
}
