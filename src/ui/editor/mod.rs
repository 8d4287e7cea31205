//! The scenario as forms and tables.

pub mod gpu_columns;
pub mod limit_text;
pub mod problem_text;

#[cfg(feature = "page")]
mod cell;
#[cfg(feature = "page")]
mod field;
#[cfg(feature = "page")]
mod gpu_menu;
#[cfg(feature = "page")]
mod gpus;
#[cfg(feature = "page")]
mod link_rows;
#[cfg(feature = "page")]
mod matrix;
#[cfg(feature = "page")]
mod message;
#[cfg(feature = "page")]
mod network;
#[cfg(feature = "page")]
mod objective;
#[cfg(feature = "page")]
mod pager;
#[cfg(feature = "page")]
mod problems;
#[cfg(feature = "page")]
mod search;
#[cfg(feature = "page")]
mod sideways;
#[cfg(feature = "page")]
mod training;
#[cfg(feature = "page")]
mod view;

#[cfg(feature = "page")]
pub use view::Editor;
