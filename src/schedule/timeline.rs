use crate::model::closed_set;

closed_set! {
    /// What a GPU or a link is busy with.
    pub enum OperationKind {
        /// Forward compute on a GPU.
        Forward = "forward",
        /// Backward compute on a GPU.
        Backward = "backward",
        /// Activations on their way to the next stage.
        SendForward = "send-on",
        /// Gradients on their way to the previous stage.
        SendBackward = "send-back",
    }
}

/// Names an operation of a [`Timeline`]: its stage and its place in that stage's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationId {
    /// Stage, from 0.
    pub stage: usize,
    /// Index into `Timeline::stages[stage]`.
    pub index: usize,
}

/// One thing done for one micro-batch. A send belongs to the stage that sends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operation {
    /// Compute or send, forward or backward.
    pub kind: OperationKind,
    /// Micro-batch that the operation works on, from 0.
    pub micro_batch: u32,
    /// Start of the operation, ms from the start of the iteration.
    pub start_ms: f64,
    /// End of the operation, ms from the start of the iteration.
    pub end_ms: f64,
    /// The operation whose end let it start; `None` if it starts the iteration.
    pub waited_for: Option<OperationId>,
}

impl Operation {
    /// Length of the operation, ms.
    pub fn duration_ms(&self) -> f64 {
        self.end_ms - self.start_ms
    }
}

/// One iteration, operation by operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// Operations of each stage in the order they were issued: each computation, then its send.
    pub stages: Vec<Vec<Operation>>,
    /// Number of micro-batches M.
    pub micro_batches: u32,
    /// When the last operation ends, ms.
    pub makespan_ms: f64,
}

impl Timeline {
    /// The operation of that name, if there is one.
    pub fn operation(&self, id: OperationId) -> Option<&Operation> {
        self.stages.get(id.stage)?.get(id.index)
    }

    /// A chain of operations without a gap from the start of the iteration to its end, first to last: to finish
    /// earlier, one of these has to be shorter.
    pub fn critical_path(&self) -> Vec<OperationId> {
        let mut path = Vec::new();
        let mut next = self.last_to_end();
        while let Some(id) = next {
            path.push(id);
            next = self.operation(id).and_then(|operation| operation.waited_for);
        }
        path.reverse();
        path
    }

    fn last_to_end(&self) -> Option<OperationId> {
        let all = self.stages.iter().enumerate().flat_map(|(stage, operations)| {
            let with_id =
                move |(index, operation): (usize, &Operation)| (OperationId { stage, index }, operation.end_ms);
            operations.iter().enumerate().map(with_id)
        });
        all.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(id, _)| id)
    }

    /// Compute and sends of one stage, ms.
    pub fn busy_ms(&self, stage: usize) -> f64 {
        self.stages.get(stage).map_or(0.0, |operations| operations.iter().map(Operation::duration_ms).sum())
    }

    /// 1 − (compute + sends) ÷ (stages × makespan): the share of GPU time spent waiting.
    pub fn bubble_share(&self) -> f64 {
        let busy_ms: f64 = (0..self.stages.len()).map(|stage| self.busy_ms(stage)).sum();
        1.0 - busy_ms / (self.stages.len() as f64 * self.makespan_ms)
    }
}
