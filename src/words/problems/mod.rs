//! What is said of a problem: one function per kind of problem gives all of its parts.
//!
//! `answers`: why there is no plan, what is not proven. `cells`: a value of one cell. `tables`: cells together, rows and parts. `plans`: plans as text and as judged.
//! `files`: texts, links and the command's arguments as wholes.

mod answers;
mod cells;
mod files;
mod parts;
mod plans;
mod tables;

pub use answers::*;
pub use cells::*;
pub use files::*;
pub use parts::{ProblemWords, after_subject, sentence, with_remedy};
pub use plans::*;
pub use tables::*;
