//! Collects problems, and stops listing them before a hostile document makes a report of its own size.

use super::{Place, Problem};
use crate::words;

/// Most problems a report lists.
pub const MAX_LISTED: usize = 100;

/// The problems found so far.
#[derive(Default)]
pub(super) struct Problems {
    listed: Vec<Problem>,
    unlisted: usize,
}

impl Problems {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem; `make` runs only if the list still has room.
    pub fn add(&mut self, make: impl FnOnce() -> Problem) {
        if self.listed.len() < MAX_LISTED {
            self.listed.push(make());
        } else {
            self.unlisted += 1;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The report: at most [`MAX_LISTED`] problems, then one that counts the rest.
    pub fn into_report(mut self) -> Vec<Problem> {
        if self.unlisted > 0 {
            let words = words::problems::more_problems(self.unlisted as u64);
            self.listed.push(Problem::of_whole("more-problems", "document", words));
        }
        self.listed
    }
}

/// A place in the document.
pub(super) fn at(table: &str, row: Option<usize>, column: Option<&str>) -> Place {
    Place { table: table.to_owned(), row, column: column.map(str::to_owned) }
}
