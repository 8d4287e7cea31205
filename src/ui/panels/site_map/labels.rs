//! Places for the labels of links, beside their lines and clear of everything else.

use crate::chart::Rect;
use crate::ui::panels::site_map::measures::TEXT_HEIGHT;
use crate::ui::panels::site_map::words::text_width;

/// What a link carries, beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub area: Rect,
    /// One or two lines.
    pub lines: Vec<String>,
    /// Whether the plan sends over the link.
    pub on_path: bool,
}

/// A link to be labelled.
pub struct Line {
    /// x and y of its ends.
    pub ends: [f64; 4],
    /// Width of the text, px.
    pub width: f64,
    /// Whether the plan sends over it.
    pub on_path: bool,
    /// Whether the link gets a label.
    pub labelled: bool,
    /// Bandwidth and latency of the link.
    pub texts: [String; 2],
    /// Both with the names of the sites.
    pub title: String,
}

/// Where along a line a label may stand.
const ALONG: [f64; 7] = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73];
/// How far from its line, px.
const OFF: [f64; 3] = [4.0, 12.0, 24.0];
/// Room that a label keeps to others, px.
const CLEAR: f64 = 3.0;

/// Labels with a place, and titles of lines on the path without one. Nothing stands on `taken` or outside `size`.
pub fn place(lines: &[Line], taken: &[Rect], size: (f64, f64)) -> (Vec<Label>, Vec<String>) {
    let mut taken = taken.to_vec();
    let (mut labels, mut below) = (Vec::new(), Vec::new());
    // Those on the path, which come last, choose first.
    for (index, line) in lines.iter().enumerate().rev().filter(|(_, line)| line.labelled) {
        let [bandwidth, latency] = &line.texts;
        let forms = [vec![format!("{bandwidth} · {latency}")], vec![bandwidth.clone(), latency.clone()]];
        let found = forms.into_iter().flat_map(|form| candidates(line, form, size)).filter(|label| {
            let area = grown(label.area);
            taken.iter().all(|other| !overlap(area, *other))
        });
        let crossed = |label: &Label| {
            let others = lines.iter().enumerate().filter(|(other, _)| *other != index);
            others.filter(|(_, other)| crosses(label.area, other.ends)).count()
        };
        match found.min_by_key(crossed) {
            // A label that others than its own line run through says nothing.
            Some(label) if line.on_path || crossed(&label) == 0 => {
                taken.push(label.area);
                labels.push(label);
            }
            _ if line.on_path => below.push(line.title.clone()),
            _ => {}
        }
    }
    below.reverse();
    (labels, below)
}

/// Places beside the line, the best first: near its middle, on the outer side, close.
fn candidates(line: &Line, form: Vec<String>, (width, height): (f64, f64)) -> Vec<Label> {
    let [x0, y0, x1, y1] = line.ends;
    let length = (x1 - x0).hypot(y1 - y0).max(1e-9);
    let normal = ((y1 - y0) / length, -(x1 - x0) / length);
    let middle = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
    let outwards = (middle.0 - width / 2.0) * normal.0 + (middle.1 - height / 2.0) * normal.1;
    let outer = if outwards >= 0.0 { 1.0 } else { -1.0 };
    let label_width = form.iter().map(|text| text_width(text)).fold(0.0, f64::max);
    let label_height = form.len() as f64 * TEXT_HEIGHT;
    let mut found = Vec::new();
    for off in OFF {
        for side in [outer, -outer] {
            for along in ALONG {
                let reach = normal.0.abs() * label_width / 2.0 + normal.1.abs() * label_height / 2.0;
                let away = side * (reach + off + line.width / 2.0);
                let (x, y) = (x0 + along * (x1 - x0) + normal.0 * away, y0 + along * (y1 - y0) + normal.1 * away);
                let area = Rect::new(x - label_width / 2.0, y - label_height / 2.0, label_width, label_height);
                if area.x >= 0.0 && area.right() <= width && area.y >= 0.0 && area.bottom() <= height {
                    found.push(Label { area, lines: form.clone(), on_path: line.on_path });
                }
            }
        }
    }
    found
}

fn grown(area: Rect) -> Rect {
    Rect::new(area.x - CLEAR, area.y, area.width + 2.0 * CLEAR, area.height)
}

fn overlap(one: Rect, other: Rect) -> bool {
    one.x < other.right() && other.x < one.right() && one.y < other.bottom() && other.y < one.bottom()
}

/// Whether a line runs through the rectangle.
fn crosses(area: Rect, [x0, y0, x1, y1]: [f64; 4]) -> bool {
    // The part of the line, from 0 to 1, that is within the rectangle's sides, then also within top and bottom.
    let mut part = (0.0_f64, 1.0_f64);
    for (start, by, low, high) in [(x0, x1 - x0, area.x, area.right()), (y0, y1 - y0, area.y, area.bottom())] {
        if by == 0.0 {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - start) / by, (high - start) / by);
        part = (part.0.max(one.min(other)), part.1.min(one.max(other)));
    }
    part.0 <= part.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_through_a_rectangle() {
        let area = Rect::new(10.0, 10.0, 20.0, 10.0);
        assert!(crosses(area, [0.0, 0.0, 40.0, 30.0]));
        assert!(crosses(area, [0.0, 15.0, 40.0, 15.0]));
        assert!(!crosses(area, [0.0, 25.0, 40.0, 25.0]));
        assert!(!crosses(area, [0.0, 15.0, 5.0, 15.0]), "it ends before");
        assert!(!crosses(area, [0.0, 30.0, 15.0, 21.0]));
    }

    #[test]
    fn a_label_without_a_place_is_listed_if_it_matters() {
        let line = |on_path| Line {
            ends: [20.0, 20.0, 80.0, 20.0],
            width: 2.0,
            on_path,
            labelled: true,
            texts: ["10 Gbps".to_owned(), "50 ms".to_owned()],
            title: "A – B: 10 Gbps · 50 ms".to_owned(),
        };
        let everywhere = [Rect::new(0.0, 0.0, 100.0, 40.0)];
        let (labels, below) = place(&[line(true)], &everywhere, (100.0, 40.0));
        assert_eq!((labels.len(), below), (0, vec!["A – B: 10 Gbps · 50 ms".to_owned()]));
        assert_eq!(place(&[line(false)], &everywhere, (100.0, 40.0)), (vec![], vec![]));
        let (labels, _) = place(&[line(true)], &[], (120.0, 60.0));
        assert_eq!(labels[0].lines, ["10 Gbps · 50 ms"]);
        let (labels, _) = place(&[line(true)], &[], (90.0, 60.0));
        assert_eq!(labels[0].lines, ["10 Gbps", "50 ms"], "on two lines where one is too long");
    }
}
