//! What a document is made of: tables, their columns, and what a cell of each may say.

use super::text::TextRule;
use super::unit::Unit;
use crate::model::{ClosedSet, closed_set};

closed_set! {
    /// A part of a document, as problems, cells and edits name it.
    pub enum Table {
        /// The document itself.
        Document = "document",
        /// Dimensions of the Transformer.
        Model = "model",
        /// The training iteration.
        Training = "training",
        /// The rows of GPUs.
        Gpus = "gpus",
        /// Everything about links.
        Network = "network",
        /// The link between two GPUs of one site.
        WithinSite = "network.within_site",
        /// The link between GPUs of two sites.
        BetweenSites = "network.between_sites",
        /// The rows of links between sites.
        SiteLinks = "network.site_links",
        /// The rows of links between GPUs.
        GpuLinks = "network.gpu_links",
        /// What is minimised.
        Objective = "objective",
        /// Planner and limits.
        Search = "search",
        /// Parameters of the memetic planner.
        Memetic = "search.memetic",
    }
}

impl Table {
    /// The keys on the way from the document to the part; none for the document itself.
    pub fn path(self) -> impl Iterator<Item = &'static str> {
        let path = if self == Self::Document { "" } else { self.as_str() };
        path.split('.').filter(|key| !key.is_empty())
    }

    /// The key of the part in the part around it.
    pub fn key(self) -> &'static str {
        self.as_str().rsplit('.').next().unwrap_or_default()
    }
}

/// A column of a table. Outside this room columns come from [`super::fields`] alone, so none can be mistyped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(&'static str);

impl Column {
    pub(in crate::scenario) const fn new(key: &'static str) -> Self {
        Self(key)
    }

    /// The column's key in the document, `memory_gb`.
    pub const fn key(self) -> &'static str {
        self.0
    }
}

/// What a number stands for that a document leaves out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Omitted {
    /// Nothing: it must be stated.
    Refused,
    /// Null, which may also be stated.
    Null,
    /// The number given here.
    Value(f64),
}

/// A column of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberField {
    /// Column of the document that holds the field.
    pub column: Column,
    /// The column's name in sentences, "memory".
    pub label: &'static str,
    /// The column's name above or beside its cells, "Mem.".
    pub title: &'static str,
    /// Unit of the number.
    pub unit: Unit,
    /// Least value that the field accepts.
    pub min: f64,
    /// Greatest value that the field accepts.
    pub max: f64,
    /// Whether only whole numbers are accepted.
    pub whole: bool,
    /// Value of a field that a document leaves out.
    pub omitted: Omitted,
    /// What it says in a row that is added to an empty table; `None` outside such tables.
    pub initial: Option<f64>,
}

const SMALLEST_SHARE: f64 = 1e-9;

impl NumberField {
    pub(super) const fn real(key: &'static str, label: &'static str, title: &'static str, unit: Unit) -> Self {
        let column = Column::new(key);
        let (min, max, omitted) = (0.0, f64::MAX, Omitted::Refused);
        Self { column, label, title, unit, min, max, whole: false, omitted, initial: None }
    }

    pub(super) const fn count(key: &'static str, label: &'static str, title: &'static str, unit: Unit) -> Self {
        Self { whole: true, ..Self::real(key, label, title, unit) }
    }

    /// A share of something, in (0, 1].
    pub(super) const fn share(key: &'static str, label: &'static str, title: &'static str) -> Self {
        Self::real(key, label, title, Unit::None).within(SMALLEST_SHARE, 1.0)
    }

    pub(super) const fn within(self, min: f64, max: f64) -> Self {
        Self { min, max, ..self }
    }

    pub(super) const fn or(self, value: f64) -> Self {
        Self { omitted: Omitted::Value(value), ..self }
    }

    pub(super) const fn or_null(self) -> Self {
        Self { omitted: Omitted::Null, ..self }
    }

    pub(super) const fn initially(self, value: f64) -> Self {
        Self { initial: Some(value), ..self }
    }

    /// Whether the field is a utilisation, which people like to write in per cent.
    pub fn is_share(&self) -> bool {
        self.min == SMALLEST_SHARE && self.max == 1.0
    }

    /// Whether the value is one the field accepts.
    pub fn accepts(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value) && (!self.whole || value.fract() == 0.0)
    }

    /// The column as it is read aloud: "memory in GB", "share of memory in use".
    pub fn spoken(&self) -> String {
        match (self.is_share(), self.unit.symbol()) {
            (true, _) => format!("share of {}", self.label),
            (false, "") => self.label.to_owned(),
            (false, unit) => format!("{} in {unit}", self.label),
        }
    }
}

/// A column of texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextField {
    /// Column of the document that holds the field.
    pub column: Column,
    /// The column's name in sentences, "site".
    pub label: &'static str,
    /// The column's name above or beside its cells, "Site".
    pub title: &'static str,
    /// What the text may hold.
    pub rule: TextRule,
    /// Text of a field that a document leaves out; `None` if the field must be stated.
    pub omitted: Option<&'static str>,
    /// Text in a row that is added to an empty table.
    pub initial: &'static str,
}

impl TextField {
    pub(super) const fn new(key: &'static str, label: &'static str, title: &'static str, rule: TextRule) -> Self {
        Self { column: Column::new(key), label, title, rule, omitted: None, initial: "" }
    }

    pub(super) const fn or(self, text: &'static str) -> Self {
        Self { omitted: Some(text), ..self }
    }

    pub(super) const fn initially(self, text: &'static str) -> Self {
        Self { initial: text, ..self }
    }
}

/// A column of yes or no, which holds where it is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlagField {
    /// Column of the document that holds the field.
    pub column: Column,
    /// The column's name in sentences, "enabled".
    pub label: &'static str,
}

impl FlagField {
    pub(super) const fn new(key: &'static str, label: &'static str) -> Self {
        Self { column: Column::new(key), label }
    }
}

/// A column of members of a closed set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChoiceField<T: ClosedSet> {
    /// Column of the document that holds the field.
    pub column: Column,
    /// The column's name in sentences, "precision".
    pub label: &'static str,
    /// The column's name beside its cell, "Precision".
    pub title: &'static str,
    /// The member it names where it is left out; `None` if it must be stated.
    pub omitted: Option<T>,
}

impl<T: ClosedSet> ChoiceField<T> {
    pub(super) const fn new(key: &'static str, label: &'static str, title: &'static str, omitted: Option<T>) -> Self {
        Self { column: Column::new(key), label, title, omitted }
    }
}

/// A column of any kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field {
    /// Field of a number.
    Number(&'static NumberField),
    /// Field of a text.
    Text(&'static TextField),
    /// Yes or no.
    Flag(&'static FlagField),
    /// A member of a closed set, a list, or a part that is a table of its own.
    Other(Column),
}

impl Field {
    /// Column of the document that holds the field.
    pub const fn column(self) -> Column {
        match self {
            Self::Number(field) => field.column,
            Self::Text(field) => field.column,
            Self::Flag(field) => field.column,
            Self::Other(column) => column,
        }
    }
}
