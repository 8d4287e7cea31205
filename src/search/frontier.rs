//! The trade-off between time and energy: non-dominated plans, their λ, the knee.

use super::memetic::Memetic;
use super::{Environment, Planner, Progress, References, SearchContext, exact_frontier};
use crate::cost::Evaluator;
use crate::model::{Cost, Frontier, FrontierPoint, Instance, Plan, SearchSettings, StopReason};
use crate::sorting::sort_by;

/// The paper's frontier: one memetic run per λ of the scenario's grid, each begun with the plans of the runs
/// before it; the non-dominated of all improvements met on the way. Never `complete`.
pub fn by_weights(
    instance: &Instance,
    evaluator: Evaluator,
    references: &References,
    environment: &mut dyn Environment,
) -> Frontier {
    let search = &instance.search;
    let mut evaluator = evaluator;
    let mut met: Vec<(Plan, Cost)> = Vec::new();
    let mut known: Vec<Plan> = Vec::new();
    for (done, &time_weight) in search.frontier_weights.iter().enumerate() {
        evaluator = evaluator.with_objective(references.objective(time_weight));
        let memetic = Memetic { settings: search.memetic, known: known.clone() };
        let mut one_of_all = OneOfAll { environment, done, all: search.frontier_weights.len() };
        let context = SearchContext::new(search.seed, search.max_evaluations, &mut one_of_all);
        let outcome = memetic.plan(&evaluator, context);
        known.extend(outcome.best.map(|(plan, _)| plan));
        met.extend(outcome.history.into_iter().map(|step| (step.plan, step.cost)));
    }
    Frontier { points: described(met, search, references), complete: false }
}

/// The environment of one run of several: the fraction in its progress reports is that of all runs.
struct OneOfAll<'e> {
    environment: &'e mut dyn Environment,
    done: usize,
    all: usize,
}

impl Environment for OneOfAll<'_> {
    fn interrupted(&mut self) -> Option<StopReason> {
        self.environment.interrupted()
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        let fraction = (self.done as f64 + progress.fraction) / self.all as f64;
        self.environment.progress(&Progress { fraction, ..*progress });
    }
}

/// The non-dominated plans in time and energy, supported by a weight or not; `complete` if a proof shows that no other
/// exists. `found` gets every plan that joins the frontier on the way.
pub fn exact(
    instance: &Instance,
    evaluator: &Evaluator,
    references: &References,
    environment: &mut dyn Environment,
    found: &mut dyn FnMut(&Plan, Cost),
) -> Frontier {
    let search = &instance.search;
    let frontier = exact_frontier(evaluator, search.seed, search.max_evaluations, environment, found);
    Frontier { points: described(frontier.points, search, references), complete: frontier.complete }
}

/// The non-dominated of the plans met, with the λ of the grid and the range of λ that select each.
pub fn described(met: Vec<(Plan, Cost)>, search: &SearchSettings, references: &References) -> Vec<FrontierPoint> {
    let select = |time_weight: f64| (time_weight, references.objective(time_weight));
    let objectives: Vec<_> = search.frontier_weights.iter().map(|&weight| select(weight)).collect();
    let mut points = non_dominated(met);
    for (time_weight, objective) in objectives {
        let values: Vec<f64> = points.iter().map(|point| objective.value(point.time_ms, point.energy_j)).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let selected = points.iter_mut().zip(values).filter(|(_, value)| *value <= least * (1.0 + 1e-12));
        selected.for_each(|(point, _)| point.time_weights.push(time_weight));
    }
    set_weight_ranges(&mut points, references);
    points
}

/// Sets for every supported point the λ between which it is the best of all: where it and its neighbour on the
/// hull cost the same, λ·ΔT/T_ref = (1−λ)·ΔE/E_ref.
fn set_weight_ranges(points: &mut [FrontierPoint], references: &References) {
    let unit = references.objective(0.5);
    let hull: Vec<usize> = (0..points.len()).filter(|&index| points[index].supported).collect();
    let mut greatest = 1.0;
    for (place, &index) in hull.iter().enumerate() {
        let least = hull.get(place + 1).map_or(0.0, |&next| {
            let slower = (points[next].time_ms - points[index].time_ms) * unit.per_ms();
            let saved = (points[index].energy_j - points[next].energy_j) * unit.per_j();
            saved / (saved + slower)
        });
        points[index].time_weight_range = Some((least, greatest));
        greatest = least;
    }
}

/// The plans that no other beats in both time and energy, fastest first, with supported points and knee marked.
fn non_dominated(mut met: Vec<(Plan, Cost)>) -> Vec<FrontierPoint> {
    let key = |cost: &Cost| (cost.time_ms, cost.energy_j);
    sort_by(&mut met, |(plan_a, a), (plan_b, b)| {
        let ((time_a, energy_a), (time_b, energy_b)) = (key(a), key(b));
        time_a.total_cmp(&time_b).then(energy_a.total_cmp(&energy_b)).then_with(|| plan_a.cmp(plan_b))
    });
    let mut points: Vec<FrontierPoint> = Vec::new();
    for (plan, Cost { time_ms, energy_j, .. }) in met {
        if points.last().is_none_or(|last| energy_j < last.energy_j * (1.0 - 1e-9)) {
            points.push(FrontierPoint {
                plan,
                time_ms,
                energy_j,
                supported: false,
                time_weights: Vec::new(),
                time_weight_range: None,
                knee: false,
            });
        }
    }
    let places: Vec<(f64, f64)> = points.iter().map(|point| (point.time_ms, point.energy_j)).collect();
    for index in lower_hull(&places) {
        points[index].supported = true;
    }
    if let Some(index) = knee(&places) {
        points[index].knee = true;
    }
    points
}

/// Indexes of the points on the lower convex hull: those some λ in [0, 1] selects. `points` are non-dominated,
/// in order of increasing first coordinate.
pub fn lower_hull(points: &[(f64, f64)]) -> Vec<usize> {
    let mut hull: Vec<usize> = Vec::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        while let [.., before, last] = hull[..] {
            let ((x0, y0), (x1, y1)) = (points[before], points[last]);
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(index);
    }
    hull
}

/// The point farthest below the line through the first and the last, both axes scaled to [0, 1]; `None` if no
/// point lies below it.
pub fn knee(points: &[(f64, f64)]) -> Option<usize> {
    let (&(x0, y0), &(x1, y1)) = (points.first()?, points.last()?);
    let (width, height) = (x1 - x0, y0 - y1);
    if width <= 0.0 || height <= 0.0 {
        return None;
    }
    // Scaled, the line runs from (0, 1) to (1, 0): x + y = 1, and 1 − x − y is √2 times the distance below it.
    let below = |&(x, y): &(f64, f64)| 1.0 - (x - x0) / width - (y - y1) / height;
    let (index, depth) = points.iter().map(below).enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (depth > 1e-9).then_some(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weight_ranges_meet_where_neighbours_cost_the_same() {
        let met = [(100.0, 50.0), (150.0, 45.0), (200.0, 10.0)].map(|(time_ms, energy_j)| {
            let plan = Plan::new(vec![crate::model::Stage { gpu: 0, layers: 1 }]);
            plan.map(|plan| (plan, Cost { time_ms, energy_j, objective: 0.0 }))
        });
        let mut points = non_dominated(met.into_iter().flatten().collect());
        let references =
            References { time_ms: Some(100.0), energy_j: Some(40.0), plan: None, planner: None, sampled: false };
        set_weight_ranges(&mut points, &references);
        let ranges: Vec<_> = points.iter().map(|point| point.time_weight_range).collect();
        // From the first to the last: ΔT/T_ref = 1 and ΔE/E_ref = 1, so λ = ½; the one between lies above.
        assert_eq!(ranges, [Some((0.5, 1.0)), None, Some((0.0, 0.5))]);
    }

    #[test]
    fn hull_and_knee_worked_by_hand() {
        // (1, 5) lies above the line from (0, 8) to (2, 0); (2, 0) is the corner.
        assert_eq!(lower_hull(&[(0.0, 8.0), (1.0, 5.0), (2.0, 0.0)]), [0, 2]);
        assert_eq!(lower_hull(&[(0.0, 8.0), (1.0, 3.0), (2.0, 0.0)]), [0, 1, 2]);
        assert_eq!(lower_hull(&[(0.0, 8.0), (1.0, 4.0), (2.0, 0.0)]), [0, 1, 2]);
        // Scaled: (0.1, 0.5) and (0.5, 0.1): 0.4 below both; (0.2, 0.3): 0.5.
        assert_eq!(knee(&[(0.0, 10.0), (1.0, 5.0), (2.0, 3.0), (5.0, 1.0), (10.0, 0.0)]), Some(2));
        assert_eq!(knee(&[(0.0, 8.0), (1.0, 5.0), (2.0, 0.0)]), None);
        assert_eq!(knee(&[(3.0, 3.0)]), None);
        assert_eq!(knee(&[]), None);
    }
}
