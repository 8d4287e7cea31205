//! The answer, one folder a panel.

pub mod comparison;
pub mod equations;
pub mod frontier;
pub mod infeasible;
pub mod plan_table;
pub mod search_progress;
pub mod site_map;
pub mod summary;
pub mod timeline;
pub mod training_run;
pub mod unused_gpus;

#[cfg(feature = "page")]
mod view;

#[cfg(feature = "page")]
pub use view::AnswerPanel;
