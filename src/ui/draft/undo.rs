//! Undo and redo: the drafts there have been. Typing in one cell is one step.

use std::sync::Arc;

use serde_json::Value;

use crate::ui::draft::CellRef;

/// Most steps that can be undone.
const MAX_STEPS: usize = 200;

/// The drafts before, the draft now, the drafts undone.
#[derive(Clone, Debug)]
pub struct History {
    past: Vec<Arc<Value>>,
    present: Arc<Value>,
    future: Vec<Arc<Value>>,
    typing_in: Option<CellRef>,
}

impl History {
    /// Starts with this draft.
    pub fn new(draft: Value) -> Self {
        Self { past: Vec::new(), present: Arc::new(draft), future: Vec::new(), typing_in: None }
    }

    /// The draft now.
    pub fn present(&self) -> &Arc<Value> {
        &self.present
    }

    /// A step of its own.
    pub fn edit(&mut self, draft: Value) {
        self.typing_in = None;
        self.step(draft);
    }

    /// A key pressed in this cell: joins the step before if that was in the same cell.
    pub fn type_in(&mut self, spot: CellRef, draft: Value) {
        if self.typing_in == Some(spot) {
            self.present = Arc::new(draft);
        } else if self.step(draft) {
            self.typing_in = Some(spot);
        }
    }

    /// Changes the draft within the step last made: what follows from an edit is undone with it.
    pub fn amend(&mut self, draft: Value) {
        self.present = Arc::new(draft);
    }

    /// Ends the typing: what is typed next is another step.
    pub fn settle(&mut self) {
        self.typing_in = None;
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step to do again.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Back one step.
    pub fn undo(&mut self) {
        self.typing_in = None;
        if let Some(draft) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.present, draft));
        }
    }

    /// Forward one step.
    pub fn redo(&mut self) {
        self.typing_in = None;
        if let Some(draft) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.present, draft));
        }
    }

    fn step(&mut self, draft: Value) -> bool {
        if draft == *self.present {
            return false;
        }
        self.future.clear();
        self.past.push(std::mem::replace(&mut self.present, Arc::new(draft)));
        if self.past.len() > MAX_STEPS {
            self.past.remove(0);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Table, fields};
    use serde_json::json;

    const HERE: CellRef = CellRef::field(Table::Model, fields::LAYERS.column);
    const THERE: CellRef = CellRef::field(Table::Model, fields::HIDDEN_SIZE.column);

    #[test]
    fn steps_are_undone_and_redone_in_order() {
        let mut history = History::new(json!(0));
        history.edit(json!(1));
        history.edit(json!(2));
        history.undo();
        assert_eq!(**history.present(), json!(1));
        history.undo();
        history.undo();
        assert_eq!(**history.present(), json!(0));
        assert!(!history.can_undo());
        history.redo();
        history.redo();
        assert_eq!(**history.present(), json!(2));
        assert!(!history.can_redo());
    }

    #[test]
    fn an_edit_forgets_what_was_undone() {
        let mut history = History::new(json!(0));
        history.edit(json!(1));
        history.undo();
        history.edit(json!(2));
        assert!(!history.can_redo());
        history.undo();
        assert_eq!(**history.present(), json!(0));
    }

    #[test]
    fn typing_in_one_cell_is_one_step() {
        let mut history = History::new(json!(""));
        for text in ["1", "12", "123"] {
            history.type_in(HERE, json!(text));
        }
        history.type_in(THERE, json!("4"));
        history.undo();
        assert_eq!(**history.present(), json!("123"));
        history.undo();
        assert_eq!(**history.present(), json!(""));
    }

    #[test]
    fn leaving_a_cell_ends_its_step() {
        let mut history = History::new(json!(""));
        history.type_in(HERE, json!("1"));
        history.settle();
        history.type_in(HERE, json!("12"));
        history.undo();
        assert_eq!(**history.present(), json!("1"));
    }

    #[test]
    fn typing_after_undo_starts_a_step() {
        let mut history = History::new(json!(""));
        history.type_in(HERE, json!("1"));
        history.undo();
        history.type_in(HERE, json!("2"));
        history.undo();
        assert_eq!(**history.present(), json!(""));
    }

    #[test]
    fn what_follows_from_an_edit_is_undone_with_it() {
        let mut history = History::new(json!(0));
        history.edit(json!(1));
        history.amend(json!(2));
        history.undo();
        assert_eq!(**history.present(), json!(0));
        history.redo();
        assert_eq!(**history.present(), json!(2));
    }

    #[test]
    fn nothing_changed_is_no_step() {
        let mut history = History::new(json!(0));
        history.edit(json!(0));
        history.type_in(HERE, json!(0));
        assert!(!history.can_undo());
    }

    #[test]
    fn old_steps_are_dropped() {
        let mut history = History::new(json!(0));
        for step in 1..=MAX_STEPS + 5 {
            history.edit(json!(step));
        }
        for _ in 0..MAX_STEPS + 5 {
            history.undo();
        }
        assert_eq!(**history.present(), json!(5));
    }
}
