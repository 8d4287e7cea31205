//! What a whole training run takes.

pub mod token_count;

#[cfg(feature = "page")]
pub mod view;
