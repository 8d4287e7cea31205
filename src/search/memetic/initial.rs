//! The initial population: blind draws as in the paper and, where memory or links make those fail, individuals
//! built to fit.

use rand::seq::SliceRandom;

use super::individual::{Individual, score};
use crate::cost::Evaluator;
use crate::model::{Plan, Stage};
use crate::search::feasibility::RandomPlans;
use crate::search::uniform_below;
use crate::search::{Rng, SearchContext};

/// Blind draws for one individual before it is built instead.
const DRAWS: usize = 20;
/// Attempts to build one individual before it is given up.
const ATTEMPTS: usize = 50;

/// What the memetic search starts from.
pub enum Start {
    /// With these; fewer than asked for on pools where hardly any plan fits.
    Population(Vec<Individual>),
    /// Not at all: memory and links rule out every plan.
    Infeasible,
    /// Not at all: no plan met.
    NotFound,
}

/// Draws individuals until there are `size` with the `known` ones and offers the best to the context.
pub fn population(evaluator: &Evaluator, size: usize, known: &[Plan], context: &mut SearchContext<'_>) -> Start {
    let random_plans = RandomPlans::new(evaluator);
    if random_plans.is_impossible() {
        return Start::Infeasible;
    }
    let mut population: Vec<Individual> = Vec::with_capacity(size);
    let mut deck: Vec<u16> = (0..evaluator.gpus() as u16).collect();
    let mut stages = Vec::with_capacity(evaluator.max_stages() + 1);
    for plan in known {
        if let Some(cost) = score(evaluator, context, plan.stages()) {
            context.offer(plan.stages(), cost);
            population.push(Individual::new(evaluator.max_stages() + 1, plan.stages(), cost));
        }
    }
    let mut given_up = 0;
    while population.len() < size && given_up < size {
        if context.should_stop(|| 0.0) {
            break;
        }
        let mut cost = None;
        for _ in 0..DRAWS {
            draw(evaluator, &mut context.rng, &mut deck, &mut stages);
            cost = score(evaluator, context, &stages);
            if cost.is_some() {
                break;
            }
        }
        for _ in 0..ATTEMPTS {
            if cost.is_some() || !context.spend() {
                break;
            }
            if random_plans.attempt(&mut context.rng, &mut stages) {
                cost = evaluator.cost(&stages);
            }
        }
        match cost {
            Some(cost) => {
                context.offer(&stages, cost);
                population.push(Individual::new(evaluator.max_stages() + 1, &stages, cost));
            }
            None => given_up += 1,
        }
    }
    if population.is_empty() { Start::NotFound } else { Start::Population(population) }
}

/// Q uniform in 1..min(L, N), Q − 1 distinct split points, Q distinct GPUs in random order.
fn draw(evaluator: &Evaluator, rng: &mut Rng, deck: &mut [u16], stages: &mut Vec<Stage>) {
    let depth = 1 + uniform_below(rng, evaluator.max_stages());
    let (chosen, _) = deck.partial_shuffle(rng, depth);
    stages.clear();
    let mut left = evaluator.layers();
    let mut cuts_left = (depth - 1) as u16;
    let mut length = 0;
    for &gpu in chosen.iter() {
        loop {
            length += 1;
            left -= 1;
            if cuts_left > 0 && uniform_below(rng, usize::from(left)) < usize::from(cuts_left) {
                cuts_left -= 1;
                break;
            }
            if left == 0 {
                break;
            }
        }
        stages.push(Stage { gpu, layers: length });
        length = 0;
    }
}
