//! The ways the worker can fail, each with a sentence and a way on.

/// What went wrong with the worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The worker's file did not load, or no worker could be started.
    Missing,
    /// The worker loaded and never said hello.
    NoHello {
        /// How long the page waited, s.
        waited_s: u32,
    },
    /// The worker took a job and fell silent.
    Silent {
        /// How long the page waited, s.
        waited_s: u32,
    },
    /// The worker panicked with this message.
    Panicked(String),
    /// The browser ended it, saying this.
    Crashed(String),
    /// The worker belongs to another build of the page.
    OtherVersion {
        theirs: String,
        /// The page's build.
        ours: String,
    },
    /// The worker sent something that is no message of the protocol.
    Unreadable(String),
}

/// What the person can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOn {
    /// Start the work again.
    Retry,
    /// Load the page again.
    Reload,
}

impl Failure {
    /// What happened and what to do, for people.
    pub fn sentence(&self) -> String {
        match self {
            Self::Missing => {
                "The planner could not be loaded. Check the connection, then try again.".to_owned()
            }
            Self::NoHello { waited_s } => {
                format!("The planner did not start within {waited_s} s. Try again; on a slow connection it may need longer.")
            }
            Self::Silent { waited_s } => {
                format!("The planner has said nothing for {waited_s} s and was stopped. Plan again to restart it.")
            }
            Self::Panicked(_) | Self::Crashed(_) => {
                "The planner stopped because of a fault of its own. Plan again to restart it.".to_owned()
            }
            Self::OtherVersion { .. } => {
                "The planner file is from another version of this page. Reload the page to get both from one version."
                    .to_owned()
            }
            Self::Unreadable(_) => {
                "The planner sent something this page does not understand. Reload the page to get both from one version."
                    .to_owned()
            }
        }
    }

    /// What a report of the fault should quote; empty if there is nothing more to say.
    pub fn detail(&self) -> String {
        match self {
            Self::Panicked(text) | Self::Crashed(text) | Self::Unreadable(text) => text.clone(),
            Self::OtherVersion { theirs, ours } => format!("planner {theirs}, page {ours}"),
            Self::Missing | Self::NoHello { .. } | Self::Silent { .. } => String::new(),
        }
    }

    /// The button to offer.
    pub fn way_on(&self) -> WayOn {
        match self {
            Self::OtherVersion { .. } | Self::Unreadable(_) => WayOn::Reload,
            _ => WayOn::Retry,
        }
    }

    /// Whether another worker from the same file would fail the same way, so that none is started unasked.
    pub fn would_repeat(&self) -> bool {
        matches!(self, Self::Missing | Self::NoHello { .. } | Self::OtherVersion { .. })
    }
}
