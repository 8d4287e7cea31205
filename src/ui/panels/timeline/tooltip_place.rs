//! Where the note about an operation stands: beside it, never over it, never cut off.

use crate::chart::Rect;

/// Room between an operation and its note, px.
const GAP: f64 = 10.0;

/// Where the note's left edge is, and either its top or its bottom, px from the drawing's top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub left: f64,
    /// Top edge of a tooltip that hangs down, bottom edge of one that stands up, px.
    pub edge: f64,
    /// Whether the tooltip grows downwards from `edge`.
    pub hangs: bool,
}

/// Places a note `width` px wide and about `height` px high about `operation` in a drawing of `area` (width, height).
pub fn place(operation: Rect, (width, height): (f64, f64), (area_width, area_height): (f64, f64)) -> Place {
    let right = operation.right() + GAP;
    let left = operation.x - GAP - width;
    let beside = if right + width <= area_width { Some(right) } else { (left >= 0.0).then_some(left) };
    match beside {
        Some(left) => {
            let edge = (operation.y - GAP).min(area_height - height).max(0.0);
            Place { left, edge, hangs: true }
        }
        None => {
            let middle = operation.x + operation.width / 2.0;
            let left = (middle - width / 2.0).min(area_width - width).max(0.0);
            let hangs = operation.y - GAP - height < 0.0;
            let edge = if hangs { operation.bottom() + GAP } else { operation.y - GAP };
            Place { left, edge, hangs }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: (f64, f64) = (300.0, 100.0);

    #[test]
    fn beside_where_there_is_room() {
        let area = (800.0, 247.0);
        let at = |x: f64, y: f64| place(Rect::new(x, y, 40.0, 30.0), NOTE, area);
        assert_eq!(at(200.0, 22.0), Place { left: 250.0, edge: 12.0, hangs: true });
        assert_eq!(at(600.0, 78.0), Place { left: 290.0, edge: 68.0, hangs: true });
        assert_eq!(at(200.0, 190.0).edge, 147.0, "kept above the lower edge");
    }

    #[test]
    fn above_or_below_on_narrow_pages() {
        let area = (336.0, 247.0);
        let at = |x: f64, y: f64| place(Rect::new(x, y, 20.0, 30.0), NOTE, area);
        assert_eq!(at(70.0, 22.0), Place { left: 0.0, edge: 62.0, hangs: true });
        assert_eq!(at(300.0, 190.0), Place { left: 36.0, edge: 180.0, hangs: false });
    }

    #[test]
    fn inside_at_any_place() {
        for area_width in [310.0, 500.0, 900.0] {
            for x in 0..90 {
                let operation = Rect::new(f64::from(x) * 10.0, 60.0, 25.0, 30.0);
                let place = place(operation, NOTE, (area_width, 250.0));
                assert!(place.left >= 0.0 && place.left + NOTE.0 <= area_width.max(operation.right() + 310.0));
                let over = place.left < operation.right() && place.left + NOTE.0 > operation.x;
                let below = place.hangs && place.edge >= operation.bottom();
                let above = !place.hangs && place.edge <= operation.y;
                assert!(!over || below || above, "{area_width} {x} {place:?}");
            }
        }
    }
}
