//! Memory: Eq. 5 and 6 of the paper, in bytes.

use crate::model::{Training, Transformer};

/// What a stage needs, as the two terms it grows by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryNeed {
    weights_per_layer: f64,
    activations_per_layer: f64,
    head: f64,
}

/// How far above the limit still counts as fitting: rounding, not room.
const TOLERANCE: f64 = 1e-12;

impl MemoryNeed {
    /// Works out the terms: `4·12H²·κ` and `α·κ·u·T_seq·H` per layer, `4HVκ + 2κ·u·T_seq·V` for the head.
    pub fn new(transformer: &Transformer, training: &Training) -> Self {
        let (hidden, vocab) = (transformer.hidden_size() as f64, transformer.vocab_size() as f64);
        let bytes = training.precision.bytes() as f64;
        let tokens = training.tokens_per_micro_batch() as f64;
        Self {
            weights_per_layer: 4.0 * 12.0 * hidden * hidden * bytes,
            activations_per_layer: training.activation_factor * bytes * tokens * hidden,
            head: 4.0 * hidden * vocab * bytes + 2.0 * bytes * tokens * vocab,
        }
    }

    /// Eq. 5 (and 6 if `last`): bytes for `layers` layers in a pipeline of `stages` stages.
    pub fn bytes(&self, layers: u16, stages: usize, last: bool) -> f64 {
        f64::from(layers) * self.per_layer(stages) + if last { self.head } else { 0.0 }
    }

    /// Whether `layers` layers fit into `limit` bytes.
    pub fn fits(&self, layers: u16, stages: usize, last: bool, limit: f64) -> bool {
        self.bytes(layers, stages, last) <= limit * (1.0 + TOLERANCE)
    }

    /// The largest number of layers, at most `most`, that fits; 0 if not even one does.
    pub fn cap(&self, stages: usize, last: bool, limit: f64, most: u16) -> u16 {
        let room = limit - if last { self.head } else { 0.0 };
        let estimate = (room / self.per_layer(stages)).floor().clamp(0.0, f64::from(most)) as u16;
        let mut cap = estimate;
        while cap < most && self.fits(cap + 1, stages, last, limit) {
            cap += 1;
        }
        while cap > 0 && !self.fits(cap, stages, last, limit) {
            cap -= 1;
        }
        cap
    }

    fn per_layer(&self, stages: usize) -> f64 {
        self.weights_per_layer + (stages as f64 + 1.0) * self.activations_per_layer
    }
}
