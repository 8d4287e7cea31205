//! GPUs that are in the scenario and switched off: the row with the fewest whose use is enough.

use super::edit::cell;
use super::memory::row_words;
use super::trial::Trial;
use super::wire::ChangeAnswer;
use crate::model::ChangeKind;
use crate::scenario::{Table, fields};
use crate::sorting::sort_by;
use crate::words::infeasible::switch_on_change;

/// Most rows that are tried.
const MOST_ROWS: usize = 50;

/// The smallest such row that helps.
pub fn switched_on(trial: &mut Trial<'_>) -> Option<ChangeAnswer> {
    let rows = &trial.scenario.document.gpus;
    let mut off: Vec<usize> = (0..rows.len()).filter(|&row| !rows[row].enabled).collect();
    sort_by(&mut off, |&a, &b| rows[a].count.cmp(&rows[b].count));
    let all = off.len() <= MOST_ROWS;
    let change = |row: usize| {
        let edit = vec![cell(Table::Gpus, row, fields::ENABLED.column, true)];
        ChangeAnswer::untried(ChangeKind::SwitchOn, switch_on_change(row_words(&rows[row])), edit)
    };
    let helps = off.into_iter().take(MOST_ROWS).find_map(|row| trial.verified(change(row)));
    if all { helps } else { helps.or_else(|| trial.left_open()) }
}
