//! The non-dominated splits of a complete sequence whose stages stay within one bottleneck.
//!
//! With the bottleneck fixed, time and energy of a split differ only in `Σ a n` and `Σ (P + M·D)·a n`: two sums over
//! the stages. So stage by stage and for every number of layers given out, only the pairs of sums that no other pair
//! beats in both need be kept.

/// A pair of sums over the stages so far.
#[derive(Clone, Copy, Debug)]
struct Pair {
    time_ms: f64,
    energy: f64,
    /// Layers of the last of those stages.
    layers: u32,
    /// Which pair of the stage before it came from.
    from: usize,
}

/// The tables; keeps its buffers.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    /// By stage, then by layers given out so far.
    tables: Vec<Vec<Vec<Pair>>>,
    candidates: Vec<Pair>,
}

impl Splits {
    /// Calls `found` with the layers per stage of every non-dominated split of `layers` layers: `room` is the most a
    /// stage holds, `time_ms` and `energy` its sums per layer.
    pub fn each(&mut self, room: &[u32], layers: u32, time_ms: &[f64], energy: &[f64], mut found: impl FnMut(&[u32])) {
        let (stages, most) = (room.len(), layers as usize);
        self.tables.resize_with(self.tables.len().max(stages + 1), Vec::new);
        for table in &mut self.tables {
            table.resize_with(table.len().max(most + 1), Vec::new);
            table.iter_mut().for_each(Vec::clear);
        }
        self.tables[0][0].push(Pair { time_ms: 0.0, energy: 0.0, layers: 0, from: 0 });
        for stage in 0..stages {
            let behind = room[stage + 1..].iter().sum::<u32>() as usize;
            let least = most.saturating_sub(behind).max(stage + 1);
            for given in least..=most.saturating_sub(stages - 1 - stage) {
                self.fill(stage, given, room[stage], time_ms[stage], energy[stage]);
            }
        }
        let mut split = vec![0; stages];
        for last in 0..self.tables[stages][most].len() {
            let (mut given, mut place) = (most, last);
            for stage in (0..stages).rev() {
                let pair = self.tables[stage + 1][given][place];
                split[stage] = pair.layers;
                given -= pair.layers as usize;
                place = pair.from;
            }
            found(&split);
        }
    }

    /// The pairs for `given` layers over the stages up to `stage`.
    fn fill(&mut self, stage: usize, given: usize, room: u32, time_ms: f64, energy: f64) {
        self.candidates.clear();
        for layers in 1..=room.min(given as u32) {
            let (more_ms, more) = (time_ms * f64::from(layers), energy * f64::from(layers));
            let before = &self.tables[stage][given - layers as usize];
            self.candidates.extend(before.iter().enumerate().map(|(from, pair)| Pair {
                time_ms: pair.time_ms + more_ms,
                energy: pair.energy + more,
                layers,
                from,
            }));
        }
        let by_time = |a: &Pair, b: &Pair| a.time_ms.total_cmp(&b.time_ms).then(a.energy.total_cmp(&b.energy));
        self.candidates.sort_by(by_time);
        let kept = &mut self.tables[stage + 1][given];
        for pair in &self.candidates {
            if kept.last().is_none_or(|last: &Pair| pair.energy < last.energy * (1.0 - 1e-12)) {
                kept.push(*pair);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_split_that_nothing_beats_comes_out() {
        // Stage 0 is quick and hungry, stage 1 slow and frugal, stage 2 both slow and hungry: it gets one layer.
        let mut found = Vec::new();
        Splits::default().each(&[3, 3, 3], 5, &[1.0, 2.0, 2.0], &[3.0, 1.0, 3.0], |split| found.push(split.to_vec()));
        assert_eq!(found, [[3, 1, 1], [2, 2, 1], [1, 3, 1]]);
        found.clear();
        Splits::default().each(&[1, 2], 4, &[1.0, 1.0], &[1.0, 1.0], |split| found.push(split.to_vec()));
        assert!(found.is_empty(), "no room");
    }
}
