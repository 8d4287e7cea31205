//! The units of numbers in a document, as they are shown and told.

/// The unit of a number. What is typed or pasted with a unit is to be read by this set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A number without unit.
    None,
    /// A multiple.
    Times,
    /// 10¹² FLOP/s.
    Tflops,
    /// 10⁹ bytes.
    Gb,
    /// Watts.
    W,
    /// 10⁹ bits/s.
    Gbps,
    /// Milliseconds.
    Ms,
    /// Seconds.
    S,
    /// Joules.
    J,
    /// GPUs.
    Gpus,
    /// Samples.
    Samples,
    /// Tokens.
    Tokens,
    /// Plans.
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
