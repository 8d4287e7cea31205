//! Links name sites and GPUs. When a name is typed over, the links that used it follow.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::model::MAX_GPUS;
use crate::scenario::{Column, Table, expanded_names, fields};
use crate::ui::draft::{CellRef, cell, change, ends, rows_of};

/// A table of links and the names its rows may use.
struct Links {
    table: Table,
    /// The column of the GPU table the names come from.
    column: Column,
    names: fn(&Value) -> Vec<String>,
}

const TABLES: [Links; 2] = [
    Links { table: Table::SiteLinks, column: fields::SITE.column, names: sites },
    Links { table: Table::GpuLinks, column: fields::GPU_NAME.column, names: gpu_names },
];

/// Whether links name GPUs and sites by what this cell says.
pub fn is_part_of_a_name(spot: CellRef) -> bool {
    let parts = [fields::GPU_NAME.column, fields::SITE.column, fields::COUNT.column];
    spot.table == Table::Gpus && parts.contains(&spot.column)
}

fn is_end(key: &str) -> bool {
    [fields::FROM.column, fields::TO.column].iter().any(|column| column.key() == key)
}

/// The sites in the order in which the GPUs first name them.
pub fn sites(document: &Value) -> Vec<String> {
    let mut sites = Vec::new();
    let mut seen = BTreeSet::new();
    for site in rows_of(document, Table::Gpus).iter().filter_map(|row| cell(row, fields::SITE.column).as_str()) {
        if !site.trim().is_empty() && seen.insert(site) {
            sites.push(site.to_owned());
        }
    }
    sites
}

/// The names of the GPUs, rows with a count spelled out.
pub fn gpu_names(document: &Value) -> Vec<String> {
    let expand = |row: &Value| -> Vec<String> {
        let name = cell(row, fields::GPU_NAME.column).as_str().unwrap_or_default();
        // The reader refuses counts outside this range.
        let count = cell(row, fields::COUNT.column).as_u64().unwrap_or(1).clamp(1, MAX_GPUS as u64);
        expanded_names(name, count).collect()
    };
    rows_of(document, Table::Gpus).iter().flat_map(expand).collect()
}

/// After something was typed over in `before`: if links use one name that is gone, and what was typed is a name
/// that no link uses yet, the links follow it.
pub fn follow(document: &Value, before: &Value) -> Value {
    TABLES.iter().fold(document.clone(), |document, links| {
        let used = used(&document, links);
        let now = names(&document, links);
        let mut gone = used.difference(&now);
        let typed = typed(&document, before, links);
        let mut unused = typed.intersection(&now).filter(|name| !used.contains(*name));
        let (Some(old), None, Some(new), None) = (gone.next(), gone.next(), unused.next(), unused.next()) else {
            return document;
        };
        change(&document, links.table, |rows| {
            let ends = rows.iter_mut().filter_map(Value::as_object_mut).flat_map(|row| row.iter_mut());
            for (_, name) in ends.filter(|(key, name)| is_end(key) && *name == old) {
                *name = json!(new);
            }
        })
    })
}

/// Without the links to names that `before` had and the document has no more.
pub fn drop_dangling(document: &Value, before: &Value) -> Value {
    TABLES.iter().fold(document.clone(), |document, links| {
        let now = names(&document, links);
        let gone: BTreeSet<String> = names(before, links).difference(&now).cloned().collect();
        without(&document, links, &gone)
    })
}

/// Without the links to names nothing is called by.
pub fn drop_unknown(document: &Value) -> Value {
    TABLES.iter().fold(document.clone(), |document, links| {
        let gone = used(&document, links).difference(&names(&document, links)).cloned().collect();
        without(&document, links, &gone)
    })
}

fn without(document: &Value, links: &Links, gone: &BTreeSet<String>) -> Value {
    change(document, links.table, |rows| {
        rows.retain(|row| {
            let (from, to) = ends(row);
            !gone.contains(from) && !gone.contains(to)
        });
    })
}

fn names(document: &Value, links: &Links) -> BTreeSet<String> {
    (links.names)(document).into_iter().collect()
}

/// The names that links use.
fn used(document: &Value, links: &Links) -> BTreeSet<String> {
    let ends = rows_of(document, links.table).iter().map(ends);
    ends.flat_map(|(from, to)| [from, to]).map(str::to_owned).collect()
}

/// The names that GPU rows have and did not have before.
fn typed(document: &Value, before: &Value, links: &Links) -> BTreeSet<String> {
    let pairs = rows_of(document, Table::Gpus).iter().zip(rows_of(before, Table::Gpus));
    let changed =
        pairs.map(|(now, then)| (cell(now, links.column), cell(then, links.column))).filter(|(now, then)| now != then);
    changed.filter_map(|(now, _)| now.as_str()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(gpus: &[(&str, &str)], site_links: &[(&str, &str)]) -> Value {
        let gpus: Vec<Value> =
            gpus.iter().map(|(name, site)| json!({ "name": name, "count": 1, "site": site })).collect();
        let links: Vec<Value> = site_links.iter().map(|(from, to)| json!({ "from": from, "to": to })).collect();
        json!({ "gpus": gpus, "network": { "site_links": links, "gpu_links": [{ "from": "g0", "to": "g1" }] } })
    }

    #[test]
    fn counts_are_spelled_out() {
        let document = json!({ "gpus": [{ "name": "a", "count": 2 }, { "name": "b" }, { "name": "c", "count": "x" }] });
        assert_eq!(gpu_names(&document), ["a-1", "a-2", "b", "c"]);
    }

    #[test]
    fn links_follow_a_site_through_every_key_pressed() {
        let start = document(&[("g0", "A"), ("g1", "B")], &[("A", "B"), ("B", "A")]);
        let mut now = start.clone();
        for site in ["", "L", "Ly", "Lyon"] {
            let mut next = now.clone();
            next["gpus"][0]["site"] = json!(site);
            now = follow(&next, &now);
        }
        assert_eq!(now, document(&[("g0", "Lyon"), ("g1", "B")], &[("Lyon", "B"), ("B", "Lyon")]));
    }

    #[test]
    fn links_follow_past_a_name_that_exists() {
        let start = document(&[("g0", "A"), ("g1", "B")], &[("A", "B")]);
        let through = follow(&document(&[("g0", "B"), ("g1", "B")], &[("A", "B")]), &start);
        let end = follow(&document(&[("g0", "Bo"), ("g1", "B")], &[("A", "B")]), &through);
        assert_eq!(end["network"]["site_links"], json!([{ "from": "Bo", "to": "B" }]));
    }

    #[test]
    fn overrides_follow_a_gpu() {
        let start = document(&[("g0", "A"), ("g1", "A")], &[]);
        let next = follow(&document(&[("x", "A"), ("g1", "A")], &[]), &start);
        assert_eq!(next["network"]["gpu_links"], json!([{ "from": "x", "to": "g1" }]));
    }

    #[test]
    fn links_follow_once_the_last_gpu_has_moved() {
        let start = document(&[("g0", "A"), ("g1", "A"), ("g2", "B")], &[("A", "B")]);
        let half = follow(&document(&[("g0", "Lyon"), ("g1", "A"), ("g2", "B")], &[("A", "B")]), &start);
        assert_eq!(half["network"]["site_links"], start["network"]["site_links"]);
        let whole = follow(&document(&[("g0", "Lyon"), ("g1", "Lyon"), ("g2", "B")], &[("A", "B")]), &half);
        assert_eq!(whole["network"]["site_links"], json!([{ "from": "Lyon", "to": "B" }]));
    }

    #[test]
    fn a_new_site_beside_the_old_takes_nothing() {
        let start = document(&[("g0", "A"), ("g1", "A")], &[("A", "A")]);
        let next = document(&[("g0", "A"), ("g1", "C")], &[("A", "A")]);
        assert_eq!(follow(&next, &start), next);
    }

    #[test]
    fn links_of_a_site_that_is_gone_can_be_dropped() {
        let start = document(&[("g0", "A"), ("g1", "B")], &[("A", "B"), ("B", "B"), ("X", "B")]);
        let mut next = start.clone();
        next["gpus"][0]["site"] = json!("B");
        let dropped = drop_dangling(&next, &start);
        assert_eq!(dropped["network"]["site_links"], json!([{ "from": "B", "to": "B" }, { "from": "X", "to": "B" }]));
    }
}
