//! A plan played out in time: which GPU does what when, simulated rather than assumed.
//!
//! A schedule ([`one_f_one_b`]) says in which order a stage computes; [`simulate`] plays all stages against each
//! other. A stage sends what it computed right afterwards. With [`Sends::Blocking`] a send occupies the sending
//! GPU and the link, as Eq. 11 has it, and the receiver buffers; with [`Sends::Overlapped`] it occupies the link
//! alone.

#![warn(missing_docs)]

pub mod one_f_one_b;
mod simulate;
mod stage_times;
mod timeline;

pub use simulate::{MAX_OPERATIONS, Sends, TooLong, simulate};
pub use stage_times::{StageTimes, stage_times};
pub use timeline::{Operation, OperationId, OperationKind, Timeline};
