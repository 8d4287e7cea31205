//! How a word is meant, which decides its colour.

/// How a word is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    /// Stale, near a limit.
    Warn,
    Bad,
    Busy,
    Plain,
}

impl Tone {
    /// Class in the style sheets.
    pub fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Warn => "warn",
            Self::Bad => "bad",
            Self::Busy => "busy",
            Self::Plain => "plain",
        }
    }
}
