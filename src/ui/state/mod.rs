//! The state of the page: the draft’s reading, the planner and its answers, and what is stored and shared.

pub mod async_answer;
pub mod auto_plan;
pub mod draft_state;
pub mod other_planners;
#[cfg(any(feature = "page", test))]
pub mod planner_signals;
pub mod planner_state;
pub mod share_link;
pub mod tone;

#[cfg(feature = "page")]
pub mod app;
#[cfg(feature = "page")]
pub mod open;
#[cfg(feature = "page")]
pub mod planner;
#[cfg(feature = "page")]
pub mod storage;
