//! The archive of known points: plans of which none beats another in both time and energy.

use crate::model::{Cost, Plan};

/// Relative distance below which two points count as one.
const MERGED: f64 = 1e-9;
/// How much worse than a bound a point may be, relative, and still dominate it: rounding.
const TOLERANCE: f64 = 1e-10;

/// Non-dominated plans, by increasing time and so by decreasing energy.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    points: Vec<(Plan, Cost)>,
}

impl Archive {
    /// Whether some point is no slower and takes no more energy than what takes at least `time_ms` (ms) and
    /// `energy_j` (J).
    #[inline]
    pub fn dominates(&self, time_ms: f64, energy_j: f64) -> bool {
        self.within(time_ms * (1.0 + TOLERANCE), energy_j * (1.0 + TOLERANCE))
    }

    /// The least `x` from which on a cost of at least `time_ms + x · time_rate` and `energy_j + x · energy_rate` is
    /// dominated.
    ///
    /// Infinite if it never is, minus infinity if it always is. Rates are at least 0. A point dominates from the
    /// greater of the two x at which its time and its energy are reached. Along the points the one grows and the other
    /// falls, so the least of these maxima is where they cross.
    pub fn dominated_from(&self, time_ms: f64, time_rate: f64, energy_j: f64, energy_rate: f64) -> f64 {
        let reached = |from: f64, rate: f64, to: f64| {
            let to = to / (1.0 + TOLERANCE);
            match from >= to {
                true => f64::NEG_INFINITY,
                false if rate > 0.0 => (to - from) / rate,
                false => f64::INFINITY,
            }
        };
        let in_time = |cost: &Cost| reached(time_ms, time_rate, cost.time_ms);
        let in_energy = |cost: &Cost| reached(energy_j, energy_rate, cost.energy_j);
        let crossing = self.points.partition_point(|(_, cost)| in_time(cost) < in_energy(cost));
        let before = crossing.checked_sub(1).map_or(f64::INFINITY, |last| in_energy(&self.points[last].1));
        let after = self.points.get(crossing).map_or(f64::INFINITY, |(_, cost)| in_time(cost));
        before.min(after)
    }

    /// Inserts a plan and drops the points it dominates; `false` if a point dominates or equals it.
    pub fn insert(&mut self, plan: Plan, cost: Cost) -> bool {
        if self.within(cost.time_ms * (1.0 + MERGED), cost.energy_j * (1.0 + MERGED)) {
            return false;
        }
        let (least_ms, least_j) = (cost.time_ms * (1.0 - MERGED), cost.energy_j * (1.0 - MERGED));
        self.points.retain(|(_, other)| other.time_ms < least_ms || other.energy_j < least_j);
        let place = self.points.partition_point(|(_, other)| other.time_ms < cost.time_ms);
        self.points.insert(place, (plan, cost));
        true
    }

    /// The points, fastest first.
    pub fn points(&self) -> &[(Plan, Cost)] {
        &self.points
    }

    /// The points, fastest first.
    pub fn into_points(self) -> Vec<(Plan, Cost)> {
        self.points
    }

    fn within(&self, time_ms: f64, energy_j: f64) -> bool {
        // The slowest that is fast enough takes the least energy of those.
        let fast_enough = self.points.partition_point(|(_, cost)| cost.time_ms <= time_ms);
        fast_enough.checked_sub(1).is_some_and(|last| self.points[last].1.energy_j <= energy_j)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Stage;

    fn insert(archive: &mut Archive, time_ms: f64, energy_j: f64) -> bool {
        let plan = Plan::new(vec![Stage { gpu: 0, layers: 1 }]);
        plan.is_ok_and(|plan| archive.insert(plan, Cost { time_ms, energy_j, objective: 0.0 }))
    }

    #[test]
    fn keeps_what_nothing_dominates_and_one_of_equal_points() {
        let mut archive = Archive::default();
        assert!(insert(&mut archive, 10.0, 5.0));
        assert!(insert(&mut archive, 20.0, 1.0));
        assert!(!insert(&mut archive, 20.0, 5.0), "dominated by both");
        assert!(!insert(&mut archive, 10.0 * (1.0 + 1e-12), 5.0), "the same but for rounding");
        assert!(insert(&mut archive, 12.0, 3.0), "between");
        assert!(archive.dominates(12.0, 4.0) && !archive.dominates(11.0, 4.0));
        // From (8, 2) at rates (1, 1): time 12 is reached at 4, its energy 3 at 1; time 10 at 2, energy 5 at 3; time
        // 20 at 12.
        assert!((archive.dominated_from(8.0, 1.0, 2.0, 1.0) - 3.0).abs() < 1e-6);
        assert_eq!(archive.dominated_from(8.0, 0.0, 2.0, 1.0), f64::INFINITY);
        assert_eq!(archive.dominated_from(13.0, 1.0, 4.0, 1.0), f64::NEG_INFINITY);
        assert!(insert(&mut archive, 9.0, 3.0), "drops two");
        let times: Vec<f64> = archive.points().iter().map(|(_, cost)| cost.time_ms).collect();
        assert_eq!(times, [9.0, 20.0]);
    }
}
