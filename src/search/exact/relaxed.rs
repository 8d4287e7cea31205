//! The relaxed pipeline, on which every bound is stated, and the pruning rule that decides by it.
//!
//! **Definition.** A relaxed pipeline *stands for* a collection of plans of Q stages if its stages can be matched with
//! theirs so that, in every plan of the collection,
//!
//! - each stage takes at least `layer_ms` per layer and at least `active` energy per layer, and its layer cap is at
//!   most `cap`;
//! - the transfers of a stage take at least `inner_ms`; of at most `ends` stages at unknown ends of the pipeline, at
//!   least `base_ms`. Where the stage with the head is known, its head time counts as a transfer;
//! - Σ d over the path is at least `links_ms` and the idle power at least `idle_w`;
//! - head time, head energy and bottleneck are at least `head_ms`, `head_active` and `floor_ms`.
//!
//! **Claim.** No plan of the collection costs less, in time or in energy, than the best split of the relaxed pipeline.
//! *Argument:* iteration time T (Eq. 1) and energy E (Eq. 14) grow in each of these figures.
//! [`crate::search::allocation`] finds the best split.

use super::pool::MAX_GPUS;

/// The figures of a relaxed pipeline, as the module defines them. Entry `i` of each table is stage `i`.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// Q, stages; later entries of the tables have no meaning.
    pub len: usize,
    /// How many stages may pay `base_ms` in the place of `inner_ms`: 0, 1 or 2.
    ///
    /// At 0, `base_ms` holds for all stages and `inner_ms` for none.
    pub ends: usize,
    /// a, compute time per layer, ms per micro-batch.
    pub layer_ms: [f64; MAX_GPUS],
    /// Least transfers, and head time if known, of a stage at an end; ms per micro-batch.
    pub base_ms: [f64; MAX_GPUS],
    /// Least transfers, and head time if known, of an inner stage; infinite if the stage must be at an end. ms.
    pub inner_ms: [f64; MAX_GPUS],
    /// M · (P_act − P_idle) · a, active energy per layer and iteration, W·ms.
    pub active: [f64; MAX_GPUS],
    /// Most layers of each stage.
    pub cap: [u16; MAX_GPUS],
    /// Σ d over the path, the round trips of all links, ms.
    pub links_ms: f64,
    /// Σ P_idle of the set, W.
    pub idle_w: f64,
    /// Time of the LM head, ms per micro-batch.
    pub head_ms: f64,
    /// M · (P_act − P_idle) · head time, active energy of the head per iteration, W·ms.
    pub head_active: f64,
    /// Lower bound on the bottleneck B, ms; 0 if none is known.
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
    /// Copies the figures of the first `other.len` stages and all scalars.
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

/// The criterion of a search: which plans are still improving, and what to prune.
///
/// A plan is *improving* when it beats the best plan known (one objective) or when no known plan dominates it (time and
/// energy). A relaxed pipeline is *prunable* when none of the plans it stands for is improving.
pub trait PruningRule {
    /// A bottleneck, ms, that no improving plan among those of `relaxed` exceeds; `None` if `relaxed` is prunable.
    ///
    /// Infinite if the bottleneck of improving plans has no such limit.
    fn ceiling_ms(&mut self, relaxed: &Relaxed) -> Option<f64>;

    /// Whether none of the plans that `relaxed` stands for is improving; `false` proves nothing.
    fn is_prunable(&mut self, relaxed: &Relaxed) -> bool {
        self.ceiling_ms(relaxed).is_none()
    }

    /// Takes a complete order, whose figures in `relaxed` are exact but for the split of layers.
    ///
    /// Stage `i` of `relaxed` is on `gpus[i]`, a number in the pool. `path` lists the stages from the one with the head
    /// to the first stage.
    fn complete(&mut self, gpus: &[usize], path: &[usize], relaxed: &Relaxed);

    /// Counts one node; `false` stops the search. `fraction` estimates how much is done, 0 to 1.
    fn may_continue(&mut self, fraction: impl FnOnce() -> f64) -> bool;
}
