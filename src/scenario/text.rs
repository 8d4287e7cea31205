//! What a text field may hold.

use crate::words::problems::{self, ProblemWords};
use crate::words::quote::is_unprintable;

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
    pub words: ProblemWords,
}

/// The first fault of `text` under `rule`.
pub(super) fn fault(text: &str, rule: TextRule) -> Option<Fault> {
    let notes = rule == TextRule::Notes;
    let limit = if notes { MAX_NOTES_CHARS } else { MAX_TEXT_CHARS };
    if !notes && text.trim().is_empty() {
        return Some(Fault { code: "empty", words: problems::blank_text(limit) });
    }
    if text.chars().nth(limit).is_some() {
        return Some(Fault { code: "too-long", words: problems::too_long_text(limit, text) });
    }
    let layout = |character| notes && matches!(character, '\n' | '\r' | '\t');
    if let Some(bad) = text.chars().find(|&character| is_unprintable(character) && !layout(character)) {
        return Some(Fault { code: "unprintable", words: problems::unprintable_text(bad, text) });
    }
    if rule == TextRule::Name && text.contains([',', ':']) {
        return Some(Fault { code: "reserved-character", words: problems::reserved_character(text) });
    }
    None
}
