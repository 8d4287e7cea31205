use super::individual::Individual;
use crate::search::Rng;
use crate::search::uniform_below;

/// As many tournament winners as there are individuals; each is the best of `contestants` drawn with
/// replacement. The population is sorted, best first, so the least index wins.
pub fn tournaments(population: &[Individual], contestants: usize, rng: &mut Rng) -> Vec<usize> {
    let winner = |_| (0..contestants.max(1)).map(|_| uniform_below(rng, population.len())).min().unwrap_or(0);
    (0..population.len()).map(winner).collect()
}

/// Two parents from different places of the list.
pub fn random_pair(parents: &[usize], rng: &mut Rng) -> (usize, usize) {
    if parents.len() < 2 {
        return (parents[0], parents[0]);
    }
    let (first, second) = two_distinct(rng, parents.len());
    (parents[first], parents[second])
}

/// Uniform choice of an index below `len`, and a different one; `len` is at least 2.
pub fn two_distinct(rng: &mut Rng, len: usize) -> (usize, usize) {
    let first = uniform_below(rng, len);
    let second = uniform_below(rng, len - 1);
    (first, if second >= first { second + 1 } else { second })
}
