use super::{Invalid, MAX_LAYERS, ensure};

/// A decoder-only Transformer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transformer {
    hidden_size: u64,
    layers: u16,
    vocab_size: u64,
}

impl Transformer {
    /// Hidden size H, layers L, vocabulary V, each at least 1.
    pub fn new(hidden_size: u64, layers: u64, vocab_size: u64) -> Result<Self, Invalid> {
        ensure((1..=65_536).contains(&hidden_size), "hidden size must be from 1 to 65,536")?;
        ensure((1..=MAX_LAYERS).contains(&layers), "layers must be from 1 to 1,024")?;
        ensure((1..=4_194_304).contains(&vocab_size), "vocabulary must be from 1 to 4,194,304")?;
        Ok(Self { hidden_size, layers: layers as u16, vocab_size })
    }

    /// Hidden size H, elements.
    pub fn hidden_size(&self) -> u64 {
        self.hidden_size
    }

    /// Number of Transformer layers L.
    pub fn layers(&self) -> u16 {
        self.layers
    }

    /// Vocabulary V, tokens.
    pub fn vocab_size(&self) -> u64 {
        self.vocab_size
    }
}
