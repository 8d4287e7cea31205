//! Where sites, links and labels are on a picture of a given width, px.

use crate::chart::Rect;
use crate::sorting::sort_by;
use crate::ui::panels::site_map::boxes::{SiteBox, site_boxes};
use crate::ui::panels::site_map::labels::{self, Label, Line};
use crate::ui::panels::site_map::measures::{DOT_STEP, MARGIN, NARROW, TEXT_HEIGHT};
use crate::ui::panels::site_map::sites::{Site, SiteMap};
use crate::ui::panels::site_map::words::{text_width, wrapped};

/// Gap between a site's box and the line about the site, px.
const ABOUT_GAP: f64 = 3.0;
/// The height of a box with the name before the GPUs, for which the ring of sites is wide enough.
const LEVEL_BOX: f64 = 28.0;
/// Most sites of which links off the path are labelled too.
const LABEL_ALL: usize = 4;
/// Widths of the thinnest and the thickest link.
const LINK_WIDTHS: (f64, f64) = (1.5, 5.0);

/// A GPU as a circle.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    pub x: f64,
    /// Its name and model, and its stage.
    pub title: String,
    /// Stage number, from 1.
    pub stage: Option<usize>,
    /// Whether the GPU sends to the GPU drawn next to it.
    pub joined: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub area: Rect,
    /// Name as far as it fits; the name starts 10 px in.
    pub name: String,
    /// The middle of its name, and that of its GPUs.
    pub levels: (f64, f64),
    pub full_name: String,
    /// GPUs as far as they fit.
    pub dots: Vec<Dot>,
    /// "+12" for the others, and where it starts.
    pub more: Option<(f64, String)>,
    /// Line about the site, as far as it fits.
    pub about: About,
}

/// What is said of a site, outside its box.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    pub area: Rect,
    /// One or two lines.
    pub lines: Vec<String>,
    /// All of it.
    pub title: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// x and y of its ends.
    pub ends: [f64; 4],
    pub width: f64,
    /// Whether the plan sends over it.
    pub on_path: bool,
    /// What it carries and how long that takes, in full.
    pub title: String,
}

/// The whole picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    pub width: f64,
    pub height: f64,
    /// Links, those on the path last.
    pub edges: Vec<Edge>,
    pub nodes: Vec<Node>,
    /// Labels that have a place.
    pub labels: Vec<Label>,
    /// What links on the path carry that have no place for a label.
    pub below: Vec<String>,
}

/// Lays the map out on `width` px.
pub fn lay_out(map: &SiteMap, width: f64) -> Picture {
    let count = map.sites.len();
    let parts = site_boxes(&map.sites, width);
    let widest = parts.iter().map(|part| part.width).fold(0.0, f64::max);
    let about_width = match count {
        0 | 1 => width - 2.0 * MARGIN,
        2 | 3 => width / 2.0 - 8.0,
        _ => widest + 12.0,
    };
    let abouts: Vec<Vec<String>> =
        map.sites.iter().map(|site| wrapped(&site.about(), about_width.min(240.0))).collect();
    let about_height = abouts.iter().map(Vec::len).max().unwrap_or_default() as f64 * TEXT_HEIGHT;
    let (centres, height) = centres(&parts, width, about_height);
    let mut nodes = Vec::with_capacity(count);
    for (((site, part), centre), about) in map.sites.iter().zip(&parts).zip(&centres).zip(abouts) {
        nodes.push(node(site, part, *centre, about, (width, height)));
    }
    let mut order: Vec<usize> = (0..map.links.len()).collect();
    let on_path = |index: &usize| map.links.get(*index).is_some_and(|link| link.on_path);
    sort_by(&mut order, |one, other| on_path(one).cmp(&on_path(other)));
    let scale = LinkScale::of(map);
    let mut edges = Vec::new();
    let mut lines = Vec::new();
    for link in order.into_iter().filter_map(|index| map.links.get(index)) {
        let (Some(a), Some(b)) = (centres.get(link.a), centres.get(link.b)) else { continue };
        let ends = [a.0, a.1, b.0, b.1];
        let (bandwidth, latency) = (link.bandwidth(), link.latency());
        let name = |index: usize| map.sites.get(index).map_or("?", |site| site.name.as_str());
        let title = format!("{} – {}: {bandwidth} · {latency}", name(link.a), name(link.b));
        let line_width = scale.width(link.gbps());
        lines.push(Line {
            ends,
            width: line_width,
            on_path: link.on_path,
            // Among many lines only the path's can be told apart by labels; the others say theirs when pointed at.
            labelled: link.on_path || count <= LABEL_ALL,
            texts: [bandwidth, latency],
            title: title.clone(),
        });
        edges.push(Edge { ends, width: line_width, on_path: link.on_path, title });
    }
    let taken: Vec<Rect> = nodes.iter().flat_map(|node| [node.area, node.about.area]).collect();
    let (labels, below) = labels::place(&lines, &taken, (width, height));
    Picture { width, height, edges, nodes, labels, below }
}

/// Widths by bandwidth on a logarithmic scale.
struct LinkScale {
    least: f64,
    range: f64,
}

impl LinkScale {
    fn of(map: &SiteMap) -> Self {
        let rates = || map.links.iter().map(crate::ui::panels::site_map::sites::SiteLink::gbps);
        let least = rates().fold(f64::INFINITY, f64::min);
        let most = rates().fold(0.0, f64::max);
        // Links that differ little look much alike.
        Self { least, range: (most / least).ln().max(2.0_f64.ln()) }
    }

    fn width(&self, gbps: f64) -> f64 {
        let share = ((gbps / self.least).ln() / self.range).clamp(0.0, 1.0);
        LINK_WIDTHS.0 + share * (LINK_WIDTHS.1 - LINK_WIDTHS.0)
    }
}

/// The centres of the boxes, and the height of the picture.
fn centres(boxes: &[SiteBox], width: f64, about_height: f64) -> (Vec<(f64, f64)>, f64) {
    let count = boxes.len();
    let box_height = boxes.iter().map(SiteBox::height).fold(0.0, f64::max);
    let around = box_height / 2.0 + ABOUT_GAP + about_height + MARGIN;
    let widest = boxes.iter().map(|part| part.width).fold(0.0, f64::max);
    let middle = width / 2.0;
    if count < 2 {
        return (vec![(middle, 32.0); count], 32.0 + around);
    }
    if count > 3 && width < NARROW {
        let rows = count.div_ceil(2);
        let step = box_height + 36.0 + about_height;
        let height = (rows - 1) as f64 * step + 2.0 * around;
        let columns = [MARGIN + widest / 2.0, width - MARGIN - widest / 2.0];
        // Round the rectangle, so that neighbours in the list stand next to each other.
        let centre = |index: usize| {
            let (column, row) = if index < rows { (0, index) } else { (1, count - 1 - index) };
            (columns[column], around + row as f64 * step)
        };
        return ((0..count).map(centre).collect(), height);
    }
    let down = match count {
        2 => 0.0,
        3 => 52.0,
        4 => 62.0,
        5 => 84.0,
        6 | 7 => 96.0,
        _ => 112.0,
    } + if count > 3 { 2.0 * (box_height - LEVEL_BOX) } else { 0.0 };
    let across = (width / 2.0 - widest / 2.0 - MARGIN).min(300.0);
    let top = if count == 2 { 56.0 } else { around + down };
    let at = |index: usize| {
        let turn = 90.0 + 180.0 / count as f64 + index as f64 * 360.0 / count as f64;
        let (sin, cos) = turn.to_radians().sin_cos();
        // Two and three sites reach the edges.
        let reach = if count == 3 { across / 30.0_f64.to_radians().cos() } else { across };
        (middle + reach * cos, top + down * sin)
    };
    let centres: Vec<(f64, f64)> = (0..count).map(at).collect();
    let lowest = centres.iter().map(|centre| centre.1).fold(0.0, f64::max);
    (centres, lowest + around)
}

fn node(site: &Site, part: &SiteBox, (x, y): (f64, f64), about: Vec<String>, (width, height): (f64, f64)) -> Node {
    let area = Rect::new(x - part.width / 2.0, y - part.height() / 2.0, part.width, part.height());
    let first = area.x + part.first_dot();
    let dots = site.gpus.iter().take(part.drawn).enumerate().map(|(index, gpu)| {
        let next = site.gpus.get(index + 1).filter(|_| index + 1 < part.drawn).and_then(|next| next.stage);
        let stage = gpu.stage.map(|stage| format!(", stage {stage}")).unwrap_or_default();
        Dot {
            x: first + index as f64 * DOT_STEP,
            title: format!("{} {}{stage}", gpu.name, gpu.model),
            stage: gpu.stage,
            joined: gpu.stage.is_some_and(|stage| next == Some(stage + 1)),
        }
    });
    let more = part.rest().map(|rest| (first + (part.drawn as f64 - 0.5) * DOT_STEP + 2.0, rest));
    let about_width = about.iter().map(|line| text_width(line)).fold(0.0, f64::max);
    let about_height = about.len() as f64 * TEXT_HEIGHT;
    let left = (x - about_width / 2.0).min(width - MARGIN - about_width).max(MARGIN);
    let above = y < height / 2.0 - 1.0 && area.y - ABOUT_GAP - about_height >= 0.0;
    let about_y = if above { area.y - ABOUT_GAP - about_height } else { area.bottom() + ABOUT_GAP };
    let about_area = Rect::new(left, about_y, about_width, about_height);
    Node {
        area,
        name: part.name.clone(),
        levels: part.levels(y),
        full_name: site.name.clone(),
        dots: dots.collect(),
        more,
        about: About { area: about_area, lines: about, title: site.about() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::panels::site_map::measures::DOT_RADIUS;
    use crate::ui::panels::site_map::sites::{Direction, SiteGpu, SiteLink};

    fn map(sites: usize, gpus: usize, name: &str) -> SiteMap {
        let gpu = |index: usize| SiteGpu {
            name: format!("gpu-{index}"),
            model: ["A100 40 GB", "RTX 2080 Ti"][index % 2].to_owned(),
            stage: (index < 2).then_some(index + 1),
        };
        let site = |index: usize| Site { name: format!("{name}{index}"), gpus: (0..gpus).map(gpu).collect() };
        let mut links = Vec::new();
        for a in 0..sites {
            for b in a + 1..sites {
                let there = Direction { gbps: 1.0 + (a * b) as f64, latency_ms: 50.0 };
                let back = Direction { latency_ms: 50.0 + a as f64, ..there };
                links.push(SiteLink { a, b, there, back, on_path: b == a + 1 });
            }
        }
        SiteMap { sites: (0..sites).map(site).collect(), links, more_sites: 0 }
    }

    fn overlap(one: Rect, other: Rect) -> bool {
        let apart = one.right() <= other.x || other.right() <= one.x;
        !(apart || one.bottom() <= other.y || other.bottom() <= one.y)
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_picture() {
        for width in [248.0, 264.0, 336.0, 400.0, 560.0, 800.0, 1_100.0] {
            for sites in 1..=8 {
                for (gpus, name) in [(1, "A"), (3, "Site "), (40, "eu-central-frankfurt-")] {
                    let picture = lay_out(&map(sites, gpus, name), width);
                    let boxes = picture.nodes.iter().flat_map(|node| [node.area, node.about.area]);
                    let all: Vec<Rect> = boxes.chain(picture.labels.iter().map(|label| label.area)).collect();
                    for (index, one) in all.iter().enumerate() {
                        let inside =
                            one.x >= 0.0 && one.right() <= width && one.y >= 0.0 && one.bottom() <= picture.height;
                        assert!(inside, "{sites} sites on {width}: {one:?} of {}", picture.height);
                        for other in &all[index + 1..] {
                            assert!(!overlap(*one, *other), "{sites} {name}, {gpus} GPUs, {width}: {one:?} {other:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_link_of_the_path_is_labelled_or_listed() {
        for width in [264.0, 336.0, 800.0] {
            for sites in 2..=8 {
                let picture = lay_out(&map(sites, 3, "S"), width);
                let labelled = picture.labels.iter().filter(|label| label.on_path).count();
                assert_eq!(labelled + picture.below.len(), sites - 1, "{sites} sites on {width}");
            }
        }
        assert_eq!(lay_out(&map(3, 3, "S"), 336.0).labels.len(), 3);
    }

    #[test]
    fn many_gpus_are_counted() {
        let picture = lay_out(&map(3, 40, "S"), 336.0);
        for node in &picture.nodes {
            let rest = node.more.as_ref().map(|(_, text)| text.clone());
            assert_eq!(rest, Some(format!("+{}", 40 - node.dots.len())));
            assert!(node.dots.iter().all(|dot| node.area.contains(dot.x - DOT_RADIUS, node.area.y)));
        }
        let dots = &picture.nodes[0].dots;
        assert!(dots[0].joined && !dots[1].joined, "from stage 1 to 2, and no further");
    }

    #[test]
    fn wider_is_faster() {
        let picture = lay_out(&map(3, 1, "S"), 400.0);
        let width_of =
            |title: &str| picture.edges.iter().find(|edge| edge.title.contains(title)).map(|edge| edge.width);
        // 1, 1 and 3 Gbps.
        assert_eq!((width_of("S0 – S1"), width_of("S0 – S2")), (Some(1.5), Some(1.5)));
        assert_eq!(width_of("S1 – S2"), Some(5.0));
        assert!(picture.edges.last().is_some_and(|edge| edge.on_path), "the path lies on top");
    }
}
