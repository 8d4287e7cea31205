//! What binds where no plan fits, and the smallest changes that lift it.

pub mod capacity;
pub mod explanation;

#[cfg(feature = "page")]
pub mod view;
