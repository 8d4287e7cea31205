//! How far a search is, and the improvements it has met.

pub mod history;

#[cfg(feature = "page")]
pub mod view;
