//! The least memory to add to one row of the GPU table.
//!
//! More memory never takes a plan away, so for each row the least figure that helps is found by halving. Figures are
//! those a person would type: three digits for gigabytes, hundredths for the share in use.

use super::edit::cell;
use super::trial::{Trial, first_that_works};
use super::wire::ChangeAnswer;
use crate::model::ChangeKind;
use crate::scenario::{GpuRow, NumberField, Table, fields};
use crate::words::infeasible::{RowWords, memory_change};

/// A column of the GPU table that memory depends on.
struct Dial {
    kind: ChangeKind,
    field: &'static NumberField,
    /// How many figures there are to choose from.
    figures: usize,
    /// The figure of a number, in increasing order.
    figure: fn(usize) -> f64,
    /// What the row has.
    of: fn(&GpuRow) -> f64,
    /// Effective memory, bytes, with this figure; as the scenario's reader has it.
    bytes: fn(&GpuRow, f64) -> f64,
    /// GB added to one GPU.
    added_gb: fn(&GpuRow, f64) -> f64,
}

const MEMORY: Dial = Dial {
    kind: ChangeKind::Memory,
    field: &fields::MEMORY_GB,
    figures: 9 * 900 + 1,
    figure: three_digits,
    of: |row| row.memory_gb,
    bytes: |row, memory_gb| memory_gb * 1e9 * row.memory_utilization,
    added_gb: |row, memory_gb| memory_gb - row.memory_gb,
};

const IN_USE: Dial = Dial {
    kind: ChangeKind::MemoryInUse,
    field: &fields::MEMORY_UTILIZATION,
    figures: 100,
    figure: |number| (number + 1) as f64 / 100.0,
    of: |row| row.memory_utilization,
    bytes: |row, share| row.memory_gb * 1e9 * share,
    added_gb: |row, share| row.memory_gb * (share - row.memory_utilization),
};

/// 0.001 to 1,000,000.
fn three_digits(number: usize) -> f64 {
    let digits = (100 + number % 900) as f64;
    let power = |tens: usize| (0..tens).fold(1.0, |power, _| 10.0 * power);
    match (number / 900).checked_sub(5) {
        Some(tens) => digits * power(tens),
        None => digits / power(5 - number / 900),
    }
}

/// A larger share of the memory there is in use, on the row where that takes the fewest GB.
pub fn least_in_use(trial: &mut Trial<'_>) -> Option<ChangeAnswer> {
    least(trial, &IN_USE)
}

/// More memory, on the row where the fewest GB help.
pub fn least_memory(trial: &mut Trial<'_>) -> Option<ChangeAnswer> {
    least(trial, &MEMORY)
}

fn least(trial: &mut Trial<'_>, dial: &Dial) -> Option<ChangeAnswer> {
    let rows = &trial.scenario.document.gpus;
    let (mut least_gb, mut best) = (f64::INFINITY, None);
    let mut room = trial.room.clone();
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.enabled) {
        let gpus: Vec<usize> = (0..trial.row_of.len()).filter(|&gpu| trial.row_of[gpu] == index).collect();
        let added_gb = |number: usize| row.count as f64 * (dial.added_gb)(row, (dial.figure)(number));
        let first = partition(dial, |figure| figure <= (dial.of)(row));
        let end = partition(dial, |figure| row.count as f64 * (dial.added_gb)(row, figure) < least_gb);
        let mut works = |number: usize| {
            for &gpu in &gpus {
                room.memory_bytes[gpu] = (dial.bytes)(row, (dial.figure)(number));
            }
            trial.fits(&room)
        };
        if let Some(number) = first_that_works(first, end, &mut works) {
            (least_gb, best) = (added_gb(number), Some((index, number)));
        }
        room.memory_bytes.clone_from(&trial.room.memory_bytes);
    }
    let (index, number) = best?;
    let (row, figure) = (rows.get(index)?, (dial.figure)(number));
    let in_use = dial.kind == ChangeKind::MemoryInUse;
    let words = memory_change(in_use, row_words(row), (dial.of)(row), figure, dial.field.unit.symbol());
    trial.verified(ChangeAnswer::untried(dial.kind, words, vec![cell(Table::Gpus, index, dial.field.column, figure)]))
}

/// How many of the figures are so.
fn partition(dial: &Dial, is_so: impl Fn(f64) -> bool) -> usize {
    let (mut low, mut high) = (0, dial.figures);
    while low < high {
        let middle = usize::midpoint(low, high);
        if is_so((dial.figure)(middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The GPUs of a row, to be named in a text.
pub fn row_words(row: &GpuRow) -> RowWords<'_> {
    RowWords { name: &row.name, count: row.count, model: &row.model }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_a_person_types_in_increasing_order() {
        let cases = [(0, "0.001"), (899, "0.00999"), (900, "0.01"), (2_700, "1"), (3_600, "10"), (3_743, "24.3")];
        for (number, text) in cases {
            assert_eq!(three_digits(number).to_string(), text);
        }
        assert_eq!(three_digits(MEMORY.figures - 1), 1e6);
        assert!((1..MEMORY.figures).all(|number| three_digits(number - 1) < three_digits(number)));
        assert_eq!((IN_USE.figure)(90), 0.91);
    }

    #[test]
    fn what_the_row_has_comes_just_before_the_first_figure_tried() {
        let above = |dial: &Dial, value: f64| (dial.figure)(partition(dial, |figure| figure <= value));
        assert_eq!(above(&MEMORY, 24.0), 24.1);
        assert_eq!(above(&MEMORY, 23.456), 23.5);
        assert_eq!(above(&IN_USE, 0.9), 0.91);
        assert_eq!(above(&IN_USE, 0.905), 0.91);
        assert_eq!(partition(&MEMORY, |figure| figure <= 1e6), MEMORY.figures);
    }
}
