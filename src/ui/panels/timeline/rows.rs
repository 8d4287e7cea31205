//! The timeline as a table: every operation, stage by stage, in order of time.

use std::ops::Range;

use crate::format;
use crate::ui::panels::timeline::operation_details::operation_name;
use crate::ui::panels::timeline::simulation::LabelledSimulation;

/// Rows of a page.
pub const PAGE: usize = 100;

/// One operation in words and figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Stage number, from 1.
    pub stage: usize,
    /// Name of the GPU.
    pub gpu: String,
    /// Kind of operation: "Forward".
    pub operation: &'static str,
    /// Number of the micro-batch, from 1.
    pub micro_batch: String,
    /// ms, one decimal.
    pub start: String,
    /// ms, one decimal.
    pub end: String,
}

/// How many rows there are.
pub fn count(simulation: &LabelledSimulation) -> usize {
    simulation.timeline.stages.iter().map(Vec::len).sum()
}

/// Pages they take, at least one.
pub fn pages(count: usize) -> usize {
    count.div_ceil(PAGE).max(1)
}

/// Which rows a page holds, pages counted from 0.
pub fn on_page(page: usize, count: usize) -> Range<usize> {
    (page * PAGE).min(count)..((page + 1) * PAGE).min(count)
}

/// The rows of the operations in `range`.
pub fn rows(simulation: &LabelledSimulation, range: Range<usize>) -> Vec<Row> {
    let all = simulation
        .timeline
        .stages
        .iter()
        .zip(&simulation.labels)
        .enumerate()
        .flat_map(|(stage, (operations, label))| operations.iter().map(move |operation| (stage, label, operation)));
    let row = |(stage, label, operation): (usize, &crate::chart::gantt::LaneLabel, &crate::schedule::Operation)| Row {
        stage: stage + 1,
        gpu: label.gpu.clone(),
        operation: operation_name(operation.kind),
        micro_batch: format::count(u64::from(operation.micro_batch) + 1),
        start: format::one_decimal(operation.start_ms),
        end: format::one_decimal(operation.end_ms),
    };
    all.skip(range.start).take(range.len()).map(row).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario;
    use crate::ui::panels::timeline::simulation::{SimulationOnView, on_view};
    use std::sync::Arc;

    #[test]
    fn every_operation_is_on_one_page() {
        let scenario = Arc::new(scenario::read(scenario::presets::ALL[0].json).unwrap());
        let simulation = SimulationOnView::of(&on_view(&scenario, "g3:4,g4:1,g6:1,g5:6"), None);
        let simulation = simulation.there().unwrap();
        // Eight micro-batches, each forward and backward on four stages, and a send each way between them.
        assert_eq!(count(simulation), 8 * (2 * 4 + 2 * 3));
        assert_eq!((pages(112), on_page(0, 112), on_page(1, 112), on_page(2, 112)), (2, 0..100, 100..112, 112..112));
        let (first, second) = (rows(simulation, 0..100), rows(simulation, 100..112));
        assert_eq!((first.len(), second.len()), (100, 12));
        // Stage 1 sends forward only: 3 operations a micro-batch. Its first forward is a third of 149.9 ms.
        assert_eq!((first[0].operation, first[0].start.as_str(), first[0].end.as_str()), ("Forward", "0.0", "50.0"));
        assert_eq!((first[23].stage, first[24].stage), (1, 2));
        assert_eq!((second[11].stage, second[11].gpu.as_str(), second[11].operation), (4, "g5", "Send back"));
        assert_eq!((pages(0), on_page(0, 0)), (1, 0..0));
    }
}
