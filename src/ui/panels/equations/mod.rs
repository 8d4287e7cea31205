//! The sums of Eq. 1 and Eq. 14 with the numbers of the plan on view, and what they assume.

pub mod pace;

#[cfg(feature = "page")]
pub mod assumptions;
#[cfg(feature = "page")]
pub mod view;
