//! Reads the fields of one JSON object, reporting what is wrong with each and going on.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::field::{ChoiceField, Column, FlagField, NumberField, Omitted, Table, TextField};
use super::nearest::nearest;
use super::problem::Problem;
use super::problems::{Problems, at};
use super::range::{out_of_range, range};
use super::text::fault;
use crate::model::ClosedSet;
use crate::words::Wording;
use crate::words::problems::{self as words, ProblemWords};
use crate::words::quote::clip;

static EMPTY: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

/// How texts name a row: from its fields and its number, counted from 0.
pub(super) type Subject = fn(&Map<String, Value>, usize) -> Wording;

/// The fields of one object. Reading a field marks it as known; [`Fields::finish`] reports the others.
pub(super) struct Fields<'v, 'p> {
    object: &'v Map<String, Value>,
    table: Table,
    row: Option<usize>,
    subject: Subject,
    asked: Vec<Column>,
    found: usize,
    problems: &'p mut Problems,
}

impl<'v, 'p> Fields<'v, 'p> {
    /// The fields of a group that there is only one of.
    pub fn of_group(object: &'v Map<String, Value>, table: Table, problems: &'p mut Problems) -> Self {
        Self::of_row(object, table, None, |_, _| Wording::default(), problems)
    }

    /// The fields of a row.
    pub fn of_row(
        object: &'v Map<String, Value>,
        table: Table,
        row: Option<usize>,
        subject: Subject,
        problems: &'p mut Problems,
    ) -> Self {
        Self { object, table, row, subject, asked: Vec::with_capacity(12), found: 0, problems }
    }

    pub fn problems(&mut self) -> &mut Problems {
        self.problems
    }

    /// Reports that the cell in `column`, called `label`, is wrong.
    pub fn report(&mut self, code: &str, cell: (Column, &str), words: impl FnOnce() -> ProblemWords) {
        self.report_with_fix(code, cell, || (words(), None));
    }

    /// The same with the value that removes the problem.
    pub fn report_with_fix(
        &mut self,
        code: &str,
        (column, label): (Column, &str),
        words: impl FnOnce() -> (ProblemWords, Option<Value>),
    ) {
        let (table, row, subject) = (self.table.as_str(), self.row, self.row_subject());
        self.problems.add(|| {
            let (words, fix) = words();
            let words = words.of(words::cell(&subject(), label));
            Problem { fix, ..Problem::new(code, at(table, row, Some(column.key())), words) }
        });
    }

    /// Reports what is odd but can be meant: it goes to `remarks` instead.
    pub fn remark(
        &self,
        remarks: &mut Problems,
        code: &str,
        (column, label): (Column, &str),
        words: impl FnOnce() -> ProblemWords,
    ) {
        let subject = self.row_subject();
        remarks.add(|| {
            let words = words().of(words::cell(&subject(), label));
            Problem::new(code, at(self.table.as_str(), self.row, Some(column.key())), words)
        });
    }

    /// Names the row; empty for a group that there is only one of.
    fn row_subject(&self) -> impl Fn() -> Wording + use<'v, 'p> {
        let (object, row, subject) = (self.object, self.row, self.subject);
        move || subject(object, row.unwrap_or_default())
    }

    /// The value of a field, `None` where it is left out.
    pub fn cell(&mut self, column: Column) -> Option<&'v Value> {
        self.asked.push(column);
        let value = self.object.get(column.key());
        self.found += usize::from(value.is_some());
        value
    }

    /// A number that must be stated, unless the field says what it is where it is left out.
    pub fn number(&mut self, field: &NumberField) -> Option<f64> {
        match (self.cell(field.column), field.omitted) {
            (Some(value), _) => self.judge(field, value),
            (None, Omitted::Value(value)) => Some(value),
            (None, Omitted::Refused | Omitted::Null) => {
                let place = (field.column, field.label);
                self.report("missing", place, || words::missing_number(range(field)));
                None
            }
        }
    }

    /// A number that may be left out or `null`; the outer `None` stands for a problem.
    pub fn number_or_null(&mut self, field: &NumberField) -> Option<Option<f64>> {
        match self.cell(field.column) {
            None | Some(Value::Null) => Some(None),
            Some(value) => self.judge(field, value).map(Some),
        }
    }

    /// Whole numbers come as `u64`; the field says that they are whole.
    pub fn count(&mut self, field: &NumberField) -> Option<u64> {
        self.number(field).map(|value| value as u64)
    }

    /// The number a value holds, if the field accepts it.
    pub fn judge(&mut self, field: &NumberField, value: &Value) -> Option<f64> {
        let place = (field.column, field.label);
        let number = match value {
            Value::Number(number) => number.as_f64().unwrap_or(f64::NAN) + 0.0,
            Value::Null => {
                self.report("empty", place, || words::empty_number(range(field)));
                return None;
            }
            Value::String(text) if text.trim().is_empty() => {
                self.report("empty", place, || words::empty_number(range(field)));
                return None;
            }
            _ => {
                self.report("wrong-type", place, || words::not_a_number(range(field), value));
                return None;
            }
        };
        if !(field.min..=field.max).contains(&number) {
            self.report_with_fix("out-of-range", place, || out_of_range(field, number));
            return None;
        }
        if !field.accepts(number) {
            self.report("not-whole", place, || words::not_whole(range(field), number));
            return None;
        }
        Some(number)
    }

    /// The numbers of a list; a problem with the i-th is in row i.
    pub fn judge_each(&mut self, field: &NumberField, values: &[Value]) -> Option<Vec<f64>> {
        let row = self.row;
        let mut numbers = Vec::with_capacity(values.len());
        for (position, value) in values.iter().enumerate() {
            self.row = Some(position);
            numbers.extend(self.judge(field, value));
        }
        self.row = row;
        (numbers.len() == values.len()).then_some(numbers)
    }

    /// A text that keeps the field's rule and, unless the field says what it is where it is left out, must be stated.
    pub fn text(&mut self, field: &TextField) -> Option<&'v str> {
        if let (Some(default), false) = (field.omitted, self.object.contains_key(field.column.key())) {
            self.asked.push(field.column);
            return Some(default);
        }
        let text = self.raw_text(field.column, field.label)?;
        match fault(text, field.rule) {
            None => Some(text),
            Some(fault) => {
                let place = (field.column, field.label);
                self.report(fault.code, place, || fault.words);
                None
            }
        }
    }

    /// A text that must be stated, whatever it says: the name of something that exists or does not.
    pub fn raw_text(&mut self, column: Column, label: &str) -> Option<&'v str> {
        match self.cell(column) {
            Some(Value::String(text)) => return Some(text),
            Some(Value::Null) => self.report("empty", (column, label), words::no_text),
            Some(value) => self.report("wrong-type", (column, label), || words::not_a_text(value)),
            None => self.report("missing", (column, label), words::missing_text),
        }
        None
    }

    /// Yes or no; yes where it is left out.
    pub fn flag(&mut self, field: &FlagField) -> Option<bool> {
        match self.cell(field.column) {
            None => Some(true),
            Some(Value::Bool(flag)) => Some(*flag),
            Some(value) => {
                self.report("wrong-type", (field.column, field.label), || words::not_a_flag(value));
                None
            }
        }
    }

    /// A member of a closed set, by name.
    pub fn choice<T: ClosedSet>(&mut self, field: &ChoiceField<T>) -> Option<T> {
        if let (Some(default), false) = (field.omitted, self.object.contains_key(field.column.key())) {
            self.asked.push(field.column);
            return Some(default);
        }
        let text = self.raw_text(field.column, field.label)?;
        let found = T::from_text(text);
        if found.is_none() {
            let names: Vec<&str> = T::ALL.iter().map(|member| member.as_str()).collect();
            self.report("unknown-choice", (field.column, field.label), || {
                words::unknown_choice(&names, text, nearest(text, names.iter().copied()).unwrap_or_default())
            });
        }
        found
    }

    /// A group of fields that is a table of its own. Left out: a problem of that table.
    pub fn group(&mut self, table: Table) -> Option<&'v Map<String, Value>> {
        let value = self.cell(Column::new(table.key()));
        if value.is_none() {
            self.problems.add(|| Problem::of_whole("missing", table.as_str(), words::missing_group(table.as_str())));
        }
        self.as_group(value?, table)
    }

    /// The same, but one without fields where it is left out.
    pub fn group_or_empty(&mut self, table: Table) -> Option<&'v Map<String, Value>> {
        match self.cell(Column::new(table.key())) {
            Some(value) => self.as_group(value, table),
            None => Some(&EMPTY),
        }
    }

    /// The value as a group of fields, reported where it is something else.
    pub fn as_group(&mut self, value: &'v Value, table: Table) -> Option<&'v Map<String, Value>> {
        if value.as_object().is_none() {
            self.problems
                .add(|| Problem::of_whole("wrong-type", table.as_str(), words::not_a_group(table.as_str(), value)));
        }
        value.as_object()
    }

    /// A list that is a table of its own; `None` where it is left out or not a list.
    pub fn list(&mut self, table: Table, required: bool) -> Option<&'v [Value]> {
        let value = self.cell(Column::new(table.key()));
        let table = table.as_str();
        match value {
            Some(Value::Array(rows)) => return Some(rows),
            Some(value) => {
                self.problems.add(|| Problem::of_whole("wrong-type", table, words::not_a_list(table, value)));
            }
            None if required => self.problems.add(|| Problem::of_whole("missing", table, words::missing_list(table))),
            None => {}
        }
        None
    }

    /// Reports every field that nothing asked for.
    pub fn finish(self) {
        if self.found == self.object.len() {
            return;
        }
        let subject = self.row_subject();
        let Self { object, table, row, asked, problems, .. } = self;
        let (table, asked) = (table.as_str(), asked.into_iter().map(Column::key).collect::<Vec<_>>());
        for key in object.keys().filter(|key| !asked.contains(&key.as_str())) {
            problems.add(|| {
                let known = nearest(key, asked.iter().copied()).unwrap_or_default();
                let words = words::unknown_field(subject(), table, key, known);
                Problem::new("unknown-field", at(table, row, Some(&clip(key))), words)
            });
        }
    }
}
