//! The pipeline timeline: a lane per GPU, two thin lanes per link between them, operations in time.
//!
//! [`Layout`] says where lanes are, [`TimeWindow`] which part of the iteration is shown, [`draw`] puts the marks, [`hit`]
//! says which operation is under a point.

mod draw;
mod hit;
mod layout;
mod marks;
mod time_window;

pub use draw::{Gantt, LaneLabel, draw};
pub use hit::{Direction, hit, neighbour};
pub use layout::Layout;
pub use time_window::TimeWindow;
