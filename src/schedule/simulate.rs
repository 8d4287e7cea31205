use super::one_f_one_b::compute_at;
use super::{Operation, OperationId, OperationKind, StageTimes, Timeline};

/// What a send keeps busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sends {
    /// The sending GPU and the link: the model of Eq. 11.
    Blocking,
    /// The link alone; the GPU goes on computing.
    Overlapped,
}

/// Most operations a timeline may have.
pub const MAX_OPERATIONS: u64 = 2_000_000;

/// Why there is no timeline: it would have this many operations, more than [`MAX_OPERATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Operations it would have.
    pub operations: u64,
}

/// Plays `micro_batches` micro-batches through the stages in 1F1B order. `times` has an entry per stage.
pub fn simulate(times: &[StageTimes], micro_batches: u32, sends: Sends) -> Result<Timeline, TooLong> {
    let operations = u64::from(micro_batches) * (4 * times.len() as u64).saturating_sub(2);
    if operations > MAX_OPERATIONS {
        return Err(TooLong { operations });
    }
    let lanes = (0..times.len()).map(|_| Lane::new(micro_batches)).collect();
    let mut run = Run { times, micro_batches, sends, lanes };
    let mut awake: Vec<usize> = (0..times.len()).rev().collect();
    while let Some(stage) = awake.pop() {
        while let Some(sent_to) = run.step(stage) {
            awake.extend(sent_to.filter(|stage| !awake.contains(stage)));
        }
    }
    let stages: Vec<Vec<Operation>> = run.lanes.into_iter().map(|lane| lane.operations).collect();
    let makespan_ms = stages.iter().flatten().map(|operation| operation.end_ms).fold(0.0, f64::max);
    Ok(Timeline { stages, micro_batches, makespan_ms })
}

/// A moment and the operation that ends then.
#[derive(Clone, Copy)]
struct Event {
    at_ms: f64,
    by: Option<OperationId>,
}

const START: Event = Event { at_ms: 0.0, by: None };

fn later(one: Event, other: Event) -> Event {
    if other.at_ms > one.at_ms { other } else { one }
}

/// One stage while it runs.
struct Lane {
    operations: Vec<Operation>,
    /// Computations that the stage has finished.
    position: u32,
    gpu_free: Event,
    link_on_free: Event,
    link_back_free: Event,
    /// Per micro-batch, when its activations have come.
    activations: Vec<Option<Event>>,
    /// Per micro-batch, when its gradients have come.
    gradients: Vec<Option<Event>>,
}

impl Lane {
    fn new(micro_batches: u32) -> Self {
        let nothing_yet = vec![None; micro_batches as usize];
        Self {
            operations: Vec::new(),
            position: 0,
            gpu_free: START,
            link_on_free: START,
            link_back_free: START,
            activations: nothing_yet.clone(),
            gradients: nothing_yet,
        }
    }
}

struct Run<'t> {
    times: &'t [StageTimes],
    micro_batches: u32,
    sends: Sends,
    lanes: Vec<Lane>,
}

impl Run<'_> {
    /// Does the stage's next computation and the send that follows it, if what it needs is there. Returns whom
    /// it sent to.
    fn step(&mut self, stage: usize) -> Option<Option<usize>> {
        let stages = self.times.len();
        let (kind, micro_batch) = compute_at(stage, stages, self.micro_batches, self.lanes[stage].position)?;
        let needed = match kind {
            OperationKind::Forward if stage == 0 => START,
            OperationKind::Forward => self.lanes[stage].activations[micro_batch as usize]?,
            _ => self.lanes[stage].gradients[micro_batch as usize]?,
        };
        let time = self.times[stage];
        let duration_ms = if kind == OperationKind::Forward { time.forward_ms } else { time.backward_ms };
        let start = later(self.lanes[stage].gpu_free, needed);
        let done = self.push(stage, kind, micro_batch, start, duration_ms);
        self.lanes[stage].gpu_free = done;
        self.lanes[stage].position += 1;
        let place = micro_batch as usize;
        match kind {
            OperationKind::Forward if stage + 1 == stages => {
                self.lanes[stage].gradients[place] = Some(done);
                Some(None)
            }
            OperationKind::Forward => {
                let arrived = self.send(stage, OperationKind::SendForward, micro_batch, done, time.send_forward_ms);
                self.lanes[stage + 1].activations[place] = Some(arrived);
                Some(Some(stage + 1))
            }
            _ if stage == 0 => Some(None),
            _ => {
                let arrived = self.send(stage, OperationKind::SendBackward, micro_batch, done, time.send_backward_ms);
                self.lanes[stage - 1].gradients[place] = Some(arrived);
                Some(Some(stage - 1))
            }
        }
    }

    fn send(
        &mut self,
        stage: usize,
        kind: OperationKind,
        micro_batch: u32,
        computed: Event,
        duration_ms: f64,
    ) -> Event {
        let lane = &self.lanes[stage];
        let link_free = if kind == OperationKind::SendForward { lane.link_on_free } else { lane.link_back_free };
        let sent = self.push(stage, kind, micro_batch, later(computed, link_free), duration_ms);
        let lane = &mut self.lanes[stage];
        *(if kind == OperationKind::SendForward { &mut lane.link_on_free } else { &mut lane.link_back_free }) = sent;
        if self.sends == Sends::Blocking {
            lane.gpu_free = sent;
        }
        sent
    }

    fn push(&mut self, stage: usize, kind: OperationKind, micro_batch: u32, start: Event, duration_ms: f64) -> Event {
        let operations = &mut self.lanes[stage].operations;
        let id = OperationId { stage, index: operations.len() };
        let end_ms = start.at_ms + duration_ms;
        operations.push(Operation { kind, micro_batch, start_ms: start.at_ms, end_ms, waited_for: start.by });
        Event { at_ms: end_ms, by: Some(id) }
    }
}
