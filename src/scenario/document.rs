//! The wire types of version 1: what a written file says, field by field, every optional field stated.
//!
//! A [`Document`] inside a [`super::Scenario`] is valid. Units are in the names; `gb` is 10⁹ bytes and `gbps`
//! 10⁹ bits/s.

use serde::{Serialize, Serializer};

use crate::model::{ClosedSet, PlannerName, Precision};

/// The value of `format` in every document.
pub const FORMAT: &str = "geotrain-scenario";
/// The value of `version` in the documents this version writes.
pub const VERSION: u32 = 1;

/// A scenario as it is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// Name of the format, always [`FORMAT`].
    pub format: &'static str,
    /// Version of the format, always [`VERSION`].
    pub version: u32,
    /// Title, 1 to 64 characters.
    pub name: String,
    /// Anything worth knowing about it, up to 2,000 characters.
    pub notes: String,
    /// What is trained.
    pub model: ModelFields,
    /// Batch, micro-batch, sequence and precision.
    pub training: TrainingFields,
    /// The rows of the GPU table.
    pub gpus: Vec<GpuRow>,
    /// Default links and the links that differ from them.
    pub network: NetworkFields,
    /// What to minimise.
    pub objective: ObjectiveFields,
    /// How to search.
    pub search: SearchFields,
    /// A hand-made or shared plan, "g5:9,g6:3".
    pub plan: Option<String>,
}

/// Dimensions of the Transformer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelFields {
    /// Hidden size H, elements.
    pub hidden_size: u64,
    /// Number of Transformer layers L.
    pub layers: u64,
    /// Vocabulary V, tokens.
    pub vocab_size: u64,
}

/// One training iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrainingFields {
    /// Batch B, samples an iteration.
    pub batch_size: u64,
    /// u, samples; divides B.
    pub micro_batch_size: u64,
    /// Sequence length T_seq, tokens.
    pub sequence_length: u64,
    /// Element type of weights and activations.
    #[serde(serialize_with = "name")]
    pub precision: Precision,
    /// Activation tensors kept per layer, α.
    #[serde(serialize_with = "number")]
    pub activation_factor: f64,
    /// Backward compute ÷ forward compute, γ.
    #[serde(serialize_with = "number")]
    pub backward_ratio: f64,
}

/// One row of the GPU table: `count` equal GPUs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GpuRow {
    /// Name; with a count k above 1 the GPUs are `name-1` to `name-k`.
    pub name: String,
    /// Number of equal GPUs that the row stands for.
    pub count: u64,
    /// Whether plans may use them.
    pub enabled: bool,
    /// Product name: "A100 PCIe".
    pub model: String,
    /// Name of the site.
    pub site: String,
    /// F, 10¹² FLOP/s.
    #[serde(serialize_with = "number")]
    pub peak_tflops: f64,
    /// Fraction of the peak compute in use, U_comp.
    #[serde(serialize_with = "number")]
    pub compute_utilization: f64,
    /// Memory M, 10⁹ bytes.
    #[serde(serialize_with = "number")]
    pub memory_gb: f64,
    /// Fraction of the memory in use, U_mem.
    #[serde(serialize_with = "number")]
    pub memory_utilization: f64,
    /// Idle power P_idle, W.
    #[serde(serialize_with = "number")]
    pub idle_w: f64,
    /// Power while computing P_act, W.
    #[serde(serialize_with = "number")]
    pub active_w: f64,
}

/// Who can send to whom.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NetworkFields {
    /// Between two GPUs of one site; `None`: not connected.
    pub within_site: Option<LinkFigures>,
    /// Between GPUs of two sites; `None`: not connected.
    pub between_sites: Option<LinkFigures>,
    /// Directed, by site; A → A overrides `within_site` for site A.
    pub site_links: Vec<LinkRow>,
    /// Directed, by GPU.
    pub gpu_links: Vec<LinkRow>,
}

/// Bandwidth, utilisation and latency of a link.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkFigures {
    /// Bandwidth B of the link, 10⁹ bit/s.
    #[serde(serialize_with = "number")]
    pub bandwidth_gbps: f64,
    /// Fraction of the bandwidth in use, β.
    #[serde(serialize_with = "number")]
    pub utilization: f64,
    /// One-way latency, ms.
    #[serde(serialize_with = "number")]
    pub latency_ms: f64,
}

/// One directed link that overrides the defaults.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkRow {
    /// Name of the sending site or GPU.
    pub from: String,
    /// Name of the receiving site or GPU.
    pub to: String,
    /// `false`: no connection, and the figures may be missing.
    pub connected: bool,
    /// Bandwidth B, 10⁹ bit/s; `None` only where the row says that there is no link.
    #[serde(serialize_with = "optional_number")]
    pub bandwidth_gbps: Option<f64>,
    /// Fraction of the bandwidth in use, β.
    #[serde(serialize_with = "number")]
    pub utilization: f64,
    /// One-way latency, ms; `None` only where the row says that there is no link.
    #[serde(serialize_with = "optional_number")]
    pub latency_ms: Option<f64>,
}

/// What to minimise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObjectiveFields {
    /// Weight λ of time, 0 to 1.
    #[serde(serialize_with = "number")]
    pub time_weight: f64,
    /// T_ref; `None` takes the improved-Metis plan's.
    #[serde(serialize_with = "optional_number")]
    pub reference_time_ms: Option<f64>,
    /// E_ref; `None` takes the improved-Metis plan's.
    #[serde(serialize_with = "optional_number")]
    pub reference_energy_j: Option<f64>,
    /// Whether the LM head's compute counts in the energy sum.
    pub energy_counts_head: bool,
}

/// Planner, seed and limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchFields {
    /// Planner that answers.
    #[serde(serialize_with = "name")]
    pub planner: PlannerName,
    /// Seed of its random source.
    pub seed: u64,
    /// Budget of evaluations; `None` leaves it to the planner.
    pub max_evaluations: Option<u64>,
    /// Time limit of the run, s; `None` takes the planner's own.
    #[serde(serialize_with = "optional_number")]
    pub time_limit_s: Option<f64>,
    /// λ grid of the frontier.
    #[serde(serialize_with = "numbers")]
    pub frontier_weights: Vec<f64>,
    /// Parameters of the memetic planner.
    pub memetic: MemeticFields,
}

/// Parameters of the memetic planner.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MemeticFields {
    /// Population size P, individuals.
    pub population: u64,
    /// Contestants of a tournament, k.
    pub tournament: u64,
    /// Individuals that always survive, E.
    pub elite: u64,
    /// Share of children refined.
    #[serde(serialize_with = "number")]
    pub local_search_rate: f64,
    /// Generations without improvement after which the run ends, w.
    pub patience: u64,
    /// Number of generations after which the run ends.
    pub generations: u64,
    /// Chance that crossover looks at every cut, p_fall.
    #[serde(serialize_with = "number")]
    pub fallback_rate: f64,
}

impl Document {
    /// The text of its file: JSON with two spaces of indent. Reading it gives an equal document.
    pub fn to_json(&self) -> String {
        // Fails only for maps with keys that are not text, and there are none.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The same as a JSON value: what the page edits.
    pub fn to_value(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

fn name<T: ClosedSet, S: Serializer>(member: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(member.as_str())
}

/// Whole numbers are written without a point, so that 12 stays 12.
fn number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Figure(*value).serialize(serializer)
}

fn optional_number<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(Figure).serialize(serializer)
}

fn numbers<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().copied().map(Figure))
}

/// A number as it is written.
pub(super) struct Figure(pub f64);

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let exact = self.0.abs() < 9_007_199_254_740_992.0;
        if exact && self.0.fract() == 0.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}
