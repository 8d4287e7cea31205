//! Feasibility: whether any plan fits into memory, and plans that do.
//!
//! | file | idea |
//! |---|---|
//! | [`capacity`] | the most layers a connected component can hold: a quick proof that no plan exists |
//! | [`exact`] | the exact answer: a plan, or the proof that there is none |
//! | [`random_plans`] | random plans within the memory caps, as the first plans of heuristics |

mod capacity;
mod exact;
mod random_plans;

pub use capacity::{CapacityShortfall, capacity_by_depth, capacity_shortfall, connected_components, layer_capacity};
pub use exact::{CapacityProblem, Feasibility, Groups, WorkLimit};
pub use random_plans::RandomPlans;
