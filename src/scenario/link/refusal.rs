//! The report of a link that does not open.

use crate::scenario::Problem;
use crate::words::problems::ProblemWords;

/// The report of a link that does not open: one problem.
pub(super) fn refusal(code: &str, words: ProblemWords) -> Vec<Problem> {
    vec![Problem::of_whole(code, "link", words)]
}
