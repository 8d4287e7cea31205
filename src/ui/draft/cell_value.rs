//! Between what people type into a cell and what the document holds.

use serde_json::{Number, Value};

use crate::scenario::{NumberField, Omitted};

/// What a cell is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    Number,
    /// A number, or nothing.
    OptionalNumber,
    /// A share of 1, shown with two decimals.
    Share,
    Text,
}

impl EntryKind {
    /// What the cells of a column of numbers are for.
    pub fn of(field: &NumberField) -> Self {
        match field.omitted {
            Omitted::Null => Self::OptionalNumber,
            Omitted::Refused | Omitted::Value(_) if field.max == 1.0 => Self::Share,
            Omitted::Refused | Omitted::Value(_) => Self::Number,
        }
    }
}

/// What the document holds for this text.
pub fn read(text: &str, kind: EntryKind) -> Value {
    let trimmed = text.trim();
    match kind {
        EntryKind::Text => Value::String(text.to_owned()),
        EntryKind::OptionalNumber if trimmed.is_empty() => Value::Null,
        _ => number(&plain_minus(trimmed)).map_or_else(|| Value::String(text.to_owned()), Value::Number),
    }
}

/// As people type a minus, for parsing.
fn plain_minus(text: &str) -> String {
    text.replace('−', "-")
}

/// What is typed, with a true minus where it begins a number.
pub fn typeset(text: String, kind: EntryKind) -> String {
    match text.strip_prefix('-') {
        Some(rest) if kind != EntryKind::Text => format!("−{rest}"),
        _ => text,
    }
}

/// The text of a cell nobody is typing in. Reading it gives the same value again.
pub fn show(value: &Value, kind: EntryKind) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => show_number(number, kind),
        other => other.to_string(),
    }
}

/// How a cell shows its value while nobody is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    #[default]
    Exact,
    /// Whole numbers with commas between thousands.
    Grouped,
    /// At most so many decimals where there is little room.
    Brief(usize),
}

/// The text of a cell at rest. Unlike that of [`show`] it is for reading only.
pub fn show_at_rest(value: &Value, kind: EntryKind, rest: Rest) -> String {
    let exact = show(value, kind);
    match (rest, value.as_u64(), value.as_f64()) {
        (Rest::Grouped, Some(whole), _) => crate::format::count(whole),
        (Rest::Brief(most), None, Some(number)) if decimals(&exact) > most => brief(number, most).unwrap_or(exact),
        _ => exact,
    }
}

fn decimals(figure: &str) -> usize {
    figure.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

/// So many decimals, of them at least one as a sign that there are more, unless they would hide that the number is
/// not 0.
fn brief(number: f64, decimals: usize) -> Option<String> {
    let text = format!("{number:.decimals$}").replace('-', "−");
    let short = text.trim_end_matches('0');
    let shown = if short.ends_with('.') { format!("{short}0") } else { short.to_owned() };
    (number.abs() >= 0.1_f64.powi(decimals as i32)).then_some(shown)
}

/// A number that was probably meant by a text that is none, or by a percentage where a share of 1 is asked for.
pub fn repair(value: &Value, kind: EntryKind) -> Option<String> {
    match value {
        Value::String(text) if kind != EntryKind::Text => repair_text(text, kind),
        Value::Number(percent) if kind == EntryKind::Share => share_of_percent(percent.as_f64()?),
        _ => None,
    }
}

fn repair_text(text: &str, kind: EntryKind) -> Option<String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '−' { '-' } else { c }).collect();
    if kind == EntryKind::Share
        && let Some(percent) = text.strip_suffix('%')
    {
        return share_of_percent(meant(percent)?.as_f64()?);
    }
    meant(&text).map(|number| show_number(&number, kind))
}

/// The number in "1,000", "0,6", "1'000" or "2048tokens".
fn meant(text: &str) -> Option<Number> {
    let text = text.trim_end_matches(|c: char| c.is_alphabetic());
    let groups: Vec<&str> = text.split([',', '\'']).collect();
    let thousands = groups.len() > 1
        && groups.iter().skip(1).all(|group| group.split('.').next().is_some_and(|whole| whole.len() == 3))
        && groups.first().is_some_and(|first| !matches!(*first, "" | "0" | "-" | "-0"));
    if thousands {
        return number(&groups.concat());
    }
    if groups.len() == 2 && !text.contains(['.', '\'']) {
        return number(&groups.join("."));
    }
    number(text)
}

fn share_of_percent(percent: f64) -> Option<String> {
    let share = Number::from_f64((percent * 1e8).round() / 1e10)?;
    (percent > 1.0 && percent <= 100.0).then(|| show_number(&share, EntryKind::Share))
}

/// Digits with a point and an exponent, as JSON has them; a missing digit before or after the point is allowed.
fn number(text: &str) -> Option<Number> {
    if text.is_empty() || !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'e' | b'E' | b'+')) {
        return None;
    }
    if text.starts_with('+') {
        return None;
    }
    if let Ok(whole) = text.parse::<u64>() {
        return Some(whole.into());
    }
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.into());
    }
    Number::from_f64(text.parse::<f64>().ok()?)
}

fn show_number(number: &Number, kind: EntryKind) -> String {
    if kind == EntryKind::Share
        && let Some(value) = number.as_f64()
    {
        let two_decimals = format!("{value:.2}");
        if (0.0..=1.0).contains(&value) && two_decimals.parse() == Ok(value) {
            return two_decimals;
        }
    }
    let text = number.to_string();
    text.strip_suffix(".0").unwrap_or(&text).replace('-', "−")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_numbers_and_anything_else_is_kept_as_typed() {
        let cases = [
            ("12", json!(12)),
            (" 12 ", json!(12)),
            ("-24", json!(-24)),
            ("−24", json!(-24)),
            ("1e−3", json!(0.001)),
            ("312.5", json!(312.5)),
            (".5", json!(0.5)),
            ("5.", json!(5.0)),
            ("1e3", json!(1000.0)),
            ("18446744073709551615", json!(u64::MAX)),
            ("0,6", json!("0,6")),
            ("1,000", json!("1,000")),
            ("+5", json!("+5")),
            ("", json!("")),
            ("inf", json!("inf")),
            ("NaN", json!("NaN")),
            ("1e999", json!("1e999")),
            ("0x10", json!("0x10")),
            ("--1", json!("--1")),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text, EntryKind::Number), expected, "{text}");
        }
        assert_eq!(read(" ", EntryKind::OptionalNumber), Value::Null);
        assert_eq!(read("12", EntryKind::Text), json!("12"));
    }

    #[test]
    fn shown_values_read_back_as_themselves() {
        for value in [
            json!(0.6),
            json!(1),
            json!(2.0),
            json!(0.123_456_789),
            json!(1e300),
            json!("0,6"),
            json!(-24),
            json!(5e-324),
        ] {
            for kind in [EntryKind::Number, EntryKind::Share] {
                let again = read(&show(&value, kind), kind);
                assert_eq!(again.as_f64(), value.as_f64(), "{value}");
                assert_eq!(again.as_str(), value.as_str(), "{value}");
            }
        }
    }

    #[test]
    fn shares_have_two_decimals_unless_they_need_more() {
        assert_eq!(show(&json!(0.6), EntryKind::Share), "0.60");
        assert_eq!(show(&json!(1), EntryKind::Share), "1.00");
        assert_eq!(show(&json!(0.655), EntryKind::Share), "0.655");
        assert_eq!(show(&json!(60), EntryKind::Share), "60");
        assert_eq!(show(&json!(2.0), EntryKind::Number), "2");
    }

    #[test]
    fn a_minus_is_a_true_one_in_numbers() {
        assert_eq!(show(&json!(-24), EntryKind::Number), "−24");
        assert_eq!(show_at_rest(&json!(-0.123_456), EntryKind::Number, Rest::Brief(3)), "−0.123");
        assert_eq!(typeset("-24".to_owned(), EntryKind::Number), "−24");
        assert_eq!(typeset("-24".to_owned(), EntryKind::Text), "-24");
    }

    #[test]
    fn cells_at_rest_are_easy_to_read() {
        let cases = [
            (json!(50_258), Rest::Grouped, "50,258"),
            (json!(2.5), Rest::Grouped, "2.5"),
            (json!("2048x"), Rest::Grouped, "2048x"),
            (json!(0.901_653_846_153_846), Rest::Brief(3), "0.902"),
            (json!(34.631_29), Rest::Brief(3), "34.631"),
            (json!(99.999_9), Rest::Brief(3), "100.0"),
            (json!(299.968), Rest::Brief(1), "300.0"),
            (json!(392.355), Rest::Brief(1), "392.4"),
            (json!(312.5), Rest::Brief(3), "312.5"),
            (json!(2048), Rest::Brief(3), "2048"),
            (json!(0.000_123_4), Rest::Brief(3), "0.0001234"),
            (json!(0.123_456), Rest::Exact, "0.123456"),
        ];
        for (value, rest, expected) in cases {
            assert_eq!(show_at_rest(&value, EntryKind::Number, rest), expected, "{value}");
        }
        assert_eq!(show_at_rest(&json!(0.6), EntryKind::Share, Rest::Brief(3)), "0.60");
    }

    #[test]
    fn repairs_guess_what_was_meant() {
        let cases = [
            (json!("0,6"), EntryKind::Share, Some("0.60")),
            (json!("60 %"), EntryKind::Share, Some("0.60")),
            (json!("62,5%"), EntryKind::Share, Some("0.625")),
            (json!(60), EntryKind::Share, Some("0.60")),
            (json!(0.6), EntryKind::Share, None),
            (json!(-3), EntryKind::Share, None),
            (json!("1,000"), EntryKind::Number, Some("1000")),
            (json!("1,234,567.5"), EntryKind::Number, Some("1234567.5")),
            (json!("50'258"), EntryKind::Number, Some("50258")),
            (json!("0,125"), EntryKind::Number, Some("0.125")),
            (json!("1,5"), EntryKind::Number, Some("1.5")),
            (json!("−5"), EntryKind::Number, Some("−5")),
            (json!("2 048 tokens"), EntryKind::Number, Some("2048")),
            (json!("many"), EntryKind::Number, None),
            (json!("1,2,3"), EntryKind::Number, None),
            (json!(""), EntryKind::Number, None),
            (json!("1,000"), EntryKind::Text, None),
        ];
        for (value, kind, expected) in cases {
            assert_eq!(repair(&value, kind).as_deref(), expected, "{value}");
        }
    }
}
