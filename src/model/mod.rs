//! The nouns of the product: what a pool, a model, a plan and an answer are. Depends on nothing.
//!
//! Every type here is checked when it is built, so a value that exists is valid: figures are finite, a
//! [`Plan`] uses a GPU once, a [`Link`] has a bandwidth. What can only be judged against a whole
//! [`Instance`] (layer sums, memory, reachability) is judged by `cost` and, independently, by `check`.

#![warn(missing_docs)]

mod closed_set;
mod cluster;
mod explanation;
mod gpu;
mod instance;
mod network;
mod outcome;
mod plan;
mod planner;
mod settings;
mod training;
mod transformer;

pub use closed_set::ClosedSet;
pub(crate) use closed_set::closed_set;
pub use cluster::Cluster;
pub use explanation::{BindingKind, ChangeKind, UnusableReason};
pub use gpu::{Gpu, GpuFigures};
pub use instance::Instance;
pub use network::{Link, Network};
pub use outcome::{Cost, Frontier, FrontierPoint, Improvement, Outcome, Refusal, Status, StopReason};
pub use plan::{Plan, Stage};
pub use planner::{DefaultLimit, PROOF_LIMIT_S, PlannerFacts, PlannerName, Proof};
pub use settings::{MemeticSettings, ObjectiveSettings, SearchSettings};
pub use training::{Precision, Training, TrainingFigures};
pub use transformer::Transformer;

/// Most GPUs an instance may hold.
pub const MAX_GPUS: usize = 2_000;
/// Most Transformer layers an instance may hold.
pub const MAX_LAYERS: u64 = 1_024;

/// Why a value could not be built: one sentence naming the figure that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid(pub &'static str);

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Invalid {}

fn positive(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

fn ensure(holds: bool, sentence: &'static str) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid(sentence)) }
}
