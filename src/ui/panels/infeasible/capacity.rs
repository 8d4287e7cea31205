//! How many layers the pool holds at each pipeline depth, against the model's.

use crate::ui::state::planner_state::Shown;

/// Most depths that are shown.
const MAX_DEPTHS: usize = 10;

/// One pipeline depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    pub stages: usize,
    /// Most layers that fit.
    pub layers: u32,
    /// Whether no other depth holds more.
    pub best: bool,
}

/// The pool's room for layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Layers of the model.
    pub needed: u32,
    /// By depth; around the best one if there are many.
    pub depths: Vec<Depth>,
}

impl Capacity {
    /// Of an answer that says nothing fits.
    pub fn of(shown: &Shown) -> Option<Self> {
        let by_depth = &shown.answer.capacity;
        let most = by_depth.iter().copied().max()?;
        let needed = u32::from(shown.scenario.instance.transformer.layers());
        let depth =
            |(index, &layers): (usize, &u32)| Depth { stages: index + 1, layers, best: layers == most && most > 0 };
        let first_best = by_depth.iter().position(|&layers| layers == most)?;
        let start = first_best.saturating_sub(MAX_DEPTHS / 2).min(by_depth.len().saturating_sub(MAX_DEPTHS));
        let depths = by_depth.iter().enumerate().map(depth).skip(start).take(MAX_DEPTHS).collect();
        Some(Self { needed, depths })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario;
    use std::sync::Arc;

    fn capacity(by_depth: &[u32]) -> Option<Capacity> {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        document["model"]["layers"] = 24.into();
        let answer = serde_json::json!({
            "status": "infeasible", "planner": "memetic", "seed": 1, "plan": null, "time_ms": null, "energy_j": null,
            "objective": null, "reference_time_ms": null, "reference_energy_j": null, "reference_plan": null,
            "lower_bound": null, "stopped_by": "finished", "evaluations": 0, "wall_ms": 1.0, "sampled": false,
            "notes": [], "capacity": by_depth, "stages": [], "history": []
        });
        let answer: crate::answer::PlanAnswer = serde_json::from_value(answer).unwrap();
        let scenario = Arc::new(scenario::read_value(&document).unwrap());
        Capacity::of(&Shown::new(scenario, answer.into(), false))
    }

    #[test]
    fn the_best_depths_stand_out() {
        let capacity = capacity(&[14, 21, 23, 23, 19]).unwrap();
        assert_eq!(capacity.needed, 24);
        let best: Vec<usize> = capacity.depths.iter().filter(|depth| depth.best).map(|depth| depth.stages).collect();
        assert_eq!(best, [3, 4]);
    }

    #[test]
    fn of_many_depths_those_around_the_best_are_shown() {
        let mut by_depth = vec![1; 40];
        by_depth[29] = 20;
        let stages =
            |by_depth: &[u32]| capacity(by_depth).unwrap().depths.iter().map(|depth| depth.stages).collect::<Vec<_>>();
        assert_eq!(stages(&by_depth), (25..=34).collect::<Vec<_>>());
        by_depth[39] = 21;
        assert_eq!(stages(&by_depth), (31..=40).collect::<Vec<_>>());
        by_depth[0] = 22;
        assert_eq!(stages(&by_depth), (1..=10).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_shown_of_an_answer_that_says_nothing_of_it() {
        assert_eq!(capacity(&[]), None);
    }
}
