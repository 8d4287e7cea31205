//! The exact feasibility question: a plan within the memory caps, or the proof that none exists.
//!
//! Time and energy play no part. A plan exists when, at some depth Q, a path of Q linked GPUs has layer caps that sum
//! to at least L. The caps are those of depth Q, and the last GPU of the path also holds the LM head. The answers ask
//! this of a pool as it is and, to find the smallest change that helps, of many variants of it: it must be quick.
//!
//! | file | idea |
//! |---|---|
//! | [`problem`] | the pool reduced to memory and links, and the limit of work |
//! | [`groups`] | GPUs with the same links, interchangeable but for their memory |
//! | [`memory_order`] | the members of a group by memory, the largest first |
//! | [`path_search`] | depth-first search for a path that ends in a given GPU |

mod groups;
mod memory_order;
mod path_search;
mod problem;

pub use groups::Groups;
pub use problem::{CapacityProblem, WorkLimit};

use memory_order::MemoryOrder;
use path_search::PathSearch;

use crate::model::{Plan, Stage};

/// The answer for one pool.
#[derive(Clone, Debug, PartialEq)]
pub enum Feasibility {
    /// A plan exists: this one.
    Feasible(Plan),
    /// No plan can exist.
    Infeasible,
    /// The work limit was reached before either was certain.
    Unknown,
}

impl CapacityProblem {
    /// Looks for a plan, the least depths first, within the limit `work`, from which it takes what it used.
    pub fn any_plan(&self, work: &mut WorkLimit) -> Feasibility {
        let max_stages = self.memory_bytes.len().min(usize::from(self.layers));
        let memory_order = MemoryOrder::of(self);
        let mut unknown = false;
        for stages in 1..=max_stages {
            // Half of what is left for each depth: one hard depth must not keep the others from being searched.
            let mut half = WorkLimit(work.0.div_ceil(2));
            let allowed = half.0;
            let found = self.any_plan_of(stages, &memory_order, &mut half);
            work.0 -= allowed - half.0;
            match found {
                Feasibility::Infeasible => {}
                Feasibility::Unknown => unknown = true,
                found @ Feasibility::Feasible(_) => return found,
            }
        }
        if unknown { Feasibility::Unknown } else { Feasibility::Infeasible }
    }

    fn any_plan_of(&self, stages: usize, memory_order: &MemoryOrder, work: &mut WorkLimit) -> Feasibility {
        if !work.take(self.memory_bytes.len() as u64) {
            return Feasibility::Unknown;
        }
        let mut search = PathSearch::new(self, memory_order, stages);
        for head in search.heads() {
            match search.find_path(head, work) {
                Some(true) => return self.plan(search.path()),
                Some(false) => {}
                None => return Feasibility::Unknown,
            }
        }
        Feasibility::Infeasible
    }

    /// The plan over `path`, which runs from the stage with the head to the first stage.
    ///
    /// Every stage gets one layer; the rest fill the stages up to their caps, the first stage first.
    fn plan(&self, path: &[usize]) -> Feasibility {
        let depth = path.len();
        let mut left = self.layers - depth as u16;
        let stages = path.iter().enumerate().rev().map(|(from_head, &gpu)| {
            let limit = self.memory_bytes.get(gpu).copied().unwrap_or_default();
            let cap = self.need.cap(depth, from_head == 0, limit, self.layers);
            let more = cap.saturating_sub(1).min(left);
            left -= more;
            Stage { gpu: gpu as u16, layers: 1 + more }
        });
        Plan::new(stages.collect()).map_or(Feasibility::Unknown, Feasibility::Feasible)
    }
}
