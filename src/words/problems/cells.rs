//! What is said of the value of one cell. Its subject is the reader's to add.

use serde_json::Value;

use super::parts::ProblemWords;
use crate::format::{capitalised, counted, exact};
use crate::words::Wording;
use crate::words::quote::{clip, quoted};

/// What a cell of numbers accepts.
#[derive(Clone, Copy, Debug)]
pub struct NumberRange {
    /// Smallest number.
    pub min: f64,
    /// Largest number.
    pub max: f64,
    /// Whether only whole numbers are accepted.
    pub whole: bool,
    /// Unit as it follows a number; empty for none.
    pub unit: &'static str,
}

impl NumberRange {
    /// "Enter a number from 0.001 to 1,000,000 GB."
    fn ask(self) -> String {
        let kind = if self.whole { "a whole number" } else { "a number" };
        let range = if 0.0 < self.min && self.min < 1e-6 {
            format!("more than 0 and at most {}", exact(self.max))
        } else {
            format!("from {} to {}", exact(self.min), exact(self.max))
        };
        format!("Enter {kind} {range}{}.", self.spaced_unit())
    }

    /// "more than 0 GB"
    fn bound_against(self, value: f64) -> String {
        let unit = self.spaced_unit();
        if value > self.max {
            format!("at most {}{unit}", exact(self.max))
        } else if value <= 0.0 && self.min > 0.0 && !self.whole {
            format!("more than 0{unit}")
        } else {
            format!("at least {}{unit}", exact(self.min))
        }
    }

    fn spaced_unit(self) -> String {
        if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) }
    }
}

fn says(value: &Value) -> String {
    format!("it says {}", quoted(value))
}

/// "g3, memory", or "Layers" where there is only one.
pub fn cell(row: &Wording, label: &str) -> Wording {
    Wording::new(if row.is_empty() { capitalised(label) } else { format!("{row}, {label}") })
}

/// A number is left out.
pub fn missing_number(range: NumberRange) -> ProblemWords {
    ProblemWords::new("is missing", range.ask())
}

/// A number's cell holds nothing.
pub fn empty_number(range: NumberRange) -> ProblemWords {
    ProblemWords::new("is empty", range.ask())
}

/// A number's cell holds something else.
pub fn not_a_number(range: NumberRange, value: &Value) -> ProblemWords {
    ProblemWords::new("must be a number", range.ask()).detail(says(value))
}

/// A number has decimals where none are accepted.
pub fn not_whole(range: NumberRange, value: f64) -> ProblemWords {
    ProblemWords::new("must be a whole number", range.ask()).detail(format!("it says {}", exact(value)))
}

/// A number lies outside its range; `meant` is the one that was probably meant.
pub fn out_of_range(range: NumberRange, value: f64, meant: Option<f64>) -> ProblemWords {
    let remedy = meant.map_or_else(|| range.ask(), |meant| format!("Use {}.", exact(meant)));
    let verdict = format!("must be {}", range.bound_against(value));
    ProblemWords::new(verdict, remedy).detail(format!("it says {}", exact(value)))
}

/// The label of a button that puts a number into the cell.
pub fn offer(number: &str) -> Wording {
    Wording::new(format!("Use {number}"))
}

/// A share of 1 was stated in per cent.
pub fn per_cent(percent: f64, share: f64) -> ProblemWords {
    let written = if percent.fract() == 0.0 { format!("{share:.2}") } else { share.to_string() };
    let detail = format!("{} % is written {written}", exact(percent));
    ProblemWords::new("must be at most 1", format!("Use {written}.")).detail(detail)
}

const ENTER_TEXT: &str = "Enter a text.";

/// A text is left out.
pub fn missing_text() -> ProblemWords {
    ProblemWords::new("is missing", ENTER_TEXT)
}

/// A text's cell holds nothing.
pub fn no_text() -> ProblemWords {
    ProblemWords::new("is empty", ENTER_TEXT)
}

/// A text's cell holds something else.
pub fn not_a_text(value: &Value) -> ProblemWords {
    ProblemWords::new("must be a text", ENTER_TEXT).detail(says(value))
}

/// A text has no character to see.
pub fn blank_text(max_chars: usize) -> ProblemWords {
    ProblemWords::new("is empty", format!("Enter 1 to {} characters.", exact(max_chars as f64)))
}

/// A text is too long.
pub fn too_long_text(max_chars: usize, text: &str) -> ProblemWords {
    let verdict = format!("is longer than {} characters", exact(max_chars as f64));
    ProblemWords::new(verdict, "Shorten it.").detail(format!("it says “{}”", clip(text)))
}

/// A text holds a character that can't be seen.
pub fn unprintable_text(character: char, text: &str) -> ProblemWords {
    let verdict = format!("holds the invisible character {}", character.escape_unicode());
    ProblemWords::new(verdict, "Type it again, without invisible characters.")
        .detail(format!("it says “{}”", clip(text)))
}

/// A name holds a character that plans need.
pub fn reserved_character(text: &str) -> ProblemWords {
    ProblemWords::new("holds a comma or a colon", "Leave out “,” and “:”; they separate the stages of a plan.")
        .detail(format!("it says “{}”", clip(text)))
}

/// A yes-or-no cell holds something else.
pub fn not_a_flag(value: &Value) -> ProblemWords {
    ProblemWords::new("must be true or false", "Write true or false.").detail(says(value))
}

/// A text names no member of its set.
pub fn unknown_choice(members: &[&str], text: &str, nearest: &str) -> ProblemWords {
    let verdict = format!("must be one of {}", members.join(", "));
    ProblemWords::new(verdict, format!("The nearest is “{nearest}”.")).detail(format!("it says “{}”", clip(text)))
}

fn list_weights(max_weights: usize) -> String {
    format!("List 1 to {max_weights} numbers from 0 to 1.")
}

/// The frontier's weights are no list.
pub fn weights_not_a_list(value: &Value, max_weights: usize) -> ProblemWords {
    ProblemWords::new("must be a list", list_weights(max_weights)).detail(says(value))
}

/// The frontier has no weight.
pub fn no_weights(max_weights: usize) -> ProblemWords {
    ProblemWords::new("are an empty list", list_weights(max_weights))
}

/// The frontier has too many weights.
pub fn too_many_weights(count: usize, max_weights: usize) -> ProblemWords {
    ProblemWords::new(format!("are {}, too many", counted(count as u64, "number")), list_weights(max_weights))
}
