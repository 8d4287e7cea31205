//! The columns of the sheet of GPUs, from the field table.

use crate::scenario::{Column, Field, Table, Unit, fields};
use crate::ui::draft::cell_value::{EntryKind, Rest};

/// A column as the sheet shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetColumn {
    /// The column.
    pub column: Column,
    /// Its head, in two lines.
    pub head: [&'static str; 2],
    /// Its name as it is read aloud.
    pub spoken: String,
    /// What its cells are for.
    pub kind: EntryKind,
    /// How its cells show their values at rest.
    pub rest: Rest,
    /// Its class in the style sheets, which has its width.
    pub class: &'static str,
}

/// The columns with cells to type into, in their order.
pub fn columns() -> impl Iterator<Item = SheetColumn> {
    fields::of(Table::Gpus).iter().filter_map(sheet_column)
}

fn sheet_column(field: &Field) -> Option<SheetColumn> {
    let column = field.column();
    match field {
        Field::Number(number) => {
            let kind = EntryKind::of(number);
            Some(SheetColumn {
                column,
                head: match (kind, number.whole) {
                    (EntryKind::Share, _) => [number.title, "use"],
                    (_, true) => ["", number.title],
                    (_, false) => [number.title, number.unit.symbol()],
                },
                spoken: match column == fields::COUNT.column {
                    true => "how many of them".to_owned(),
                    false => number.spoken(),
                },
                kind,
                rest: Rest::Brief(if kind == EntryKind::Share { 3 } else { 1 }),
                class: match number.unit {
                    _ if kind == EntryKind::Share => "share",
                    Unit::Tflops => "tflops",
                    Unit::Gb => "memory",
                    Unit::W => "watts",
                    _ => column.key(),
                },
            })
        }
        Field::Text(text) => Some(SheetColumn {
            column,
            head: ["", text.title],
            spoken: text.label.to_owned(),
            kind: EntryKind::Text,
            rest: Rest::Exact,
            class: column.key(),
        }),
        Field::Flag(_) | Field::Other(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_names_and_widths_come_from_the_field_table() {
        let told = columns().map(|column| {
            format!("{} | {} | {} | {:?}", column.head.join(" ").trim(), column.spoken, column.class, column.kind)
        });
        let expected = [
            "GPU | name | name | Text",
            "Qty | how many of them | count | Number",
            "Model | model | model | Text",
            "Site | site | site | Text",
            "Peak TFLOPS | peak compute in TFLOPS | tflops | Number",
            "× use | share of compute in use | share | Share",
            "Mem. GB | memory in GB | memory | Number",
            "× use | share of memory in use | share | Share",
            "Idle W | idle power in W | watts | Number",
            "Active W | active power in W | watts | Number",
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}
