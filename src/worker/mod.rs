//! Planning off the page's thread. The only room that knows `postMessage`.
//!
//! | module | what it is |
//! |---|---|
//! | [`protocol`] | the messages, and how to add a question |
//! | [`question`] | what can be asked, what is answered, and which function answers it |
//! | [`job_queue`] | the jobs that wait for a worker, most urgent first |
//! | [`channel`] | the page's side of the exchange with one worker |
//! | [`pool`] | the workers of a page: one job a worker, cancelling, recovery |
//! | `host` | inside the worker: reads requests, runs the library, posts reports |
//! | `client` | in the page: browser workers behind the pool |
//!
//! All but `host` and `client` are plain data and compile natively.

#![allow(missing_docs, reason = "docs where a name does not say it all")]

pub mod channel;
pub mod failure;
pub mod job_queue;
pub mod pool;
pub mod protocol;
pub mod question;
mod recent;

#[cfg(feature = "page")]
pub mod client;
#[cfg(feature = "worker")]
pub mod host;
