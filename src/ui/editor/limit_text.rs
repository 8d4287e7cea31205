//! The time limits that hold while their cell is empty, in the words of the page.

use crate::model::DefaultLimit;

/// What stands in the empty cell, in seconds: "2 + 30" where a search follows a proof.
pub fn placeholder(limit: DefaultLimit) -> String {
    match limit {
        DefaultLimit::Unlimited => "none".to_owned(),
        DefaultLimit::Whole { limit_s } => limit_s.to_string(),
        DefaultLimit::ProofThenSearch { proof_s, search_s } => format!("{proof_s} + {search_s}"),
    }
}

/// What the cell's hint says.
pub fn hint(limit: DefaultLimit) -> String {
    let general = "A result that a time limit cut short is not promised to repeat";
    match limit {
        DefaultLimit::Unlimited | DefaultLimit::Whole { .. } => general.to_owned(),
        DefaultLimit::ProofThenSearch { proof_s, search_s } => {
            format!("Left empty, the proof has {proof_s} s, then the search {search_s} s. {general}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PlannerName;

    #[test]
    fn the_limits_shown_are_those_of_the_planner() {
        let shown = |planner: PlannerName| placeholder(planner.facts().default_limit);
        assert_eq!(shown(PlannerName::Auto), "2 + 30");
        assert_eq!(shown(PlannerName::Memetic), "120");
        assert_eq!(shown(PlannerName::Exact), "none");
        let hint = hint(PlannerName::Auto.facts().default_limit);
        assert!(hint.starts_with("Left empty, the proof has 2 s, then the search 30 s. "), "{hint}");
    }
}
