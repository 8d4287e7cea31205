use crate::cost::Evaluator;
use crate::model::Stage;
use crate::search::SearchContext;
use crate::search::allocation::{Allocator, Sequence};

/// Scores sequences by their best split and offers what is good to the context.
pub struct Scorer<'e> {
    evaluator: &'e Evaluator,
    required: Option<u16>,
    sequence: Sequence,
    allocator: Allocator,
    stages: Vec<Stage>,
}

impl<'e> Scorer<'e> {
    /// For plans of one instance that use `required`, if given.
    pub fn new(evaluator: &'e Evaluator, required: Option<u16>) -> Self {
        let (sequence, allocator) = (Sequence::default(), Allocator::default());
        Self { evaluator, required, sequence, allocator, stages: Vec::new() }
    }

    /// Number of GPUs in the pool, N.
    pub fn gpus(&self) -> u16 {
        self.evaluator.gpus() as u16
    }

    /// The evaluator of the instance.
    pub fn evaluator(&self) -> &'e Evaluator {
        self.evaluator
    }

    /// The GPU every plan must use.
    pub fn required(&self) -> Option<u16> {
        self.required
    }

    /// The objective of the best split over `gpus` if that is below `cutoff`. Costs one evaluation.
    pub fn score(&mut self, gpus: &[u16], cutoff: f64, context: &mut SearchContext<'_>) -> Option<f64> {
        if self.required.is_some_and(|required| !gpus.contains(&required)) || !context.spend() {
            return None;
        }
        if !self.sequence.load(self.evaluator, gpus) {
            return None;
        }
        let value = self.allocator.solve(&self.sequence, cutoff)?;
        if context.best().is_none_or(|(_, best)| value < best.objective * (1.0 + 1e-9)) {
            self.allocator.write_stages(gpus, &mut self.stages);
            if let Some(cost) = self.evaluator.cost(&self.stages) {
                context.offer(&self.stages, cost);
            }
        }
        Some(value)
    }
}
