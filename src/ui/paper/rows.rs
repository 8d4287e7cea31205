//! The paper's tables as the page has them: which rows are worked out, which one is under way, and how a figure
//! compares in words.

use std::sync::Arc;

use crate::format;
use crate::paper::{Figure, Reproduced, published};

/// How far a row is.
#[derive(Clone, Debug, PartialEq)]
pub enum RowState {
    /// The row is not worked out yet.
    Waiting,
    There(Arc<Reproduced>),
    /// The worker would not.
    Refused,
}

/// All rows, in the order of [`published::rows`].
#[derive(Clone, Debug, PartialEq)]
pub struct PaperRows {
    states: Vec<RowState>,
    under_way: Option<(u32, usize)>,
}

impl Default for PaperRows {
    fn default() -> Self {
        Self { states: published::rows().map(|_| RowState::Waiting).collect(), under_way: None }
    }
}

impl PaperRows {
    /// How far a row is.
    pub fn state(&self, row: usize) -> RowState {
        self.states.get(row).cloned().unwrap_or(RowState::Refused)
    }

    /// The row to be worked out next; `None` while one is under way and when all are done.
    pub fn next(&self) -> Option<usize> {
        if self.under_way.is_some() {
            return None;
        }
        self.states.iter().position(|state| *state == RowState::Waiting)
    }

    /// A row was asked for.
    pub fn asked(&mut self, job: u32, row: usize) {
        self.under_way = Some((job, row));
    }

    /// A row is there.
    pub fn heard(&mut self, job: u32, reproduced: Reproduced) {
        self.end(job, RowState::There(Arc::new(reproduced)));
    }

    /// The worker would not work out a row. Says whether one was under way in that job.
    pub fn refused(&mut self, job: u32) -> bool {
        self.end(job, RowState::Refused)
    }

    /// These jobs were cancelled or lost; the row that was under way in one may be asked for again. Says whether there
    /// was one.
    pub fn lost(&mut self, jobs: &[u32]) -> bool {
        self.under_way.take_if(|(job, _)| jobs.contains(job)).is_some()
    }

    fn end(&mut self, job: u32, state: RowState) -> bool {
        let ended = self.under_way.take_if(|(asked, _)| *asked == job);
        if let Some((_, row)) = ended
            && let Some(place) = self.states.get_mut(row)
        {
            *place = state;
        }
        ended.is_some()
    }

    /// How many rows are done.
    pub fn done(&self) -> usize {
        self.states.iter().filter(|state| **state != RowState::Waiting).count()
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// "126 of 133 published figures print alike." so far.
    pub fn summary(&self) -> String {
        let rows = self.states.iter().filter_map(|state| match state {
            RowState::There(row) => Some(row),
            _ => None,
        });
        let judged: Vec<bool> = rows.flat_map(|row| row.figures.iter().filter_map(|figure| figure.same)).collect();
        let alike = judged.iter().filter(|same| **same).count();
        format!("{} of {} published figures print alike", alike, judged.len())
    }
}

/// How far ours is from the published figure: "+0.001 %", "−2.8 points"; `None` where that says nothing.
pub fn difference(figure: &Figure) -> Option<String> {
    let difference = figure.difference?;
    match figure.unit.as_str() {
        "" => None,
        "%" => Some(format!("{} points", signed(difference, 1))),
        _ => Some(format!("{} %", signed(100.0 * difference, 3))),
    }
}

fn signed(value: f64, decimals: usize) -> String {
    let text = format::fixed(value, decimals);
    let is_zero = !text.contains(|digit: char| ('1'..='9').contains(&digit));
    if is_zero || value < 0.0 { text } else { format!("+{text}") }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn figure(unit: &str, difference: f64, same: bool) -> Figure {
        Figure {
            column: "Time".to_owned(),
            unit: unit.to_owned(),
            published: Some(1.0),
            published_text: Some("1.0".to_owned()),
            ours: Some(1.0),
            ours_text: Some("1.0".to_owned()),
            difference: Some(difference),
            same: Some(same),
        }
    }

    fn reproduced() -> Reproduced {
        Reproduced {
            table: "Table 3".to_owned(),
            row: "N = 4".to_owned(),
            scenario: None,
            weight: crate::paper::published::Weight::Pinned,
            note: String::new(),
            plan: None,
            figures: vec![figure("ms", 0.0, true), figure("%", -2.8, false)],
        }
    }

    #[test]
    fn rows_are_worked_out_one_after_another_and_again_when_lost() {
        let mut rows = PaperRows::default();
        assert_eq!(rows.next(), Some(0));
        rows.asked(5, 0);
        assert_eq!(rows.next(), None);
        assert!(!rows.lost(&[4]) && rows.lost(&[4, 5]));
        assert_eq!(rows.next(), Some(0));
        rows.asked(6, 0);
        rows.heard(5, reproduced());
        assert_eq!(rows.done(), 0);
        rows.heard(6, reproduced());
        assert_eq!((rows.done(), rows.next()), (1, Some(1)));
        assert_eq!(rows.summary(), "1 of 2 published figures print alike");
    }

    #[test]
    fn differences_have_the_unit_of_their_figure() {
        assert_eq!(difference(&figure("ms", 0.000_013, true)).unwrap(), "+0.001 %");
        assert_eq!(difference(&figure("ms", -0.000_001, true)).unwrap(), "0.000 %");
        assert_eq!(difference(&figure("%", -2.8, false)).unwrap(), "−2.8 points");
        assert_eq!(difference(&figure("", 0.01, true)), None);
    }
}
