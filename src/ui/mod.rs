//! The page: the scenario on the left, its answer on the right. Computes no cost and plans nothing itself.
//!
//! What can be decided without a browser stands in plain modules with native tests: [`draft`] (the scenario
//! being edited), [`run`] (the planning as seen by the page), [`figures`] (what the answer amounts to), [`played`]
//! (the plan on view played out in time), [`tradeoff`] (time against energy), [`rivals`] (other planners on the same scenario), [`paper_rows`] (the paper's tables),
//! [`sum_words`] (what sets its pace), [`token_count`] (what a whole run takes) [`why_not`] (what binds where no plan is possible) and [`share`] (what goes into a link). `state` ties them to signals;
//! the components in `header`, `editor` and `result` are thin.

pub mod capacity;
pub mod comparison;
pub mod draft;
pub mod effort;
pub mod figures;
pub mod paper_rows;
pub mod place_words;
pub mod played;
pub mod rivals;
pub mod run;
pub mod search_history;
pub mod share;
pub mod site_map;
pub mod spares;
pub mod sum_words;
pub mod timeline;
pub mod token_count;
pub mod tradeoff;
pub mod why_not;

#[cfg(feature = "page")]
mod app;
#[cfg(feature = "page")]
mod banners;
#[cfg(feature = "page")]
mod browser;
#[cfg(feature = "page")]
mod editor;
#[cfg(feature = "page")]
mod fault;
#[cfg(feature = "page")]
mod header;
#[cfg(feature = "page")]
mod icons;
#[cfg(feature = "page")]
mod opening;
#[cfg(feature = "page")]
mod paper;
#[cfg(feature = "page")]
mod planning;
#[cfg(feature = "page")]
mod result;
#[cfg(feature = "page")]
mod saving;
#[cfg(feature = "page")]
mod screen;
#[cfg(feature = "page")]
mod state;

#[cfg(feature = "page")]
pub use app::start;

pub use crate::format;
