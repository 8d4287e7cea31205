//! Measures that the parts of the map share, px.

/// From one GPU's centre to the next.
pub const DOT_STEP: f64 = 19.0;
/// Radius of a GPU.
pub const DOT_RADIUS: f64 = 8.0;
/// Room around the picture.
pub const MARGIN: f64 = 2.0;
/// Height of a line of text.
pub const TEXT_HEIGHT: f64 = 14.0;
/// Narrower than this, more than three sites stand in two columns.
pub const NARROW: f64 = 520.0;
