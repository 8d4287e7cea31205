//! The paper’s tables beside the same figures worked out here.

pub mod rows;

#[cfg(feature = "page")]
pub mod view;
