//! The GPUs that the planner's plan leaves out, alike ones together.

use crate::answer::{LeftOutAnswer, StageAnswer};
use crate::chart::same;
use crate::format;
use crate::model::{Gpu, Instance};
use crate::sorting::sort_by;
use crate::ui::panels::summary::verdict;
use crate::words::Wording;
use crate::words::unused_gpus::unusable;

/// Most names that are written out.
const MAX_NAMES: usize = 3;

/// GPUs that are alike and would cost the same to use.
#[derive(Clone, Debug, PartialEq)]
pub struct UnusedGpus {
    pub names: Vec<String>,
    pub model: String,
    pub site: String,
    /// What became of the first; `None` as long as that is not known.
    pub answer: Option<LeftOutAnswer>,
}

impl UnusedGpus {
    /// "g0, g1"; of many, the first two.
    pub fn names_text(&self) -> String {
        match self.names.as_slice() {
            names if names.len() <= MAX_NAMES => names.join(", "),
            [first, second, rest @ ..] => format!("{first}, {second} and {} more", rest.len()),
            names => names.join(", "),
        }
    }

    /// How much worse the best plan with one of them is: "+46.4 %".
    pub fn cost_text(&self) -> String {
        let share = self.answer.as_ref().and_then(|answer| answer.cost_share);
        share.map_or_else(|| format::NONE.to_owned(), |share| format::change(1.0 + share, 1.0))
    }

    /// Why they can be in no plan.
    pub fn reason(&self) -> Option<Wording> {
        let answer = self.answer.as_ref()?;
        Some(unusable(&self.names_text(), self.names.len() > 1, answer.reason?))
    }
}

/// The GPUs that are in none of `stages`, in the order of the pool, with what is known of them.
pub fn unused(instance: &Instance, stages: &[StageAnswer], answers: &[LeftOutAnswer]) -> Vec<UnusedGpus> {
    let cluster = &instance.cluster;
    let mut groups: Vec<(&Gpu, UnusedGpus)> = Vec::new();
    let unused = cluster.gpus().iter().zip(verdict::used(instance, stages)).filter(|(_, used)| !used);
    for (gpu, _) in unused {
        let answer = answers.iter().find(|answer| answer.gpu == gpu.name);
        let group = groups
            .iter_mut()
            .find(|(first, unused)| first.is_like(gpu) && comes_to_the_same(unused.answer.as_ref(), answer));
        match group {
            Some((_, unused)) => unused.names.push(gpu.name.clone()),
            None => {
                let unused = UnusedGpus {
                    names: vec![gpu.name.clone()],
                    model: gpu.model.clone(),
                    site: cluster.sites().get(gpu.site).cloned().unwrap_or_default(),
                    answer: answer.cloned(),
                };
                groups.push((gpu, unused));
            }
        }
    }
    groups.into_iter().map(|(_, unused)| unused).collect()
}

/// The groups, those first that cost least to use; those that can't be used last.
pub fn cheapest_first(mut groups: Vec<UnusedGpus>) -> Vec<UnusedGpus> {
    let cost =
        |unused: &UnusedGpus| unused.answer.as_ref().and_then(|answer| answer.cost_share).unwrap_or(f64::INFINITY);
    sort_by(&mut groups, |one, other| cost(one).total_cmp(&cost(other)));
    groups
}

fn comes_to_the_same(one: Option<&LeftOutAnswer>, other: Option<&LeftOutAnswer>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return one.is_none() && other.is_none() };
    let equal = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => same(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    equal(one.time_ms, other.time_ms) && equal(one.energy_j, other.energy_j) && one.reason == other.reason
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::UnusableReason;
    use crate::scenario;

    fn stage(gpu: &str) -> StageAnswer {
        StageAnswer {
            gpu: gpu.to_owned(),
            layers: 1,
            compute_ms: 1.0,
            forward_ms: Some(0.0),
            backward_ms: Some(0.0),
            service_ms: Some(1.0),
            memory_gb: 1.0,
            memory_limit_gb: 2.0,
        }
    }

    fn answer(
        gpu: &str,
        time_ms: Option<f64>,
        cost_share: Option<f64>,
        reason: Option<UnusableReason>,
    ) -> LeftOutAnswer {
        LeftOutAnswer {
            gpu: gpu.to_owned(),
            plan: time_ms.map(|_| format!("{gpu}:12")),
            time_ms,
            energy_j: time_ms,
            objective: time_ms,
            cost_share,
            reason,
        }
    }

    /// The first preset has g0 and g1 alike, g3 and g4 alike.
    fn of_preset(answers: &[LeftOutAnswer], used: &[&str]) -> Vec<UnusedGpus> {
        let scenario = scenario::read(scenario::presets::ALL[0].json).unwrap();
        let stages: Vec<StageAnswer> = used.iter().map(|gpu| stage(gpu)).collect();
        unused(&scenario.instance, &stages, answers)
    }

    fn names(groups: &[UnusedGpus]) -> Vec<String> {
        groups.iter().map(UnusedGpus::names_text).collect()
    }

    #[test]
    fn alike_gpus_stand_together_before_and_after_they_are_tried() {
        let used = ["g3", "g4", "g5", "g6"];
        assert_eq!(names(&of_preset(&[], &used)), ["g0, g1", "g2"]);
        let tried = [
            answer("g0", Some(2572.1), Some(0.464), None),
            answer("g1", Some(2572.1), Some(0.464), None),
            answer("g2", Some(2437.4), Some(0.387), None),
        ];
        let groups = of_preset(&tried, &used);
        assert_eq!(names(&groups), ["g0, g1", "g2"]);
        assert_eq!((groups[0].model.as_str(), groups[0].site.as_str()), ("RTX 2080 Ti", "A"));
        assert_eq!(groups[0].cost_text(), "+46.4 %");
        assert_eq!(names(&cheapest_first(groups)), ["g2", "g0, g1"]);
    }

    #[test]
    fn gpus_that_come_to_something_else_stand_alone() {
        let used = ["g2", "g3", "g4", "g5", "g6"];
        let tried = [answer("g0", Some(2.0), Some(0.1), None), answer("g1", Some(3.0), Some(0.6), None)];
        assert_eq!(names(&of_preset(&tried, &used)), ["g0", "g1"]);
        assert_eq!(names(&of_preset(&tried[..1], &used)), ["g0", "g1"]);
        assert!(of_preset(&[], &["g0", "g1", "g2", "g3", "g4", "g5", "g6"]).is_empty());
    }

    #[test]
    fn the_reason_is_said_once_for_all_of_a_kind() {
        let used = ["g2", "g3", "g4", "g5", "g6"];
        let tried = [
            answer("g0", None, None, Some(UnusableReason::Memory)),
            answer("g1", None, None, Some(UnusableReason::Memory)),
        ];
        let groups = of_preset(&tried, &used);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].reason(), Some(unusable("g0, g1", true, UnusableReason::Memory)));
        assert_eq!(of_preset(&tried[..1], &["g1"])[0].reason(), Some(unusable("g0", false, UnusableReason::Memory)));
        let apart = [tried[0].clone(), answer("g1", None, None, Some(UnusableReason::Links))];
        assert_eq!(of_preset(&apart, &used).len(), 2);
    }

    #[test]
    fn many_names_are_cut_short() {
        let names = (0..40).map(|index| format!("g{index}")).collect();
        let many = UnusedGpus { names, model: String::new(), site: String::new(), answer: None };
        assert_eq!(many.names_text(), "g0, g1 and 38 more");
        assert_eq!(many.cost_text(), "–");
    }
}
