//! The trade-off between time and energy: a staircase of non-dominated plans.
//!
//! [`FrontierLayout`] maps milliseconds and joules to pixels and finds what is under a point; [`draw`] draws on any
//! plotters backend, a canvas in the page and SVG in tests.

mod draw;
mod layout;

pub use draw::draw;
pub use layout::FrontierLayout;

use super::same;

/// One non-dominated plan on the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontierMark {
    pub time_ms: f64,
    pub energy_j: f64,
    /// Whether some λ selects it.
    pub supported: bool,
    pub knee: bool,
}

/// Everything the chart shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontierScene {
    /// Non-dominated plans, fastest first.
    pub points: Vec<FrontierMark>,
    /// The reference plan: time in ms, energy in J.
    pub reference: Option<(f64, f64)>,
    /// What to call it.
    pub reference_name: String,
    /// Best plans of other GPU sets, likewise.
    pub others: Vec<(f64, f64)>,
    /// The plan on view: time in ms, energy in J.
    pub selected: Option<(f64, f64)>,
    /// The hovered point.
    pub hovered: Option<usize>,
}

impl FrontierScene {
    /// Which point is selected, if the plan on view is as fast and as frugal as one.
    pub fn selected_point(&self) -> Option<usize> {
        let (time_ms, energy_j) = self.selected?;
        self.points.iter().position(|point| same(point.time_ms, time_ms) && same(point.energy_j, energy_j))
    }
}
