//! A relaxed pipeline: what every bound is made of, and what a [`PruningRule`] rules on.
//!
//! Take any plans at all, all of Q stages. A relaxed pipeline stands for them if its stages can be matched with
//! theirs so that, in every one of the plans,
//!
//! - compute per layer and active energy per layer of each stage are at least those given, its cap at most that given;
//! - the transfers of a stage (with the head, where it is known to be there) take at least `inner_ms`, or `base_ms`
//!   if it is one of at most `ends` stages at an end of the pipeline that are not known;
//! - Σ d over the path is at least `links_ms`, the idle power at least `idle_w`, and head time, head energy and
//!   bottleneck at least what stands here.
//!
//! Then none of these plans costs less, in time or in energy, than the best split of the relaxed pipeline, since T
//! and E (Eq. 1 and 14) grow in each of these figures. [`crate::search::allocation`] finds that best split.

use super::pool::MAX_GPUS;

/// A relaxed pipeline; see the module. Figures of stage `i` are at index `i` of each table.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// Stages.
    pub len: usize,
    /// How many stages may have their `base_ms` in the place of their `inner_ms`; 0 if `base_ms` holds for all and
    /// `inner_ms` for none.
    pub ends: usize,
    /// a, ms per layer.
    pub layer_ms: [f64; MAX_GPUS],
    /// Least transfers (and known head) of a stage at an end, ms.
    pub base_ms: [f64; MAX_GPUS],
    /// Least transfers (and known head) of a stage that is not, ms; infinite if it must be at an end.
    pub inner_ms: [f64; MAX_GPUS],
    /// M · (P_act − P_idle) · a, W·ms per layer.
    pub active: [f64; MAX_GPUS],
    /// Most layers.
    pub cap: [u16; MAX_GPUS],
    /// Σ d over the path, ms.
    pub links_ms: f64,
    /// Σ P_idle, W.
    pub idle_w: f64,
    /// Head, ms.
    pub head_ms: f64,
    /// M · (P_act − P_idle) · head, W·ms.
    pub head_active: f64,
    /// Bottleneck, ms.
    pub floor_ms: f64,
}

impl Default for Relaxed {
    fn default() -> Self {
        Self {
            len: 0,
            ends: 0,
            layer_ms: [0.0; MAX_GPUS],
            base_ms: [0.0; MAX_GPUS],
            inner_ms: [0.0; MAX_GPUS],
            active: [0.0; MAX_GPUS],
            cap: [0; MAX_GPUS],
            links_ms: 0.0,
            idle_w: 0.0,
            head_ms: 0.0,
            head_active: 0.0,
            floor_ms: 0.0,
        }
    }
}

impl Relaxed {
    /// Takes over all figures of another one.
    pub fn copy_from(&mut self, other: &Self) {
        let len = other.len;
        self.layer_ms[..len].copy_from_slice(&other.layer_ms[..len]);
        self.base_ms[..len].copy_from_slice(&other.base_ms[..len]);
        self.inner_ms[..len].copy_from_slice(&other.inner_ms[..len]);
        self.active[..len].copy_from_slice(&other.active[..len]);
        self.cap[..len].copy_from_slice(&other.cap[..len]);
        (self.len, self.ends) = (len, other.ends);
        (self.links_ms, self.idle_w, self.floor_ms) = (other.links_ms, other.idle_w, other.floor_ms);
        (self.head_ms, self.head_active) = (other.head_ms, other.head_active);
    }
}

/// Who decides which plans are still wanted: all that beat the best, or all that no known point dominates.
pub trait PruningRule {
    /// A bottleneck, ms, that every wanted plan among those `relaxed` stands for stays below, infinite if there is no
    /// such limit; `None` if none of them is wanted.
    fn ceiling_ms(&mut self, relaxed: &Relaxed) -> Option<f64>;

    /// Whether none of the plans that `relaxed` stands for is wanted.
    fn is_prunable(&mut self, relaxed: &Relaxed) -> bool {
        self.ceiling_ms(relaxed).is_none()
    }

    /// Takes a complete sequence: `relaxed` is now exact but for the split. Stage `i` of it is on `gpus[i]`, by number
    /// in the pool; `path` names the stages from the one with the head to the first.
    fn complete(&mut self, gpus: &[usize], path: &[usize], relaxed: &Relaxed);

    /// Counts one node; whether to go on. `share` estimates how much is done.
    fn may_continue(&mut self, fraction: impl FnOnce() -> f64) -> bool;
}
