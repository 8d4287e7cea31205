//! The plans of all planners side by side.

pub mod rows;

#[cfg(feature = "page")]
pub mod view;
