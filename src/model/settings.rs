use super::PlannerName;

/// What to minimise: λ·T/T_ref + (1−λ)·E/E_ref (Eq. 16).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectiveSettings {
    /// λ in [0, 1].
    pub time_weight: f64,
    /// T_ref in ms; `None` takes the improved-Metis plan's.
    pub reference_time_ms: Option<f64>,
    /// E_ref in J; `None` takes the improved-Metis plan's.
    pub reference_energy_j: Option<f64>,
    /// Whether the LM head's compute counts in the last stage's active energy (Eq. 14).
    pub energy_counts_head: bool,
}

/// Parameters of the memetic algorithm (Algorithms 1–4 of the paper).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemeticSettings {
    /// Population size P, individuals.
    pub population: usize,
    /// k, contestants per tournament.
    pub tournament: usize,
    /// E, individuals that always stay.
    pub elite: usize,
    /// Share of children refined by capacity rebalancing.
    pub local_search_rate: f64,
    /// w, generations without improvement before stopping.
    pub patience: usize,
    /// Number of generations after which the run ends.
    pub generations: usize,
    /// p_fall, chance that crossover looks at every cut.
    pub fallback_rate: f64,
}

impl MemeticSettings {
    /// The paper's values; its p_fall is not given and is 0.1 here.
    pub const PAPER: Self = Self {
        population: 200,
        tournament: 4,
        elite: 2,
        local_search_rate: 0.5,
        patience: 100,
        generations: 500,
        fallback_rate: 0.1,
    };
}

impl Default for MemeticSettings {
    fn default() -> Self {
        Self::PAPER
    }
}

/// Which planner to run, and how long.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSettings {
    /// The planner that answers.
    pub planner: PlannerName,
    /// Seed of its random source.
    pub seed: u64,
    /// Evaluations (or nodes) after which it stops; `None` leaves it to the planner.
    pub max_evaluations: Option<u64>,
    /// Outer stop in seconds; a result it cut short says so.
    pub time_limit_s: Option<f64>,
    /// λ grid of the weights frontier.
    pub frontier_weights: Vec<f64>,
    /// Parameters of `memetic`.
    pub memetic: MemeticSettings,
}
