//! Random subsets and orders, for pools with too many sets to look at.

use std::ops::RangeInclusive;

use rand::SeedableRng;
use rand::seq::SliceRandom;

use super::split::Split;
use crate::cost::Evaluator;
use crate::model::Stage;
use crate::search::uniform_below;
use crate::search::{Rng, SearchContext};

/// Number of pipelines that are drawn and scored.
pub const SAMPLES: u64 = 1_000_000;
/// Seed of the draws, fixed so that the references of a scenario do not depend on its seed.
const SEED: u64 = 2_026;

/// Draws [`SAMPLES`] pipelines with a uniform stage count in `sizes` and offers the best to the context.
pub fn sample(evaluator: &Evaluator, sizes: RangeInclusive<usize>, context: &mut SearchContext<'_>) {
    let mut rng = Rng::seed_from_u64(SEED);
    let mut deck: Vec<u16> = (0..evaluator.gpus() as u16).collect();
    let mut split = Split::default();
    let (mut flops, mut stages) = (Vec::new(), Vec::new());
    for drawn in 0..SAMPLES {
        if context.should_stop(|| drawn as f64 / SAMPLES as f64) || !context.spend() {
            return;
        }
        let size = sizes.start() + uniform_below(&mut rng, sizes.end() - sizes.start() + 1);
        let (chosen, _) = deck.partial_shuffle(&mut rng, size);
        flops.clear();
        flops.extend(chosen.iter().map(|&gpu| evaluator.effective_flops(usize::from(gpu))));
        split.set(evaluator.layers(), &flops);
        stages.clear();
        let mut earlier_tied = 0;
        for (index, &gpu) in chosen.iter().enumerate() {
            stages.push(Stage { gpu, layers: split.layers_at(index, earlier_tied) });
            earlier_tied += usize::from(split.tied[index]);
        }
        if let Some(cost) = evaluator.cost(&stages) {
            context.offer(&stages, cost);
        }
    }
}
