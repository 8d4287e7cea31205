//! Planning off the page's thread. The only room that knows `postMessage`.
//!
//! [`protocol`] is what page and worker say to each other, [`conversation`] keeps the page's side of it
//! straight; both are plain data and compile natively. `host` runs inside the worker, `client` in the page.

pub mod conversation;
pub mod failure;
pub mod protocol;

#[cfg(feature = "page")]
pub mod client;
#[cfg(feature = "worker")]
pub mod host;
