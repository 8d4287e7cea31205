//! The exact frontier against every plan of random problems and against the stored frontiers, point by point.

use crate::common::{instance, json_files, pools, with_planner};
use geotrain::answer;
use geotrain::answer::Unwatched;
use geotrain::check::judge;
use geotrain::cost::{Evaluator, Objective};
use geotrain::model::{PlannerName, Stage, StopReason};
use geotrain::search::{ExactFrontier, Undisturbed, exact_frontier};

/// Two points this near, relative, are one.
const NEAR: f64 = 2e-9;

fn solve(evaluator: &Evaluator, limit: Option<u64>) -> ExactFrontier {
    exact_frontier(evaluator, 1, limit, &mut Undisturbed, &mut |_, _| {})
}

fn points(frontier: &ExactFrontier) -> Vec<(f64, f64)> {
    frontier.points.iter().map(|(_, cost)| (cost.time_ms, cost.energy_j)).collect()
}

/// The time and energy of every plan.
fn every_plan(evaluator: &Evaluator, stages: &mut Vec<Stage>, left: u16, met: &mut Vec<(f64, f64)>) {
    for gpu in 0..evaluator.gpus() as u16 {
        if stages.iter().any(|stage| stage.gpu == gpu) || stages.len() == evaluator.max_stages() {
            continue;
        }
        stages.push(Stage { gpu, layers: left });
        met.extend(evaluator.cost(stages).map(|cost| (cost.time_ms, cost.energy_j)));
        let position = stages.len() - 1;
        for layers in 1..left {
            stages[position].layers = layers;
            every_plan(evaluator, stages, left - layers, met);
        }
        stages.pop();
    }
}

/// Those that no other beats, one of each near pair.
fn frontier_of(mut met: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for (time_ms, energy_j) in met {
        match kept.last() {
            Some(last) if energy_j >= last.1 * (1.0 - 1e-9) => {}
            Some(last) if time_ms <= last.0 * (1.0 + 1e-9) => {
                kept.pop();
                kept.push((time_ms, energy_j));
            }
            _ => kept.push((time_ms, energy_j)),
        }
    }
    kept
}

fn assert_same(name: &str, ours: &[(f64, f64)], theirs: &[(f64, f64)]) {
    let near = |a: f64, b: f64| (a - b).abs() <= NEAR * b.abs();
    let same = ours.len() == theirs.len()
        && ours.iter().zip(theirs).all(|(ours, theirs)| near(ours.0, theirs.0) && near(ours.1, theirs.1));
    assert!(same, "{name}: {ours:?} instead of {theirs:?}");
}

#[test]
fn holds_every_point_of_random_problems_and_no_other() {
    let (mut met_points, mut unsupported) = (0, 0);
    for case in 0..pools::cases() {
        let (instance, evaluator) = pools::problem(&mut pools::source(8, case), 5, 8);
        let frontier = solve(&evaluator, None);
        assert!(frontier.complete);
        let mut met = Vec::new();
        every_plan(&evaluator, &mut Vec::new(), evaluator.layers(), &mut met);
        let expected = frontier_of(met);
        assert_same(&format!("case {case}"), &points(&frontier), &expected);
        for (plan, cost) in &frontier.points {
            assert_eq!(judge(&instance, plan, Some((cost.time_ms, cost.energy_j))), [], "case {case}");
        }
        let hull = geotrain::search::frontier::lower_hull(&expected);
        unsupported += expected.len() - hull.len();
        met_points += expected.len();
    }
    assert!(unsupported > 0 && met_points as u64 > pools::cases(), "{unsupported} of {met_points}");
}

#[test]
fn holds_the_stored_points_of_every_instance() {
    let mut compared = 0;
    for (name, case) in json_files("instances") {
        let instance = instance(&case["scenario"]);
        if instance.cluster.gpus().len() > 16 {
            continue;
        }
        let frontier = solve(&Evaluator::new(&instance, Objective::time_only()), None);
        assert!(frontier.complete, "{name}");
        let stored = case["frontier_time_ms_energy_j"].as_array().cloned().unwrap_or_default();
        let stored: Vec<_> = stored.iter().map(|pair| (pair[0].as_f64().unwrap(), pair[1].as_f64().unwrap())).collect();
        assert_same(&name, &points(&frontier), &stored);
        compared += stored.len();
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn a_limit_is_kept_and_nothing_is_called_complete_then() {
    let case = crate::common::json("instances/homo_n10_l12_lam0.3_s132.json");
    let evaluator = Evaluator::new(&instance(&case["scenario"]), Objective::time_only());
    let all = solve(&evaluator, None);
    for limit in [1, all.evaluations / 2, all.evaluations - 1] {
        let frontier = solve(&evaluator, Some(limit));
        assert_eq!((frontier.complete, frontier.evaluations), (false, limit));
        assert_eq!(frontier.stopped_by, StopReason::Evaluations);
    }
}

#[test]
fn points_are_told_as_they_join_and_the_answer_marks_them() {
    let case = crate::common::json("instances/homo_n10_l12_lam0.3_s132.json");
    let instance = with_planner(instance(&case["scenario"]), PlannerName::Exact, 1);
    let evaluator = Evaluator::new(&instance, Objective::time_only());
    let mut told = Vec::new();
    let frontier = exact_frontier(&evaluator, 1, None, &mut Undisturbed, &mut |plan, _| told.push(plan.clone()));
    assert!(frontier.points.iter().all(|(plan, _)| told.contains(plan)));
    let answer = answer::frontier_exact(&instance, &mut Unwatched);
    assert!(answer.complete);
    assert_eq!(answer.points.len(), frontier.points.len());
    assert_eq!(answer.points.iter().filter(|point| point.knee).count(), 1);
    let unsupported: Vec<_> = answer.points.iter().filter(|point| !point.supported).collect();
    assert!(!unsupported.is_empty() && unsupported.iter().all(|point| point.time_weight_range.is_none()));
}

/// Wants to be told at every look.
#[derive(Default)]
struct Curious(Vec<answer::FrontierAnswer>);

impl answer::AnswerEnvironment for Curious {
    fn now_ms(&mut self) -> f64 {
        0.0
    }
    fn interrupted(&mut self) -> bool {
        false
    }
    fn progress_due(&mut self) -> bool {
        true
    }
    fn progress(&mut self, _: &answer::ProgressAnswer) {}
    fn frontier(&mut self, share: f64, so_far: &answer::FrontierAnswer) {
        assert!((0.0..=1.0).contains(&share));
        self.0.push(so_far.clone());
    }
}

#[test]
fn points_are_told_while_others_are_looked_for() {
    let (_, case) = json_files("instances").into_iter().find(|(name, _)| name.starts_with("homo_n16")).unwrap();
    let instance = instance(&case["scenario"]);
    let mut curious = Curious::default();
    let whole = answer::frontier_best(&instance, &mut curious);
    assert!(whole.complete && curious.0.len() > 5);
    let told: Vec<usize> = curious.0.iter().map(|so_far| so_far.points.len()).collect();
    assert!(told.iter().any(|&points| points > 0 && points < whole.points.len()), "{told:?}");
    for so_far in &curious.0 {
        assert!(!so_far.complete);
        for point in &so_far.points {
            // Nothing told too early is better than what is proven.
            let dominated = whole.points.iter().any(|known| {
                known.time_ms <= point.time_ms * (1.0 + NEAR) && known.energy_j <= point.energy_j * (1.0 + NEAR)
            });
            assert!(dominated, "{}", point.plan);
        }
    }
}

#[test]
fn a_trade_off_that_is_cut_short_has_what_weights_find_and_is_not_called_complete() {
    let (_, case) = json_files("instances").into_iter().find(|(name, _)| name.starts_with("uni_n12_l12")).unwrap();
    let mut instance = instance(&case["scenario"]);
    instance.search.max_evaluations = Some(500);
    let cut = answer::frontier_best(&instance, &mut Unwatched);
    let weights = answer::frontier_by_weights(&instance, &mut Unwatched);
    assert!(!cut.complete);
    for point in &weights.points {
        assert!(cut.points.iter().any(|ours| {
            ours.time_ms <= point.time_ms * (1.0 + NEAR) && ours.energy_j <= point.energy_j * (1.0 + NEAR)
        }));
    }
}
