//! The map of sites, GPUs and links: what is on the map, where each part lies, and how the map is drawn.

mod boxes;
mod labels;
pub mod layout;
mod measures;
pub mod sites;
mod words;

#[cfg(feature = "page")]
pub mod view;
