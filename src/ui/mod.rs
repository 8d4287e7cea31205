//! The page: the scenario on the left, its answer on the right. Computes no cost and plans nothing itself.
//!
//! What can be decided without a browser stands in plain modules with native tests: [`draft`] (the scenario
//! being edited), [`run`] (the planning as seen by the page), [`figures`] (what the answer amounts to) and
//! [`format`](mod@format) (numbers in words). The components around them are thin.

pub mod draft;
pub mod figures;
pub mod format;
pub mod run;
