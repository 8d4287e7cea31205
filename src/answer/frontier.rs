use super::watch::{AnswerEnvironment, Watch};
use super::wire::{FrontierAnswer, FrontierPointAnswer};
use crate::check::judge;
use crate::cost::{Evaluator, Objective};
use crate::model::{Frontier, FrontierPoint, Instance};
use crate::scenario::plan_text;
use crate::search::{Environment, References, frontier};

/// The trade-off found by one memetic run per λ of the scenario's grid; plans the judge refuses are left out.
pub fn frontier_by_weights(instance: &Instance, environment: &mut dyn AnswerEnvironment) -> FrontierAnswer {
    answer(instance, environment, |evaluator, references, environment| {
        frontier::by_weights(instance, evaluator, references, environment)
    })
}

/// The whole trade-off, proven to be all of it where the answer is `complete`; plans the judge refuses are left out.
pub fn frontier_exact(instance: &Instance, environment: &mut dyn AnswerEnvironment) -> FrontierAnswer {
    answer(instance, environment, |evaluator, references, environment| {
        frontier::exact(instance, &evaluator, references, environment)
    })
}

fn answer(
    instance: &Instance,
    environment: &mut dyn AnswerEnvironment,
    find: impl FnOnce(Evaluator, &References, &mut dyn Environment) -> Frontier,
) -> FrontierAnswer {
    let start_ms = environment.now_ms();
    let deadline_ms = instance.search.time_limit_s.map(|limit| start_ms + 1_000.0 * limit);
    let evaluator = Evaluator::new(instance, Objective::time_only());
    let mut watch = Watch { environment, start_ms, deadline_ms, answers: None };
    let references = References::of(instance, &evaluator, &mut watch);
    let frontier = find(evaluator, &references, &mut watch);
    let sound = |point: &&FrontierPoint| judge(instance, &point.plan, Some((point.time_ms, point.energy_j))).is_empty();
    let told = |point: &FrontierPoint| FrontierPointAnswer {
        plan: plan_text::format(&point.plan, &instance.cluster),
        time_ms: point.time_ms,
        energy_j: point.energy_j,
        supported: point.supported,
        time_weights: point.time_weights.clone(),
        time_weight_range: point.time_weight_range.map(|(least, greatest)| [least, greatest]),
        knee: point.knee,
    };
    FrontierAnswer {
        points: frontier.points.iter().filter(sound).map(told).collect(),
        reference_time_ms: references.time_ms,
        reference_energy_j: references.energy_j,
        reference_plan: references.plan.as_ref().map(|(plan, _)| plan_text::format(plan, &instance.cluster)),
        complete: frontier.complete && frontier.points.iter().all(|point| sound(&point)),
    }
}
