//! The paper's memetic algorithm (Algorithms 1–4), one file per operator.
//!
//! A chromosome gives each layer its GPU; runs of equal genes are the stages. It is held as its list of stages,
//! so that operators and scoring cost O(stages), not O(layers), and children are written into buffers that live
//! as long as the run.

mod crossover;
mod individual;
mod initial;
mod mutation;
mod rebalance;
mod replacement;
mod selection;

use individual::{Individual, Workspace};
use rand::RngExt;

use super::{Planner, SearchContext};
use crate::cost::Evaluator;
use crate::model::{Instance, MemeticSettings, Outcome, Plan, Status, StopReason};

/// The memetic planner with its parameters.
pub struct Memetic {
    /// P, k, E, rates, patience, generations.
    pub settings: MemeticSettings,
    /// Plans to begin with, beside the random ones.
    pub known: Vec<Plan>,
}

impl Memetic {
    /// With a random initial population alone, as in the paper.
    pub fn new(settings: MemeticSettings) -> Self {
        Self { settings, known: Vec::new() }
    }
}

impl Planner for Memetic {
    /// Algorithm 1. `infeasible` only if memory and links rule out every depth; `not-found` if no individual
    /// could be built.
    fn plan(&self, evaluator: &Evaluator, mut context: SearchContext<'_>) -> Outcome {
        let settings = &self.settings;
        let mut population = match initial::population(evaluator, settings.population, &self.known, &mut context) {
            initial::Start::Population(population) => population,
            initial::Start::Infeasible => {
                return Outcome { status: Status::Infeasible, ..context.finish(StopReason::Finished) };
            }
            initial::Start::NotFound => return context.finish(StopReason::Finished),
        };
        population.sort_by(Individual::compare);
        let mut workspace = Workspace::new(evaluator);
        let mut children: Vec<Individual> = Vec::with_capacity(2 * population.len());
        let mut stall = 0;
        for generation in 0..settings.generations {
            if stall >= settings.patience {
                return context.finish(StopReason::Patience);
            }
            let fraction = fraction_done(settings, generation, stall);
            let best_before = population[0].cost.objective;
            let parents = selection::tournaments(&population, settings.tournament, &mut context.rng);
            for _ in 0..parents.len() {
                if context.should_stop(|| fraction) {
                    break;
                }
                let (first, second) = selection::random_pair(&parents, &mut context.rng);
                let pair = (&population[first], &population[second]);
                if pair.0.is_same(pair.1) {
                    continue;
                }
                let full_scan = context.rng.random::<f64>() < settings.fallback_rate;
                crossover::best_cuts(pair, full_scan, evaluator, &mut context, &mut workspace, &mut children);
            }
            for child in children.iter_mut().filter(|child| child.cost.objective >= best_before) {
                mutation::mutate(child, evaluator, &mut context, &mut workspace);
            }
            for child in &mut children {
                if context.rng.random::<f64>() < settings.local_search_rate {
                    rebalance::rebalance(child, evaluator, &mut context, &mut workspace);
                }
            }
            replacement::replace(&mut population, &mut children, settings.elite);
            workspace.give_back(children.drain(..));
            let improved = context.offer(&population[0].stages, population[0].cost);
            stall = if improved { 0 } else { stall + 1 };
            if context.stopped_by().is_some() {
                break;
            }
        }
        context.finish(StopReason::Generations)
    }

    /// P individuals a generation, through all generations.
    fn effort(&self, _: &Instance) -> f64 {
        self.settings.population as f64 * self.settings.generations as f64
    }
}

/// How far a run is by the stopping rule nearest to its end, 0 to 1.
fn fraction_done(settings: &MemeticSettings, generation: usize, stall: usize) -> f64 {
    let fraction = |done: usize, most: usize| done as f64 / most.max(1) as f64;
    fraction(generation, settings.generations).max(fraction(stall, settings.patience))
}
