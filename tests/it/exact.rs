//! The exact planner against brute force and proven optima.

use crate::common::{instance, json_files, pools};
use geotrain::check::judge;
use geotrain::cost::{Evaluator, Objective};
use geotrain::model::{Instance, Outcome, Refusal, Status, StopReason};
use geotrain::search::allocation::{Allocator, Sequence};
use geotrain::search::brute_force::BruteForce;
use geotrain::search::exact::Exact;
use geotrain::search::{Environment, Planner, Progress, References, SearchContext, Undisturbed};
use serde_json::Value;

fn solve(planner: &dyn Planner, evaluator: &Evaluator) -> Outcome {
    planner.plan(evaluator, SearchContext::new(1, None, &mut Undisturbed))
}

#[test]
fn equals_brute_force_on_random_problems() {
    let (mut optimal, mut infeasible) = (0, 0);
    for case in 0..pools::cases() {
        let (instance, evaluator) = pools::problem(&mut pools::source(1, case), 6, 8);
        let (exact, all) = (solve(&Exact, &evaluator), solve(&BruteForce, &evaluator));
        assert_eq!(exact.status, all.status, "case {case}");
        let Some((plan, cost)) = exact.best else {
            infeasible += 1;
            continue;
        };
        optimal += 1;
        let best = all.best.unwrap().1.objective;
        assert!((cost.objective - best).abs() <= 1e-9 * best, "case {case}: {} and {best}", cost.objective);
        assert_eq!(exact.lower_bound, Some(cost.objective), "case {case}");
        assert_eq!(judge(&instance, &plan, Some((cost.time_ms, cost.energy_j))), [], "case {case}");
    }
    assert!(optimal > 5 * infeasible && 20 * infeasible > optimal, "{optimal} optimal, {infeasible} infeasible");
}

fn evaluator_of(instance: &Instance) -> Evaluator {
    let evaluator = Evaluator::new(instance, Objective::time_only());
    let references = References::of(instance, &evaluator, &mut Undisturbed);
    evaluator.with_objective(references.objective(instance.objective.time_weight))
}

fn assert_proven(name: &str, case: &Value) {
    let outcome = solve(&Exact, &evaluator_of(&instance(&case["scenario"])));
    assert_eq!(outcome.status.as_str(), case["optimum"]["status"].as_str().unwrap(), "{name}");
    if let Some((_, cost)) = outcome.best {
        let optimum = case["optimum"]["objective"].as_f64().unwrap();
        crate::common::assert_close(name, cost.objective, optimum);
    }
}

#[test]
fn proves_every_instance() {
    for (name, case) in json_files("instances") {
        assert_proven(&name, &case);
    }
}

/// The least objective of any order of any subset, each with its best split.
fn best_of_all_orders(evaluator: &Evaluator) -> f64 {
    let mut open: Vec<Vec<u16>> = vec![Vec::new()];
    let (mut sequence, mut allocator) = (Sequence::default(), Allocator::default());
    let mut best = f64::INFINITY;
    while let Some(order) = open.pop() {
        if sequence.load(evaluator, &order) {
            best = best.min(allocator.solve(&sequence, best).unwrap_or(best));
        }
        if order.len() < evaluator.max_stages() {
            let unused = (0..evaluator.gpus() as u16).filter(|gpu| !order.contains(gpu));
            open.extend(unused.map(|gpu| order.iter().copied().chain([gpu]).collect()));
        }
    }
    best
}

/// Deep pipelines over many GPUs that are nearly alike: many sets stay open, at many depths.
#[test]
fn equals_all_orders_where_gpus_are_nearly_alike() {
    let mut compared = 0;
    for case in 0..pools::cases() / 40 {
        let (_, evaluator) = pools::alike(&mut pools::source(6, case), 7, 24);
        let (outcome, best) = (solve(&Exact, &evaluator), best_of_all_orders(&evaluator));
        let Some((_, cost)) = outcome.best else {
            assert_eq!((outcome.status, best), (Status::Infeasible, f64::INFINITY), "case {case}");
            continue;
        };
        assert_eq!(outcome.status, Status::Optimal);
        assert!((cost.objective - best).abs() <= 1e-9 * best, "case {case}: {} and {best}", cost.objective);
        compared += 1;
    }
    assert!(compared * 50 > pools::cases(), "{compared}");
}

#[test]
fn a_node_limit_is_kept_and_what_is_said_then_is_true() {
    let case = crate::common::json("instances/homo_n12_l48_lam1_s134.json");
    let evaluator = evaluator_of(&instance(&case["scenario"]));
    let optimum = case["optimum"]["objective"].as_f64().unwrap();
    let all = solve(&Exact, &evaluator).evaluations;
    let mut bounds = Vec::new();
    for limit in [1, 100, all / 2, all * 9 / 10, all - 1] {
        let outcome = Exact.plan(&evaluator, SearchContext::new(1, Some(limit), &mut Undisturbed));
        assert_eq!((outcome.evaluations, outcome.stopped_by), (limit, StopReason::Evaluations));
        assert!(outcome.status == Status::Feasible || (limit == 1 && outcome.status == Status::NotFound));
        let bound = outcome.lower_bound.unwrap_or(0.0);
        assert!(bound <= optimum * (1.0 + 1e-9), "{bound} and {optimum}");
        bounds.push(bound);
    }
    assert!(bounds[4] > 0.5 * optimum, "{bounds:?}");
}

/// Cancels when asked for the n-th time; remembers what it was told.
struct Impatient {
    questions_left: u32,
    shares: Vec<f64>,
}

impl Environment for Impatient {
    fn interrupted(&mut self) -> Option<StopReason> {
        self.questions_left = self.questions_left.saturating_sub(1);
        (self.questions_left == 0).then_some(StopReason::Cancelled)
    }
    fn progress(&mut self, progress: &Progress<'_>) {
        assert!(progress.best.is_some());
        self.shares.push(progress.fraction);
    }
}

#[test]
fn cancelling_keeps_the_best_and_progress_comes_near_the_end() {
    let case = crate::common::json("instances/homo_n16_l48_lam1_s500.json");
    let evaluator = evaluator_of(&instance(&case["scenario"]));
    let mut cancelling = Impatient { questions_left: 40, shares: Vec::new() };
    let outcome = Exact.plan(&evaluator, SearchContext::new(1, None, &mut cancelling));
    assert_eq!((outcome.status, outcome.stopped_by), (Status::Feasible, StopReason::Cancelled));
    assert!(outcome.best.is_some());
    let mut patient = Impatient { questions_left: u32::MAX, shares: Vec::new() };
    let outcome = Exact.plan(&evaluator, SearchContext::new(1, None, &mut patient));
    assert_eq!(outcome.status, Status::Optimal);
    let last = patient.shares.last().copied().unwrap();
    assert!(last > 0.5 && last <= 1.0 + 1e-9, "{last}");
}

#[test]
fn a_budget_used_up_before_the_end_is_no_proof() {
    for case in 0..200 {
        let (_, evaluator) = pools::problem(&mut pools::source(10, case), 3, 4);
        let all = solve(&Exact, &evaluator);
        for limit in 0..all.evaluations {
            let outcome = Exact.plan(&evaluator, SearchContext::new(1, Some(limit), &mut Undisturbed));
            assert!(matches!(outcome.status, Status::Feasible | Status::NotFound), "case {case}, {limit}");
        }
    }
}

#[test]
fn more_gpus_than_it_can_enumerate_are_refused_with_a_plan() {
    let (_, evaluator) = pools::alike(&mut pools::source(7, 0), 70, 6);
    let outcome = Exact.plan(&evaluator, SearchContext::new(1, Some(200_000), &mut Undisturbed));
    assert_eq!(outcome.status, Status::Feasible);
    assert!(matches!(outcome.refusal, Some(Refusal::TooManySets { gpus: 70, .. })));
    let (bound, best) = (outcome.lower_bound.unwrap(), outcome.best.unwrap().1.objective);
    assert!(bound > 0.3 * best && bound < best, "{bound} and {best}");
}
