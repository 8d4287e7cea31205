//! The GeoTrain paper's published figures, and the same figures worked out by this program.
//!
//! The paper does not state the pools behind its simulated results. [`published`] lists what it prints, row by row,
//! with the scenario it comes out of here and how much a match proves; [`reproduce`] works a row out.

#![allow(missing_docs, reason = "docs where a name does not say it all")]

pub mod printed;
pub mod published;
mod reproduce;
pub mod source;
mod statistics;
mod wire;

pub use reproduce::reproduce;
pub use wire::{Figure, Reproduced};
