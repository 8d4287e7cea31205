//! Layers in proportion to effective compute: floor, at least 1, then the largest remainder.

/// The split of a set of GPUs, before their order is known.
///
/// Ties go to the earlier stage. So where the last round of adding or taking layers reaches only some of several
/// GPUs with exactly equal keys, which of them it reaches depends on the order: those are `tied`, and the first
/// `picks` of them in the pipeline have one layer more (or, if `taking`, one less) than `layers` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Split {
    /// Layers per GPU, before the tied ones get theirs.
    pub layers: Vec<u16>,
    /// GPUs among which the order decides.
    pub tied: Vec<bool>,
    /// How many of them are reached.
    pub picks: usize,
    /// Whether being reached costs a layer rather than bringing one.
    pub taking: bool,
    order: Vec<usize>,
    keys: Vec<f64>,
}

impl Split {
    /// Splits `layers` over GPUs of the given effective FLOP/s, at most as many as there are layers. Reuses the
    /// buffers of the last split.
    pub fn set(&mut self, layers: u16, effective_flops: &[f64]) {
        let total: f64 = effective_flops.iter().sum();
        let quota = |flops: f64| f64::from(layers) * flops / total;
        self.layers.clear();
        self.layers.extend(effective_flops.iter().map(|&flops| (quota(flops).floor() as u16).max(1)));
        self.keys.clear();
        self.keys.extend(effective_flops.iter().zip(&self.layers).map(|(&flops, &n)| quota(flops) - f64::from(n)));
        self.tied.clear();
        self.tied.resize(effective_flops.len(), false);
        self.order.clear();
        self.order.extend(0..effective_flops.len());
        self.picks = 0;
        let held: u32 = self.layers.iter().map(|&n| u32::from(n)).sum();
        let total = u32::from(layers);
        self.taking = held > total;
        if self.taking { self.take((held - total) as usize) } else { self.add((total - held) as usize) }
    }

    /// Layers of the GPU at `index`, if `earlier_tied` tied GPUs stand before it in the pipeline.
    pub fn layers_at(&self, index: usize, earlier_tied: usize) -> u16 {
        let base = self.layers[index];
        match (self.tied[index] && earlier_tied < self.picks, self.taking) {
            (false, _) => base,
            (true, false) => base + 1,
            (true, true) => base - 1,
        }
    }

    /// The fewest layers the GPU at `index` can end up with.
    pub fn least_layers(&self, index: usize) -> u16 {
        self.layers[index] - u16::from(self.tied[index] && self.taking)
    }

    /// One layer each to the `missing` largest remainders.
    fn add(&mut self, missing: usize) {
        if missing == 0 {
            return;
        }
        let Self { layers, tied, order, keys, .. } = self;
        order.sort_by(|&a, &b| keys[b].total_cmp(&keys[a]));
        let last_key = keys[order[missing - 1]];
        for &index in order.iter() {
            if keys[index] > last_key {
                layers[index] += 1;
            } else if keys[index] == last_key {
                tied[index] = true;
            }
        }
        self.picks = missing - order.iter().filter(|&&index| keys[index] > last_key).count();
        self.settle();
    }

    /// One layer at a time from the stage with n > 1 and the smallest quota − n.
    fn take(&mut self, mut excess: usize) {
        while excess > 0 {
            let Self { layers, tied, keys, order, .. } = self;
            let open = |index: &usize| layers[*index] > 1;
            let Some(least) = order.iter().copied().filter(open).map(|index| keys[index]).min_by(f64::total_cmp) else {
                return;
            };
            let reached: Vec<usize> =
                order.iter().copied().filter(open).filter(|&index| keys[index] == least).collect();
            if reached.len() > excess {
                reached.iter().for_each(|&index| tied[index] = true);
                self.picks = excess;
                return;
            }
            excess -= reached.len();
            for index in reached {
                layers[index] -= 1;
                keys[index] += 1.0;
            }
        }
    }

    /// If all tied GPUs are reached, the order decides nothing.
    fn settle(&mut self) {
        if self.tied.iter().filter(|tied| **tied).count() == self.picks {
            for (layers, tied) in self.layers.iter_mut().zip(&mut self.tied) {
                *layers += u16::from(std::mem::take(tied));
            }
            self.picks = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits over a pipeline in the given order.
    fn split(layers: u16, flops: &[f64]) -> Vec<u16> {
        let mut split = Split::default();
        split.set(layers, flops);
        let mut earlier_tied = 0;
        let place = |index: usize| {
            let layers = split.layers_at(index, earlier_tied);
            earlier_tied += usize::from(split.tied[index]);
            layers
        };
        (0..flops.len()).map(place).collect()
    }

    #[test]
    fn worked_by_hand() {
        // Shares 4.8, 4.8, 2.4: floors 4, 4, 2; two missing; remainders .8, .8, .4.
        assert_eq!(split(12, &[2.0, 2.0, 1.0]), [5, 5, 2]);
        // Shares 3.33 each: one missing, a tie, the earlier stage gets it.
        assert_eq!(split(10, &[1.0, 1.0, 1.0]), [4, 3, 3]);
        // Shares 2.5, 2.5, 5: one missing, tie between the first two.
        assert_eq!(split(10, &[1.0, 1.0, 2.0]), [3, 2, 5]);
        assert_eq!(split(10, &[2.0, 1.0, 1.0]), [5, 3, 2]);
        // Shares 0.06, 0.06, 7.87: at least one each makes 9; the third has the only n > 1.
        assert_eq!(split(8, &[1.0, 1.0, 126.0]), [1, 1, 6]);
        // Shares 2.92, 2.92, 0.08 ×2: floors 2, 2, 1, 1 make 6.
        assert_eq!(split(6, &[35.0, 35.0, 1.0, 1.0]), [2, 2, 1, 1]);
        // Shares 3.45 ×2, 0.05 ×2 of 7: 3, 3, 1, 1 make 8; taken from the earlier of the equal two.
        assert_eq!(split(7, &[69.0, 69.0, 1.0, 1.0]), [2, 3, 1, 1]);
        assert_eq!(split(4, &[9.0, 1.0, 1.0, 1.0]), [1, 1, 1, 1]);
        assert_eq!(split(5, &[3.0]), [5]);
    }
}
