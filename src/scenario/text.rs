//! What a text field may hold.

use super::say::{clip, figure, unprintable};

/// Most characters of a name or another short text.
pub const MAX_TEXT_CHARS: usize = 64;
/// Most characters of the notes.
pub const MAX_NOTES_CHARS: usize = 2_000;

/// The kinds of text in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRule {
    /// 1 to 64 printable characters.
    Line,
    /// The same without `,` and `:`, which separate the stages of a plan.
    Name,
    /// Up to 2,000 characters, may be empty and may hold line breaks.
    Notes,
}

/// Why a text does not pass.
pub(super) struct Fault {
    pub code: &'static str,
    /// The end of a sentence that begins with the field's name.
    pub what: String,
    pub remedy: &'static str,
}

/// The first fault of `text` under `rule`.
pub(super) fn fault(text: &str, rule: TextRule) -> Option<Fault> {
    let notes = rule == TextRule::Notes;
    let limit = if notes { MAX_NOTES_CHARS } else { MAX_TEXT_CHARS };
    if !notes && text.trim().is_empty() {
        return Some(Fault { code: "empty", what: "is empty".to_owned(), remedy: "Enter 1 to 64 characters." });
    }
    if text.chars().nth(limit).is_some() {
        let what = format!("is longer than {} characters; it says “{}”", figure(limit as f64), clip(text));
        return Some(Fault { code: "too-long", what, remedy: "Shorten it." });
    }
    let layout = |character| notes && matches!(character, '\n' | '\r' | '\t');
    if let Some(bad) = text.chars().find(|&character| unprintable(character) && !layout(character)) {
        let what = format!("holds the invisible character {}; it says “{}”", bad.escape_unicode(), clip(text));
        return Some(Fault { code: "unprintable", what, remedy: "Type it again, without invisible characters." });
    }
    if rule == TextRule::Name && text.contains([',', ':']) {
        let what = format!("holds a comma or a colon; it says “{}”", clip(text));
        return Some(Fault {
            code: "reserved-character",
            what,
            remedy: "Leave out “,” and “:”; they separate the stages of a plan.",
        });
    }
    None
}
