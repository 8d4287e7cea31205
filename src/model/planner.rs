//! The planners by name, and what the product has to know of each beside how it searches.

use super::closed_set::closed_set;

closed_set! {
    /// A planner by the name it has in scenarios, in the page and on the command line.
    pub enum PlannerName {
        /// The best the product has for the instance at hand.
        Auto = "auto",
        /// Branch and bound with a proof.
        Exact = "exact",
        /// Iterated local search over GPU sequences.
        LocalSearch = "local-search",
        /// The paper's memetic algorithm.
        Memetic = "memetic",
        /// Proportional split over all GPUs.
        Metis = "metis",
        /// Proportional split over the best subset of GPUs.
        MetisImproved = "metis-improved",
        /// Enumeration of every plan.
        BruteForce = "brute-force",
        /// The paper's branch and bound.
        BranchAndBound = "branch-and-bound",
    }
}

/// What a planner can prove of a plan it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing: its best plan is the best it met.
    Nothing,
    /// That no plan is better, once it has ended by itself.
    Optimality,
    /// The same, and a lower bound on the objective where it was stopped.
    OptimalityAndBound,
}

/// The time limits of a planner where the scenario sets none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultLimit {
    /// The planner ends by itself.
    Unlimited,
    /// One limit on the whole run.
    Whole {
        /// Limit on the whole run, s.
        limit_s: f64,
    },
    /// A limit on the proof and, where the proof doesn't end in time, another on the search after it.
    ProofThenSearch {
        /// Limit on the proof, s.
        proof_s: f64,
        /// Limit on the search, s.
        search_s: f64,
    },
}

/// The table's row for one planner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannerFacts {
    /// Name in the page.
    pub label: &'static str,
    /// Whether the seed decides the plan, so that the label shows the seed.
    pub label_has_seed: bool,
    /// Place among planners that are compared, from the top; `None` for one that only stands for others.
    pub comparison_place: Option<u8>,
    /// Whether the page runs the planner unasked beside the one that was asked.
    pub quick: bool,
    /// Whether the planner is a baseline: a fixed rule that plans are measured against, not a search.
    pub baseline: bool,
    /// Time limits where the scenario sets none.
    pub default_limit: DefaultLimit,
    /// What the planner can prove.
    pub proof: Proof,
}

/// Limit on a proof that a search follows where there is none, s.
pub const PROOF_LIMIT_S: f64 = 2.0;
/// Limit on the search after such a proof, s.
const SEARCH_LIMIT_S: f64 = 30.0;
/// The paper's limit on a memetic run, s.
const MEMETIC_LIMIT_S: f64 = 120.0;

impl PlannerName {
    /// The planner whose plan T_ref and E_ref are taken from, where it has one.
    pub const REFERENCE: Self = Self::MetisImproved;

    /// The planner's row of the table.
    pub const fn facts(self) -> PlannerFacts {
        match self {
            Self::Auto => PlannerFacts {
                label: "Auto",
                label_has_seed: false,
                comparison_place: None,
                quick: false,
                baseline: false,
                default_limit: DefaultLimit::ProofThenSearch { proof_s: PROOF_LIMIT_S, search_s: SEARCH_LIMIT_S },
                proof: Proof::OptimalityAndBound,
            },
            Self::Exact => PlannerFacts {
                label: "Exact",
                label_has_seed: false,
                comparison_place: Some(0),
                quick: false,
                baseline: false,
                default_limit: DefaultLimit::Unlimited,
                proof: Proof::OptimalityAndBound,
            },
            Self::LocalSearch => PlannerFacts {
                label: "Local search",
                label_has_seed: false,
                comparison_place: Some(1),
                quick: true,
                baseline: false,
                default_limit: DefaultLimit::Unlimited,
                proof: Proof::Nothing,
            },
            Self::Memetic => PlannerFacts {
                label: "Memetic",
                label_has_seed: true,
                comparison_place: Some(2),
                quick: true,
                baseline: false,
                default_limit: DefaultLimit::Whole { limit_s: MEMETIC_LIMIT_S },
                proof: Proof::Nothing,
            },
            Self::BranchAndBound => PlannerFacts {
                label: "Branch and bound",
                label_has_seed: false,
                comparison_place: Some(3),
                quick: false,
                baseline: false,
                default_limit: DefaultLimit::Unlimited,
                proof: Proof::Optimality,
            },
            Self::BruteForce => PlannerFacts {
                label: "Brute force",
                label_has_seed: false,
                comparison_place: Some(4),
                quick: false,
                baseline: false,
                default_limit: DefaultLimit::Unlimited,
                proof: Proof::Optimality,
            },
            Self::MetisImproved => PlannerFacts {
                label: "Improved Metis",
                label_has_seed: false,
                comparison_place: Some(5),
                quick: true,
                baseline: true,
                default_limit: DefaultLimit::Unlimited,
                proof: Proof::Nothing,
            },
            Self::Metis => PlannerFacts {
                label: "Metis, all GPUs",
                label_has_seed: false,
                comparison_place: Some(6),
                quick: true,
                baseline: true,
                default_limit: DefaultLimit::Unlimited,
                proof: Proof::Nothing,
            },
        }
    }

    /// The planner's name for people.
    pub const fn label(self) -> &'static str {
        self.facts().label
    }

    /// The planners that are compared, the first at the top.
    pub fn compared() -> Vec<Self> {
        let place = |planner: &&Self| planner.facts().comparison_place;
        let mut compared: Vec<&Self> = Self::ALL.iter().filter(|planner| place(planner).is_some()).collect();
        compared.sort_by_key(place);
        compared.into_iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn planners_are_compared_in_one_order_each_under_its_own_label() {
        use PlannerName::{BranchAndBound, BruteForce, Exact, LocalSearch, Memetic, Metis, MetisImproved};
        let order = [Exact, LocalSearch, Memetic, BranchAndBound, BruteForce, MetisImproved, Metis];
        assert_eq!(PlannerName::compared(), order);
        let labels: BTreeSet<&str> = PlannerName::ALL.iter().map(|planner| planner.label()).collect();
        assert_eq!(labels.len(), PlannerName::ALL.len());
        let places: BTreeSet<Option<u8>> = order.iter().map(|planner| planner.facts().comparison_place).collect();
        assert_eq!(places.len(), order.len());
    }
}
