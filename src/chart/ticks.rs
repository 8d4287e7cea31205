/// Round values to mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// The marked values, increasing.
    pub values: Vec<f64>,
    /// Decimals their labels need.
    pub decimals: usize,
}

/// Multiples of the smallest step 1, 2, 2.5 or 5 times a power of ten of which at most `most` lie between `from`
/// and `to`, both ends included; none if the range is empty. With `most` = 7 there are four to seven.
pub fn ticks(from: f64, to: f64, most: usize) -> Ticks {
    let range = to - from;
    if !range.is_finite() || range <= 0.0 || most == 0 {
        return Ticks { values: Vec::new(), decimals: 0 };
    }
    let mut decade = 1.0;
    while decade > range / 1_000.0 {
        decade /= 10.0;
    }
    while decade * 10_000.0 <= range {
        decade *= 10.0;
    }
    let first = |step: f64| (from / step - 1e-9).ceil();
    let count = |step: f64| (to / step + 1e-9).floor() - first(step) + 1.0;
    let step = loop {
        let steps = [1.0, 2.0, 2.5, 5.0].map(|multiple| multiple * decade);
        if let Some(step) = steps.into_iter().find(|&step| count(step) <= most as f64) {
            break step;
        }
        decade *= 10.0;
    };
    let values = (0..count(step) as u32).map(|index| multiple_of(step, first(step) + f64::from(index))).collect();
    let mut decimals = 0;
    let mut scaled = step;
    while (scaled - scaled.round()).abs() > 1e-6 * scaled && decimals < 12 {
        scaled *= 10.0;
        decimals += 1;
    }
    Ticks { values, decimals }
}

/// `index · step` without the noise of steps like 0.2: below 1 the step is divided by, as the whole number it is
/// one over.
fn multiple_of(step: f64, index: f64) -> f64 {
    let inverse = 1.0 / step;
    if (inverse - inverse.round()).abs() < 1e-9 * inverse { index / inverse.round() } else { index * step }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_values() {
        assert_eq!(ticks(0.0, 1_756.8, 7).values, [0.0, 500.0, 1_000.0, 1_500.0]);
        assert_eq!(ticks(500.0, 1_000.0, 7).values, [500.0, 600.0, 700.0, 800.0, 900.0, 1_000.0]);
        assert_eq!(ticks(0.0, 1_756.8, 10).values.len(), 9);
        assert_eq!(ticks(0.0, 1.0, 7), Ticks { values: vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0], decimals: 1 });
        assert_eq!(ticks(0.0, 0.15, 7).decimals, 3);
        assert_eq!(ticks(3.0, 3.0, 7).values, [0.0; 0]);
    }

    #[test]
    fn four_to_seven_of_them_in_any_range() {
        for from in [0.0, 1.3, 870.0, 1e6] {
            let mut range = 0.001;
            while range < 1e7 {
                let ticks = ticks(from, from + range, 7);
                assert!((4..=7).contains(&ticks.values.len()), "{from} + {range}: {ticks:?}");
                range *= 1.37;
            }
        }
    }
}
