use super::simulation::{NoSimulation, simulation};
use super::wire::{OperationAnswer, TimelineAnswer};
use crate::model::{Instance, Plan};
use crate::scenario::Problem;
use crate::schedule::{MAX_OPERATIONS, OperationId};
use crate::words::problems as words;

/// Plays `plan` out. Refused if a link is missing or the timeline would be too long to hold.
pub fn timeline(instance: &Instance, plan: &Plan) -> Result<TimelineAnswer, Vec<Problem>> {
    let refused = |code: &str, words| vec![Problem::of_whole(code, "plan", words)];
    let simulation = simulation(instance, plan, MAX_OPERATIONS).map_err(|why| match why {
        NoSimulation::TooLong { operations, most } => refused("too-long", words::too_long_timeline(operations, most)),
        NoSimulation::MissingLink | NoSimulation::AfterTheSearch => refused("missing-link", words::unlinked_timeline()),
    })?;
    let timeline = &simulation.timeline;
    let mut critical: Vec<Vec<bool>> = timeline.stages.iter().map(|stage| vec![false; stage.len()]).collect();
    for OperationId { stage, index } in timeline.critical_path() {
        critical[stage][index] = true;
    }
    let name = |stage: usize| {
        let gpu = plan.stages().get(stage).and_then(|stage| instance.cluster.gpus().get(usize::from(stage.gpu)));
        gpu.map_or_else(String::new, |gpu| gpu.name.clone())
    };
    let mut operations = Vec::new();
    for (stage, (lane, critical)) in timeline.stages.iter().zip(critical).enumerate() {
        operations.extend(lane.iter().zip(critical).map(|(operation, critical)| OperationAnswer {
            stage: stage + 1,
            gpu: name(stage),
            operation: operation.kind,
            micro_batch: operation.micro_batch + 1,
            start_ms: operation.start_ms,
            end_ms: operation.end_ms,
            critical,
        }));
    }
    Ok(TimelineAnswer {
        makespan_ms: timeline.makespan_ms,
        overlapped_makespan_ms: simulation.overlapped_ms,
        eq_1_ms: simulation.eq_1_ms,
        bubble_share: simulation.bubble_share,
        operations,
    })
}
