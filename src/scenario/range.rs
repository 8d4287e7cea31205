//! Sentences about the range of a number.

use super::field::NumberField;
use super::say::figure;

/// "Enter a number from 0.001 to 1,000,000 GB."
pub(super) fn ask_for(field: &NumberField) -> String {
    let kind = if field.whole { "a whole number" } else { "a number" };
    let range = if 0.0 < field.min && field.min < 1e-6 {
        format!("more than 0 and at most {}", figure(field.max))
    } else {
        format!("from {} to {}", figure(field.min), figure(field.max))
    };
    format!("Enter {kind} {range}{}.", with_space(field.unit.in_sentences()))
}

/// The end of a sentence about a value outside the range.
pub(super) fn out_of_range(field: &NumberField, value: f64) -> String {
    let unit = with_space(field.unit.in_sentences());
    if field.is_share() && (1.0..=100.0).contains(&value) {
        return format!("must be at most 1; {} % is written {}", figure(value), as_share(value));
    }
    let bound = if value > field.max {
        format!("at most {}{unit}", figure(field.max))
    } else if value <= 0.0 && field.min > 0.0 && !field.whole {
        format!("more than 0{unit}")
    } else {
        format!("at least {}{unit}", figure(field.min))
    };
    format!("must be {bound}; it says {}", figure(value))
}

/// The most likely meaning where there is one, else the range.
pub(super) fn repair(field: &NumberField, value: f64) -> String {
    if field.is_share() && (1.0..=100.0).contains(&value) {
        format!("Use {}.", as_share(value))
    } else if value < 0.0 && field.accepts(-value) {
        format!("Use {}.", figure(-value))
    } else {
        ask_for(field)
    }
}

/// Per cent as a share: 60 is 0.60, 33.3 is 0.333.
fn as_share(percent: f64) -> String {
    if percent.fract() == 0.0 {
        format!("{:.2}", percent / 100.0)
    } else {
        ((percent * 1e8).round() / 1e10).to_string()
    }
}

fn with_space(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}
