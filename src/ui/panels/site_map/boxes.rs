//! The boxes of sites: how wide they are, and what of a site they hold.

use crate::ui::panels::site_map::measures::{DOT_RADIUS, DOT_STEP, MARGIN, NARROW};
use crate::ui::panels::site_map::sites::Site;
use crate::ui::panels::site_map::words::{clipped, text_width};

/// Heights of a box with the name before the GPUs, and with the name above them.
const HEIGHTS: (f64, f64) = (28.0, 46.0);
/// Room before the name and behind the last GPU.
const ENDS: (f64, f64) = (10.0, 8.0);
/// Room between the name and the first GPU.
const BETWEEN: f64 = 8.0;
/// Most GPUs that are drawn.
const MAX_DRAWN: usize = 12;
/// Least GPUs that are drawn, if there are as many.
const MIN_DRAWN: usize = 2;
/// How much wider the name, bold and 12 px, is than other text.
const BOLD: f64 = 1.18;

/// A site's box.
pub struct SiteBox {
    pub width: f64,
    /// The site's name as far as it fits.
    pub name: String,
    /// How many of its GPUs are drawn.
    pub drawn: usize,
    /// How many it has.
    all: usize,
    /// Whether the name is above the GPUs.
    stacked: bool,
}

impl SiteBox {
    /// For a site in a box no wider than `widest`.
    fn of(site: &Site, widest: f64, stacked: bool) -> Self {
        let all = site.gpus.len();
        let least = all.min(MIN_DRAWN);
        let beside = if stacked { 0.0 } else { BETWEEN + dots_width(least, all) };
        let name = clipped(&site.name, (widest - ENDS.0 - ENDS.1 - beside) / BOLD);
        let wide = |drawn: usize| {
            let (name, dots) = (text_width(&name) * BOLD, dots_width(drawn, all));
            ENDS.0 + ENDS.1 + if stacked { name.max(dots) } else { name + BETWEEN + dots }
        };
        let drawn = (least..=all.min(MAX_DRAWN)).rev().find(|drawn| wide(*drawn) <= widest).unwrap_or(least);
        Self { width: wide(drawn), name, drawn, all, stacked }
    }

    pub fn height(&self) -> f64 {
        if self.stacked { HEIGHTS.1 } else { HEIGHTS.0 }
    }

    /// The middle of the name and that of the GPUs in a box around `y`.
    pub fn levels(&self, y: f64) -> (f64, f64) {
        if self.stacked { (y - 10.0, y + 9.0) } else { (y, y) }
    }

    /// The centre of the first GPU, from the left edge.
    pub fn first_dot(&self) -> f64 {
        match self.stacked {
            true => ENDS.0 + DOT_RADIUS,
            false => self.width - ENDS.1 - dots_width(self.drawn, self.all) + DOT_STEP / 2.0,
        }
    }

    /// "+12" for the GPUs that are not drawn.
    pub fn rest(&self) -> Option<String> {
        (self.drawn < self.all).then(|| format!("+{}", self.all - self.drawn))
    }
}

/// The boxes of all sites on `width` px. Where a name would not fit before its GPUs, all stand above them.
pub fn site_boxes(sites: &[Site], width: f64) -> Vec<SiteBox> {
    let widest = widest_box(sites.len(), width);
    let boxes = |stacked: bool| sites.iter().map(|site| SiteBox::of(site, widest, stacked)).collect::<Vec<_>>();
    let level = boxes(false);
    let whole = level.iter().zip(sites).all(|(part, site)| part.name == site.name);
    if whole { level } else { boxes(true) }
}

fn dots_width(drawn: usize, all: usize) -> f64 {
    let rest = if drawn < all { text_width(&format!("+{}", all - drawn)) + 6.0 } else { 0.0 };
    drawn as f64 * DOT_STEP + rest
}

/// How wide a box may be where so many share the width.
fn widest_box(count: usize, width: f64) -> f64 {
    let room = width - 2.0 * MARGIN;
    let widest = match count {
        0 | 1 => room,
        2 | 3 => (room - 24.0) / 2.0,
        _ if width < NARROW => (room - 24.0) / 2.0,
        4 | 5 => (room - 48.0) / 3.0,
        _ => (room - 48.0) / 4.0,
    };
    widest.clamp(60.0, if count > 3 { 180.0 } else { 260.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::panels::site_map::sites::SiteGpu;

    fn sites(name: &str) -> Vec<Site> {
        let gpu = |index: usize| SiteGpu { name: format!("g{index}"), model: String::new(), stage: None };
        let site = |name: &str| Site { name: name.to_owned(), gpus: (0..4).map(gpu).collect() };
        vec![site("A"), site(name), site("C")]
    }

    fn names(name: &str, width: f64) -> Vec<(String, bool)> {
        site_boxes(&sites(name), width).into_iter().map(|part| (part.name, part.stacked)).collect()
    }

    #[test]
    fn a_name_too_long_to_stand_before_its_gpus_stands_above_them() {
        let level = |name: &str| (name.to_owned(), false);
        let stacked = |name: &str| (name.to_owned(), true);
        assert_eq!(names("B", 336.0), [level("A"), level("B"), level("C")]);
        assert_eq!(names("Amsterdam-West", 336.0), [stacked("A"), stacked("Amsterdam-West"), stacked("C")]);
        assert_eq!(names("Amsterdam-West", 800.0), [level("A"), level("Amsterdam-West"), level("C")]);
    }

    #[test]
    fn gpus_stay_within_their_box() {
        for (name, width) in [("B", 336.0), ("Amsterdam-West", 336.0), ("a-data-centre-with-a-very-long-name", 400.0)] {
            for part in site_boxes(&sites(name), width) {
                let last = part.first_dot() + (part.drawn as f64 - 1.0) * DOT_STEP + DOT_RADIUS;
                assert!(part.first_dot() >= DOT_RADIUS && last <= part.width, "{name} on {width}: {}", part.width);
            }
        }
    }
}
