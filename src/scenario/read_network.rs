//! Reads the default links and the two tables of directed links.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Problem;
use super::document::{LinkFigures, LinkRow, NetworkFields};
use super::field::{Column, Table, TextField};
use super::fields;
use super::names::Names;
use super::problems::{Problems, at};
use super::reader::Fields;
use crate::words::Wording;
use crate::words::problems as words;

/// Reads the whole network; `None` if anything is wrong with it. What is odd without being wrong goes to `remarks`.
pub(super) fn read_network(
    object: &Map<String, Value>,
    names: &Names,
    problems: &mut Problems,
    remarks: &mut Problems,
) -> Option<NetworkFields> {
    let mut fields = Fields::of_group(object, Table::Network, problems);
    if !object.contains_key(fields::WITHIN_SITE.key()) {
        fields.report("missing", (fields::WITHIN_SITE, "the link within a site"), words::missing_within_site);
    }
    let within_site = read_default(&mut fields, fields::WITHIN_SITE, Table::WithinSite);
    let between_sites = read_default(&mut fields, fields::BETWEEN_SITES, Table::BetweenSites);
    let site_rows = fields.list(Table::SiteLinks, false);
    let gpu_rows = fields.list(Table::GpuLinks, false);
    fields.finish();
    let site_links = read_links(site_rows.unwrap_or_default(), &LinkTable::SITE, names, problems, remarks);
    let gpu_links = read_links(gpu_rows.unwrap_or_default(), &LinkTable::GPU, names, problems, remarks);
    Some(NetworkFields {
        within_site: within_site?,
        between_sites: between_sites?,
        site_links: site_links?,
        gpu_links: gpu_links?,
    })
}

/// The outer `None` stands for a problem, the inner for "not connected".
fn read_default(fields: &mut Fields<'_, '_>, column: Column, table: Table) -> Option<Option<LinkFigures>> {
    let value = match fields.cell(column) {
        None | Some(Value::Null) => return Some(None),
        Some(value) => value,
    };
    let object = fields.as_group(value, table)?;
    let mut fields = Fields::of_group(object, table, fields.problems());
    let bandwidth_gbps = fields.number(&fields::BANDWIDTH_GBPS);
    let utilization = fields.number(&fields::UTILIZATION);
    let latency_ms = fields.number(&fields::LATENCY_MS);
    fields.finish();
    Some(Some(LinkFigures { bandwidth_gbps: bandwidth_gbps?, utilization: utilization?, latency_ms: latency_ms? }))
}

/// What differs between the two tables of links.
struct LinkTable {
    table: Table,
    gpus: bool,
}

impl LinkTable {
    const SITE: Self = Self { table: Table::SiteLinks, gpus: false };
    const GPU: Self = Self { table: Table::GpuLinks, gpus: true };
}

fn read_links(
    rows: &[Value],
    table: &LinkTable,
    names: &Names,
    problems: &mut Problems,
    remarks: &mut Problems,
) -> Option<Vec<LinkRow>> {
    let mut first_rows = BTreeMap::new();
    let mut links = Vec::with_capacity(rows.len());
    for (row, value) in rows.iter().enumerate() {
        let Value::Object(object) = value else {
            problems.add(|| {
                let words = words::row_not_a_group(words::link_row(None, row), value);
                Problem::new("wrong-type", at(table.table.as_str(), Some(row), None), words)
            });
            continue;
        };
        let mut fields = Fields::of_row(object, table.table, Some(row), subject, problems);
        let link = read_row(&mut fields, table, names, remarks);
        if let (Some(from), Some(to)) = (link.from, link.to) {
            if table.gpus && from == to {
                fields.report("self-link", (fields::TO.column, fields::TO.label), || words::self_link(from));
            }
            let first = *first_rows.entry((from, to)).or_insert(row);
            if first != row {
                fields.report("duplicate-link", (fields::TO.column, "this pair"), || words::duplicate_link(first));
            }
        }
        fields.finish();
        links.extend(link.row);
    }
    (links.len() == rows.len()).then_some(links)
}

/// A row as far as it could be read.
struct LinkRead<'v> {
    from: Option<&'v str>,
    to: Option<&'v str>,
    row: Option<LinkRow>,
}

fn read_row<'v>(fields: &mut Fields<'v, '_>, table: &LinkTable, names: &Names, remarks: &mut Problems) -> LinkRead<'v> {
    let from = read_end(fields, &fields::FROM, table, names, remarks);
    let to = read_end(fields, &fields::TO, table, names, remarks);
    let connected = fields.flag(&fields::CONNECTED);
    let utilization = fields.number(&fields::UTILIZATION);
    let (bandwidth_gbps, latency_ms) = if connected == Some(false) {
        (fields.number_or_null(&fields::BANDWIDTH_GBPS), fields.number_or_null(&fields::LATENCY_MS))
    } else {
        (fields.number(&fields::BANDWIDTH_GBPS).map(Some), fields.number(&fields::LATENCY_MS).map(Some))
    };
    let whole = || {
        Some(LinkRow {
            from: from?.to_owned(),
            to: to?.to_owned(),
            connected: connected?,
            bandwidth_gbps: bandwidth_gbps?,
            utilization: utilization?,
            latency_ms: latency_ms?,
        })
    };
    LinkRead { from, to, row: whole() }
}

/// The name at one end of a link. A GPU must exist; a site without GPUs is odd, but a pool may be about to get some.
fn read_end<'v>(
    fields: &mut Fields<'v, '_>,
    end: &TextField,
    table: &LinkTable,
    names: &Names,
    remarks: &mut Problems,
) -> Option<&'v str> {
    let name = if table.gpus { fields.raw_text(end.column, end.label) } else { fields.text(end) }?;
    let known = if table.gpus { names.gpu(name).is_some() } else { names.site(name).is_some() };
    if known || !names.complete(table.gpus) {
        return Some(name);
    }
    let nearest = || names.nearest(name, table.gpus).unwrap_or_default();
    let place = (end.column, end.label);
    if table.gpus {
        fields.report("unknown-gpu", place, || words::link_to_unknown_gpu(name, nearest()));
    } else {
        fields.remark(remarks, "unknown-site", place, || words::link_to_unknown_site(name, nearest()));
    }
    Some(name)
}

/// "Link A → B", or its row where the ends are no help.
fn subject(object: &Map<String, Value>, row: usize) -> Wording {
    let end = |field: &TextField| object.get(field.column.key()).and_then(Value::as_str);
    words::link_row(end(&fields::FROM).zip(end(&fields::TO)), row)
}
