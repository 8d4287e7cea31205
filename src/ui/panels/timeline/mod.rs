//! The plan on view played out in time: the simulation, how it is drawn, and what keys and pointers do to it.

pub mod keys;
pub mod operation_details;
pub mod pan_zoom;
pub mod pointer_gestures;
pub mod rows;
pub mod simulation;
pub mod tooltip_place;

#[cfg(feature = "page")]
mod drawing;
#[cfg(feature = "page")]
mod key_list;
#[cfg(feature = "page")]
mod legend;
#[cfg(feature = "page")]
mod note;
#[cfg(feature = "page")]
mod table;
#[cfg(feature = "page")]
pub mod view;
