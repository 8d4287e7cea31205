//! From problems to cells: which problem a cell has, and where to go for a problem.

use crate::model::ClosedSet;
use crate::scenario::{Place, Problem, Table, fields};
use crate::ui::draft::CellRef;

/// The id of a cell in the page.
pub fn cell_id(spot: CellRef) -> String {
    id_of(spot.table.as_str(), spot.row, Some(spot.column.key()))
}

/// The id of the same cell where it stands in the matrix of sites.
pub fn matrix_id(spot: CellRef) -> String {
    format!("matrix-{}", cell_id(spot))
}

/// The ids to look for, in this order, when a problem is followed to its place.
pub fn candidates(place: &Place) -> Vec<String> {
    let cell = id_of(&place.table, place.row, place.column.as_deref());
    let mut ids = vec![format!("matrix-{cell}"), cell];
    let first_columns = [fields::GPU_NAME.column, fields::FROM.column, fields::BANDWIDTH_GBPS.column];
    ids.extend(first_columns.iter().map(|column| id_of(&place.table, place.row, Some(column.key()))));
    // A part may be named as a field of the part around it: `network` and `within_site`.
    if let Some(column) = &place.column {
        let table =
            if place.table == Table::Document.as_str() { column.clone() } else { format!("{}.{column}", place.table) };
        ids.push(id_of(&table, place.row, Some(fields::BANDWIDTH_GBPS.column.key())));
        ids.extend(Table::from_text(&table).map(section_id));
    }
    ids.push(section_id(Table::from_text(&place.table).unwrap_or(Table::Document)));
    ids
}

/// The id of the panel that holds a table.
pub fn section_id(table: Table) -> String {
    let section = match table {
        Table::Gpus => "gpus",
        Table::Network | Table::WithinSite | Table::BetweenSites | Table::SiteLinks | Table::GpuLinks => "network",
        Table::Model | Table::Training => "training",
        Table::Search | Table::Memetic => "search",
        Table::Document | Table::Objective => "objective",
    };
    format!("panel-{section}")
}

/// The first problem of this cell.
pub fn problem_at(problems: &[Problem], spot: CellRef) -> Option<&Problem> {
    problems.iter().find(|problem| is_at(&problem.place, spot))
}

fn is_at(place: &Place, spot: CellRef) -> bool {
    place.table == spot.table.as_str() && place.row == spot.row && place.column.as_deref() == Some(spot.column.key())
}

fn id_of(table: &str, row: Option<usize>, column: Option<&str>) -> String {
    let row = row.map_or_else(String::new, |row| format!("-{row}"));
    format!("cell-{table}{row}-{}", column.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::problems::ProblemWords;

    fn place(table: &str, row: Option<usize>, column: Option<&str>) -> Place {
        Place { table: table.to_owned(), row, column: column.map(str::to_owned) }
    }

    #[test]
    fn a_problem_leads_to_the_cell_that_shows_it() {
        let spot = CellRef::cell(Table::Gpus, 3, fields::MEMORY_GB.column);
        assert!(candidates(&place("gpus", Some(3), Some("memory_gb"))).contains(&cell_id(spot)));
        let link = CellRef::cell(Table::SiteLinks, 1, fields::LATENCY_MS.column);
        assert_eq!(candidates(&place("network.site_links", Some(1), Some("latency_ms")))[0], matrix_id(link));
        let name = cell_id(CellRef::cell(Table::Gpus, 3, fields::GPU_NAME.column));
        assert!(candidates(&place("gpus", Some(3), None)).contains(&name));
        assert!(candidates(&place("gpus", None, None)).contains(&"panel-gpus".to_owned()));
    }

    #[test]
    fn only_the_problem_of_the_same_row_and_column_marks_a_cell() {
        let problem = |row, column| {
            Problem::new(&format!("{row} {column}"), place("gpus", Some(row), Some(column)), ProblemWords::default())
        };
        let problems = [problem(1, "idle_w"), problem(2, "memory_gb"), problem(2, "idle_w")];
        let found = problem_at(&problems, CellRef::cell(Table::Gpus, 2, fields::IDLE_W.column));
        assert_eq!(found.map(|problem| problem.code.as_str()), Some("2 idle_w"));
        assert_eq!(problem_at(&problems, CellRef::field(Table::Gpus, fields::IDLE_W.column)), None);
    }
}
