//! The document people edit and share.
mod problem;
pub use problem::{Place, Problem};
