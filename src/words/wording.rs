//! A text for people, and the one place through which all of them go.

use std::cell::Cell;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format;

thread_local! {
    static REPLACEMENT: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// A text for people. It can be shown, compared with itself and sent, but has no `&str` to look into.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Wording(String);

impl Wording {
    /// The text, or what [`with_every_text`] puts in its place. An empty text stays empty.
    pub(in crate::words) fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        match REPLACEMENT.get() {
            Some(replacement) if !text.is_empty() => Self(replacement.to_owned()),
            _ => Self(text),
        }
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text with a capital first letter, for the start of a line.
    pub fn capitalised(&self) -> Self {
        Self(format::capitalised(&self.0))
    }

    /// A sentence as the label of a button: without its full stop.
    pub fn label(&self) -> Self {
        Self(self.0.strip_suffix('.').unwrap_or(&self.0).to_owned())
    }
}

impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Wording> for String {
    fn from(wording: Wording) -> Self {
        wording.0
    }
}

/// Puts the replacement of the caller's caller back, also when a panic passes.
struct Restore(Option<&'static str>);

impl Drop for Restore {
    fn drop(&mut self) {
        REPLACEMENT.set(self.0);
    }
}

/// The result of `run`, during which this thread makes every [`Wording`] say `text`. For tests: what differs from a
/// run without it depends on wording.
pub fn with_every_text<T>(text: &'static str, run: impl FnOnce() -> T) -> T {
    let _restore = Restore(REPLACEMENT.replace(Some(text)));
    run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_replaced_until_the_run_ends() {
        let replaced = with_every_text("x", || (Wording::new("must be a number"), Wording::new("")));
        assert_eq!(replaced, (Wording("x".to_owned()), Wording::default()));
        assert_eq!(Wording::new("is empty").to_string(), "is empty");
    }

    #[test]
    fn a_label_has_no_full_stop_and_a_line_a_capital() {
        assert_eq!(Wording::new("Use 0.60.").label().to_string(), "Use 0.60");
        assert_eq!(Wording::new("must be a text").capitalised().to_string(), "Must be a text");
    }
}
