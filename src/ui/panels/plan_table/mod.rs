//! The plan on view stage by stage, and the plan that came with the scenario.

#[cfg(feature = "page")]
pub mod shared_plan;
#[cfg(feature = "page")]
pub mod stages;
#[cfg(feature = "page")]
pub mod view;
