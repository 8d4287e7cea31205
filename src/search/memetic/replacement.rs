//! Deduplication and steady-state replacement (Algorithm 1, lines 18 and 19).

use super::individual::Individual;

/// Drops children that are in the population or among themselves already; the best of the rest take the places
/// of the worst incumbents, of whom the `elite` best always stay. Leaves the population sorted, best first, and
/// `children` holding what is no longer needed.
pub fn replace(population: &mut [Individual], children: &mut [Individual], elite: usize) {
    children.sort_by(Individual::compare);
    let mut places = population.len().saturating_sub(elite);
    let mut accepted = 0;
    for index in 0..children.len() {
        if places == 0 {
            break;
        }
        let (before, rest) = children.split_at(index);
        let known = |others: &[Individual]| others.iter().any(|other| other.is_same(&rest[0]));
        if known(population) || known(&before[..accepted]) {
            continue;
        }
        children.swap(accepted, index);
        accepted += 1;
        places -= 1;
    }
    let worst_first = population.iter_mut().rev();
    for (incumbent, child) in worst_first.zip(&mut children[..accepted]) {
        std::mem::swap(incumbent, child);
    }
    population.sort_by(Individual::compare);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Cost, Stage};

    fn individual(gpu: u16, objective: f64) -> Individual {
        let cost = Cost { time_ms: objective, energy_j: 0.0, objective };
        Individual::new(1, &[Stage { gpu, layers: 1 }], cost)
    }

    fn gpus(population: &[Individual]) -> Vec<u16> {
        population.iter().map(|individual| individual.stages[0].gpu).collect()
    }

    #[test]
    fn children_replace_the_worst_and_never_the_elite() {
        let mut population: Vec<_> = (0..5).map(|gpu| individual(gpu, f64::from(gpu))).collect();
        let mut children: Vec<_> = (10..16).map(|gpu| individual(gpu, f64::from(gpu))).collect();
        replace(&mut population, &mut children, 2);
        assert_eq!(gpus(&population), [0, 1, 10, 11, 12]);
        assert_eq!(gpus(&children)[..3], [4, 3, 2]);
    }

    #[test]
    fn known_children_are_dropped() {
        let mut population = vec![individual(0, 1.0), individual(1, 5.0)];
        let mut children = vec![individual(1, 5.0), individual(2, 3.0), individual(2, 3.0)];
        replace(&mut population, &mut children, 0);
        assert_eq!(gpus(&population), [0, 2]);
    }
}
