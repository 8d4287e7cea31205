//! Layer capacity of connected components: a quick relaxation that can prove that no plan exists.

use crate::cost::Evaluator;
use crate::sorting::sort_by;

/// Proof by capacity that no plan exists: even the best depth holds fewer than L layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CapacityShortfall {
    /// Most layers that any one connected component holds at any depth; below L.
    pub layers: u32,
    /// Depth, in stages, at which that many fit; 0 if the LM head fits on no GPU.
    pub stages: usize,
}

/// Connected components of the link graph, each as GPU indexes in increasing order.
pub fn connected_components(evaluator: &Evaluator) -> Vec<Vec<usize>> {
    let mut component_of = vec![usize::MAX; evaluator.gpus()];
    let mut components = Vec::new();
    for start in 0..evaluator.gpus() {
        if component_of[start] != usize::MAX {
            continue;
        }
        let number = components.len();
        component_of[start] = number;
        let mut members = vec![start];
        let mut next = 0;
        while next < members.len() {
            for (other, component) in component_of.iter_mut().enumerate() {
                if *component == usize::MAX && evaluator.linked(members[next], other) {
                    *component = number;
                    members.push(other);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        components.push(members);
    }
    components
}

/// Upper bound on the layers that `stages` GPUs of `component` hold, the LM head being on one of them.
///
/// A relaxation: which GPUs are linked directly is ignored. A value below L proves that the component has no plan of
/// this depth. 0 if fewer than `stages` GPUs hold a layer, or none holds the head.
pub fn layer_capacity(evaluator: &Evaluator, component: &[usize], stages: usize) -> u32 {
    let mut inner: Vec<(u32, usize)> = component
        .iter()
        .map(|&gpu| (u32::from(evaluator.cap(gpu, stages, false)), gpu))
        .filter(|(cap, _)| *cap > 0)
        .collect();
    if inner.len() < stages {
        return 0;
    }
    sort_by(&mut inner, |a, b| b.cmp(a));
    let others: u32 = inner.iter().take(stages - 1).map(|(cap, _)| cap).sum();
    let next = inner[stages - 1].0;
    let with_head = |(rank, &(cap, gpu)): (usize, &(u32, usize))| {
        let last = u32::from(evaluator.cap(gpu, stages, true));
        let rest = if rank + 1 < stages { others - cap + next } else { others };
        (last > 0).then_some(last + rest)
    };
    inner.iter().enumerate().filter_map(with_head).max().unwrap_or(0)
}

/// [`layer_capacity`] of the best connected component, by pipeline depth; index 0 is depth 1.
pub fn capacity_by_depth(evaluator: &Evaluator) -> Vec<u32> {
    let components = connected_components(evaluator);
    let capacity = |stages: usize| {
        let large = components.iter().filter(|component| component.len() >= stages);
        large.map(|component| layer_capacity(evaluator, component, stages)).max().unwrap_or(0)
    };
    (1..=evaluator.max_stages()).map(capacity).collect()
}

/// Looks for the proof that every connected component holds fewer than L layers at every depth.
///
/// `None` if there is no such proof, which does not say that a plan exists.
pub fn capacity_shortfall(evaluator: &Evaluator) -> Option<CapacityShortfall> {
    let components = connected_components(evaluator);
    let total = u32::from(evaluator.layers());
    let mut best = CapacityShortfall { layers: 0, stages: 0 };
    for stages in 1..=evaluator.max_stages() {
        for component in components.iter().filter(|component| component.len() >= stages) {
            let layers = layer_capacity(evaluator, component, stages);
            if layers >= total {
                return None;
            }
            if layers > best.layers {
                best = CapacityShortfall { layers, stages };
            }
        }
    }
    Some(best)
}
