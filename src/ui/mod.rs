//! The page: the scenario on the left, its answer on the right. Computes no cost and plans nothing itself.
//!
//! | folder | what lives there |
//! |---|---|
//! | [`state`] | signals and plain state: the draft as read, the planner, storage, links |
//! | [`draft`] | the scenario being edited: pure functions over a document that may be wrong |
//! | `editor` | forms and tables of the scenario |
//! | `header` | name, undo, share, status, banners |
//! | [`panels`] | the answer, one folder a panel: `view` draws, the rest is plain and natively tested |
//! | [`paper`] | the paper's tables |
//! | `dom` | what the page needs of the browser beside Leptos |
//!
//! What can be decided without a browser stands in plain modules with native tests; the components are thin.

pub mod draft;
pub mod editor;
pub mod panels;
pub mod paper;
pub mod state;

#[cfg(feature = "page")]
mod app;
#[cfg(feature = "page")]
mod dom;
#[cfg(feature = "page")]
mod header;

#[cfg(feature = "page")]
pub use app::start;
