//! How a word is meant, which decides its colour.

/// How a word is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Proven, better.
    Good,
    /// Stale, near a limit.
    Warn,
    /// Wrong, impossible.
    Bad,
    /// Going on.
    Busy,
    /// Neither.
    Plain,
}

impl Tone {
    /// Its class in the style sheets.
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
