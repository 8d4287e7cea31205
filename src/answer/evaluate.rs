use super::wire::{Evaluation, StageAnswer};
use crate::check::{Fault, judge};
use crate::cost::{Evaluator, Objective, StageFigures, stage_figures, totals};
use crate::model::{Instance, Plan};
use crate::scenario::{Place, Problem, plan_text};
use crate::search::{References, Undisturbed};
use crate::words::problems as words;

/// What `plan` costs on `instance`. Plans that do not fit or lack a link are answered too, with what is wrong.
///
/// The layer sum must be right (`plan_text::parse` sees to it); where it is not, that is one of the problems.
pub fn evaluate(instance: &Instance, plan: &Plan) -> Evaluation {
    let figures = stage_figures(instance, plan);
    let totals = totals(instance, &figures);
    let claimed = totals.map(|totals| (totals.time_ms, totals.energy_j));
    let faults = judge(instance, plan, claimed);
    Evaluation {
        plan: plan_text::format(plan, &instance.cluster),
        time_ms: totals.map(|totals| totals.time_ms),
        energy_j: totals.map(|totals| totals.energy_j),
        objective: totals.and_then(|totals| objective(instance)?.value(totals.time_ms, totals.energy_j).into()),
        feasible: faults.is_empty(),
        problems: faults.iter().map(|fault| problem(instance, plan, fault)).collect(),
        stages: stage_answers(instance, &figures),
    }
}

/// Eq. 16 of the instance, or `None` where it needs a reference that cannot be had.
fn objective(instance: &Instance) -> Option<Objective> {
    let evaluator = Evaluator::new(instance, Objective::time_only());
    let references = References::of(instance, &evaluator, &mut Undisturbed);
    let time_weight = instance.objective.time_weight;
    let known =
        (time_weight == 0.0 || references.time_ms.is_some()) && (time_weight == 1.0 || references.energy_j.is_some());
    known.then(|| references.objective(time_weight))
}

/// The figures of each stage in the units of answers.
pub(super) fn stage_answers(instance: &Instance, figures: &[StageFigures]) -> Vec<StageAnswer> {
    let answer = |stage: &StageFigures| StageAnswer {
        gpu: gpu_name(instance, stage.gpu).to_owned(),
        layers: stage.layers,
        compute_ms: stage.compute_ms,
        forward_ms: stage.forward_ms,
        backward_ms: stage.backward_ms,
        service_ms: stage.service_ms,
        memory_gb: stage.memory_bytes / 1e9,
        memory_limit_gb: stage.memory_limit_bytes / 1e9,
    };
    figures.iter().map(answer).collect()
}

fn gpu_name(instance: &Instance, gpu: usize) -> &str {
    instance.cluster.gpus().get(gpu).map_or("?", |gpu| &gpu.name)
}

/// A fault that the judge found in a plan, as a problem of that plan.
pub(super) fn problem(instance: &Instance, plan: &Plan, fault: &Fault) -> Problem {
    let name = |stage: usize| plan.stages().get(stage).map_or("?", |stage| gpu_name(instance, stage.gpu.into()));
    let (code, row, words) = match *fault {
        Fault::OverMemory { stage, need_bytes, limit_bytes } => {
            ("over-memory", Some(stage), words::over_memory(stage, name(stage), need_bytes, limit_bytes))
        }
        Fault::MissingLink { stage } => {
            ("missing-link", Some(stage), words::missing_link(name(stage), name(stage + 1)))
        }
        Fault::LayerSum { held, wanted } => ("layer-sum", None, words::judged_layer_sum(held, wanted)),
        Fault::RepeatedGpu { gpu } => ("repeated-gpu", None, words::judged_repeated_gpu(gpu_name(instance, gpu))),
        Fault::UnknownGpu { .. } => ("unknown-gpu", None, words::judged_unknown_gpu()),
        Fault::EmptyStage { stage } => ("empty-stage", Some(stage), words::judged_empty_stage(stage)),
        Fault::Time { claimed_ms, derived_ms } => {
            ("time-disagrees", None, words::time_disagrees(claimed_ms, derived_ms))
        }
        Fault::Energy { claimed_j, derived_j } => {
            ("energy-disagrees", None, words::energy_disagrees(claimed_j, derived_j))
        }
    };
    Problem::new(code, Place { table: "plan".to_owned(), row, column: None }, words)
}
