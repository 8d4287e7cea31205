//! The GPUs that the plan leaves out, and what using each would cost.

pub mod rows;

#[cfg(feature = "page")]
pub mod view;
