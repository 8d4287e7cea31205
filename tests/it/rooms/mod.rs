//! The rooms of the library: which may enter which, who may name a browser, and that no module imports in a circle.
//!
//! The rules hold for everything but the tests inside `src`. [`source`] reads what each module names.

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use source::{Modules, Target, join, names, needs};

/// The rooms from the ground floor up, each with the rooms it may enter, all of which stand above it in this table.
const ROOMS: [(&str, &[&str]); 14] = [
    ("sorting", &[]),
    ("format", &[]),
    ("model", &[]),
    ("words", &["format", "model"]),
    ("cost", &["model"]),
    ("check", &["model"]),
    ("schedule", &["model", "cost"]),
    ("search", &["sorting", "model", "cost"]),
    ("scenario", &["format", "words", "model"]),
    ("answer", &["sorting", "format", "words", "model", "cost", "check", "schedule", "search", "scenario"]),
    ("paper", &["sorting", "format", "words", "model", "search", "scenario", "answer"]),
    ("chart", &["sorting", "format", "model", "schedule"]),
    ("worker", &["format", "words", "model", "schedule", "scenario", "answer", "paper"]),
    (
        "ui",
        &[
            "sorting", "format", "words", "model", "schedule", "search", "scenario", "answer", "paper", "chart",
            "worker",
        ],
    ),
];

/// Crates that stand for a browser or its entropy.
const BROWSER_CRATES: [&str; 9] = [
    "console_error_panic_hook",
    "getrandom",
    "gloo",
    "js_sys",
    "leptos",
    "plotters_canvas",
    "wasm_bindgen",
    "wasm_bindgen_futures",
    "web_sys",
];

/// The modules that may name those crates, with all that is below them.
const BROWSER_SIDE: [&str; 4] = ["chart::canvas", "ui", "worker::client", "worker::host"];

/// What the page leaves to the worker: costs, simulations and the reading of plans.
const LEFT_TO_THE_WORKER: [&str; 4] =
    ["cost", "schedule::simulate", "schedule::stage_times", "scenario::plan_text::parse"];

fn library() -> Modules {
    source::read(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// `search` of `search::exact::depth`.
fn room(module: &str) -> &str {
    module.split("::").next().unwrap()
}

fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Rooms entered that the table does not allow, one line each.
fn breaches(modules: &Modules) -> Vec<String> {
    let allowed: BTreeMap<&str, &[&str]> = ROOMS.into_iter().collect();
    let mut breaches = Vec::new();
    for module in modules.keys().filter(|module| !module.is_empty()) {
        for target in names(modules, module) {
            let Target::Own { module: other, item } = target else { continue };
            let entered = if other.is_empty() { item.as_str() } else { room(&other) };
            let stated = allowed.get(room(module)).is_some_and(|rooms| rooms.contains(&entered));
            let free = entered == room(module) || stated;
            if !free {
                breaches.push(format!("{module} names {}", join(&other, &item)));
            }
        }
    }
    breaches
}

/// Edges between modules of one room that lie on, or lead to, a circle of imports.
fn circles(modules: &Modules) -> Vec<String> {
    let mut edges: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for module in modules.keys().filter(|module| !module.is_empty()) {
        let others = needs(modules, module).into_iter().filter_map(|target| match target {
            Target::Own { module: other, .. } if other != *module && room(&other) == room(module) => Some(other),
            _ => None,
        });
        edges.insert(module, others.collect());
    }
    loop {
        let before = edges.len();
        let left: BTreeSet<String> = edges.keys().map(|&module| module.to_owned()).collect();
        edges.retain(|_, others| !others.is_disjoint(&left));
        if edges.len() == before {
            let on_circle = |(module, others): (&&str, &BTreeSet<String>)| {
                let found = others.intersection(&left).map(|other| format!("{module} needs {other}"));
                found.collect::<Vec<_>>()
            };
            return edges.iter().flat_map(on_circle).collect();
        }
    }
}

/// What modules of the page do that is the worker's to do.
fn work_on_the_page(modules: &Modules) -> BTreeSet<(String, &'static str)> {
    let mut found = BTreeSet::new();
    for module in modules.keys().filter(|module| room(module) == "ui") {
        for target in names(modules, module) {
            let Target::Own { module: other, item } = target else { continue };
            let path = join(&other, &item);
            found.extend(
                LEFT_TO_THE_WORKER.iter().filter(|left| is_within(&path, left)).map(|&left| (module.clone(), left)),
            );
        }
    }
    found
}

#[test]
fn every_module_lies_in_a_room_of_the_table() {
    let modules = library();
    let found: BTreeSet<&str> = modules.keys().filter(|module| !module.is_empty()).map(|module| room(module)).collect();
    assert_eq!(found, ROOMS.iter().map(|(room, _)| *room).collect());
    for (index, (room, entered)) in ROOMS.iter().enumerate() {
        let above: Vec<&str> = ROOMS[..index].iter().map(|(room, _)| *room).collect();
        let wrong: Vec<&&str> = entered.iter().filter(|other| !above.contains(*other)).collect();
        assert!(wrong.is_empty(), "{room} may enter {wrong:?}, which stand below it");
    }
}

#[test]
fn rooms_enter_only_what_the_table_allows() {
    let breaches = breaches(&library());
    assert!(breaches.is_empty(), "{breaches:#?}");
}

#[test]
fn ground_floors_name_no_browser_crate() {
    let modules = library();
    let mut wrong = Vec::new();
    for module in modules.keys().filter(|module| !BROWSER_SIDE.iter().any(|side| is_within(module, side))) {
        for target in names(&modules, module) {
            if let Target::Foreign(name) = target
                && BROWSER_CRATES.contains(&name.as_str())
            {
                wrong.push(format!("{module} names {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_module_imports_in_a_circle() {
    let circles = circles(&library());
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn the_page_leaves_costs_simulations_and_plans_to_the_worker() {
    let found = work_on_the_page(&library());
    assert!(found.is_empty(), "left to the worker: {found:#?}");
}

/// The rows of the map in the crate's documentation: room and what it may use.
fn documented_map() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | [`"));
    let mut map: Vec<(String, Vec<String>)> = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let room = cells[0].trim_start_matches("mod@").trim_end_matches("`]").to_owned();
        let may_use = match cells[2] {
            "nothing" => Vec::new(),
            rooms => rooms.split(", ").map(str::to_owned).collect(),
        };
        map.push((room, may_use));
    }
    map
}

#[test]
fn the_map_in_the_documentation_states_the_same_table() {
    let table = ROOMS.map(|(room, may_use)| (room.to_owned(), may_use.iter().map(|&other| other.to_owned()).collect()));
    assert_eq!(documented_map(), table);
}

/// A library of the given modules.
fn modules(files: &[(&str, &str)]) -> Modules {
    files.iter().map(|(module, text)| ((*module).to_owned(), source::parse(text))).collect()
}

#[test]
fn a_wrong_use_is_found_however_it_is_written() {
    for (module, text) in [
        ("model", "use crate::cost::memory;"),
        ("model", "use crate::{\n    model::gpu,\n    cost::{self as price},\n};"),
        ("model::gpu", "use super::super::{cost::memory::need};"),
        ("model::gpu", "fn f() -> u8 { crate::cost::memory::need() }"),
        ("model::gpu", "fn f() { assert_eq!(1, crate::cost::memory::need()); }"),
        ("model::gpu", "mod inner { use crate::cost; }"),
        ("model::gpu", "pub use crate::cost::memory::need;"),
        ("check", "use crate::schedule;"),
    ] {
        let mut files = vec![
            ("", "pub mod cost; pub mod model; pub mod check; pub mod schedule;"),
            ("cost", "pub mod memory;"),
            ("cost::memory", "pub fn need() -> u8 { 1 }"),
            ("schedule", ""),
            ("model", "pub mod gpu;"),
            ("model::gpu", ""),
            ("check", ""),
        ];
        files.retain(|(other, _)| *other != module);
        files.push((module, text));
        assert_eq!(breaches(&modules(&files)).len(), 1, "{module}: {text}");
    }
    let tests = [("", ""), ("cost", ""), ("model", "#[cfg(test)] mod tests { use crate::cost; }")];
    assert_eq!(breaches(&modules(&tests)), Vec::<String>::new(), "tests may look into any room");
}

#[test]
fn a_circle_is_found_through_names_passed_on() {
    let files = [
        ("", ""),
        ("search", "pub mod exact; mod limit; mod trail; pub use limit::Limit;"),
        ("search::exact", "use super::trail::Trail;"),
        ("search::limit", "pub struct Limit;"),
        ("search::trail", "use crate::search::Limit; pub struct Trail(Limit);"),
    ];
    assert_eq!(circles(&modules(&files)), Vec::<String>::new());
    let with = |module: &str, text: &'static str| {
        let replaced = files.map(|(other, before)| if other == module { (other, text) } else { (other, before) });
        circles(&modules(&replaced)).len()
    };
    assert_eq!(with("search::limit", "pub struct Limit(super::trail::Trail);"), 3, "and what leads to the circle");
    assert_eq!(with("search::trail", "use super::exact::Exact;"), 2);
}
