//! What several seeds of one planner come to.

/// Student's t at 97.5 % for 1 to 9 degrees of freedom.
const T_975: [f64; 9] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

/// Figures of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    pub best: f64,
    pub mean: f64,
    /// Half the width of the 95 % confidence interval of the mean (Student's t); 0 for a single value, and for
    /// more than ten values that of ten, which is wider.
    pub half_width: f64,
}

/// The statistics of `values`; `None` if there are none.
pub fn statistics(values: &[f64]) -> Option<Statistics> {
    let count = values.len() as f64;
    let best = values.iter().copied().reduce(f64::min)?;
    let spread = values.iter().copied().reduce(f64::max)? - best;
    let mean = best + values.iter().map(|value| value - best).sum::<f64>() / count;
    if values.len() < 2 || spread == 0.0 {
        return Some(Statistics { best, mean, half_width: 0.0 });
    }
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let deviation = (squares / (count - 1.0)).sqrt();
    let t = T_975[(values.len() - 2).min(T_975.len() - 1)];
    Some(Statistics { best, mean, half_width: t * deviation / count.sqrt() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_interval_of_five() {
        // Mean 3, variance (4+1+0+1+4)/4 = 2.5, 2.776·√2.5/√5 = 1.963.
        let five = statistics(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!(
            five.is_some_and(|five| five.best == 1.0 && five.mean == 3.0 && (five.half_width - 1.963).abs() < 5e-4)
        );
        assert_eq!(statistics(&[0.1; 5]), Some(Statistics { best: 0.1, mean: 0.1, half_width: 0.0 }));
        assert_eq!(statistics(&[]), None);
    }
}
