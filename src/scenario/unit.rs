//! The units of numbers in a document, as they are shown and told.

/// The unit of a number. What is typed or pasted with a unit is to be read by this set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A number without unit.
    None,
    /// Multiple of something, without a symbol.
    Times,
    /// TFLOPS, 10¹² FLOP/s.
    Tflops,
    /// GB, 10⁹ bytes.
    Gb,
    /// W, watts.
    W,
    /// Gbps, 10⁹ bit/s.
    Gbps,
    /// ms, 10⁻³ s.
    Ms,
    /// s, seconds.
    S,
    /// J, joules.
    J,
    /// Number of GPUs.
    Gpus,
    /// Number of training samples.
    Samples,
    /// Number of tokens.
    Tokens,
    /// Number of plans evaluated.
    Plans,
    /// Individuals of the memetic planner.
    Individuals,
    /// Generations of the memetic planner.
    Generations,
}

impl Unit {
    /// The unit as it stands beside a cell or above a column; empty where none is shown.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::None | Self::Gpus | Self::Individuals | Self::Generations => "",
            Self::Times => "×",
            Self::Plans => "plans",
            Self::Tflops
            | Self::Gb
            | Self::W
            | Self::Gbps
            | Self::Ms
            | Self::S
            | Self::J
            | Self::Samples
            | Self::Tokens => self.in_sentences(),
        }
    }

    /// The unit as it follows a number in a sentence; empty where the sentence goes without.
    pub const fn in_sentences(self) -> &'static str {
        match self {
            Self::None | Self::Times | Self::Plans => "",
            Self::Tflops => "TFLOPS",
            Self::Gb => "GB",
            Self::W => "W",
            Self::Gbps => "Gbps",
            Self::Ms => "ms",
            Self::S => "s",
            Self::J => "J",
            Self::Gpus => "GPUs",
            Self::Samples => "samples",
            Self::Tokens => "tokens",
            Self::Individuals => "individuals",
            Self::Generations => "generations",
        }
    }
}
