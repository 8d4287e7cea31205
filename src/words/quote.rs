//! How texts repeat a value that came in: short, escaped, in the product's notation of numbers.

use serde_json::Value;

use crate::format;

/// Most characters of an offending text that a sentence repeats.
const QUOTED_CHARS: usize = 40;

/// Whether a character could disturb the text around it: control, direction-changing or invisible.
///
/// Such characters also let two different names look alike.
pub fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// At most 40 characters of `text`, the unprintable ones escaped.
pub fn clip(text: &str) -> String {
    let mut short = String::new();
    for (position, character) in text.chars().enumerate() {
        if position == QUOTED_CHARS {
            short.push('…');
            break;
        }
        if is_unprintable(character) {
            short.extend(character.escape_unicode());
        } else {
            short.push(character);
        }
    }
    short
}

/// What a cell holds: “abc”, −24, nothing.
pub fn quoted(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.as_f64().map_or_else(|| clip(&number.to_string()), format::exact),
        Value::String(text) => format!("“{}”", clip(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a group of fields".to_owned(),
    }
}
