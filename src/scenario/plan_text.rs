//! A plan as people write it: `g5:9,g6:3` is nine layers on g5, then three on g6.

use std::collections::BTreeMap;

use super::Problem;
use super::names::Names;
use super::nearest::nearest;
use super::problems::{Problems, at};
use crate::model::{Cluster, MAX_GPUS, Plan, Stage};
use crate::words::problems as words;

/// Reads a plan for a pool and a model of `layers` layers, or says everything that is wrong with it.
///
/// Spaces around names and numbers are ignored. Refused are a text that does not read as stages, GPUs that are
/// unknown or named twice, stages without layers, and any other sum of layers than the model's. Problems are in
/// table `plan`, rows count the stages.
pub fn parse(text: &str, instance_cluster: &Cluster, layers: u16) -> Result<Plan, Vec<Problem>> {
    let names = || instance_cluster.gpus().iter().map(|gpu| gpu.name.as_str());
    let indexes: BTreeMap<&str, usize> = names().enumerate().map(|(index, name)| (name, index)).collect();
    let find = |name: &str| indexes.get(name).map_or(Found::Unknown, |index| Found::Gpu(*index));
    let nearest = |name: &str| nearest(name, names()).map(str::to_owned);
    let mut problems = Problems::new();
    match parse_with(text, Some(u64::from(layers)), &find, &nearest, &mut problems) {
        Some(plan) => Ok(plan),
        None => Err(problems.into_report()),
    }
}

/// The number of stages, and so of GPUs, of a plan that [`format`] wrote.
pub fn stage_count(plan: &str) -> usize {
    plan.split(',').count()
}

/// Writes a plan of that pool: the reverse of [`parse`].
pub fn format(plan: &Plan, cluster: &Cluster) -> String {
    let name = |stage: &Stage| cluster.gpus().get(usize::from(stage.gpu)).map_or("?", |gpu| gpu.name.as_str());
    let stages: Vec<String> = plan.stages().iter().map(|stage| format!("{}:{}", name(stage), stage.layers)).collect();
    stages.join(",")
}

/// Reads the plan of a document, where GPUs can be switched off and other tables can be wrong too.
pub(super) fn parse_among(text: &str, names: &Names, layers: Option<u64>, problems: &mut Problems) -> Option<Plan> {
    let find = |name: &str| match names.gpu(name) {
        Some(gpu) => gpu.index.map_or(Found::SwitchedOff, Found::Gpu),
        None if names.complete(true) => Found::Unknown,
        None => Found::Undecided,
    };
    let nearest = |name: &str| names.nearest(name, true).map(str::to_owned);
    parse_with(text, layers, &find, &nearest, problems)
}

/// What a GPU's name stands for.
enum Found {
    Gpu(usize),
    SwitchedOff,
    Unknown,
    /// The table of GPUs could not be read, and that is reported there.
    Undecided,
}

fn parse_with(
    text: &str,
    layers: Option<u64>,
    find: &dyn Fn(&str) -> Found,
    nearest: &dyn Fn(&str) -> Option<String>,
    problems: &mut Problems,
) -> Option<Plan> {
    if text.trim().is_empty() {
        problems.add(|| Problem::of_whole("empty", "plan", words::empty_plan()));
        return None;
    }
    let count = text.split(',').count();
    if count > MAX_GPUS {
        problems.add(|| Problem::of_whole("too-many-stages", "plan", words::too_many_stages(count)));
        return None;
    }
    let mut rows = BTreeMap::new();
    let mut stages = Vec::with_capacity(count);
    let mut sum = Some(0);
    for (row, part) in text.split(',').enumerate() {
        let (gpu, held) = read_stage(part, row, find, nearest, problems);
        sum = sum.zip(held).map(|(sum, held)| sum + held);
        if let Some(gpu) = gpu {
            let first = *rows.entry(gpu).or_insert(row);
            if first != row {
                problems.add(|| {
                    let words = words::repeated_gpu(name_of(part), first, row);
                    Problem::new("repeated-gpu", at("plan", Some(row), Some("gpu")), words)
                });
                continue;
            }
        }
        let stage = gpu.zip(held).and_then(|(gpu, held)| {
            Some(Stage { gpu: u16::try_from(gpu).ok()?, layers: u16::try_from(held).ok().filter(|held| *held > 0)? })
        });
        stages.extend(stage);
    }
    if let (Some(sum), Some(layers)) = (sum, layers)
        && sum != layers
    {
        problems.add(|| Problem::of_whole("layer-sum", "plan", words::layer_sum(sum, layers)));
        return None;
    }
    if stages.len() == count { Plan::new(stages).ok() } else { None }
}

fn name_of(part: &str) -> &str {
    part.rsplit_once(':').map_or(part, |(name, _)| name).trim()
}

/// The GPU and the layers of one stage as far as they read.
fn read_stage(
    part: &str,
    row: usize,
    find: &dyn Fn(&str) -> Found,
    nearest: &dyn Fn(&str) -> Option<String>,
    problems: &mut Problems,
) -> (Option<usize>, Option<u64>) {
    let Some((name, held)) = part.rsplit_once(':') else {
        problems
            .add(|| Problem::new("unreadable-plan", at("plan", Some(row), None), words::unreadable_stage(row, part)));
        return (None, None);
    };
    let gpu = match (find(name), find(name.trim())) {
        (Found::Gpu(index), _) | (_, Found::Gpu(index)) => Some(index),
        (_, other) => {
            report_gpu(&other, name.trim(), row, nearest, problems);
            None
        }
    };
    let held = held.trim();
    let digits = !held.is_empty() && held.len() <= 9 && held.bytes().all(|byte| byte.is_ascii_digit());
    let layers = held.parse().ok().filter(|_| digits);
    if layers.is_none_or(|layers: u64| layers == 0) {
        problems.add(|| {
            let (code, words) = match layers {
                Some(_) => ("zero-layers", words::zero_layers(row, name.trim())),
                None => ("unreadable-plan", words::unreadable_layers(row, name.trim(), held)),
            };
            Problem::new(code, at("plan", Some(row), Some("layers")), words)
        });
    }
    (gpu, layers)
}

fn report_gpu(
    found: &Found,
    name: &str,
    row: usize,
    nearest: &dyn Fn(&str) -> Option<String>,
    problems: &mut Problems,
) {
    let place = at("plan", Some(row), Some("gpu"));
    match found {
        Found::SwitchedOff => {
            problems.add(|| Problem::new("gpu-switched-off", place, words::switched_off_gpu(row, name)))
        }
        Found::Unknown => {
            problems.add(|| Problem::new("unknown-gpu", place, words::unknown_gpu(row, name, nearest(name).as_deref())))
        }
        Found::Gpu(_) | Found::Undecided => {}
    }
}
