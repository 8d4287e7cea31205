//! What a plan costs: time (Eq. 1, 7–11), memory (Eq. 5, 6), energy (Eq. 12–14), objective (Eq. 16).
//!
//! The equations stand in [`time`], [`memory`] and [`energy`] as functions of plain figures; [`Evaluator`]
//! holds them as tables for one instance, so that a plan is scored in O(stages) without allocation.

#![warn(missing_docs)]

mod breakdown;
pub mod energy;
mod evaluator;
pub mod memory;
mod objective;
pub mod time;

pub use breakdown::{StageFigures, Totals, stage_figures, totals};
pub use evaluator::Evaluator;
pub use objective::Objective;
