use crate::search::Rng;
use crate::search::uniform_below;

/// A step from one sequence to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Put an unused GPU before position `at`.
    Insert {
        /// 0 to the length.
        at: usize,
        /// An unused GPU.
        gpu: u16,
    },
    /// Put an unused GPU in the place of another.
    Replace {
        /// Position of the other.
        at: usize,
        /// An unused GPU.
        gpu: u16,
    },
    /// Take a GPU out.
    Remove {
        /// Position in the sequence.
        at: usize,
    },
    /// Exchange two GPUs.
    Swap {
        /// Position of the one.
        first: usize,
        /// Position of the other, greater.
        second: usize,
    },
    /// Move a GPU to another position.
    Relocate {
        /// Position that the GPU leaves.
        from: usize,
        /// To here, counted without it.
        to: usize,
    },
    /// Turn a segment round.
    Reverse {
        /// First position of the segment.
        first: usize,
        /// Last position of the segment.
        last: usize,
    },
}

impl Move {
    /// Applies the move to a sequence of GPUs.
    pub fn apply(self, sequence: &mut Vec<u16>) {
        match self {
            Self::Insert { at, gpu } => sequence.insert(at, gpu),
            Self::Replace { at, gpu } => sequence[at] = gpu,
            Self::Remove { at } => {
                sequence.remove(at);
            }
            Self::Swap { first, second } => sequence.swap(first, second),
            Self::Relocate { from, to } => {
                let gpu = sequence.remove(from);
                sequence.insert(to, gpu);
            }
            Self::Reverse { first, last } => sequence[first..=last].reverse(),
        }
    }
}

/// Every move from `sequence` over GPUs `0..gpus`; those that other moves make as well only once.
pub fn all(sequence: &[u16], gpus: u16) -> Vec<Move> {
    let length = sequence.len();
    let unused: Vec<u16> = (0..gpus).filter(|gpu| !sequence.contains(gpu)).collect();
    let pairs = move || (0..length).flat_map(move |first| (first + 1..length).map(move |second| (first, second)));
    let mut moves = Vec::new();
    for &gpu in &unused {
        moves.extend((0..length).map(|at| Move::Replace { at, gpu }));
        moves.extend((0..=length).map(|at| Move::Insert { at, gpu }));
    }
    if length > 1 {
        moves.extend((0..length).map(|at| Move::Remove { at }));
    }
    moves.extend(pairs().map(|(first, second)| Move::Swap { first, second }));
    moves.extend(pairs().filter(|(first, last)| last - first >= 3).map(|(first, last)| Move::Reverse { first, last }));
    let relocations = (0..length).flat_map(|from| (0..length).map(move |to| (from, to)));
    let distant = relocations.filter(|(from, to)| from.abs_diff(*to) >= 2);
    moves.extend(distant.map(|(from, to)| Move::Relocate { from, to }));
    moves
}

/// A random move, its kind uniform among the six; `None` if the sequence allows none of that kind.
pub fn random_move(sequence: &[u16], gpus: u16, rng: &mut Rng) -> Option<Move> {
    let length = sequence.len();
    let kind = uniform_below(rng, 6);
    let unused = |rng: &mut Rng| {
        let free = usize::from(gpus) - length;
        let choice = uniform_below(rng, free);
        (0..gpus).filter(|gpu| !sequence.contains(gpu)).nth(choice)
    };
    let pair = |rng: &mut Rng| {
        let (first, second) = (uniform_below(rng, length), uniform_below(rng, length));
        (first.min(second), first.max(second))
    };
    match kind {
        0 => unused(rng).map(|gpu| Move::Insert { at: uniform_below(rng, length + 1), gpu }),
        1 => unused(rng).map(|gpu| Move::Replace { at: uniform_below(rng, length), gpu }),
        2 => (length > 1).then(|| Move::Remove { at: uniform_below(rng, length) }),
        3 => Some(pair(rng)).map(|(first, second)| Move::Swap { first, second }),
        4 => Some(Move::Relocate { from: uniform_below(rng, length), to: uniform_below(rng, length) }),
        _ => Some(pair(rng)).map(|(first, last)| Move::Reverse { first, last }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn neighbours_are_distinct_sequences_of_distinct_gpus() {
        let start = vec![3, 0, 4, 1];
        let mut seen = Vec::new();
        for step in all(&start, 6) {
            let mut sequence = start.clone();
            step.apply(&mut sequence);
            let mut sorted = sequence.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), sequence.len(), "{step:?}");
            assert!(sequence.iter().all(|gpu| *gpu < 6) && sequence != start, "{step:?}");
            seen.push(sequence);
        }
        // 2 unused × (4 replace + 5 insert), 4 remove, 6 swap, 1 reverse of four, 6 relocations by two or three.
        assert_eq!(seen.len(), 18 + 4 + 6 + 1 + 6);
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 35);
    }

    #[test]
    fn random_moves_keep_gpus_distinct() {
        let mut rng = Rng::seed_from_u64(3);
        let mut sequence = vec![1, 2];
        let mut lengths = [0; 6];
        for _ in 0..2_000 {
            if let Some(step) = random_move(&sequence, 5, &mut rng) {
                step.apply(&mut sequence);
            }
            let mut sorted = sequence.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), sequence.len());
            lengths[sequence.len()] += 1;
        }
        assert_eq!(lengths[0], 0);
        assert!(lengths[1..].iter().all(|count| *count > 20), "{lengths:?}");
    }
}
