use super::watch::{AnswerEnvironment, Watch};
use super::wire::LeftOutAnswer;
use crate::check::judge;
use crate::cost::{Evaluator, Objective};
use crate::model::{Instance, Plan, StopReason, UnusableReason};
use crate::scenario::plan_text;
use crate::search::local::LocalSearch;
use crate::search::{Environment, Planner, Progress, References, SearchContext};

/// For every GPU that `plan` leaves out, in the order of the pool: the best plan a short local search finds that
/// uses it, and what forcing it in would cost. Interrupted, it answers for the GPUs it has come to.
pub fn left_out(instance: &Instance, plan: &Plan, environment: &mut dyn AnswerEnvironment) -> Vec<LeftOutAnswer> {
    let start_ms = environment.now_ms();
    let evaluator = Evaluator::new(instance, Objective::time_only());
    let mut watch = Watch { environment, start_ms, deadline_ms: None, evaluations_before: 0, answers: None };
    let references = References::of(instance, &evaluator, &mut watch);
    let evaluator = evaluator.with_objective(references.objective(instance.objective.time_weight));
    let base = evaluator.plan_cost(plan).map(|cost| cost.objective);
    let used = |gpu: usize| plan.stages().iter().any(|stage| usize::from(stage.gpu) == gpu);
    let mut answers = Vec::new();
    let unused: Vec<usize> = (0..evaluator.gpus()).filter(|&gpu| !used(gpu)).collect();
    for (done, &gpu) in unused.iter().enumerate() {
        if watch.environment.interrupted() {
            break;
        }
        let mut one_of_all = OneOfAll { watch: &mut watch, done, all: unused.len() };
        answers.push(best_with(instance, &evaluator, gpu, base, &mut one_of_all));
    }
    answers
}

/// The environment of the search for one GPU of several: the share that it tells is that of all.
struct OneOfAll<'w, 'e> {
    watch: &'w mut Watch<'e>,
    done: usize,
    all: usize,
}

impl Environment for OneOfAll<'_, '_> {
    fn interrupted(&mut self) -> Option<StopReason> {
        self.watch.interrupted()
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        if self.watch.environment.progress_due() {
            self.watch.environment.share((self.done as f64 + progress.fraction) / self.all as f64);
        }
    }
}

fn best_with(
    instance: &Instance,
    evaluator: &Evaluator,
    gpu: usize,
    base: Option<f64>,
    environment: &mut dyn Environment,
) -> LeftOutAnswer {
    let search = LocalSearch { starts: 6, kicks: 3, required: Some(gpu as u16) };
    let context = SearchContext::new(instance.search.seed, None, environment);
    let best = search.plan(evaluator, context).best;
    let best = best.filter(|(plan, cost)| judge(instance, plan, Some((cost.time_ms, cost.energy_j))).is_empty());
    let cost = best.as_ref().map(|(_, cost)| *cost);
    LeftOutAnswer {
        gpu: instance.cluster.gpus()[gpu].name.clone(),
        plan: best.as_ref().map(|(plan, _)| plan_text::format(plan, &instance.cluster)),
        time_ms: cost.map(|cost| cost.time_ms),
        energy_j: cost.map(|cost| cost.energy_j),
        objective: cost.map(|cost| cost.objective),
        cost_share: cost.zip(base).filter(|(_, base)| *base > 0.0).map(|(cost, base)| cost.objective / base - 1.0),
        reason: if best.is_none() { unusable(evaluator, gpu) } else { None },
    }
}

/// Why no plan can use this GPU, if it holds no layer at any depth or has no link.
fn unusable(evaluator: &Evaluator, gpu: usize) -> Option<UnusableReason> {
    if (1..=evaluator.max_stages()).all(|stages| evaluator.cap(gpu, stages, false) == 0) {
        return Some(UnusableReason::Memory);
    }
    let alone = (0..evaluator.gpus()).all(|other| !evaluator.linked(gpu, other));
    (alone && evaluator.cap(gpu, 1, true) < evaluator.layers()).then_some(UnusableReason::Links)
}
