//! Whether any plan exists at all: a plan, or the proof that there is none.
//!
//! The question knows no time and no energy: a plan exists when some path through linked GPUs, its last one with the
//! LM head, has room for L layers at the depth the path itself has. It is asked of a pool as it is and, to find the
//! smallest change that helps, of many pools that differ from it in one figure; so it must be quick on all of them.
//!
//! | file | idea |
//! |---|---|
//! | [`room`] | the pool, as far as the question goes, and the work that may be spent |
//! | [`groups`] | GPUs with the same links are interchangeable but for their memory |
//! | [`ranking`] | of those, the larger come first |
//! | [`walk`] | the paths that end in a given GPU, seen as walks from group to group |

pub mod groups;
mod ranking;
mod room;
mod walk;

pub use room::{Room, Steps};

use ranking::Ranking;
use walk::Walk;

use crate::model::{Plan, Stage};

/// What is known about a pool.
#[derive(Clone, Debug, PartialEq)]
pub enum Existence {
    /// This plan fits.
    Exists(Plan),
    /// No plan can exist.
    Impossible,
    /// The steps were used up before either was certain.
    Open,
}

impl Room {
    /// Looks for a plan, shallow ones first, in at most so many steps.
    pub fn any_plan(&self, steps: &mut Steps) -> Existence {
        let most = self.memory_bytes.len().min(usize::from(self.layers));
        let ranking = Ranking::of(self);
        let mut open = false;
        for stages in 1..=most {
            // One hard depth must not keep the others from being looked at.
            let mut half = Steps(steps.0.div_ceil(2));
            let allowed = half.0;
            let found = self.any_plan_of(stages, &ranking, &mut half);
            steps.0 -= allowed - half.0;
            match found {
                Existence::Impossible => {}
                Existence::Open => open = true,
                found @ Existence::Exists(_) => return found,
            }
        }
        if open { Existence::Open } else { Existence::Impossible }
    }

    fn any_plan_of(&self, stages: usize, ranking: &Ranking, steps: &mut Steps) -> Existence {
        if !steps.take(self.memory_bytes.len() as u64) {
            return Existence::Open;
        }
        let mut walk = Walk::new(self, ranking, stages);
        for head in walk.heads() {
            match walk.ends_in(head, steps) {
                Some(true) => return self.plan(walk.path()),
                Some(false) => {}
                None => return Existence::Open,
            }
        }
        Existence::Impossible
    }

    /// The plan over a path from the head to the first stage: one layer each, then as many as fit from the first on.
    fn plan(&self, path: &[usize]) -> Existence {
        let depth = path.len();
        let mut left = self.layers - depth as u16;
        let stages = path.iter().enumerate().rev().map(|(from_head, &gpu)| {
            let limit = self.memory_bytes.get(gpu).copied().unwrap_or_default();
            let cap = self.need.cap(depth, from_head == 0, limit, self.layers);
            let more = cap.saturating_sub(1).min(left);
            left -= more;
            Stage { gpu: gpu as u16, layers: 1 + more }
        });
        Plan::new(stages.collect()).map_or(Existence::Open, Existence::Exists)
    }
}
