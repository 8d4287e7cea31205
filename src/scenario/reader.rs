//! Reads the fields of one JSON object, reporting what is wrong with each and going on.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::field::{ChoiceField, Column, FlagField, NumberField, Omitted, Table, TextField};
use super::problems::{Problems, at, problem};
use super::range::{ask_for, out_of_range, repair};
use super::say::{capitalised, clip, figure, nearest, quoted};
use super::text::fault;
use crate::model::ClosedSet;

static EMPTY: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

/// How sentences name a row: from its fields and its number.
pub(super) type Subject = fn(&Map<String, Value>, Option<usize>) -> String;

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
        Self::of_row(object, table, None, |_, _| String::new(), problems)
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

    /// Reports that `column`, called `label`, is wrong: `verdict` ends the sentence.
    pub fn report(
        &mut self,
        code: &str,
        (column, label): (Column, &str),
        verdict: impl FnOnce() -> String,
        remedy: impl FnOnce() -> String,
    ) {
        let (object, table, row, subject) = (self.object, self.table.as_str(), self.row, self.subject);
        self.problems.add(|| {
            let what = format!("{} {}.", start_of_sentence(&subject(object, row), label), verdict());
            problem(code, at(table, row, Some(column.key())), what, remedy())
        });
    }

    /// The same of something that is odd but can be meant: it goes to `remarks` instead.
    pub fn remark(
        &self,
        remarks: &mut Problems,
        code: &str,
        (column, label): (Column, &str),
        verdict: impl FnOnce() -> String,
        remedy: impl FnOnce() -> String,
    ) {
        remarks.add(|| {
            let start = start_of_sentence(&(self.subject)(self.object, self.row), label);
            problem(
                code,
                at(self.table.as_str(), self.row, Some(column.key())),
                format!("{start} {}.", verdict()),
                remedy(),
            )
        });
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
                self.report("missing", place, || "is missing".to_owned(), || ask_for(field));
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
                self.report("empty", place, || "is empty".to_owned(), || ask_for(field));
                return None;
            }
            Value::String(text) if text.trim().is_empty() => {
                self.report("empty", place, || "is empty".to_owned(), || ask_for(field));
                return None;
            }
            _ => {
                let verdict = || format!("must be a number; it says {}", quoted(value));
                self.report("wrong-type", place, verdict, || ask_for(field));
                return None;
            }
        };
        if !(field.min..=field.max).contains(&number) {
            self.report("out-of-range", place, || out_of_range(field, number), || repair(field, number));
            return None;
        }
        if !field.accepts(number) {
            let verdict = || format!("must be a whole number; it says {}", figure(number));
            self.report("not-whole", place, verdict, || ask_for(field));
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
                self.report(fault.code, place, || fault.what, || fault.remedy.to_owned());
                None
            }
        }
    }

    /// A text that must be stated, whatever it says: the name of something that exists or does not.
    pub fn raw_text(&mut self, column: Column, label: &str) -> Option<&'v str> {
        let remedy = || "Enter a text.".to_owned();
        match self.cell(column) {
            Some(Value::String(text)) => return Some(text),
            Some(Value::Null) => self.report("empty", (column, label), || "is empty".to_owned(), remedy),
            Some(value) => {
                let verdict = || format!("must be a text; it says {}", quoted(value));
                self.report("wrong-type", (column, label), verdict, remedy);
            }
            None => self.report("missing", (column, label), || "is missing".to_owned(), remedy),
        }
        None
    }

    /// Yes or no; yes where it is left out.
    pub fn flag(&mut self, field: &FlagField) -> Option<bool> {
        match self.cell(field.column) {
            None => Some(true),
            Some(Value::Bool(flag)) => Some(*flag),
            Some(value) => {
                let verdict = || format!("must be true or false; it says {}", quoted(value));
                let place = (field.column, field.label);
                self.report("wrong-type", place, verdict, || "Write true or false.".to_owned());
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
            let verdict = || format!("must be one of {}; it says “{}”", names.join(", "), clip(text));
            let remedy = || format!("The nearest is “{}”.", nearest(text, names.iter().copied()).unwrap_or_default());
            self.report("unknown-choice", (field.column, field.label), verdict, remedy);
        }
        found
    }

    /// A group of fields that is a table of its own. Left out: a problem of that table.
    pub fn group(&mut self, table: Table) -> Option<&'v Map<String, Value>> {
        let value = self.cell(Column::new(table.key()));
        if value.is_none() {
            self.problems.add(|| {
                let table = table.as_str();
                let what = format!("The scenario has no “{table}”.");
                problem("missing", at(table, None, None), what, format!("Add the fields of “{table}”."))
            });
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
            self.problems.add(|| {
                let table = table.as_str();
                let what = format!("“{table}” must be a group of fields; it says {}.", quoted(value));
                problem("wrong-type", at(table, None, None), what, "Write its fields between { and }.")
            });
        }
        value.as_object()
    }

    /// A list that is a table of its own; `None` where it is left out or not a list.
    pub fn list(&mut self, table: Table, required: bool) -> Option<&'v [Value]> {
        let value = self.cell(Column::new(table.key()));
        let table = table.as_str();
        match value {
            Some(Value::Array(rows)) => return Some(rows),
            Some(value) => self.problems.add(|| {
                let what = format!("“{table}” must be a list; it says {}.", quoted(value));
                problem("wrong-type", at(table, None, None), what, "Write its rows between [ and ].")
            }),
            None if required => self.problems.add(|| {
                let what = format!("The scenario has no “{table}”.");
                problem("missing", at(table, None, None), what, format!("Add the rows of “{table}”."))
            }),
            None => {}
        }
        None
    }

    /// Reports every field that nothing asked for.
    pub fn finish(self) {
        if self.found == self.object.len() {
            return;
        }
        let Self { object, table, row, subject, asked, problems, .. } = self;
        let (table, asked) = (table.as_str(), asked.into_iter().map(Column::key).collect::<Vec<_>>());
        for key in object.keys().filter(|key| !asked.contains(&key.as_str())) {
            problems.add(|| {
                let subject = subject(object, row);
                let owner = if subject.is_empty() { format!("“{table}”") } else { subject };
                let known = nearest(key, asked.iter().copied()).unwrap_or_default();
                let what = format!("{owner} has a field “{}”, which is not known.", clip(key));
                let remedy = format!("The nearest known field is “{known}”; rename it or take it out.");
                problem("unknown-field", at(table, row, Some(&clip(key))), what, remedy)
            });
        }
    }
}

/// "g3, memory", or "Layers" where there is only one.
fn start_of_sentence(subject: &str, label: &str) -> String {
    if subject.is_empty() { capitalised(label) } else { format!("{subject}, {label}") }
}
