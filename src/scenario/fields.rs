//! Every number of a document with its name, unit and range: the one place that states them.
//!
//! The ranges are wide enough for any real pool and narrow enough that no figure of the cost model overflows or
//! vanishes: this is why shares start at 10⁻⁹ and references lie between 10⁻⁹ and 10¹².

/// A number field: what it is called and what it may say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberField {
    /// Its key in the document, `memory_gb`.
    pub key: &'static str,
    /// Its name in sentences, "memory".
    pub label: &'static str,
    /// Its unit in sentences, "GB"; empty where it has none.
    pub unit: &'static str,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Whether only whole numbers are accepted.
    pub whole: bool,
}

impl NumberField {
    const fn real(key: &'static str, label: &'static str, unit: &'static str, min: f64, max: f64) -> Self {
        Self { key, label, unit, min, max, whole: false }
    }

    const fn count(key: &'static str, label: &'static str, unit: &'static str, min: u64, max: u64) -> Self {
        Self { key, label, unit, min: min as f64, max: max as f64, whole: true }
    }

    /// A share of something, in (0, 1].
    const fn share(key: &'static str, label: &'static str) -> Self {
        Self::real(key, label, "", SMALLEST_SHARE, 1.0)
    }

    /// Whether it is a utilisation, which people like to write in per cent.
    pub fn is_share(&self) -> bool {
        self.min == SMALLEST_SHARE && self.max == 1.0
    }

    /// Whether the value is one the field accepts.
    pub fn accepts(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value) && (!self.whole || value.fract() == 0.0)
    }
}

const SMALLEST_SHARE: f64 = 1e-9;
const LARGEST_EXACT: u64 = (1 << 53) - 1;

// model
/// H.
pub const HIDDEN_SIZE: NumberField = NumberField::count("hidden_size", "hidden size", "", 1, 65_536);
/// L.
pub const LAYERS: NumberField = NumberField::count("layers", "layers", "", 1, 1_024);
/// V.
pub const VOCAB_SIZE: NumberField = NumberField::count("vocab_size", "vocabulary", "", 1, 4_194_304);

// training
/// B; at most 65,536 times u.
pub const BATCH_SIZE: NumberField = NumberField::count("batch_size", "batch", "samples", 1, 1_000_000);
/// u; divides B.
pub const MICRO_BATCH_SIZE: NumberField =
    NumberField::count("micro_batch_size", "micro-batch", "samples", 1, 1_000_000);
/// T_seq.
pub const SEQUENCE_LENGTH: NumberField = NumberField::count("sequence_length", "sequence", "tokens", 1, 4_194_304);
/// α.
pub const ACTIVATION_FACTOR: NumberField =
    NumberField::real("activation_factor", "activation tensors kept per layer", "", 0.0, 1e3);
/// γ.
pub const BACKWARD_RATIO: NumberField = NumberField::real("backward_ratio", "backward ÷ forward", "", 0.0, 1e3);

// gpus
/// How many equal GPUs a row stands for.
pub const COUNT: NumberField = NumberField::count("count", "count", "GPUs", 1, 2_000);
/// F.
pub const PEAK_TFLOPS: NumberField = NumberField::real("peak_tflops", "peak compute", "TFLOPS", 1e-3, 1e6);
/// U_comp.
pub const COMPUTE_UTILIZATION: NumberField = NumberField::share("compute_utilization", "compute in use");
/// M.
pub const MEMORY_GB: NumberField = NumberField::real("memory_gb", "memory", "GB", 1e-3, 1e6);
/// U_mem.
pub const MEMORY_UTILIZATION: NumberField = NumberField::share("memory_utilization", "memory in use");
/// P_idle; at most P_act.
pub const IDLE_W: NumberField = NumberField::real("idle_w", "idle power", "W", 0.0, 1e5);
/// P_act.
pub const ACTIVE_W: NumberField = NumberField::real("active_w", "active power", "W", 0.0, 1e5);

// network
/// B of a link.
pub const BANDWIDTH_GBPS: NumberField = NumberField::real("bandwidth_gbps", "bandwidth", "Gbps", 1e-3, 1e6);
/// β.
pub const UTILIZATION: NumberField = NumberField::share("utilization", "bandwidth in use");
/// One-way latency.
pub const LATENCY_MS: NumberField = NumberField::real("latency_ms", "latency", "ms", 0.0, 1e5);

// objective
/// λ.
pub const TIME_WEIGHT: NumberField = NumberField::real("time_weight", "time weight λ", "", 0.0, 1.0);
/// T_ref.
pub const REFERENCE_TIME_MS: NumberField = NumberField::real("reference_time_ms", "reference time", "ms", 1e-9, 1e12);
/// E_ref.
pub const REFERENCE_ENERGY_J: NumberField =
    NumberField::real("reference_energy_j", "reference energy", "J", 1e-9, 1e12);

// search
/// Seed; every whole number that JSON carries exactly.
pub const SEED: NumberField = NumberField::count("seed", "seed", "", 0, LARGEST_EXACT);
/// Budget of evaluations.
pub const MAX_EVALUATIONS: NumberField = NumberField::count("max_evaluations", "evaluations", "", 1, LARGEST_EXACT);
/// Outer stop; more than 0.
pub const TIME_LIMIT_S: NumberField = NumberField::real("time_limit_s", "time limit", "s", 1e-9, 86_400.0);
/// One λ of the frontier's grid.
pub const FRONTIER_WEIGHT: NumberField = NumberField::real("frontier_weights", "frontier weight", "", 0.0, 1.0);

// search.memetic
/// P.
pub const POPULATION: NumberField = NumberField::count("population", "population", "individuals", 2, 10_000);
/// k; at most P.
pub const TOURNAMENT: NumberField = NumberField::count("tournament", "tournament", "individuals", 1, 10_000);
/// E; less than P.
pub const ELITE: NumberField = NumberField::count("elite", "elite", "individuals", 0, 9_999);
/// Share of children refined.
pub const LOCAL_SEARCH_RATE: NumberField = NumberField::real("local_search_rate", "local-search rate", "", 0.0, 1.0);
/// w.
pub const PATIENCE: NumberField = NumberField::count("patience", "patience", "generations", 1, 1_000_000);
/// Most generations.
pub const GENERATIONS: NumberField = NumberField::count("generations", "generations", "", 1, 1_000_000);
/// p_fall.
pub const FALLBACK_RATE: NumberField = NumberField::real("fallback_rate", "fallback rate", "", 0.0, 1.0);
