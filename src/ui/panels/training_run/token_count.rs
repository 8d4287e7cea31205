//! A count of tokens as people write it, and what training on so many amounts to.

use crate::format;
use crate::model::Instance;
use crate::ui::panels::summary::verdict::tokens_per_iteration;

/// Tokens of a run until someone says otherwise.
pub const DEFAULT: f64 = 10e9;
/// Most tokens that are taken: beyond that someone mistyped.
pub const MAX: f64 = 1e18;

const SUFFIXES: [(&str, f64); 5] = [("K", 1e3), ("M", 1e6), ("B", 1e9), ("T", 1e12), ("Q", 1e15)];

/// Reads `300e9`, `1.5T`, `300 B`, `20 M tokens`, `1,000,000`. The error says what is taken.
pub fn parse(text: &str) -> Result<f64, &'static str> {
    const HELP: &str = "Write a number of tokens such as 300 B, 1.5T or 20e6.";
    let lower = text.trim().to_ascii_lowercase();
    let bare = lower.strip_suffix("tokens").or_else(|| lower.strip_suffix("token")).unwrap_or(&lower).trim_end();
    let suffix = SUFFIXES.iter().find(|(suffix, _)| bare.ends_with(&suffix.to_ascii_lowercase()));
    let (digits, unit) = suffix.map_or((bare, 1.0), |(suffix, unit)| (&bare[..bare.len() - suffix.len()], *unit));
    let digits: String =
        digits.chars().filter(|char| !matches!(char, ',' | '_' | ' ' | '\u{a0}' | '\u{202f}')).collect();
    if !digits.starts_with(|char: char| char.is_ascii_digit() || char == '.') {
        return Err(HELP);
    }
    let tokens = digits.parse::<f64>().map_err(|_| HELP)? * unit;
    match tokens {
        tokens if !(1.0..).contains(&tokens) => Err("Train on at least one token."),
        tokens if tokens > MAX => Err("Train on at most 1,000 Q tokens (10¹⁸)."),
        tokens => Ok(tokens),
    }
}

/// Writes a count the short way where that loses nothing: `300 B`, `1.5 T`, `131,072`.
pub fn show(tokens: f64) -> String {
    let short = |&(suffix, unit): &(&str, f64)| {
        let scaled = tokens / unit;
        let hundredths = (scaled * 100.0).round();
        let exact = (hundredths / 100.0 * unit - tokens).abs() <= 1e-9 * tokens;
        (scaled >= 1.0 && exact).then(|| format!("{} {suffix}", hundredths / 100.0))
    };
    SUFFIXES.iter().rev().find_map(short).unwrap_or_else(|| format::fixed(tokens, 0))
}

/// A training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunTotals {
    /// Iterations, not rounded: tokens ÷ (B · T_seq).
    pub iterations: f64,
    /// How long they take, s.
    pub time_s: f64,
    /// What they take, kWh.
    pub energy_kwh: f64,
}

impl RunTotals {
    /// Of so many tokens at T_iter and E_iter.
    pub fn of(instance: &Instance, tokens: f64, time_ms: f64, energy_j: f64) -> Self {
        let iterations = tokens / tokens_per_iteration(instance) as f64;
        Self { iterations, time_s: iterations * time_ms / 1e3, energy_kwh: iterations * energy_j / 3.6e6 }
    }

    /// How long, with the unit that fits: "1.5 days".
    pub fn duration(&self) -> (String, &'static str) {
        let (value, unit) = match self.time_s {
            seconds if seconds < 60.0 => (seconds, "s"),
            seconds if seconds < 3_600.0 => (seconds / 60.0, "min"),
            seconds if seconds < 2.0 * 86_400.0 => (seconds / 3_600.0, "hours"),
            seconds => (seconds / 86_400.0, "days"),
        };
        (format::one_decimal(value), unit)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario;

    #[test]
    fn counts_are_read_as_people_write_them() {
        let cases = [
            ("300e9", 300e9),
            ("1.5T", 1.5e12),
            ("300 B", 300e9),
            ("20 M", 20e6),
            ("  20 m tokens ", 20e6),
            ("1,000,000", 1e6),
            ("1 000 000", 1e6),
            ("7", 7.0),
            (".5k", 500.0),
            ("1e18", 1e18),
            ("2 q", 2e15),
        ];
        for (text, tokens) in cases {
            assert_eq!(parse(text), Ok(tokens), "{text}");
        }
    }

    #[test]
    fn what_is_no_count_is_refused() {
        for text in
            ["", "B", "many", "-3 B", "+3", "inf", "NaN", "0", "0.2", "2e18", "1e999", "1.2.3", "3 BB", "é B", "3 🦀"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_are_written_short_where_nothing_is_lost() {
        for (tokens, text) in
            [(300e9, "300 B"), (1.5e12, "1.5 T"), (131_072.0, "131,072"), (1e3, "1 K"), (7.0, "7"), (1.25e6, "1.25 M")]
        {
            assert_eq!(show(tokens), text);
            assert_eq!(parse(text), Ok(tokens));
        }
    }

    #[test]
    fn a_run_is_iterations_of_all_tokens() {
        let instance = scenario::read(scenario::presets::ALL[0].json).unwrap().instance;
        // 131,072 tokens an iteration; 1,000 iterations of 3.6 s and 7,200 J: an hour, 2 kWh.
        let totals = RunTotals::of(&instance, 131_072_000.0, 3_600.0, 7_200.0);
        assert_eq!((totals.iterations, totals.time_s, totals.energy_kwh), (1_000.0, 3_600.0, 2.0));
        assert_eq!(totals.duration(), ("1.0".to_owned(), "hours"));
    }

    #[test]
    fn durations_take_the_unit_that_fits() {
        let of = |time_s| RunTotals { iterations: 1.0, time_s, energy_kwh: 1.0 }.duration();
        let cases =
            [(12.0, "12.0", "s"), (90.0, "1.5", "min"), (36.0 * 3_600.0, "36.0", "hours"), (432_000.0, "5.0", "days")];
        for (time_s, value, unit) in cases {
            assert_eq!(of(time_s), (value.to_owned(), unit));
        }
    }
}
