use super::closed_set::closed_set;
use super::{Invalid, ensure};

closed_set! {
    /// Element type of weights and activations.
    pub enum Precision {
        /// Half precision, 2 bytes an element.
        Fp16 = "fp16",
        /// bfloat16, 2 bytes an element.
        Bf16 = "bf16",
        /// Single precision, 4 bytes an element.
        Fp32 = "fp32",
    }
}

impl Precision {
    /// κ, bytes per element.
    pub fn bytes(self) -> u64 {
        match self {
            Self::Fp16 | Self::Bf16 => 2,
            Self::Fp32 => 4,
        }
    }

    /// Name in the page: "FP16".
    pub const fn label(self) -> &'static str {
        match self {
            Self::Fp16 => "FP16",
            Self::Bf16 => "BF16",
            Self::Fp32 => "FP32",
        }
    }
}

/// The figures of a training set-up, before [`Training::new`] has looked at them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingFigures {
    /// B, samples per iteration.
    pub batch_size: u64,
    /// u, samples per micro-batch; divides B.
    pub micro_batch_size: u64,
    /// T_seq, tokens per sample.
    pub sequence_length: u64,
    /// κ by name.
    pub precision: Precision,
    /// α, activation tensors kept per layer.
    pub activation_factor: f64,
    /// γ, backward ÷ forward compute.
    pub backward_ratio: f64,
}

/// How an iteration is cut into micro-batches, and what it keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training(TrainingFigures);

impl Training {
    /// Accepts figures within the ranges of a scenario; the error names the first that is not.
    pub fn new(figures: TrainingFigures) -> Result<Self, Invalid> {
        ensure((1..=1_000_000).contains(&figures.batch_size), "batch must be from 1 to 1,000,000")?;
        ensure(
            (1..=figures.batch_size).contains(&figures.micro_batch_size),
            "micro-batch must be from 1 to the batch",
        )?;
        ensure(figures.batch_size.is_multiple_of(figures.micro_batch_size), "the micro-batch must divide the batch")?;
        ensure(figures.batch_size / figures.micro_batch_size <= 65_536, "at most 65,536 micro-batches")?;
        ensure((1..=4_194_304).contains(&figures.sequence_length), "sequence must be from 1 to 4,194,304 tokens")?;
        let ratio = |value: f64| (0.0..=1_000.0).contains(&value);
        ensure(ratio(figures.activation_factor), "activation factor must be from 0 to 1,000")?;
        ensure(ratio(figures.backward_ratio), "backward ratio must be from 0 to 1,000")?;
        Ok(Self(figures))
    }

    /// M = B/u.
    pub fn micro_batches(&self) -> u64 {
        self.batch_size / self.micro_batch_size
    }

    /// u · T_seq, tokens in a micro-batch.
    pub fn tokens_per_micro_batch(&self) -> u64 {
        self.micro_batch_size * self.sequence_length
    }
}

impl std::ops::Deref for Training {
    type Target = TrainingFigures;
    fn deref(&self) -> &TrainingFigures {
        &self.0
    }
}
