//! The effort that a scenario asks for: the page plans small scenarios unasked and large ones when Plan is pressed.

use crate::format;
use crate::model::{DefaultLimit, Instance, PlannerName};
use crate::search;

/// Most GPUs that are planned without being asked to.
pub const MAX_LIVE_GPUS: usize = 64;
/// Most individuals (population × generations), or plans of an exhaustive planner, that are looked at unasked.
pub const MAX_LIVE_PLANS: u64 = 2_000_000;
/// Counts of plans that are not written out from here on.
const BEYOND_COUNTING: f64 = 1e12;

/// Whether planning is quick enough to happen without being asked for.
pub fn is_light(instance: &Instance) -> bool {
    why_heavy(instance).is_none()
}

/// What makes planning too slow to happen unasked, as a sentence.
pub fn why_heavy(instance: &Instance) -> Option<String> {
    let gpus = instance.cluster.gpus().len();
    if gpus > MAX_LIVE_GPUS {
        return Some(format!("It has {}.", format::counted(gpus as u64, "GPU")));
    }
    let plans = plans_to_look_at(instance);
    (plans > MAX_LIVE_PLANS as f64).then(|| match plans < BEYOND_COUNTING {
        true => format!("Its search may look at {} plans.", format::fixed(plans, 0)),
        false => "Its search may look at more than a trillion plans.".to_owned(),
    })
}

fn plans_to_look_at(instance: &Instance) -> f64 {
    let budget = instance.search.max_evaluations.unwrap_or(u64::MAX) as f64;
    let planner = instance.search.planner;
    let all = match planner.facts().default_limit {
        // Its own limits end it after seconds.
        DefaultLimit::ProofThenSearch { .. } => 0.0,
        DefaultLimit::Whole { .. } | DefaultLimit::Unlimited => search::effort(planner, instance),
    };
    all.min(budget)
}

/// Whether another planner is quick enough on the same scenario to be run unasked beside the one that was asked.
pub fn is_quick_beside(instance: &Instance, planner: PlannerName) -> bool {
    let mut instance = instance.clone();
    instance.search.planner = planner;
    planner.facts().quick && is_light(&instance)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario;
    use serde_json::{Value, json};

    fn why(edit: impl FnOnce(&mut Value)) -> Option<String> {
        let mut document: Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        why_heavy(&scenario::read_value(&document).unwrap().instance)
    }

    #[test]
    fn heavy_pools_and_heavy_searches_wait_for_a_word() {
        assert_eq!(why(|_| ()), None);
        let pool = |count: u64| why(|document| document["gpus"][0]["count"] = count.into());
        assert_eq!(pool(58), None);
        assert_eq!(pool(59).as_deref(), Some("It has 65 GPUs."));
        let memetic = |generations: u64| {
            let settings = json!({ "population": 200, "generations": generations });
            why(|document| document["search"] = json!({ "planner": "memetic", "memetic": settings }))
        };
        assert_eq!(memetic(10_000), None);
        assert_eq!(memetic(10_001).as_deref(), Some("Its search may look at 2,000,200 plans."));
        // The memetic settings are no measure of another planner.
        let local = |count: u64, layers: u64| {
            why(|document| {
                document["gpus"][0]["count"] = count.into();
                document["model"]["layers"] = layers.into();
                let settings = json!({ "population": 200, "generations": 1_000_000 });
                document["search"] = json!({ "planner": "local-search", "memetic": settings });
            })
        };
        assert_eq!(local(58, 12), None);
        assert!(local(58, 48).is_some_and(|why| why.starts_with("Its search may look at 5,7")), "{:?}", local(58, 48));
        let exhaustive = |budget: Value| {
            why(|document| {
                document["gpus"][0]["count"] = 20.into();
                document["search"] = json!({ "planner": "brute-force", "max_evaluations": budget });
            })
        };
        assert_eq!(exhaustive(Value::Null).as_deref(), Some("Its search may look at more than a trillion plans."));
        assert_eq!(exhaustive(json!(2_000_000)), None);
        // 7 GPUs have 128 sets; 26 have 67,108,864.
        let exact = |count: u64| {
            why(|document| {
                document["gpus"][0]["count"] = count.into();
                document["search"] = json!({ "planner": "exact" });
            })
        };
        assert_eq!(exact(1), None);
        assert_eq!(exact(20).as_deref(), Some("Its search may look at 67,108,864 plans."));
    }
}
