//! The columns of the sheet of GPUs, from the field table.

use crate::scenario::{Column, Field, Table, Unit, fields};
use crate::ui::draft::cell_value::{EntryKind, Rest};

/// A column as the sheet shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetColumn {
    pub column: Column,
    /// Heading in two lines.
    pub head: [&'static str; 2],
    /// Name for screen readers.
    pub spoken: String,
    /// What its cells are for.
    pub kind: EntryKind,
    /// How its cells show their values at rest.
    pub rest: Rest,
    /// Class in the style sheets, which sets the width.
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
        let cases = [
            (fields::GPU_NAME.column, "GPU | name | name | Text"),
            (fields::COUNT.column, "Qty | how many of them | count | Number"),
            (fields::SITE.column, "Site | site | site | Text"),
            (fields::PEAK_TFLOPS.column, "Peak TFLOPS | peak compute in TFLOPS | tflops | Number"),
            (fields::COMPUTE_UTILIZATION.column, "× use | share of compute in use | share | Share"),
            (fields::MEMORY_GB.column, "Mem. GB | memory in GB | memory | Number"),
            (fields::ACTIVE_W.column, "Active W | active power in W | watts | Number"),
        ];
        let told = |SheetColumn { head, spoken, class, kind, .. }: SheetColumn| {
            format!("{} | {spoken} | {class} | {kind:?}", head.join(" ").trim())
        };
        for (column, expected) in cases {
            let found = columns().find(|known| known.column == column).map(told);
            assert_eq!(found.as_deref(), Some(expected));
        }
        assert!(columns().all(|known| known.column != fields::ENABLED.column));
    }
}
