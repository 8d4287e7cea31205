//! The trade-off between time and energy: what is known of the frontier, its chart, its table and its legend.

pub mod trade_off;

#[cfg(feature = "page")]
mod chart;
#[cfg(feature = "page")]
mod legend;
#[cfg(feature = "page")]
mod parts;
#[cfg(feature = "page")]
mod points;
#[cfg(feature = "page")]
pub mod view;
