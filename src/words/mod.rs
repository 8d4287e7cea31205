//! The wording of what the library says to people. A text of this room is output: made here, shown elsewhere, and
//! read by nothing, so that a translation or another phrase changes no behaviour.
//!
//! [`Wording`] is the one type of such a text and only this room makes one; [`with_every_text`] replaces them all,
//! which is how a test shows that nothing depends on them. `problems`: what is wrong with what came in. `quote`: how
//! texts repeat a value that came in.

pub mod problems;
pub mod quote;
mod wording;

pub use wording::{Wording, with_every_text};
