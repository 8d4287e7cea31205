//! Algorithm 4: capacity-rebalancing local search.

use super::individual::{Individual, Workspace, score};
use crate::cost::Evaluator;
use crate::model::Stage;
use crate::search::SearchContext;

/// Moves layers from the most to the least loaded stage until nothing changes; keeps the result only if the
/// objective doesn't worsen.
///
/// Rounds are capped: with three or more stages the procedure can go round in circles.
pub fn rebalance(
    child: &mut Individual,
    evaluator: &Evaluator,
    context: &mut SearchContext<'_>,
    workspace: &mut Workspace,
) {
    let balanced = &mut workspace.scratch;
    balanced.clear();
    balanced.extend_from_slice(&child.stages);
    for _ in 0..4 * child.stages.len() {
        let Some(Move { from, to, layers }) = next_move(balanced, evaluator) else { break };
        balanced[from].layers -= layers;
        balanced[to].layers += layers;
    }
    if *balanced != child.stages
        && let Some(cost) = score(evaluator, context, balanced)
        && cost.objective <= child.cost.objective
    {
        child.set(balanced, cost);
    }
}

/// `layers` layers from one stage to another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Move {
    from: usize,
    to: usize,
    layers: u16,
}

/// One convergence step: load is n/F̃, worst the highest load that has a layer to give, best the lowest load
/// with memory headroom; `None` if either is missing or best is not the faster GPU.
fn next_move(stages: &[Stage], evaluator: &Evaluator) -> Option<Move> {
    let count = stages.len();
    let speed = |position: usize| evaluator.effective_flops(usize::from(stages[position].gpu));
    let load = |position: usize, layers: u16| f64::from(layers) / speed(position);
    let headroom = |position: usize| {
        let cap = evaluator.cap(usize::from(stages[position].gpu), count, position + 1 == count);
        cap.saturating_sub(stages[position].layers)
    };
    let mut worst: Option<(usize, f64)> = None;
    let mut best: Option<(usize, f64)> = None;
    for (position, stage) in stages.iter().enumerate() {
        let own = load(position, stage.layers);
        if stage.layers >= 2 && worst.is_none_or(|(_, load)| own > load) {
            worst = Some((position, own));
        }
        if headroom(position) > 0 && best.is_none_or(|(_, load)| own < load) {
            best = Some((position, own));
        }
    }
    let ((from, _), (to, _)) = (worst?, best?);
    if speed(to) <= speed(from) {
        return None;
    }
    let most = headroom(to).min(stages[from].layers - 1);
    let crosses = |layers: &u16| load(to, stages[to].layers + layers) >= load(from, stages[from].layers - layers);
    let layers = (1..=most).find(crosses).unwrap_or(most);
    Some(Move { from, to, layers })
}
