//! Each bound of the exact planner, alone, on random partial states: never above the best completion.

use crate::common::pools;
use geotrain::cost::Evaluator;
use geotrain::model::{Cost, Stage};
use geotrain::search::exact::bottleneck::{fractional_ms, least_ms};
use geotrain::search::exact::depth::Depth;
use geotrain::search::exact::held_karp::HeldKarp;
use geotrain::search::exact::leaf::Leaf;
use geotrain::search::exact::link_sum::spanning_tree_ms;
use geotrain::search::exact::partial::{Chosen, relax};
use geotrain::search::exact::pool::{Pool, members};
use geotrain::search::exact::ports::{Rest, most_layers};
use geotrain::search::exact::reduce::{least_objective, survivors};
use geotrain::search::exact::relaxed::{PruningRule, Relaxed};
use geotrain::search::exact::scalar::Scalar;
use geotrain::search::{Rng, SearchContext, Undisturbed};

/// Rounding, relative.
const SLACK: f64 = 1.0 + 1e-9;

/// A plan over GPUs of a pool, with what the bounds bound.
struct Completion {
    set: u64,
    stages: Vec<Stage>,
    cost: Cost,
    links_ms: f64,
    bottleneck_ms: f64,
}

/// Every plan of `depth` stages over sets that hold `chosen` and are within `allowed`.
fn completions(evaluator: &Evaluator, pool: &Pool, depth: usize, chosen: u64, allowed: u64) -> Vec<Completion> {
    let mut found = Vec::new();
    let mut path = Vec::new();
    paths(evaluator, pool, depth, chosen, allowed, &mut path, &mut found);
    found
}

fn paths(
    evaluator: &Evaluator,
    pool: &Pool,
    depth: usize,
    chosen: u64,
    allowed: u64,
    path: &mut Vec<usize>,
    found: &mut Vec<Completion>,
) {
    if path.len() == depth {
        let set = path.iter().fold(0, |set, gpu| set | 1 << gpu);
        if set & chosen == chosen {
            let mut stages: Vec<Stage> = path.iter().map(|&gpu| Stage { gpu: pool.gpus[gpu], layers: 1 }).collect();
            splits(evaluator, pool, path, set, &mut stages, 0, evaluator.layers(), found);
        }
        return;
    }
    for gpu in members(allowed) {
        if !path.contains(&gpu) && path.last().is_none_or(|&last| pool.out(last, gpu) < f64::INFINITY) {
            path.push(gpu);
            paths(evaluator, pool, depth, chosen, allowed, path, found);
            path.pop();
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "a recursion's state")]
fn splits(
    evaluator: &Evaluator,
    pool: &Pool,
    path: &[usize],
    set: u64,
    stages: &mut Vec<Stage>,
    position: usize,
    left: u16,
    found: &mut Vec<Completion>,
) {
    let behind = (stages.len() - 1 - position) as u16;
    if behind == 0 {
        stages[position].layers = left;
        if let Some(cost) = evaluator.cost(stages) {
            let links_ms = path.windows(2).map(|pair| pool.round(pair[0], pair[1])).sum();
            let bottleneck_ms = bottleneck_ms(pool, path, stages);
            found.push(Completion { set, stages: stages.clone(), cost, links_ms, bottleneck_ms });
        }
        return;
    }
    for layers in 1..=left.saturating_sub(behind) {
        stages[position].layers = layers;
        splits(evaluator, pool, path, set, stages, position + 1, left - layers, found);
    }
}

fn bottleneck_ms(pool: &Pool, path: &[usize], stages: &[Stage]) -> f64 {
    let service = |position: usize| {
        let gpu = path[position];
        let mut sum = pool.layer_ms[gpu] * f64::from(stages[position].layers);
        sum += if position + 1 < path.len() { pool.out(gpu, path[position + 1]) } else { pool.head_ms[gpu] };
        sum + if position > 0 { pool.out(gpu, path[position - 1]) } else { 0.0 }
    };
    (0..path.len()).map(service).fold(0.0, f64::max)
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

/// A random depth with its survivors and a random partial set: chosen GPUs, and the place from which on more may come.
struct State {
    evaluator: Evaluator,
    pool: Pool,
    depth: Depth,
    chosen: Chosen,
    from: usize,
}

fn state(rng: &mut Rng) -> Option<State> {
    let (_, evaluator) = pools::problem(rng, 6, 8);
    if evaluator.max_stages() < 2 {
        return None;
    }
    let stages = pools::pick(rng, 2, evaluator.max_stages());
    let all: Vec<usize> = (0..evaluator.gpus()).collect();
    let left = survivors(&evaluator, stages, f64::INFINITY, &all);
    if left.is_empty() {
        return None;
    }
    let pool = Pool::new(&evaluator, &left).unwrap();
    let depth = Depth::new(&evaluator, &pool, stages, (1 << pool.len()) - 1);
    let mut chosen = Chosen::default();
    let mut from = 0;
    let wanted = pools::pick(rng, 0, stages - 1);
    while chosen.len < wanted && pool.len() - from > stages - chosen.len {
        if pools::once_in(rng, 2) {
            chosen.push(&pool, &depth, depth.order[from]);
        }
        from += 1;
    }
    Some(State { evaluator, pool, depth, chosen, from })
}

#[test]
fn no_bound_of_a_partial_set_exceeds_its_best_completion() {
    let (mut bounded, mut closed, mut tight) = (0, 0, 0);
    for case in 0..pools::cases() {
        let Some(State { evaluator, pool, depth, chosen, from }) = state(&mut pools::source(2, case)) else { continue };
        let allowed = chosen.set | depth.suffixes[from].set;
        let plans = completions(&evaluator, &pool, depth.stages, chosen.set, allowed);
        let mut relaxed = Relaxed::default();
        if !relax(&pool, &depth, &chosen, from, &mut relaxed) {
            assert_eq!(plans.len(), 0, "case {case}: closed");
            closed += 1;
            continue;
        }
        let links_ms = least(plans.iter().map(|plan| plan.links_ms));
        assert!(relaxed.links_ms <= links_ms * SLACK, "case {case}: links {} and {links_ms}", relaxed.links_ms);
        let bottleneck_ms = least(plans.iter().map(|plan| plan.bottleneck_ms));
        let start_ms = fractional_ms(&relaxed, pool.layers);
        assert!(start_ms <= bottleneck_ms * SLACK, "case {case}: start {start_ms} and {bottleneck_ms}");
        relaxed.floor_ms = least_ms(&relaxed, pool.layers, start_ms);
        assert!(relaxed.floor_ms >= start_ms);
        assert!(relaxed.floor_ms <= bottleneck_ms * SLACK, "case {case}: {} and {bottleneck_ms}", relaxed.floor_ms);
        let mut environment = Undisturbed;
        let mut context = SearchContext::new(1, None, &mut environment);
        let mut rule = Scalar::new(&evaluator, &pool, &mut context);
        let objective = least(plans.iter().map(|plan| plan.cost.objective));
        if relaxed.floor_ms < f64::INFINITY {
            let bound = rule.value(&relaxed, f64::INFINITY).unwrap_or(f64::INFINITY);
            assert!(bound <= objective * SLACK, "case {case}: {bound} and {objective}");
            tight += usize::from(bound >= 0.9 * objective);
        }
        bounded += 1;
        let Some(best) = plans.iter().min_by(|a, b| a.cost.objective.total_cmp(&b.cost.objective)) else { continue };
        if objective == 0.0 {
            continue;
        }
        let bound = rule.value(&relaxed, f64::INFINITY).unwrap();
        let prunable_below = |objective: f64| {
            let mut environment = Undisturbed;
            let mut context = SearchContext::new(1, None, &mut environment);
            context.offer(&best.stages, Cost { objective, ..best.cost });
            Scalar::new(&evaluator, &pool, &mut context).is_prunable(&relaxed)
        };
        assert!(!prunable_below(objective * (1.0 + 1e-6)), "case {case}: the verdict closes the best completion");
        assert!(prunable_below(bound * (1.0 - 1e-6)), "case {case}: the verdict is weaker than the bound");
    }
    assert!(bounded > 20 * closed && closed > 0 && 5 * tight > bounded, "{bounded} bounded, {closed} closed, {tight}");
}

#[test]
fn path_tables_hold_the_shortest_paths_and_trees_are_no_longer() {
    let mut compared = 0;
    for case in 0..pools::cases() / 4 {
        let Some(State { evaluator, pool, depth, .. }) = state(&mut pools::source(3, case)) else { continue };
        let plans = completions(&evaluator, &pool, depth.stages, 0, (1 << pool.len()) - 1);
        let mut table = HeldKarp::default();
        let all: Vec<usize> = (0..pool.len()).collect();
        table.build(&pool, &all, depth.stages);
        for plan in &plans {
            let number = |stage: &Stage| pool.gpus.iter().position(|gpu| *gpu == stage.gpu).unwrap();
            let ends = [number(&plan.stages[0]), number(plan.stages.last().unwrap())];
            let of_set = || plans.iter().filter(|other| other.set == plan.set);
            let shortest_ms = least(of_set().map(|other| other.links_ms));
            // Paths no split fits on are in the table too, so it can only be lower.
            assert!(table.shortest_ms(plan.set as usize) <= shortest_ms * SLACK, "case {case}");
            for end in ends {
                assert!(table.path_ms(plan.set as usize, end) <= plan.links_ms * SLACK, "case {case}");
            }
            assert!(spanning_tree_ms(&pool, plan.set) <= table.shortest_ms(plan.set as usize) * SLACK, "case {case}");
            compared += 1;
        }
        exhaustive_paths(&pool, depth.stages, &table, case);
    }
    assert!(compared > 1_000, "{compared}");
}

/// Every path of `length` GPUs against the table: the least over all orders is exactly what the table says.
fn exhaustive_paths(pool: &Pool, length: usize, table: &HeldKarp, case: u64) {
    let mut shortest = std::collections::BTreeMap::new();
    let mut open: Vec<(Vec<usize>, f64)> = (0..pool.len()).map(|gpu| (vec![gpu], 0.0)).collect();
    while let Some((path, sum)) = open.pop() {
        let last = path[path.len() - 1];
        if path.len() == length {
            let set = path.iter().fold(0_usize, |set, gpu| set | 1 << gpu);
            let least = shortest.entry((set, last)).or_insert(f64::INFINITY);
            *least = f64::min(*least, sum);
            continue;
        }
        for next in (0..pool.len()).filter(|next| !path.contains(next)) {
            let longer = path.iter().copied().chain([next]).collect();
            open.push((longer, sum + pool.round(last, next)));
        }
    }
    for ((set, last), sum) in shortest {
        let told = table.path_ms(set, last);
        assert!(told == sum || (told - sum).abs() <= 1e-9 * sum, "case {case}: {told} and {sum}");
    }
}

#[test]
fn reduction_keeps_every_gpu_of_a_better_plan() {
    let (mut dropped, mut kept) = (0, 0);
    for case in 0..pools::cases() {
        let mut rng = pools::source(4, case);
        let Some(State { evaluator, pool, depth, .. }) = state(&mut rng) else { continue };
        let plans = completions(&evaluator, &pool, depth.stages, 0, (1 << pool.len()) - 1);
        let best = least(plans.iter().map(|plan| plan.cost.objective));
        if best == f64::INFINITY {
            continue;
        }
        let every: Vec<usize> = (0..evaluator.gpus()).collect();
        let bound = least_objective(&evaluator, depth.stages, &every);
        assert!(bound <= best * SLACK, "case {case}: {bound} and {best}");
        let cutoff =
            best * (1.0 + pools::between(&mut rng, 0.0, 0.2) * 1e-3_f64.max(pools::between(&mut rng, 0.0, 1.0)));
        let all: Vec<usize> = (0..evaluator.gpus()).collect();
        let left = survivors(&evaluator, depth.stages, cutoff, &all);
        for plan in plans.iter().filter(|plan| plan.cost.objective < cutoff * (1.0 - 1e-12)) {
            let inside = plan.stages.iter().all(|stage| left.contains(&usize::from(stage.gpu)));
            assert!(inside, "case {case}: {:?} without {left:?}", plan.stages);
        }
        dropped += all.len() - left.len();
        kept += left.len();
    }
    assert!(dropped * 20 > kept && kept > dropped, "{dropped} dropped, {kept} kept");
}

/// With a best plan known that is a millionth worse than a set's best, every step of the leaf and of the orders must
/// let the set's best through.
#[test]
fn a_complete_set_gives_its_best_order_whatever_is_known() {
    let mut compared = 0;
    for case in 0..pools::cases() {
        let Some(State { evaluator, pool, depth, .. }) = state(&mut pools::source(5, case)) else { continue };
        let plans = completions(&evaluator, &pool, depth.stages, 0, (1 << pool.len()) - 1);
        let mut sets: Vec<u64> = plans.iter().map(|plan| plan.set).collect();
        sets.sort_unstable();
        sets.dedup();
        for set in sets {
            let of_set = || plans.iter().filter(|plan| plan.set == set);
            let best = of_set().min_by(|a, b| a.cost.objective.total_cmp(&b.cost.objective)).unwrap();
            let worse = Cost { objective: best.cost.objective * (1.0 + 1e-6), ..best.cost };
            let mut environment = Undisturbed;
            let mut context = SearchContext::new(1, None, &mut environment);
            context.offer(&best.stages, worse);
            let mut chosen = Chosen::default();
            members(set).for_each(|gpu| chosen.push(&pool, &depth, gpu));
            let mut rule = Scalar::new(&evaluator, &pool, &mut context);
            assert!(Leaf::default().visit(&pool, &depth, &chosen, &mut rule, 0.0));
            let found = context.best().unwrap().1.objective;
            let wanted = best.cost.objective;
            assert!((found - wanted).abs() <= 1e-9 * wanted, "case {case}: {found} and {wanted}");
            compared += 1;
        }
    }
    assert!(compared as u64 > pools::cases(), "{compared}");
}

/// Every plan, cut after any number of GPUs from the head: at its own bottleneck, what is left must hold its layers,
/// whatever the clusters are.
#[test]
fn ports_leave_room_for_every_plan() {
    let (mut crossing, mut limiting) = (0, 0);
    for case in 0..pools::cases() / 4 {
        let mut rng = pools::source(9, case);
        let Some(State { evaluator, pool, depth, .. }) = state(&mut rng) else { continue };
        let all = (1 << pool.len()) - 1;
        let side = pools::pick(&mut rng, 0, all as usize) as u64;
        let mut halves = depth.clusters;
        for gpu in members(all) {
            halves[gpu] = if side & (1 << gpu) != 0 { side } else { all & !side };
        }
        for plan in completions(&evaluator, &pool, depth.stages, 0, all) {
            let number = |stage: &Stage| pool.gpus.iter().position(|gpu| *gpu == stage.gpu).unwrap();
            let path: Vec<usize> = plan.stages.iter().rev().map(number).collect();
            let limit_ms = plan.bottleneck_ms * SLACK;
            let holds = |gpu: usize, transfers_ms: f64| {
                let cap = if gpu == path[0] { depth.cap_last[gpu] } else { depth.cap[gpu] };
                (((limit_ms - transfers_ms) / pool.layer_ms[gpu]) as u32).min(cap.into())
            };
            for placed in 1..path.len() {
                let last = path[placed - 1];
                let behind_ms = if placed == 1 { pool.head_ms[last] } else { pool.out(last, path[placed - 2]) };
                let tail = path[path.len() - 1];
                let inner = path[placed..path.len() - 1].iter().fold(0, |set, gpu| set | 1 << gpu);
                let rest = Rest { last, behind_ms, inner, tail };
                let left: u32 = plan.stages.iter().rev().skip(placed - 1).map(|stage| u32::from(stage.layers)).sum();
                for clusters in [&depth.clusters, &halves] {
                    let Some(most) = most_layers(&pool, clusters, &rest, holds) else { continue };
                    assert!(most >= left, "case {case}: {most} and {left} of {:?} after {placed}", plan.stages);
                    crossing += 1;
                    limiting += usize::from(most < left + 2);
                }
            }
        }
    }
    assert!(crossing > 10_000 && limiting * 20 > crossing, "{crossing}, {limiting}");
}
