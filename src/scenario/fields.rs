//! Every column of a document with its name, unit, range and default: the one place that states them.
//!
//! The ranges are wide enough for any real pool and narrow enough that no figure of the cost model overflows or
//! vanishes: this is why shares start at 10⁻⁹ and references lie between 10⁻⁹ and 10¹².

use Field::{Flag, Number, Other, Text};

use super::field::{ChoiceField, Column, Field, FlagField, NumberField, Table, TextField};
use super::text::TextRule;
use super::unit::Unit;
use crate::model::{MemeticSettings, PlannerName, Precision};

const LARGEST_EXACT: f64 = ((1_u64 << 53) - 1) as f64;

// document
/// The scenario's title.
pub const TITLE: TextField = TextField::new("name", "name", "Name", TextRule::Line);
/// Anything worth knowing about it.
pub const NOTES: TextField = TextField::new("notes", "notes", "Notes", TextRule::Notes).or("");
/// A hand-made or shared plan.
pub const PLAN: Column = Column::new("plan");

// model
/// Hidden size H, elements.
pub const HIDDEN_SIZE: NumberField =
    NumberField::count("hidden_size", "hidden size", "Hidden size", Unit::None).within(1.0, 65_536.0);
/// Number of Transformer layers L.
pub const LAYERS: NumberField = NumberField::count("layers", "layers", "Layers", Unit::None).within(1.0, 1_024.0);
/// Vocabulary V, tokens.
pub const VOCAB_SIZE: NumberField =
    NumberField::count("vocab_size", "vocabulary", "Vocabulary", Unit::None).within(1.0, 4_194_304.0);

// training
/// B; at most 65,536 times u.
pub const BATCH_SIZE: NumberField =
    NumberField::count("batch_size", "batch", "Batch", Unit::Samples).within(1.0, 1_000_000.0);
/// u; divides B.
pub const MICRO_BATCH_SIZE: NumberField =
    NumberField::count("micro_batch_size", "micro-batch", "Micro-batch", Unit::Samples).within(1.0, 1_000_000.0);
/// Sequence length T_seq, tokens.
pub const SEQUENCE_LENGTH: NumberField =
    NumberField::count("sequence_length", "sequence", "Sequence", Unit::Tokens).within(1.0, 4_194_304.0);
/// κ by name.
pub const PRECISION: ChoiceField<Precision> = ChoiceField::new("precision", "precision", "Precision", None);
/// Activation tensors kept per layer, α.
pub const ACTIVATION_FACTOR: NumberField =
    NumberField::real("activation_factor", "activation tensors kept per layer", "Tensors kept / layer", Unit::None)
        .within(0.0, 1e3)
        .or(10.0);
/// Backward compute ÷ forward compute, γ.
pub const BACKWARD_RATIO: NumberField =
    NumberField::real("backward_ratio", "backward ÷ forward", "Backward ÷ forward", Unit::Times)
        .within(0.0, 1e3)
        .or(2.0);

// gpus
/// Whether plans may use the GPUs of a row.
pub const ENABLED: FlagField = FlagField::new("enabled", "enabled");
/// Name of a GPU; with a count above 1 the start of the names of several.
pub const GPU_NAME: TextField = TextField::new("name", "name", "GPU", TextRule::Name).initially("g0");
/// How many equal GPUs a row stands for.
pub const COUNT: NumberField =
    NumberField::count("count", "count", "Qty", Unit::Gpus).within(1.0, 2_000.0).or(1.0).initially(1.0);
/// What a GPU is, for people.
pub const GPU_MODEL: TextField = TextField::new("model", "model", "Model", TextRule::Line).initially("A100 40 GB");
/// Where a GPU stands.
pub const SITE: TextField = TextField::new("site", "site", "Site", TextRule::Name).initially("A");
/// Peak compute F, 10¹² FLOP/s.
pub const PEAK_TFLOPS: NumberField =
    NumberField::real("peak_tflops", "peak compute", "Peak", Unit::Tflops).within(1e-3, 1e6).initially(312.0);
/// Fraction of the peak compute in use, U_comp.
pub const COMPUTE_UTILIZATION: NumberField =
    NumberField::share("compute_utilization", "compute in use", "×").initially(0.5);
/// Memory M, 10⁹ bytes.
pub const MEMORY_GB: NumberField =
    NumberField::real("memory_gb", "memory", "Mem.", Unit::Gb).within(1e-3, 1e6).initially(40.0);
/// Fraction of the memory in use, U_mem.
pub const MEMORY_UTILIZATION: NumberField =
    NumberField::share("memory_utilization", "memory in use", "×").initially(0.9);
/// P_idle; at most P_act.
pub const IDLE_W: NumberField =
    NumberField::real("idle_w", "idle power", "Idle", Unit::W).within(0.0, 1e5).initially(50.0);
/// Power while computing P_act, W.
pub const ACTIVE_W: NumberField =
    NumberField::real("active_w", "active power", "Active", Unit::W).within(0.0, 1e5).initially(250.0);

// network
/// The link between two GPUs of one site, or null.
pub const WITHIN_SITE: Column = Column::new("within_site");
/// The link between GPUs of two sites, or null.
pub const BETWEEN_SITES: Column = Column::new("between_sites");
/// Name of the sending site or GPU.
pub const FROM: TextField = TextField::new("from", "its start", "From", TextRule::Name);
/// Name of the receiving site or GPU.
pub const TO: TextField = TextField::new("to", "its end", "To", TextRule::Name);
/// Whether there is a connection.
pub const CONNECTED: FlagField = FlagField::new("connected", "connected");
/// B of a link.
pub const BANDWIDTH_GBPS: NumberField =
    NumberField::real("bandwidth_gbps", "bandwidth", "Bandwidth", Unit::Gbps).within(1e-3, 1e6).initially(10.0);
/// Fraction of a link's bandwidth in use, β.
pub const UTILIZATION: NumberField = NumberField::share("utilization", "bandwidth in use", "×").or(1.0).initially(1.0);
/// One-way latency of a link, ms.
pub const LATENCY_MS: NumberField =
    NumberField::real("latency_ms", "latency", "Latency", Unit::Ms).within(0.0, 1e5).initially(10.0);

// objective
/// Weight λ of time, 0 to 1.
pub const TIME_WEIGHT: NumberField =
    NumberField::real("time_weight", "time weight λ", "λ", Unit::None).within(0.0, 1.0);
/// Reference time T_ref, ms.
pub const REFERENCE_TIME_MS: NumberField =
    NumberField::real("reference_time_ms", "reference time", "Reference time", Unit::Ms).within(1e-9, 1e12).or_null();
/// Reference energy E_ref, J.
pub const REFERENCE_ENERGY_J: NumberField =
    NumberField::real("reference_energy_j", "reference energy", "Reference energy", Unit::J)
        .within(1e-9, 1e12)
        .or_null();
/// Whether the LM head's compute counts in the energy sum.
pub const ENERGY_COUNTS_HEAD: FlagField = FlagField::new("energy_counts_head", "LM head counted in energy");

// search
/// Planner that answers.
pub const PLANNER: ChoiceField<PlannerName> =
    ChoiceField::new("planner", "planner", "Planner", Some(PlannerName::Auto));
/// Seed; every whole number that JSON carries exactly.
pub const SEED: NumberField = NumberField::count("seed", "seed", "Seed", Unit::None).within(0.0, LARGEST_EXACT).or(1.0);
/// Budget of evaluations.
pub const MAX_EVALUATIONS: NumberField =
    NumberField::count("max_evaluations", "evaluations", "Evaluation limit", Unit::Plans)
        .within(1.0, LARGEST_EXACT)
        .or_null();
/// Outer stop; more than 0.
pub const TIME_LIMIT_S: NumberField =
    NumberField::real("time_limit_s", "time limit", "Time limit", Unit::S).within(1e-9, 86_400.0).or_null();
/// One λ of the frontier's grid.
pub const FRONTIER_WEIGHT: NumberField =
    NumberField::real("frontier_weights", "frontier weight", "Frontier weights", Unit::None).within(0.0, 1.0);
/// The paper's grid of λ, taken where none is stated.
pub const DEFAULT_FRONTIER_WEIGHTS: [f64; 7] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0];

// search.memetic
const PAPER: MemeticSettings = MemeticSettings::PAPER;
/// Population size P of the memetic algorithm, individuals.
pub const POPULATION: NumberField = NumberField::count("population", "population", "Population", Unit::Individuals)
    .within(2.0, 10_000.0)
    .or(PAPER.population as f64);
/// k; at most P.
pub const TOURNAMENT: NumberField = NumberField::count("tournament", "tournament", "Tournament", Unit::Individuals)
    .within(1.0, 10_000.0)
    .or(PAPER.tournament as f64);
/// E; less than P.
pub const ELITE: NumberField =
    NumberField::count("elite", "elite", "Elite", Unit::Individuals).within(0.0, 9_999.0).or(PAPER.elite as f64);
/// Share of children refined.
pub const LOCAL_SEARCH_RATE: NumberField =
    NumberField::real("local_search_rate", "local-search rate", "Local search", Unit::None)
        .within(0.0, 1.0)
        .or(PAPER.local_search_rate);
/// Generations without improvement after which the memetic algorithm ends, w.
pub const PATIENCE: NumberField = NumberField::count("patience", "patience", "Patience", Unit::Generations)
    .within(1.0, 1_000_000.0)
    .or(PAPER.patience as f64);
/// Number of generations after which the memetic algorithm ends.
pub const GENERATIONS: NumberField = NumberField::count("generations", "generations", "Generations", Unit::None)
    .within(1.0, 1_000_000.0)
    .or(PAPER.generations as f64);
/// Chance that crossover looks at every cut, p_fall.
pub const FALLBACK_RATE: NumberField = NumberField::real("fallback_rate", "fallback rate", "Every cut", Unit::None)
    .within(0.0, 1.0)
    .or(PAPER.fallback_rate);

/// The three numbers of a link.
pub const LINK_NUMBERS: [&NumberField; 3] = [&BANDWIDTH_GBPS, &UTILIZATION, &LATENCY_MS];

/// The columns of a table, in the order in which a sheet shows them.
pub const fn of(table: Table) -> &'static [Field] {
    match table {
        Table::Document => {
            const {
                &[
                    Other(Column::new("format")),
                    Other(Column::new("version")),
                    Text(&TITLE),
                    Text(&NOTES),
                    Other(Column::new("model")),
                    Other(Column::new("training")),
                    Other(Column::new("gpus")),
                    Other(Column::new("network")),
                    Other(Column::new("objective")),
                    Other(Column::new("search")),
                    Other(PLAN),
                ]
            }
        }
        Table::Model => &[Number(&LAYERS), Number(&HIDDEN_SIZE), Number(&VOCAB_SIZE)],
        Table::Training => &[
            Number(&BATCH_SIZE),
            Number(&MICRO_BATCH_SIZE),
            Number(&SEQUENCE_LENGTH),
            Other(PRECISION.column),
            Number(&BACKWARD_RATIO),
            Number(&ACTIVATION_FACTOR),
        ],
        Table::Gpus => &[
            Flag(&ENABLED),
            Text(&GPU_NAME),
            Number(&COUNT),
            Text(&GPU_MODEL),
            Text(&SITE),
            Number(&PEAK_TFLOPS),
            Number(&COMPUTE_UTILIZATION),
            Number(&MEMORY_GB),
            Number(&MEMORY_UTILIZATION),
            Number(&IDLE_W),
            Number(&ACTIVE_W),
        ],
        Table::Network => {
            const {
                &[
                    Other(WITHIN_SITE),
                    Other(BETWEEN_SITES),
                    Other(Column::new("site_links")),
                    Other(Column::new("gpu_links")),
                ]
            }
        }
        Table::WithinSite | Table::BetweenSites => {
            &[Number(&BANDWIDTH_GBPS), Number(&UTILIZATION), Number(&LATENCY_MS)]
        }
        Table::SiteLinks | Table::GpuLinks => &[
            Flag(&CONNECTED),
            Text(&FROM),
            Text(&TO),
            Number(&BANDWIDTH_GBPS),
            Number(&UTILIZATION),
            Number(&LATENCY_MS),
        ],
        Table::Objective => {
            &[Number(&TIME_WEIGHT), Number(&REFERENCE_TIME_MS), Number(&REFERENCE_ENERGY_J), Flag(&ENERGY_COUNTS_HEAD)]
        }
        Table::Search => {
            const {
                &[
                    Other(PLANNER.column),
                    Number(&SEED),
                    Number(&MAX_EVALUATIONS),
                    Number(&TIME_LIMIT_S),
                    Other(FRONTIER_WEIGHT.column),
                    Other(Column::new("memetic")),
                ]
            }
        }
        Table::Memetic => &[
            Number(&POPULATION),
            Number(&TOURNAMENT),
            Number(&ELITE),
            Number(&GENERATIONS),
            Number(&PATIENCE),
            Number(&LOCAL_SEARCH_RATE),
            Number(&FALLBACK_RATE),
        ],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario::{presets, read};
    use std::collections::BTreeSet;

    #[test]
    fn the_tables_have_the_columns_that_documents_are_written_with() {
        // This preset has a row in every table.
        let document = read(presets::ALL[2].json).unwrap().document.to_value();
        for &table in Table::ALL {
            let part = table.path().fold(&document, |part, key| &part[key]);
            let written = part.get(0).unwrap_or(part).as_object().unwrap();
            let written: BTreeSet<&str> = written.keys().map(String::as_str).collect();
            let known: BTreeSet<&str> = of(table).iter().map(|field| field.column().key()).collect();
            assert_eq!(written, known, "{table:?}");
        }
    }

    #[test]
    fn what_rows_begin_with_and_what_is_left_out_is_accepted() {
        for field in Table::ALL.iter().flat_map(|table| of(*table)) {
            let Number(field) = field else { continue };
            assert!(field.initial.is_none_or(|value| field.accepts(value)), "{}", field.label);
            assert!(!matches!(field.omitted, crate::scenario::Omitted::Value(value) if !field.accepts(value)));
        }
    }
}
