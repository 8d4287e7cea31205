//! What is said of a link that does not open.

use crate::scenario::Problem;
use crate::scenario::problems::{at, problem};

/// The report of a link that does not open: one problem.
pub(super) fn refusal(code: &str, what: impl Into<String>, remedy: impl Into<String>) -> Vec<Problem> {
    vec![problem(code, at("link", None, None), what, remedy)]
}
