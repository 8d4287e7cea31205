//! How sentences quote what came in: short, escaped, in the product's notation of numbers.

use serde_json::Value;

/// Most characters of an offending text that a sentence repeats.
const QUOTED_CHARS: usize = 40;

/// The text, at most 40 characters of it, with characters that could disturb the sentence escaped.
pub(super) fn clip(text: &str) -> String {
    let mut short = String::new();
    for (position, character) in text.chars().enumerate() {
        if position == QUOTED_CHARS {
            short.push('…');
            break;
        }
        if unprintable(character) {
            short.extend(character.escape_unicode());
        } else {
            short.push(character);
        }
    }
    short
}

/// Whether a character is refused in every text: control, direction-changing or invisible.
///
/// Such characters let two different names look alike or reorder the text around them.
pub(super) fn unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// What a cell says, for the end of a sentence.
pub(super) fn quoted(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.as_f64().map_or_else(|| clip(&number.to_string()), figure),
        Value::String(text) => format!("“{}”", clip(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a group of fields".to_owned(),
    }
}

/// A number as people read it: `−24`, `1,000,000`, `0.001`, `1e300`.
pub(super) fn figure(value: f64) -> String {
    let size = value.abs();
    let digits =
        if size >= 1e15 || (size > 0.0 && size < 1e-6) { format!("{size:e}") } else { with_commas(&size.to_string()) };
    if value < 0.0 { format!("−{digits}") } else { digits }
}

fn with_commas(digits: &str) -> String {
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut grouped = String::new();
    for (position, digit) in whole.chars().enumerate() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

/// "1 layer", "12 layers".
pub(super) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", figure(count as f64))
}

/// The sentence with a capital first letter.
pub(super) fn capitalised(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// The known name with the smallest edit distance to `wanted`, the first of several; `None` when none is known.
///
/// Of thousands of very long names only the first few hundred are looked at, so that a report stays quick.
pub(super) fn nearest<'n>(wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const MOST_WORK: usize = 1 << 20;
    const COMPARED_CHARS: usize = 64;
    let wanted: String = wanted.chars().take(COMPARED_CHARS).collect::<String>().to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    let mut work = 0;
    for name in known {
        if best.is_some_and(|(distance, _)| name.chars().count().abs_diff(wanted.chars().count()) >= distance) {
            continue;
        }
        let distance = strsim::levenshtein(&wanted, &name.to_lowercase());
        if best.is_none_or(|(smallest, _)| distance < smallest) {
            best = Some((distance, name));
        }
        work += wanted.len() * name.len();
        if work > MOST_WORK {
            break;
        }
    }
    best.map(|(_, name)| name)
}
