//! The timeline as far as it needs no browser: what it tells of an operation, what keys and hands do to it.

pub mod hand;
pub mod keys;
pub mod looking;
pub mod rows;
pub mod telling;
pub mod tip;
