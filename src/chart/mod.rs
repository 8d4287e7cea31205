//! Drawing: numbers in, marks out, no state.
//!
//! Drawings are made on a [`Surface`] in CSS pixels; [`SvgSurface`] writes them as SVG, the page's canvas draws
//! them with its device's pixels. Colours come from the tokens of `style/tokens.css` ([`Palette`]).

#![allow(missing_docs, reason = "docs where a name does not say it all")]

#[cfg(feature = "page")]
mod canvas;
pub mod frontier;
pub mod gantt;
mod palette;
mod pattern;
mod surface;
mod svg;
mod ticks;

#[cfg(feature = "page")]
pub use canvas::CanvasSurface;
pub use palette::{OperationColours, Palette};
pub use pattern::Pattern;
pub use surface::{Align, Rect, Surface, TextStyle, fitted};
pub use svg::SvgSurface;
pub use ticks::{Ticks, ticks};

/// Whether two figures are the same but for rounding, and so have one place in a drawing.
pub fn same(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}
