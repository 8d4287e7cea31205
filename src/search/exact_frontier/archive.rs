//! The points known so far of which none beats another in both time and energy.

use crate::model::{Cost, Plan};

/// Points nearer than this, relative, are one.
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

    /// Takes a plan unless it is dominated, or one with a point that is there; drops what it dominates. Says
    /// whether it was taken.
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
        assert!(insert(&mut archive, 9.0, 3.0), "drops two");
        let times: Vec<f64> = archive.points().iter().map(|(_, cost)| cost.time_ms).collect();
        assert_eq!(times, [9.0, 20.0]);
    }
}
