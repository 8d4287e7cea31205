//! Reads a whole document from a JSON value, going on after every problem.

use serde_json::{Map, Value};

use super::Problem;
use super::document::{
    Document, FORMAT, MemeticFields, ModelFields, ObjectiveFields, SearchFields, TrainingFields, VERSION,
};
use super::field::{Column, Table};
use super::fields;
use super::names::Names;
use super::plan_text;
use super::problems::{Problems, at};
use super::range::json_number;
use super::read_gpus::{GpuRead, read_gpus};
use super::read_network::read_network;
use super::reader::Fields;
use crate::model::Plan;
use crate::words::problems::{self as words, ProblemWords};

/// Most micro-batches in an iteration.
const MAX_MICRO_BATCHES: u64 = 65_536;
/// Most weights of the frontier's grid.
const MAX_FRONTIER_WEIGHTS: usize = 101;

/// A document without problems, with the names and the plan that were found on the way.
pub(super) struct Reading {
    pub document: Document,
    pub names: Names,
    pub plan: Option<Plan>,
    /// What is odd without being wrong.
    pub remarks: Vec<Problem>,
}

/// Reads everything; `None` if `problems` has grown.
pub(super) fn read_document(value: &Value, problems: &mut Problems) -> Option<Reading> {
    let object = recognised(value, problems)?;
    let mut fields = Fields::of_group(object, Table::Document, problems);
    fields.cell(Column::new("format"));
    fields.cell(Column::new("version"));
    let name = fields.text(&fields::TITLE);
    let notes = fields.text(&fields::NOTES);
    let model = fields.group(Table::Model);
    let training = fields.group(Table::Training);
    let gpus = fields.list(Table::Gpus, true);
    let network = fields.group(Table::Network);
    let objective = fields.group(Table::Objective);
    let search = fields.group_or_empty(Table::Search);
    let plan = fields.cell(fields::PLAN);
    fields.finish();

    let model = model.map(|model| read_model(model, problems)).unwrap_or_default();
    let training = training.and_then(|training| read_training(training, problems));
    let gpus = gpus.map(|rows| read_gpus(rows, problems));
    let names = Names::collect(gpus.as_deref(), problems);
    let mut remarks = Problems::new();
    let network = network.and_then(|network| read_network(network, &names, problems, &mut remarks));
    let objective = objective.and_then(|objective| read_objective(objective, problems));
    let search = search.and_then(|search| read_search(search, problems));
    let (plan_text, plan) = read_plan(plan, &names, model.layers, problems)?;
    let document = Document {
        format: FORMAT,
        version: VERSION,
        name: name?.to_owned(),
        notes: notes?.to_owned(),
        model: model.whole()?,
        training: training?,
        gpus: gpus?.into_iter().map(|gpu: GpuRead| gpu.row).collect::<Option<_>>()?,
        network: network?,
        objective: objective?,
        search: search?,
        plan: plan_text,
    };
    Some(Reading { document, names, plan, remarks: remarks.into_report() })
}

/// The object, if it is a scenario of a version that can be read; nothing else is judged before that.
fn recognised<'v>(value: &'v Value, problems: &mut Problems) -> Option<&'v Map<String, Value>> {
    let refuse = |problems: &mut Problems, code, column, words: ProblemWords| {
        problems.add(|| Problem::new(code, at("document", None, column), words));
        None
    };
    let Value::Object(object) = value else {
        return refuse(problems, "not-a-scenario", None, words::not_a_scenario(value));
    };
    match object.get("format") {
        Some(Value::String(format)) if format == FORMAT => {}
        None if object.get("scenario").is_some_and(Value::is_object) => {
            return refuse(problems, "not-a-scenario", None, words::nested_scenario());
        }
        None => return refuse(problems, "not-a-scenario", Some("format"), words::no_format(FORMAT)),
        Some(other) => {
            return refuse(problems, "not-a-scenario", Some("format"), words::other_format(FORMAT, other));
        }
    }
    let version = object.get("version").unwrap_or(&Value::Null);
    match version.as_f64() {
        Some(number) if number == f64::from(VERSION) => Some(object),
        Some(number) if number > f64::from(VERSION) => {
            refuse(problems, "newer-version", Some("version"), words::newer_version(number))
        }
        _ => refuse(problems, "unknown-version", Some("version"), words::unknown_version(VERSION, version)),
    }
}

/// The model as far as it could be read: a plan can be judged by its layers alone.
#[derive(Default)]
struct ModelRead {
    hidden_size: Option<u64>,
    layers: Option<u64>,
    vocab_size: Option<u64>,
}

impl ModelRead {
    fn whole(self) -> Option<ModelFields> {
        Some(ModelFields { hidden_size: self.hidden_size?, layers: self.layers?, vocab_size: self.vocab_size? })
    }
}

fn read_model(object: &Map<String, Value>, problems: &mut Problems) -> ModelRead {
    let mut fields = Fields::of_group(object, Table::Model, problems);
    let read = ModelRead {
        hidden_size: fields.count(&fields::HIDDEN_SIZE),
        layers: fields.count(&fields::LAYERS),
        vocab_size: fields.count(&fields::VOCAB_SIZE),
    };
    fields.finish();
    read
}

fn read_training(object: &Map<String, Value>, problems: &mut Problems) -> Option<TrainingFields> {
    let mut fields = Fields::of_group(object, Table::Training, problems);
    let batch_size = fields.count(&fields::BATCH_SIZE);
    let micro_batch_size = fields.count(&fields::MICRO_BATCH_SIZE);
    let sequence_length = fields.count(&fields::SEQUENCE_LENGTH);
    let precision = fields.choice(&fields::PRECISION);
    let activation_factor = fields.number(&fields::ACTIVATION_FACTOR);
    let backward_ratio = fields.number(&fields::BACKWARD_RATIO);
    if let (Some(batch), Some(micro_batch)) = (batch_size, micro_batch_size) {
        judge_micro_batches(&mut fields, batch, micro_batch);
    }
    fields.finish();
    Some(TrainingFields {
        batch_size: batch_size?,
        micro_batch_size: micro_batch_size?,
        sequence_length: sequence_length?,
        precision: precision?,
        activation_factor: activation_factor?,
        backward_ratio: backward_ratio?,
    })
}

fn judge_micro_batches(fields: &mut Fields<'_, '_>, batch: u64, micro_batch: u64) {
    let place = (fields::MICRO_BATCH_SIZE.column, fields::MICRO_BATCH_SIZE.label);
    if !batch.is_multiple_of(micro_batch) {
        fields.report_with_fix("indivisible-batch", place, || {
            let divisor = (1..=micro_batch.min(batch)).rev().find(|size| batch.is_multiple_of(*size)).unwrap_or(1);
            (words::indivisible_batch(batch, micro_batch, divisor), Some(json_number(divisor as f64)))
        });
    } else if batch / micro_batch > MAX_MICRO_BATCHES {
        let words = || words::too_many_micro_batches(micro_batch, batch / micro_batch, MAX_MICRO_BATCHES);
        fields.report("too-many-micro-batches", place, words);
    }
}

fn read_objective(object: &Map<String, Value>, problems: &mut Problems) -> Option<ObjectiveFields> {
    let mut fields = Fields::of_group(object, Table::Objective, problems);
    let time_weight = fields.number(&fields::TIME_WEIGHT);
    let reference_time_ms = fields.number_or_null(&fields::REFERENCE_TIME_MS);
    let reference_energy_j = fields.number_or_null(&fields::REFERENCE_ENERGY_J);
    let energy_counts_head = fields.flag(&fields::ENERGY_COUNTS_HEAD);
    fields.finish();
    Some(ObjectiveFields {
        time_weight: time_weight?,
        reference_time_ms: reference_time_ms?,
        reference_energy_j: reference_energy_j?,
        energy_counts_head: energy_counts_head?,
    })
}

fn read_search(object: &Map<String, Value>, problems: &mut Problems) -> Option<SearchFields> {
    let mut fields = Fields::of_group(object, Table::Search, problems);
    let planner = fields.choice(&fields::PLANNER);
    let seed = fields.count(&fields::SEED);
    let max_evaluations = fields.number_or_null(&fields::MAX_EVALUATIONS);
    let time_limit_s = fields.number_or_null(&fields::TIME_LIMIT_S);
    let frontier_weights = read_weights(&mut fields);
    let memetic = fields.group_or_empty(Table::Memetic);
    fields.finish();
    let memetic = memetic.and_then(|memetic| read_memetic(memetic, problems));
    Some(SearchFields {
        planner: planner?,
        seed: seed?,
        max_evaluations: max_evaluations?.map(|count| count as u64),
        time_limit_s: time_limit_s?,
        frontier_weights: frontier_weights?,
        memetic: memetic?,
    })
}

/// The λ grid: row i of column `frontier_weights` is its i-th weight.
fn read_weights(fields: &mut Fields<'_, '_>) -> Option<Vec<f64>> {
    let place = (fields::FRONTIER_WEIGHT.column, "frontier weights");
    let Some(value) = fields.cell(fields::FRONTIER_WEIGHT.column) else {
        return Some(fields::DEFAULT_FRONTIER_WEIGHTS.to_vec());
    };
    let Value::Array(weights) = value else {
        fields.report("wrong-type", place, || words::weights_not_a_list(value, MAX_FRONTIER_WEIGHTS));
        return None;
    };
    if weights.is_empty() {
        fields.report("empty", place, || words::no_weights(MAX_FRONTIER_WEIGHTS));
        return None;
    }
    if weights.len() > MAX_FRONTIER_WEIGHTS {
        fields.report("too-long", place, || words::too_many_weights(weights.len(), MAX_FRONTIER_WEIGHTS));
        return None;
    }
    fields.judge_each(&fields::FRONTIER_WEIGHT, weights)
}

fn read_memetic(object: &Map<String, Value>, problems: &mut Problems) -> Option<MemeticFields> {
    let mut fields = Fields::of_group(object, Table::Memetic, problems);
    let population = fields.count(&fields::POPULATION);
    let tournament = fields.count(&fields::TOURNAMENT);
    let elite = fields.count(&fields::ELITE);
    let local_search_rate = fields.number(&fields::LOCAL_SEARCH_RATE);
    let patience = fields.count(&fields::PATIENCE);
    let generations = fields.count(&fields::GENERATIONS);
    let fallback_rate = fields.number(&fields::FALLBACK_RATE);
    if let Some(population) = population {
        let bounds = [(&fields::TOURNAMENT, tournament, population), (&fields::ELITE, elite, population - 1)];
        for (field, value, most) in bounds {
            let Some(value) = value.filter(|value| *value > most) else { continue };
            let words = || words::above_population(most, population, value);
            fields.report("out-of-range", (field.column, field.label), words);
        }
    }
    fields.finish();
    Some(MemeticFields {
        population: population?,
        tournament: tournament?,
        elite: elite?,
        local_search_rate: local_search_rate?,
        patience: patience?,
        generations: generations?,
        fallback_rate: fallback_rate?,
    })
}

/// The plan as text and as stages; the outer `None` stands for a problem.
fn read_plan(
    value: Option<&Value>,
    names: &Names,
    layers: Option<u64>,
    problems: &mut Problems,
) -> Option<(Option<String>, Option<Plan>)> {
    match value {
        None | Some(Value::Null) => Some((None, None)),
        Some(Value::String(text)) => {
            let plan = plan_text::parse_among(text, names, layers, problems)?;
            Some((Some(text.clone()), Some(plan)))
        }
        Some(value) => {
            problems.add(|| Problem::of_whole("wrong-type", "plan", words::plan_not_a_text(value)));
            None
        }
    }
}
