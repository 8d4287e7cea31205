//! What every problem is told in, and how the parts make sentences.

use crate::words::Wording;

/// What is said of one problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemWords {
    /// The cell or part that it is about, "g3, memory". Empty where `verdict` is a whole sentence.
    pub subject: Wording,
    /// What is wrong, "must be more than 0 GB", without a full stop.
    pub verdict: Wording,
    /// What a reader sees who has the cell in view, "it says −24".
    pub detail: Option<Wording>,
    /// What to do about it, one or more sentences.
    pub remedy: Wording,
}

impl ProblemWords {
    pub(super) fn new(verdict: impl Into<String>, remedy: impl Into<String>) -> Self {
        let (verdict, remedy) = (Wording::new(verdict), Wording::new(remedy));
        Self { subject: Wording::default(), verdict, detail: None, remedy }
    }

    pub(super) fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(Wording::new(detail)), ..self }
    }

    pub(super) fn about(self, subject: impl Into<String>) -> Self {
        self.of(Wording::new(subject))
    }

    /// The same of this subject.
    pub fn of(self, subject: Wording) -> Self {
        Self { subject, ..self }
    }
}

/// The verdict as it follows the subject: "must be more than 0 GB; it says −24."
pub fn after_subject(verdict: &Wording, detail: Option<&Wording>) -> Wording {
    let detail = detail.map_or_else(String::new, |detail| format!("; {detail}"));
    let text = format!("{verdict}{detail}");
    Wording::new(if text.ends_with('.') { text } else { text + "." })
}

/// The whole sentence: "g3, memory must be more than 0 GB; it says −24."
pub fn sentence(subject: &Wording, verdict: &Wording, detail: Option<&Wording>) -> Wording {
    let rest = after_subject(verdict, detail);
    if subject.is_empty() { rest } else { Wording::new(format!("{subject} {rest}")) }
}

/// What is wrong and what to do, in one text.
pub fn with_remedy(sentence: &Wording, remedy: &Wording) -> Wording {
    if remedy.is_empty() { sentence.clone() } else { Wording::new(format!("{sentence} {remedy}")) }
}
