//! Questions put to the library as a whole and their answers.
mod wire;
pub use wire::{Evaluation, HistoryStep, PlanAnswer, ProgressAnswer, StageAnswer};
