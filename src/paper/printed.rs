//! Figures as the paper prints them.

use crate::format;

/// A figure in print.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Printed {
    /// A number and its decimals.
    Number(f64, usize),
    /// A number of thousands, millions or billions, its decimals, and the letter for them.
    Scaled(f64, usize, char),
    /// Between these two; decimals.
    Range(f64, f64, usize),
    Words(&'static str),
    /// Nothing is printed; decimals for figures beside it.
    Nothing(usize),
}

impl Printed {
    /// As in print, with this page's signs; `None` where nothing is printed.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Number(value, decimals) => Some(format::fixed(value, decimals)),
            Self::Scaled(value, decimals, letter) => Some(format!("{}{letter}", format::fixed(value, decimals))),
            Self::Range(least, most, decimals) => {
                Some(format!("{} to {}", format::fixed(least, decimals), format::fixed(most, decimals)))
            }
            Self::Words(words) => Some(words.to_owned()),
            Self::Nothing(_) => None,
        }
    }

    /// The number that is printed, if it is one.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Number(value, _) => Some(value),
            Self::Scaled(value, _, letter) => Some(value * scale(letter)),
            _ => None,
        }
    }

    /// `ours` with as many digits.
    pub fn like(self, ours: f64) -> String {
        match self {
            Self::Scaled(_, decimals, letter) => format!("{}{letter}", format::fixed(ours / scale(letter), decimals)),
            Self::Number(_, decimals) | Self::Range(_, _, decimals) | Self::Nothing(decimals) => {
                format::fixed(ours, decimals)
            }
            Self::Words(_) => format::fixed(ours, 0),
        }
    }

    /// Whether `ours` would be printed like this; `None` where no number is printed.
    pub fn agrees(self, ours: f64) -> Option<bool> {
        match self {
            Self::Number(..) | Self::Scaled(..) => Some(self.text() == Some(self.like(ours))),
            Self::Range(least, most, decimals) => {
                let ten = [1.0, 10.0, 100.0, 1_000.0].get(decimals).copied().unwrap_or(1.0);
                let rounded = (ours * ten).round() / ten;
                Some(least <= rounded && rounded <= most)
            }
            Self::Words(_) | Self::Nothing(_) => None,
        }
    }
}

fn scale(letter: char) -> f64 {
    match letter {
        'K' => 1e3,
        'M' => 1e6,
        'B' => 1e9,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_agrees_when_it_prints_alike() {
        assert_eq!(Printed::Number(1_979.8, 1).agrees(1_979.826), Some(true));
        assert_eq!(Printed::Number(1_979.8, 1).agrees(1_979.86), Some(false));
        assert_eq!(Printed::Number(0.0, 1).agrees(-0.0), Some(true));
        assert_eq!(Printed::Scaled(43.8, 1, 'M').agrees(43_761_264.0), Some(true));
        assert_eq!(Printed::Scaled(637.0, 0, 'K').like(636_576.0), "637K");
        assert_eq!(Printed::Range(10.4, 13.4, 1).agrees(13.44), Some(true));
        assert_eq!(Printed::Range(10.4, 13.4, 1).agrees(6.5), Some(false));
        assert_eq!(Printed::Nothing(1).agrees(6.5), None);
    }
}
