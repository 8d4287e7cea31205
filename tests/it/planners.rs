//! What every planner promises: valid plans, the same for the same seed, within its budget, honest about stops.

use crate::common::{assert_close, instance, json, json_files, paper, plan, with_planner};
use geotrain::answer::Unwatched;
use geotrain::answer::{self, AnswerEnvironment, ProgressAnswer};
use geotrain::check::judge;
use geotrain::cost::{Evaluator, Objective};
use geotrain::model::{Instance, Plan, PlannerName, Proof, Stage, Status, StopReason};
use geotrain::scenario::plan_text;
use geotrain::search;

const BUILT: [PlannerName; 3] = [PlannerName::Memetic, PlannerName::Metis, PlannerName::MetisImproved];

fn small_instances() -> Vec<(String, Instance)> {
    let of = |(name, case): (String, serde_json::Value)| (name, instance(&case["scenario"]));
    json_files("golden")
        .into_iter()
        .chain(json_files("instances"))
        .map(of)
        .filter(|(_, i)| i.cluster.gpus().len() <= 12)
        .collect()
}

#[test]
fn every_returned_plan_passes_the_judge() {
    for (name, instance) in small_instances() {
        for planner in BUILT {
            let answer = plan(&with_planner(instance.clone(), planner, 3));
            let Some(text) = &answer.plan else { continue };
            let plan = plan_text::parse(text, &instance.cluster, instance.transformer.layers()).unwrap();
            let claimed = (answer.time_ms.unwrap(), answer.energy_j.unwrap());
            assert_eq!(judge(&instance, &plan, Some(claimed)), [], "{name} {planner:?}");
        }
    }
}

#[test]
fn no_plan_beats_a_proven_optimum_and_most_memetic_runs_reach_it() {
    let (mut runs, mut reached) = (0, 0);
    for (name, case) in json_files("instances") {
        let instance = instance(&case["scenario"]);
        if instance.cluster.gpus().len() > 12 || case["optimum"]["status"] != "optimal" {
            continue;
        }
        let optimum = case["optimum"]["objective"].as_f64().unwrap();
        for planner in BUILT {
            let answer = plan(&with_planner(instance.clone(), planner, 1));
            let Some(objective) = answer.objective else { continue };
            assert!(objective >= optimum * (1.0 - 1e-9), "{name} {planner:?}: {objective} beats {optimum}");
            if planner == PlannerName::Memetic {
                runs += 1;
                reached += usize::from(objective <= optimum * (1.0 + 1e-9));
            }
        }
    }
    assert!(runs > 25 && 2 * reached >= runs, "memetic reached {reached} of {runs} proven optima");
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    for planner in [PlannerName::Memetic, PlannerName::LocalSearch] {
        let run = |seed| plan(&with_planner(paper("scaling-n12-l12"), planner, seed));
        assert_eq!(run(4), run(4));
        assert_ne!(run(4).evaluations, run(5).evaluations);
    }
}

#[test]
fn the_evaluation_budget_is_kept_to_the_last_one() {
    for planner in [PlannerName::Memetic, PlannerName::LocalSearch] {
        for budget in [1, 199, 200, 201, 5_000, 12_345] {
            let mut instance = with_planner(paper("scaling-n12-l12"), planner, 2);
            instance.search.max_evaluations = Some(budget);
            let answer = plan(&instance);
            assert_eq!((answer.evaluations, answer.stopped_by), (budget, StopReason::Evaluations), "{planner:?}");
        }
    }
}

#[test]
fn history_only_improves_and_ends_at_the_plan() {
    let answer = plan(&with_planner(paper("scaling-n12-l12"), PlannerName::Memetic, 1));
    let objectives: Vec<f64> = answer.history.iter().map(|step| step.objective).collect();
    assert!(objectives.len() > 3 && objectives.windows(2).all(|pair| pair[1] < pair[0]), "{objectives:?}");
    assert_eq!(answer.objective, objectives.last().copied());
    assert!([StopReason::Patience, StopReason::Generations].contains(&answer.stopped_by));
}

/// Interrupts after some questions, and takes down what it is told.
struct Impatient {
    questions_left: u32,
    told: Vec<ProgressAnswer>,
    now_ms: f64,
}

impl AnswerEnvironment for Impatient {
    fn now_ms(&mut self) -> f64 {
        self.now_ms += 1.0;
        self.now_ms
    }
    fn interrupted(&mut self) -> bool {
        self.questions_left = self.questions_left.saturating_sub(1);
        self.questions_left == 0
    }
    fn progress_due(&mut self) -> bool {
        true
    }
    fn progress(&mut self, progress: &ProgressAnswer) {
        self.told.push(progress.clone());
    }
}

#[test]
fn cancelling_keeps_the_best_so_far() {
    let instance = with_planner(paper("scaling-n12-l12"), PlannerName::Memetic, 1);
    let mut impatient = Impatient { questions_left: 12, told: Vec::new(), now_ms: 0.0 };
    let answer = answer::plan(&instance, &mut impatient);
    assert_eq!((answer.stopped_by, answer.status), (StopReason::Cancelled, Status::Feasible));
    let last = impatient.told.last().unwrap();
    let best = last.best.as_ref().unwrap();
    assert_eq!((&best.plan, best.time_ms), (&answer.plan, answer.time_ms));
    assert!(last.share > 0.0 && last.share < 1.0 && last.wall_ms > 0.0);
}

#[test]
fn a_time_limit_is_an_outer_stop_that_says_so() {
    let mut instance = with_planner(paper("scaling-n12-l12"), PlannerName::Memetic, 1);
    instance.search.time_limit_s = Some(0.005);
    let mut clock = Impatient { questions_left: u32::MAX, told: Vec::new(), now_ms: 0.0 };
    let answer = answer::plan(&instance, &mut clock);
    assert_eq!(answer.stopped_by, StopReason::Time);
    assert!(answer.plan.is_some());
}

#[test]
fn infeasible_is_said_with_proof_and_islands_are_planned_on_their_own() {
    for planner in BUILT {
        let case = json("golden/infeasible-2x24.json");
        let answer = plan(&with_planner(instance(&case["scenario"]), planner, 1));
        assert_eq!((answer.status, answer.plan), (Status::Infeasible, None), "{planner:?}");
        assert!(answer.notes.iter().any(|note| note.code == "no-depth-holds-the-model"));
    }
    let case = json("golden/islands-4x8.json");
    let answer = plan(&with_planner(instance(&case["scenario"]), PlannerName::Memetic, 1));
    assert_close("islands", answer.time_ms.unwrap(), case["optimum"]["time_ms"].as_f64().unwrap());
}

#[test]
fn tight_memory_starts_from_built_individuals() {
    for (name, case) in json_files("instances").into_iter().filter(|(name, _)| name.starts_with("tightmem")) {
        let optimum = case["optimum"]["objective"].as_f64().unwrap();
        let reached = (1..=5).any(|seed| {
            let answer = plan(&with_planner(instance(&case["scenario"]), PlannerName::Memetic, seed));
            assert_eq!(answer.status, Status::Feasible, "{name} seed {seed}");
            answer.objective.unwrap() <= optimum * (1.0 + 1e-9)
        });
        assert!(reached, "{name}");
    }
}

#[test]
fn references_follow_improved_metis_unless_set() {
    let metis = plan(&with_planner(paper("network-lat50-bw10"), PlannerName::MetisImproved, 1));
    let memetic = plan(&with_planner(paper("network-lat50-bw10"), PlannerName::Memetic, 1));
    assert_eq!((memetic.reference_time_ms, memetic.reference_energy_j), (metis.time_ms, metis.energy_j));
    assert_eq!(memetic.reference_plan, metis.plan);
    let mut set = with_planner(paper("network-lat50-bw10"), PlannerName::Memetic, 1);
    set.objective.reference_time_ms = Some(2_000.0);
    set.objective.reference_energy_j = Some(500.0);
    set.objective.time_weight = 0.25;
    let answer = plan(&set);
    assert_eq!((answer.reference_time_ms, answer.reference_energy_j), (Some(2_000.0), Some(500.0)));
    let expected = 0.25 * answer.time_ms.unwrap() / 2_000.0 + 0.75 * answer.energy_j.unwrap() / 500.0;
    assert_close("objective", answer.objective.unwrap(), expected);
}

/// The best proportional split over every order of every subset, by trying them all.
fn exhaustive_metis_ms(instance: &Instance) -> f64 {
    let evaluator = Evaluator::new(instance, Objective::time_only());
    let gpus = evaluator.gpus();
    let mut best = f64::INFINITY;
    let mut order = Vec::new();
    visit(&evaluator, gpus, &mut order, &mut best);
    best
}

fn visit(evaluator: &Evaluator, gpus: usize, order: &mut Vec<usize>, best: &mut f64) {
    if !order.is_empty() && order.len() <= evaluator.max_stages() {
        let stages = proportional(evaluator, order);
        if let Some(cost) = evaluator.cost(&stages) {
            *best = best.min(cost.time_ms);
        }
    }
    for gpu in 0..gpus {
        if !order.contains(&gpu) {
            order.push(gpu);
            visit(evaluator, gpus, order, best);
            order.pop();
        }
    }
}

/// share_i = L·F̃_i/ΣF̃, n_i = max(1, ⌊share_i⌋), one layer at a time until the sum is L; ties to the earlier.
fn proportional(evaluator: &Evaluator, order: &[usize]) -> Vec<Stage> {
    let speeds: Vec<f64> = order.iter().map(|&gpu| evaluator.effective_flops(gpu)).collect();
    let total: f64 = speeds.iter().sum();
    let wanted = i64::from(evaluator.layers());
    let shares: Vec<f64> = speeds.iter().map(|speed| wanted as f64 * speed / total).collect();
    let mut layers: Vec<i64> = shares.iter().map(|share| (share.floor() as i64).max(1)).collect();
    let mut given = vec![false; order.len()];
    while layers.iter().sum::<i64>() < wanted {
        let mut pick = None;
        for index in (0..order.len()).filter(|&index| !given[index]) {
            let remainder = shares[index] - layers[index] as f64;
            if pick.is_none_or(|(_, best)| remainder > best) {
                pick = Some((index, remainder));
            }
        }
        let (index, _) = pick.unwrap();
        layers[index] += 1;
        given[index] = true;
    }
    while layers.iter().sum::<i64>() > wanted {
        let mut pick = None;
        for index in (0..order.len()).filter(|&index| layers[index] > 1) {
            let key = shares[index] - layers[index] as f64;
            if pick.is_none_or(|(_, least)| key < least) {
                pick = Some((index, key));
            }
        }
        layers[pick.unwrap().0] -= 1;
    }
    let stage = |(&gpu, &layers): (&usize, &i64)| Stage { gpu: gpu as u16, layers: layers as u16 };
    order.iter().zip(&layers).map(stage).collect()
}

#[test]
fn improved_metis_equals_trying_every_subset_and_order() {
    let mut compared = 0;
    for (name, instance) in small_instances().into_iter().filter(|(_, i)| i.cluster.gpus().len() <= 7) {
        let exhaustive = exhaustive_metis_ms(&instance);
        let answer = plan(&with_planner(instance, PlannerName::MetisImproved, 1));
        match answer.time_ms {
            Some(time_ms) => assert_close(&name, time_ms, exhaustive),
            None => assert_eq!(exhaustive, f64::INFINITY, "{name}"),
        }
        compared += 1;
    }
    assert!(compared >= 15, "{compared}");
}

#[test]
fn the_judge_refuses_what_the_planners_must_not_return() {
    let instance = paper("scaling-n4-l12");
    let plan =
        |stages: &[(u16, u16)]| Plan::new(stages.iter().map(|&(gpu, layers)| Stage { gpu, layers }).collect()).unwrap();
    let faults = |stages: &[(u16, u16)], claimed| format!("{:?}", judge(&instance, &plan(stages), claimed));
    assert!(faults(&[(3, 11)], None).contains("LayerSum"));
    assert!(faults(&[(9, 12)], None).contains("UnknownGpu"));
    assert!(faults(&[(0, 12)], None).contains("OverMemory"));
    assert!(faults(&[(3, 12)], Some((1979.9, 1.0))).contains("Time"));
    let answer = answer::plan(&instance, &mut Unwatched);
    let honest = judge(&instance, &plan(&[(3, 12)]), Some((answer.time_ms.unwrap(), answer.energy_j.unwrap())));
    assert!(honest.is_empty() || answer.plan.as_deref() != Some("g3:12"));
}

#[test]
fn every_left_out_gpu_gets_the_best_plan_that_uses_it() {
    for name in ["instances/rand_n6_l12_lam1_s108.json", "instances/jit_n6_l12_lam1_s101.json"] {
        let instance = instance(&json(name)["scenario"]);
        let answer = plan(&with_planner(instance.clone(), PlannerName::LocalSearch, 1));
        let text = answer.plan.unwrap();
        let used = plan_text::parse(&text, &instance.cluster, instance.transformer.layers()).unwrap();
        let left_out = answer::left_out(&instance, &used, &mut Unwatched);
        assert_eq!(left_out.len() + used.stages().len(), instance.cluster.gpus().len());
        let (time_ms, energy_j) = (answer.reference_time_ms.unwrap(), answer.reference_energy_j.unwrap());
        let evaluator = Evaluator::new(&instance, Objective::new(instance.objective.time_weight, time_ms, energy_j));
        for entry in left_out {
            let gpu = instance.cluster.gpus().iter().position(|gpu| gpu.name == entry.gpu).unwrap();
            let mut best = f64::INFINITY;
            best_with(&evaluator, gpu, &mut Vec::new(), &mut best);
            match entry.objective {
                None => assert_eq!(best, f64::INFINITY, "{name} {}", entry.gpu),
                Some(objective) => {
                    assert_close(&format!("{name} {}", entry.gpu), objective, best);
                    assert!(entry.plan.unwrap().contains(&format!("{}:", entry.gpu)));
                    assert!(entry.cost_share.unwrap() >= 0.0);
                }
            }
        }
    }
}

/// The best objective over every order of every subset with `required`, each with its best split.
fn best_with(evaluator: &Evaluator, required: usize, order: &mut Vec<u16>, best: &mut f64) {
    if order.contains(&(required as u16)) {
        let mut sequence = geotrain::search::allocation::Sequence::default();
        if sequence.load(evaluator, order) {
            let value = geotrain::search::allocation::Allocator::default().solve(&sequence, f64::INFINITY);
            *best = best.min(value.unwrap_or(f64::INFINITY));
        }
    }
    for gpu in 0..evaluator.gpus() as u16 {
        if !order.contains(&gpu) {
            order.push(gpu);
            best_with(evaluator, required, order, best);
            order.pop();
        }
    }
}

#[test]
fn where_improved_metis_has_no_plan_the_local_search_gives_the_references() {
    let mut stood_in = 0;
    for (name, case) in json_files("instances").into_iter().filter(|(name, _)| name.starts_with("tightmem")) {
        let mut scenario = instance(&case["scenario"]);
        scenario.objective.reference_time_ms = None;
        scenario.objective.reference_energy_j = None;
        scenario.objective.time_weight = 1.0;
        let metis = plan(&with_planner(scenario.clone(), PlannerName::MetisImproved, 1));
        let best = plan(&with_planner(scenario, PlannerName::Exact, 1));
        let expected = if metis.plan.is_some() { PlannerName::MetisImproved } else { PlannerName::LocalSearch };
        assert_eq!(best.reference_planner, Some(expected), "{name}");
        if metis.plan.is_none() {
            // At λ = 1 the local search reaches the optimum of these small pools, so T ÷ T_ref is 1.
            assert_close(&name, best.objective.unwrap(), 1.0);
            stood_in += 1;
        }
    }
    assert!(stood_in > 0);
}

#[test]
fn auto_is_proven_where_the_proof_ends_and_no_worse_than_the_local_search_where_not() {
    let case = json_files("instances").into_iter().find(|(name, _)| name.starts_with("jit_n20_l24")).unwrap().1;
    let optimum = case["optimum"]["objective"].as_f64().unwrap();
    let proven = plan(&with_planner(instance(&case["scenario"]), PlannerName::Auto, 1));
    assert_eq!((proven.status, proven.planner), (Status::Optimal, PlannerName::Exact));
    assert_close("proven", proven.objective.unwrap(), optimum);
    let mut short = with_planner(instance(&case["scenario"]), PlannerName::Auto, 1);
    short.search.max_evaluations = Some(30_000);
    let cut = plan(&short);
    assert_eq!((cut.status, cut.stopped_by, cut.evaluations), (Status::Feasible, StopReason::Evaluations, 30_000));
    assert!(cut.objective.unwrap() >= optimum * (1.0 - 1e-9));
    assert!(cut.lower_bound.is_none_or(|bound| bound <= optimum * (1.0 + 1e-9)), "{:?}", cut.lower_bound);
}

/// 80 nearly equal GPUs: none can be ruled out, and there are more sets than can be gone through.
#[test]
fn auto_searches_pools_too_large_for_a_proof() {
    let mut document = json("paper-tables/network-lat50-bw10.json");
    let like = document["gpus"][5].clone();
    let rows = (0..80).map(|index| {
        let mut row = like.clone();
        row["name"] = format!("h{index}").into();
        row["peak_tflops"] = (300.0 + f64::from(index * 37 % 80) / 10.0).into();
        row
    });
    document["gpus"] = rows.collect();
    document["network"]["site_links"] = serde_json::json!([]);
    let mut large = with_planner(instance(&document), PlannerName::Auto, 1);
    large.search.max_evaluations = Some(200_000);
    let answer = plan(&large);
    assert_eq!(answer.status, Status::Feasible);
    let mut alone = with_planner(instance(&document), PlannerName::LocalSearch, 1);
    alone.search.max_evaluations = Some(200_000);
    let local = plan(&alone);
    assert!(answer.objective.unwrap() <= 1.02 * local.objective.unwrap());
    assert!(answer.lower_bound.is_some_and(|bound| bound > 0.0 && bound <= local.objective.unwrap()));
}

#[test]
fn planners_claim_the_proofs_of_their_table_and_no_others() {
    let small = json("instances/rand_n6_l12_lam1_s108.json");
    let large = json("instances/uni_n16_l24_lam1_s4133.json");
    for &planner in PlannerName::ALL {
        let proof = planner.facts().proof;
        let ended = plan(&with_planner(instance(&small["scenario"]), planner, 1));
        assert_eq!(ended.status == Status::Optimal, proof != Proof::Nothing, "{planner:?}");
        let mut cut = with_planner(instance(&large["scenario"]), planner, 1);
        cut.search.max_evaluations = Some(10_000);
        let cut = plan(&cut);
        assert_ne!(cut.status, Status::Optimal, "{planner:?}");
        assert_eq!(cut.lower_bound.is_some(), proof == Proof::OptimalityAndBound, "{planner:?}");
    }
}

#[test]
fn effort_is_what_a_run_looks_at() {
    let look = |instance: &Instance, planner| {
        let instance = with_planner(instance.clone(), planner, 1);
        let effort = search::planner(planner, &instance.search).effort(&instance);
        (plan(&instance).evaluations as f64, effort)
    };
    for (name, instance) in small_instances() {
        let (evaluations, effort) = look(&instance, PlannerName::LocalSearch);
        assert!(evaluations <= 3.0 * effort, "{name}: {evaluations} for {effort}");
        assert!(evaluations == 0.0 || evaluations >= effort / 5.0, "{name}: {evaluations} for {effort}");
        if instance.cluster.gpus().len() <= 4 {
            let (evaluations, effort) = look(&instance, PlannerName::BruteForce);
            assert_eq!(evaluations, effort, "{name}");
        }
    }
}
