//! How the draft stands to the answer on the page.

use crate::scenario::Scenario;

/// How the draft stands to the answer.
#[derive(Clone, Copy, Debug)]
pub enum DraftState<'s> {
    /// So many problems keep it from being read.
    Wrong(usize),
    /// The draft is this scenario.
    Read(&'s Scenario),
}
