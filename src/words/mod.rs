//! The wording of what the library says to people. A text of this room is output: made here, shown elsewhere, and
//! read by nothing, so that a translation or another phrase changes no behaviour.
//!
//! [`Wording`] is the one type of such a text and only this room makes one; [`with_every_text`] replaces them all,
//! which is how a test shows that nothing depends on them. `problems`: what is wrong with what came in, or keeps a planner from a plan. `infeasible`: what binds where no plan fits.
//! `unused_gpus`: why no plan can use a GPU. `quote`: how
//! texts repeat a value that came in.

pub mod infeasible;
pub mod problems;
pub mod quote;
pub mod unused_gpus;
mod wording;

pub use wording::{Wording, with_every_text};
