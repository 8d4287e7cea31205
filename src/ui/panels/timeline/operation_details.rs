//! What the timeline says in words.

use crate::format::{change, count, differs, one_decimal};
use crate::schedule::{Operation, OperationId, OperationKind};
use crate::ui::panels::timeline::simulation::LabelledSimulation;

/// What is said of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// "Backward, micro-batch 4".
    pub title: String,
    /// "stage 3, g6 V100".
    pub place: String,
    /// "838.9 – 882.9 ms, for 44.0 ms".
    pub runs: String,
    /// What let it start: "gradient from g5, there at 838.9 ms".
    pub waited_for: String,
    /// Next operation of the stage or send that follows: "send back to g4, 84.7 ms".
    pub then: String,
}

impl Telling {
    /// The details as sentences for screen readers.
    pub fn spoken(&self) -> String {
        let Self { title, place, runs, waited_for, then } = self;
        format!("{title}, {place}. Runs {runs}. Waited for {waited_for}. Then {then}.")
    }
}

/// The name of what is done.
pub fn operation_name(kind: OperationKind) -> &'static str {
    match kind {
        OperationKind::Forward => "Forward",
        OperationKind::Backward => "Backward",
        OperationKind::SendForward => "Send on",
        OperationKind::SendBackward => "Send back",
    }
}

/// What there is to say of an operation; `None` if there is no such operation.
pub fn tell(simulation: &LabelledSimulation, id: OperationId) -> Option<Telling> {
    let operation = simulation.timeline.operation(id)?;
    let label = simulation.labels.get(id.stage)?;
    let to = match operation.kind {
        OperationKind::SendForward | OperationKind::SendBackward => {
            format!(" to {}", receiver(simulation, id.stage, operation.kind))
        }
        OperationKind::Forward | OperationKind::Backward => String::new(),
    };
    let name = format!("{} {}", label.gpu, label.model);
    Some(Telling {
        title: format!("{}, micro-batch {}", operation_name(operation.kind), number(operation)),
        place: format!("stage {}, {}{to}", id.stage + 1, name.trim()),
        runs: format!(
            "{} – {}, for {}",
            one_decimal(operation.start_ms),
            ms(operation.end_ms),
            ms(operation.duration_ms())
        ),
        waited_for: waited_for(simulation, id, operation),
        then: then(simulation, id, operation),
    })
}

fn ms(value: f64) -> String {
    format!("{} ms", one_decimal(value))
}

fn number(operation: &Operation) -> String {
    count(u64::from(operation.micro_batch) + 1)
}

/// Operation and micro-batch: "forward 4".
fn brief(operation: &Operation) -> String {
    format!("{} {}", operation_name(operation.kind).to_lowercase(), number(operation))
}

fn gpu(simulation: &LabelledSimulation, stage: Option<usize>) -> &str {
    stage.and_then(|stage| simulation.labels.get(stage)).map_or("?", |label| &label.gpu)
}

/// Who gets what a stage sends.
fn receiver(simulation: &LabelledSimulation, stage: usize, kind: OperationKind) -> &str {
    gpu(simulation, if kind == OperationKind::SendForward { Some(stage + 1) } else { stage.checked_sub(1) })
}

fn waited_for(simulation: &LabelledSimulation, id: OperationId, operation: &Operation) -> String {
    let cause = operation.waited_for.and_then(|cause| Some((cause, simulation.timeline.operation(cause)?)));
    let Some((cause_id, cause)) = cause else { return "nothing: it starts the iteration".to_owned() };
    let at = ms(cause.end_ms);
    if cause_id.stage != id.stage {
        let what = if cause.kind == OperationKind::SendForward { "activations" } else { "gradient" };
        return format!("{what} from {}, there at {at}", gpu(simulation, Some(cause_id.stage)));
    }
    let is_send = matches!(operation.kind, OperationKind::SendForward | OperationKind::SendBackward);
    if cause.micro_batch == operation.micro_batch && (is_send || cause.kind == OperationKind::Forward) {
        return format!("its {}, done at {at}", operation_name(cause.kind).to_lowercase());
    }
    let busy = if is_send { "the link" } else { "the GPU" };
    format!("{busy}, busy with {} until {at}", brief(cause))
}

fn then(simulation: &LabelledSimulation, id: OperationId, operation: &Operation) -> String {
    let timeline = &simulation.timeline;
    match operation.kind {
        OperationKind::SendForward | OperationKind::SendBackward => {
            let (stage, kind) = match operation.kind {
                OperationKind::SendForward => (Some(id.stage + 1), OperationKind::Forward),
                _ => (id.stage.checked_sub(1), OperationKind::Backward),
            };
            let started = stage.and_then(|stage| timeline.stages.get(stage)).and_then(|operations| {
                operations.iter().find(|other| other.kind == kind && other.micro_batch == operation.micro_batch)
            });
            match started {
                Some(started) => {
                    format!("{} on {}, from {}", brief(started), gpu(simulation, stage), ms(started.start_ms))
                }
                None => "nothing".to_owned(),
            }
        }
        OperationKind::Forward | OperationKind::Backward => {
            match timeline.operation(OperationId { index: id.index + 1, ..id }) {
                Some(next) if matches!(next.kind, OperationKind::SendForward | OperationKind::SendBackward) => {
                    let what = operation_name(next.kind).to_lowercase();
                    format!("{what} to {}, {}", receiver(simulation, id.stage, next.kind), ms(next.duration_ms()))
                }
                Some(next) => format!("{} from {}", brief(next), ms(next.start_ms)),
                None => "nothing: its last of the iteration".to_owned(),
            }
        }
    }
}

/// How long the iteration takes when played out, beside what Eq. 1 says, and when sends don't hold the GPU.
pub fn sentence(simulation: &LabelledSimulation) -> String {
    let makespan_ms = simulation.timeline.makespan_ms;
    let (makespan, eq_1) = (ms(makespan_ms), ms(simulation.eq_1_ms));
    let first = if makespan == eq_1 {
        format!("Played out step by step: {makespan}, as Eq. 1 says.")
    } else if makespan_ms > simulation.eq_1_ms {
        let why = "1F1B keeps its order, so slow links can make an iteration longer";
        format!("Played out step by step: {makespan}. Eq. 1 says {eq_1}; {why}.")
    } else {
        let change = match differs(makespan_ms, simulation.eq_1_ms) {
            true => format!(" ({})", change(makespan_ms, simulation.eq_1_ms)),
            false => String::new(),
        };
        format!("Played out step by step: {makespan}{change}; Eq. 1 says {eq_1}.")
    };
    if simulation.labels.len() < 2 {
        return first;
    }
    let overlapped = simulation.overlapped_ms;
    format!("{first} With sends that don’t hold the GPU: {} ({}).", ms(overlapped), change(overlapped, makespan_ms))
}

/// The drawing in one sentence, for those who don't see it.
pub fn summary(simulation: &LabelledSimulation) -> String {
    let stages = crate::format::counted(simulation.labels.len() as u64, "stage");
    let micro_batches = count(u64::from(simulation.timeline.micro_batches));
    let along: Vec<&str> = simulation.labels.iter().map(|label| label.gpu.as_str()).collect();
    let along = if along.len() > 12 { String::new() } else { format!(" on {}", along.join(", ")) };
    format!("Timeline of {stages}{along}, {micro_batches} micro-batches in {}", ms(simulation.timeline.makespan_ms))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::answer::Simulation;
    use crate::chart::gantt::LaneLabel;
    use crate::scenario;
    use crate::schedule::{Sends, StageTimes, simulate};
    use crate::ui::panels::timeline::simulation::{SimulationOnView, on_view};
    use std::sync::Arc;

    /// Stage 1: F1 0–1, S1 1–1.5, F2 1.5–2.5, S2 2.5–3, B1 5–7, B2 8.5–10.5.
    /// Stage 2: F1 1.5–2.5, B1 2.5–4.5, R1 4.5–5, F2 5–6, B2 6–8, R2 8–8.5.
    fn two_stages() -> LabelledSimulation {
        let stage = |send_forward_ms, send_backward_ms| StageTimes {
            forward_ms: 1.0,
            backward_ms: 2.0,
            send_forward_ms,
            send_backward_ms,
        };
        let timeline = simulate(&[stage(0.5, 0.0), stage(0.0, 0.5)], 2, Sends::Blocking).unwrap();
        let label = |gpu: &str, model: &str| LaneLabel { gpu: gpu.into(), model: model.into(), ..Default::default() };
        LabelledSimulation {
            critical: timeline.critical_path(),
            labels: vec![label("a", "A30"), label("b", "")],
            simulation: Arc::new(Simulation {
                overlapped_ms: 10.0,
                eq_1_ms: 10.5,
                bubble_share: timeline.bubble_share(),
                compute_share: 0.0,
                send_share: 0.0,
                timeline,
            }),
        }
    }

    #[test]
    fn every_operation_says_why_it_starts_and_what_follows() {
        let simulation = two_stages();
        let cases = [
            (
                (0, 0),
                "Forward, micro-batch 1|stage 1, a A30|0.0 – 1.0 ms, for 1.0 ms",
                "nothing: it starts the iteration",
                "send on to b, 0.5 ms",
            ),
            (
                (0, 1),
                "Send on, micro-batch 1|stage 1, a A30 to b|1.0 – 1.5 ms, for 0.5 ms",
                "its forward, done at 1.0 ms",
                "forward 1 on b, from 1.5 ms",
            ),
            (
                (0, 2),
                "Forward, micro-batch 2|stage 1, a A30|1.5 – 2.5 ms, for 1.0 ms",
                "the GPU, busy with send on 1 until 1.5 ms",
                "send on to b, 0.5 ms",
            ),
            (
                (0, 4),
                "Backward, micro-batch 1|stage 1, a A30|5.0 – 7.0 ms, for 2.0 ms",
                "gradient from b, there at 5.0 ms",
                "backward 2 from 8.5 ms",
            ),
            (
                (0, 5),
                "Backward, micro-batch 2|stage 1, a A30|8.5 – 10.5 ms, for 2.0 ms",
                "gradient from b, there at 8.5 ms",
                "nothing: its last of the iteration",
            ),
            (
                (1, 0),
                "Forward, micro-batch 1|stage 2, b|1.5 – 2.5 ms, for 1.0 ms",
                "activations from a, there at 1.5 ms",
                "backward 1 from 2.5 ms",
            ),
            (
                (1, 1),
                "Backward, micro-batch 1|stage 2, b|2.5 – 4.5 ms, for 2.0 ms",
                "its forward, done at 2.5 ms",
                "send back to a, 0.5 ms",
            ),
            (
                (1, 2),
                "Send back, micro-batch 1|stage 2, b to a|4.5 – 5.0 ms, for 0.5 ms",
                "its backward, done at 4.5 ms",
                "backward 1 on a, from 5.0 ms",
            ),
            (
                (1, 3),
                "Forward, micro-batch 2|stage 2, b|5.0 – 6.0 ms, for 1.0 ms",
                "the GPU, busy with send back 1 until 5.0 ms",
                "backward 2 from 6.0 ms",
            ),
        ];
        for ((stage, index), what, waited_for, then) in cases {
            let told = tell(&simulation, OperationId { stage, index }).unwrap();
            assert_eq!([told.title, told.place, told.runs].join("|"), what);
            assert_eq!((told.waited_for.as_str(), told.then.as_str()), (waited_for, then));
        }
        assert_eq!(tell(&simulation, OperationId { stage: 1, index: 6 }), None);
        assert_eq!(tell(&simulation, OperationId { stage: 2, index: 0 }), None);
    }

    #[test]
    fn the_makespan_stands_beside_what_eq_1_says() {
        let mut simulation = two_stages();
        // 10.0 ÷ 10.5 = 0.952.
        let with = "With sends that don’t hold the GPU: 10.0 ms (−4.8 %).";
        assert_eq!(sentence(&simulation), format!("Played out step by step: 10.5 ms, as Eq. 1 says. {with}"));
        Arc::make_mut(&mut simulation.simulation).eq_1_ms = 9.0;
        let why = "1F1B keeps its order, so slow links can make an iteration longer";
        assert_eq!(
            sentence(&simulation),
            format!("Played out step by step: 10.5 ms. Eq. 1 says 9.0 ms; {why}. {with}")
        );
        Arc::make_mut(&mut simulation.simulation).eq_1_ms = 12.0;
        let against = "Played out step by step: 10.5 ms (−12.5 %); Eq. 1 says 12.0 ms.";
        assert_eq!(sentence(&simulation), format!("{against} {with}"));
        simulation.labels.truncate(1);
        assert_eq!(sentence(&simulation), against, "one GPU sends nothing");
    }

    #[test]
    fn the_three_site_plan_is_told_as_planned() {
        let scenario = Arc::new(scenario::read(scenario::presets::ALL[0].json).unwrap());
        let simulation = SimulationOnView::of(&on_view(&scenario, "g3:4,g4:1,g6:1,g5:6"), None);
        let simulation = simulation.there().unwrap().clone();
        let third = &simulation.timeline.stages[2];
        let index = third.iter().position(|it| it.kind == OperationKind::Backward && it.micro_batch == 3).unwrap();
        let told = tell(&simulation, OperationId { stage: 2, index }).unwrap();
        assert_eq!(told.title, "Backward, micro-batch 4");
        assert_eq!(told.place, "stage 3, g6 V100");
        // Two thirds of 66.0 ms; the transfer between sites B and C takes 84.7 ms.
        assert!(told.runs.ends_with("for 44.0 ms"), "{}", told.runs);
        assert!(told.waited_for.starts_with("gradient from g5, there at "), "{}", told.waited_for);
        assert_eq!(told.then, "send back to g4, 84.7 ms");
        assert!(sentence(&simulation).starts_with("Played out step by step: 1,756.8 ms, as Eq. 1 says."));
        assert!(summary(&simulation).ends_with("4 stages on g3, g4, g6, g5, 8 micro-batches in 1,756.8 ms"));
    }
}
