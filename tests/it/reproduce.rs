//! The paper's tables beside ours: what is printed is what the data file says, and what was fitted or pinned comes out.

use std::sync::OnceLock;

use crate::common::json;
use geotrain::answer::Unwatched;
use geotrain::paper::published::{self, Weight};
use geotrain::paper::{Figure, Reproduced, reproduce};

/// Every row, worked out once for all tests.
fn all() -> &'static [Reproduced] {
    static ALL: OnceLock<Vec<Reproduced>> = OnceLock::new();
    ALL.get_or_init(|| published::rows().map(|(table, row)| reproduce(table, row, &mut Unwatched).unwrap()).collect())
}

fn figure<'r>(row: &'r Reproduced, column: &str) -> &'r Figure {
    row.figures.iter().find(|figure| figure.column == column).unwrap_or_else(|| panic!("{column} in {}", row.row))
}

/// The rows that come out of a scenario file of that name.
fn from_file<'r>(rows: &'r [Reproduced], name: &'r str) -> impl Iterator<Item = &'r Reproduced> {
    rows.iter().filter(move |row| row.scenario.as_deref() == Some(name))
}

#[test]
fn every_published_figure_comes_out_or_is_known_not_to() {
    let rows = all();
    let mut not_the_same = Vec::new();
    for row in rows {
        for figure in &row.figures {
            if figure.same == Some(false) {
                not_the_same.push(format!("{} {} {}", row.table, row.row, figure.column));
            }
            let told = figure.published_text.is_some() && row.scenario.is_some();
            let planning = figure.column.ends_with("planning");
            assert!(!told || planning || figure.same.is_some(), "{} {} {}", row.table, row.row, figure.column);
        }
    }
    // The sweeps of Fig. 8 come out in part; 13.6 % is not the gain as the paper defines it.
    let known = [
        "Fig. 8b 0.1 ms Gain",
        "Fig. 8b 1 ms Gain",
        "Fig. 8b 5 ms Gain",
        "Fig. 8b 10 ms Gain",
        "Fig. 8b 50 ms Gain",
        "Fig. 8b 100 ms Gain",
        "Fig. 8c 5 Gbps Gain",
        "Fig. 9 50 ms Gain",
    ];
    assert_eq!(not_the_same, known);
}

#[test]
fn times_are_those_of_the_data_file() {
    let rows = all();
    let file = json("paper-tables/published.json");
    for entry in file["times"].as_array().unwrap() {
        let name = entry["scenario"].as_str().unwrap();
        let mut seen = 0;
        for row in from_file(rows, name) {
            for (key, column) in [
                ("published_ms", "Memetic, best"),
                ("published_ms", "Memetic"),
                ("published_improved_metis_ms", "Improved Metis"),
            ] {
                let Some(figure) = row.figures.iter().find(|figure| figure.column == column) else { continue };
                let published = entry[key].as_f64().unwrap();
                // A table may print fewer digits than the file, which has the most that any prints.
                assert!((figure.published.unwrap() - published).abs() <= 0.0501, "{name} {column}");
                seen += 1;
            }
            let ours =
                row.figures.iter().find(|figure| figure.column.starts_with("Optimum")).and_then(|figure| figure.ours);
            if let Some(ours) = ours {
                assert!((ours - entry["optimum_ms"].as_f64().unwrap()).abs() <= 6e-4, "{name}: {ours}");
            }
        }
        assert!(seen > 0 || name == "network-lat50-bw10", "{name} is in no table");
    }
}

#[test]
fn one_pool_gives_every_time() {
    let rows = all();
    let optima = &json("paper-tables/published.json")["scaling_nested"]["first_n_optimum_ms"];
    for (gpus, optimum) in optima.as_object().unwrap() {
        let name = format!("scaling-nested-l12, first {gpus} GPUs");
        let row = from_file(rows, &name).next().unwrap_or_else(|| panic!("{name}"));
        let ours = figure(row, "Optimum, proven").ours.unwrap();
        assert!((ours - optimum.as_f64().unwrap()).abs() <= 6e-4, "{name}: {ours}");
    }
}

#[test]
fn table_7_is_the_data_file_s() {
    let rows = all();
    for entry in json("paper-tables/published.json")["energy_table_7"]["rows"].as_array().unwrap() {
        let name = format!("energy-14gpu, λ {}", entry["time_weight"].as_f64().unwrap());
        let row = from_file(rows, &name).next().unwrap_or_else(|| panic!("{name}"));
        for (column, unit) in [("Time", "time_ms"), ("Energy", "energy_j")] {
            let figure = figure(row, column);
            assert_eq!(figure.published, entry[format!("published_{unit}")].as_f64(), "{name} {column}");
            assert!((figure.ours.unwrap() - entry[unit].as_f64().unwrap()).abs() <= 6e-4, "{name} {column}");
        }
        let gpus: f64 =
            entry["gpus"].as_str().unwrap().split_whitespace().filter_map(|word| word.parse::<f64>().ok()).sum();
        assert_eq!(figure(row, "GPUs").published, Some(gpus));
    }
}

#[test]
fn what_can_not_be_reproduced_says_why() {
    let rows = published::rows().map(|(_, row)| row);
    let why: Vec<&str> = rows.filter(|row| row.weight == Weight::No).map(|row| row.note).collect();
    assert_eq!(why.len(), 2);
    assert!(why.iter().all(|note| note.len() > 40));
}
