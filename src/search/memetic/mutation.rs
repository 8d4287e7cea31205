//! Algorithm 3: contiguity-preserving mutation.

use super::individual::{Individual, Marks, Workspace, score};
use super::selection::two_distinct;
use crate::cost::Evaluator;
use crate::model::Stage;
use crate::search::uniform_below;
use crate::search::{Rng, SearchContext};

/// Applies one of three moves, chosen uniformly; a move that can't be made or breaks memory or a link leaves
/// the child as it was.
pub fn mutate(
    child: &mut Individual,
    evaluator: &Evaluator,
    context: &mut SearchContext<'_>,
    workspace: &mut Workspace,
) {
    let Workspace { marks, scratch, .. } = workspace;
    scratch.clear();
    scratch.extend_from_slice(&child.stages);
    let moved = match uniform_below(&mut context.rng, 3) {
        0 => shift_boundary(scratch, &mut context.rng),
        1 => swap_stages(scratch, &mut context.rng),
        _ => reassign_gpu(scratch, evaluator.gpus(), &mut context.rng, marks),
    };
    if moved && let Some(cost) = score(evaluator, context, scratch) {
        child.set(scratch, cost);
    }
}

/// Boundary-shift: at a random boundary the last layer of the left stage goes to the right one.
fn shift_boundary(stages: &mut Vec<Stage>, rng: &mut Rng) -> bool {
    if stages.len() < 2 {
        return false;
    }
    let boundary = 1 + uniform_below(rng, stages.len() - 1);
    stages[boundary].layers += 1;
    stages[boundary - 1].layers -= 1;
    if stages[boundary - 1].layers == 0 {
        stages.remove(boundary - 1);
    }
    true
}

/// Stage-swap: two random stages change places with all their layers.
fn swap_stages(stages: &mut [Stage], rng: &mut Rng) -> bool {
    if stages.len() < 2 {
        return false;
    }
    let (first, second) = two_distinct(rng, stages.len());
    stages.swap(first, second);
    true
}

/// GPU-reassignment: a random stage moves to a random unused GPU.
fn reassign_gpu(stages: &mut [Stage], gpus: usize, rng: &mut Rng, marks: &mut Marks) -> bool {
    let unused = gpus - stages.len();
    if unused == 0 {
        return false;
    }
    marks.clear();
    for stage in stages.iter() {
        marks.mark(stage.gpu);
    }
    let position = uniform_below(rng, stages.len());
    let choice = uniform_below(rng, unused);
    let Some(gpu) = (0..gpus as u16).filter(|&gpu| !marks.is_marked(gpu)).nth(choice) else { return false };
    stages[position].gpu = gpu;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn stages(pairs: &[(u16, u16)]) -> Vec<Stage> {
        pairs.iter().map(|&(gpu, layers)| Stage { gpu, layers }).collect()
    }

    /// Everything `moved` can become in 300 tries from `before`, each once, sorted.
    fn reachable(before: &[Stage], mut moved: impl FnMut(&mut Vec<Stage>, &mut Rng) -> bool) -> Vec<Vec<Stage>> {
        let mut rng = Rng::seed_from_u64(7);
        let mut seen: Vec<Vec<Stage>> = (0..300)
            .filter_map(|_| {
                let mut stages = before.to_vec();
                moved(&mut stages, &mut rng).then_some(stages)
            })
            .collect();
        seen.sort();
        seen.dedup();
        seen
    }

    #[test]
    fn a_shift_moves_one_layer_to_the_right_and_a_one_layer_stage_vanishes() {
        let before = stages(&[(4, 1), (0, 5), (2, 2)]);
        let expected = [stages(&[(0, 6), (2, 2)]), stages(&[(4, 1), (0, 4), (2, 3)])];
        assert_eq!(reachable(&before, shift_boundary), expected);
    }

    #[test]
    fn a_swap_exchanges_any_two_stages_with_their_layers() {
        let before = stages(&[(0, 1), (1, 2), (2, 3)]);
        let expected =
            [stages(&[(0, 1), (2, 3), (1, 2)]), stages(&[(1, 2), (0, 1), (2, 3)]), stages(&[(2, 3), (1, 2), (0, 1)])];
        assert_eq!(reachable(&before, |stages, rng| swap_stages(stages, rng)), expected);
    }

    #[test]
    fn a_reassignment_reaches_every_unused_gpu_at_every_stage() {
        let before = stages(&[(1, 2), (3, 2)]);
        let mut marks = Marks::new(5);
        let reached = reachable(&before, |stages, rng| reassign_gpu(stages, 5, rng, &mut marks));
        let expected = [(0, 3), (1, 0), (1, 2), (1, 4), (2, 3), (4, 3)];
        assert_eq!(reached, expected.map(|(first, second)| stages(&[(first, 2), (second, 2)])));
    }

    #[test]
    fn moves_that_need_more_than_there_is_do_nothing() {
        let single = stages(&[(1, 4)]);
        assert!(reachable(&single, shift_boundary).is_empty());
        assert!(reachable(&single, |stages, rng| swap_stages(stages, rng)).is_empty());
        let (everyone, mut marks) = (stages(&[(1, 2), (0, 2)]), Marks::new(2));
        assert!(reachable(&everyone, |stages, rng| reassign_gpu(stages, 2, rng, &mut marks)).is_empty());
    }
}
