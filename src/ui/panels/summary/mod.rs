//! The figures of the plan on view and how good the plan is.

pub mod verdict;

#[cfg(feature = "page")]
pub mod bar;
#[cfg(feature = "page")]
pub mod notes;
#[cfg(feature = "page")]
pub mod view;
