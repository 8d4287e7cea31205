use super::watch::Watch;
use crate::cost::Evaluator;
use crate::model::{Improvement, Outcome, PlannerName, SearchSettings, Status, StopReason};
use crate::search::{self, SearchContext, exact::Exact, local::LocalSearch};

/// Limits where the scenario sets none, s.
pub(super) struct AutoLimits {
    pub proof_s: f64,
    /// On the search after a proof that did not end in time.
    pub search_s: f64,
}

/// The best there is for any pool: the exact planner, which begins with a short local search, and where its proof does
/// not end in time, a long local search. The lower bound stays the one that was proven. Says which of the two found the
/// plan.
pub(super) fn auto(
    evaluator: &Evaluator,
    settings: &SearchSettings,
    limits: AutoLimits,
    watch: &mut Watch<'_>,
) -> (PlannerName, Outcome) {
    watch.deadline_ms = Some(watch.start_ms + 1_000.0 * settings.time_limit_s.unwrap_or(limits.proof_s));
    let proof = search::run(&Exact, evaluator, SearchContext::new(settings.seed, settings.max_evaluations, watch));
    let left = settings.max_evaluations.map(|most| most.saturating_sub(proof.evaluations));
    let limited = proof.stopped_by == StopReason::Time && settings.time_limit_s.is_some();
    let over = proof.stopped_by == StopReason::Cancelled || limited || left == Some(0);
    if over || matches!(proof.status, Status::Optimal | Status::Infeasible) {
        return (PlannerName::Exact, proof);
    }
    watch.deadline_ms = Some(watch.environment.now_ms() + 1_000.0 * settings.time_limit_s.unwrap_or(limits.search_s));
    watch.evaluations_before = proof.evaluations;
    let search = search::run(&LocalSearch::default(), evaluator, SearchContext::new(settings.seed, left, watch));
    join(proof, search)
}

/// The better plan of both, with what the first proved.
fn join(proof: Outcome, search: Outcome) -> (PlannerName, Outcome) {
    let value = |outcome: &Outcome| outcome.best.as_ref().map_or(f64::INFINITY, |(_, cost)| cost.objective);
    let (before, evaluations) = (value(&proof), proof.evaluations + search.evaluations);
    if value(&search) >= before {
        return (PlannerName::Exact, Outcome { evaluations, ..proof });
    }
    let later = search.history.into_iter().filter(|step| step.cost.objective < before);
    let later = later.map(|step| Improvement { evaluations: step.evaluations + proof.evaluations, ..step });
    let stopped_by = if proof.stopped_by == StopReason::Time { StopReason::Time } else { search.stopped_by };
    let outcome = Outcome {
        best: search.best,
        status: Status::Feasible,
        history: proof.history.into_iter().chain(later).collect(),
        stopped_by,
        evaluations,
        ..proof
    };
    (PlannerName::LocalSearch, outcome)
}
