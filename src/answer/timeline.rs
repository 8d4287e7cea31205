use super::wire::{OperationAnswer, TimelineAnswer};
use crate::cost::{stage_figures, totals};
use crate::model::{Instance, Plan};
use crate::scenario::Problem;
use crate::schedule::{MAX_OPERATIONS, OperationId, Sends, TooLong, simulate, stage_times};
use crate::words::problems as words;

/// Plays `plan` out. Refused if a link is missing or the timeline would be too long to hold.
pub fn timeline(instance: &Instance, plan: &Plan) -> Result<TimelineAnswer, Vec<Problem>> {
    let micro_batches = instance.training.micro_batches() as u32;
    let (Some(times), Some(totals)) = (stage_times(instance, plan), totals(instance, &stage_figures(instance, plan)))
    else {
        return Err(vec![Problem::of_whole("missing-link", "plan", words::unlinked_timeline())]);
    };
    let too_long = |TooLong { operations }| {
        vec![Problem::of_whole("too-long", "plan", words::too_long_timeline(operations, MAX_OPERATIONS))]
    };
    let timeline = simulate(&times, micro_batches, Sends::Blocking).map_err(too_long)?;
    let overlapped = simulate(&times, micro_batches, Sends::Overlapped).map_err(too_long)?;
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
        overlapped_makespan_ms: overlapped.makespan_ms,
        eq_1_ms: totals.time_ms,
        bubble_share: timeline.bubble_share(),
        operations,
    })
}
