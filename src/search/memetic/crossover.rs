//! Algorithm 2: stage-boundary-aware best-cut crossover.

use super::individual::{Individual, Marks, Workspace, score};
use crate::cost::Evaluator;
use crate::model::{Cost, Stage};
use crate::search::SearchContext;

/// For each direction, joins one parent's layers before a cut with the other's after it, tries every candidate
/// cut and appends the best valid child, the first of equals, to `children`. So 0 to 2 children come of a pair.
///
/// Candidates are the stage boundaries of both parents or, with `full_scan`, every position 1..L−1.
pub fn best_cuts(
    (first, second): (&Individual, &Individual),
    full_scan: bool,
    evaluator: &Evaluator,
    context: &mut SearchContext<'_>,
    workspace: &mut Workspace,
    children: &mut Vec<Individual>,
) {
    for (head, tail) in [(first, second), (second, first)] {
        let mut best = workspace.take();
        let mut found: Option<Cost> = None;
        let Workspace { marks, scratch, .. } = workspace;
        for cut in Cuts::new(&head.stages, &tail.stages, full_scan, evaluator.layers()) {
            if !join(&head.stages, &tail.stages, cut, marks, scratch) {
                continue;
            }
            let Some(cost) = score(evaluator, context, scratch) else { continue };
            if found.is_none_or(|best_cost| cost.objective < best_cost.objective) {
                found = Some(cost);
                best.set(scratch, cost);
            }
        }
        if found.is_some() { children.push(best) } else { workspace.give_back([best]) }
    }
}

/// Writes `head[..cut] ⊕ tail[cut..]`; `false` if a GPU would form two groups.
fn join(head: &[Stage], tail: &[Stage], cut: u16, marks: &mut Marks, child: &mut Vec<Stage>) -> bool {
    child.clear();
    marks.clear();
    let mut start = 0;
    for stage in head {
        let layers = stage.layers.min(cut - start);
        if layers == 0 {
            break;
        }
        marks.mark(stage.gpu);
        child.push(Stage { gpu: stage.gpu, layers });
        start += layers;
    }
    let mut end = 0;
    for stage in tail {
        end += stage.layers;
        if end <= cut {
            continue;
        }
        let layers = stage.layers.min(end - cut);
        match child.last_mut() {
            Some(previous) if end - layers == cut && previous.gpu == stage.gpu => previous.layers += layers,
            _ if marks.mark(stage.gpu) => child.push(Stage { gpu: stage.gpu, layers }),
            _ => return false,
        }
    }
    true
}

/// Candidate cuts in increasing order, each once.
struct Cuts<'s> {
    first: &'s [Stage],
    second: &'s [Stage],
    first_at: u16,
    second_at: u16,
    full_scan: bool,
    at: u16,
    layers: u16,
}

impl<'s> Cuts<'s> {
    fn new(first: &'s [Stage], second: &'s [Stage], full_scan: bool, layers: u16) -> Self {
        Self { first, second, first_at: 0, second_at: 0, full_scan, at: 0, layers }
    }
}

impl Iterator for Cuts<'_> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if self.full_scan {
            self.at += 1;
        } else {
            advance(&mut self.first, &mut self.first_at, self.at);
            advance(&mut self.second, &mut self.second_at, self.at);
            self.at = self.first_at.min(self.second_at);
        }
        (self.at < self.layers).then_some(self.at)
    }
}

/// Moves `boundary` on to the end of the first stage that ends after `at`.
fn advance(stages: &mut &[Stage], boundary: &mut u16, at: u16) {
    while *boundary <= at {
        let Some((stage, rest)) = stages.split_first() else {
            *boundary = u16::MAX;
            return;
        };
        *boundary += stage.layers;
        *stages = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(pairs: &[(u16, u16)]) -> Vec<Stage> {
        pairs.iter().map(|&(gpu, layers)| Stage { gpu, layers }).collect()
    }

    fn joined(head: &[(u16, u16)], tail: &[(u16, u16)], cut: u16) -> Option<Vec<(u16, u16)>> {
        let mut child = Vec::new();
        let valid = join(&stages(head), &stages(tail), cut, &mut Marks::new(8), &mut child);
        valid.then(|| child.iter().map(|stage| (stage.gpu, stage.layers)).collect())
    }

    #[test]
    fn joins_prefix_and_suffix_by_layers() {
        // 0 0 0 1 1 1 and 2 2 3 3 3 3
        let (first, second) = ([(0, 3), (1, 3)], [(2, 2), (3, 4)]);
        assert_eq!(joined(&first, &second, 3), Some(vec![(0, 3), (3, 3)]));
        assert_eq!(joined(&first, &second, 1), Some(vec![(0, 1), (2, 1), (3, 4)]));
        assert_eq!(joined(&first, &second, 5), Some(vec![(0, 3), (1, 2), (3, 1)]));
    }

    #[test]
    fn equal_genes_at_the_cut_are_one_stage_and_a_gpu_in_two_groups_is_refused() {
        // 0 0 1 1 and 1 1 1 0 cut at 3 give 0 0 1 0; 1 1 1 0 and 0 0 1 1 cut at 2 give 1 1 1 1.
        assert_eq!(joined(&[(0, 2), (1, 2)], &[(1, 3), (0, 1)], 3), None);
        assert_eq!(joined(&[(1, 3), (0, 1)], &[(0, 2), (1, 2)], 2), Some(vec![(1, 4)]));
        assert_eq!(joined(&[(0, 2), (1, 2)], &[(2, 3), (1, 1)], 3), Some(vec![(0, 2), (1, 2)]));
    }

    #[test]
    fn cuts_are_the_union_of_boundaries_or_every_position() {
        let (first, second) = (stages(&[(0, 3), (1, 2), (2, 3)]), stages(&[(3, 1), (4, 2), (5, 5)]));
        let all = |full_scan| Cuts::new(&first, &second, full_scan, 8).collect::<Vec<_>>();
        assert_eq!(all(false), [1, 3, 5]);
        assert_eq!(all(true), [1, 2, 3, 4, 5, 6, 7]);
    }
}
