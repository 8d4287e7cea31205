//! Between a document and the rows of a link: repeated figures and names become numbers.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::columns::{self, Columns, from_row, to_row};
use super::frame;
use super::refusal::refusal;
use crate::model::MAX_GPUS;
use crate::scenario::document::{Document, FORMAT, GpuRow};
use crate::scenario::{Problem, expanded_names};
use crate::words::problems as words;

type Object = Map<String, Value>;

/// The compact JSON of a document's rows.
pub(super) fn pack(document: &Document) -> Vec<u8> {
    let Value::Object(mut fields) = document.to_value() else { return Vec::new() };
    let (sites, gpus) = (site_names(document), gpu_names(document));
    let (site_positions, gpu_positions) = (positions(&sites), positions(&gpus));
    let pool = pack_pool(take_list(&mut fields, "gpus"), &sites, &site_positions);
    fields.insert("gpus".to_owned(), pool);
    with_object(&mut fields, "network", |network| {
        for (key, names) in [("site_links", &site_positions), ("gpu_links", &gpu_positions)] {
            let rows = take_list(network, key).into_iter().map(|row| pack_link(row, names)).collect::<Vec<_>>();
            network.insert(key.to_owned(), if rows.is_empty() { Value::Null } else { Value::Array(rows) });
        }
        for key in ["within_site", "between_sites"] {
            replace_by_row(network, key, columns::LINK_FIGURES);
        }
    });
    with_object(&mut fields, "search", |search| {
        if search.get("frontier_weights") == Some(&default_weights()) {
            search.insert("frontier_weights".to_owned(), Value::Null);
        }
        replace_by_row(search, "memetic", columns::MEMETIC);
        null_if_empty(search, "memetic");
    });
    replace_by_row(&mut fields, "model", columns::MODEL);
    replace_by_row(&mut fields, "training", columns::TRAINING);
    replace_by_row(&mut fields, "network", columns::NETWORK);
    replace_by_row(&mut fields, "objective", columns::OBJECTIVE);
    replace_by_row(&mut fields, "search", columns::SEARCH);
    null_if_empty(&mut fields, "search");
    to_row(&fields, columns::DOCUMENT).to_string().into_bytes()
}

/// The document's value from the JSON of its rows: complete, so that no later default changes it, and not judged.
pub(super) fn unpack(content: &[u8]) -> Result<Value, Vec<Problem>> {
    let rows: Value = serde_json::from_slice(content).map_err(|_| frame::damaged())?;
    unpack_document(&rows).ok_or_else(|| refusal("link-damaged", words::link_without_scenario()))
}

fn unpack_document(rows: &Value) -> Option<Value> {
    let mut fields = from_row(rows, columns::DOCUMENT)?;
    let (gpus, sites) = unpack_pool(fields.get("gpus")?)?;
    let names = names_of(&gpus);
    fields.insert("gpus".to_owned(), Value::Array(gpus));
    let mut network = from_row(fields.get("network")?, columns::NETWORK)?;
    for (key, names) in [("site_links", &sites), ("gpu_links", &names)] {
        let rows = match network.get(key)? {
            Value::Array(rows) => rows.iter().map(|row| unpack_link(row, names)).collect::<Option<_>>()?,
            Value::Null => Vec::new(),
            _ => return None,
        };
        network.insert(key.to_owned(), Value::Array(rows));
    }
    for key in ["within_site", "between_sites"] {
        if network.get(key).is_some_and(|link| !link.is_null()) {
            replace_by_object(&mut network, key, columns::LINK_FIGURES)?;
        }
    }
    fields.insert("network".to_owned(), Value::Object(network));
    replace_by_object(&mut fields, "model", columns::MODEL)?;
    replace_by_object(&mut fields, "training", columns::TRAINING)?;
    replace_by_object(&mut fields, "objective", columns::OBJECTIVE)?;
    empty_if_null(&mut fields, "search");
    let mut search = from_row(fields.get("search")?, columns::SEARCH)?;
    if search.get("frontier_weights") == Some(&Value::Null) {
        search.insert("frontier_weights".to_owned(), default_weights());
    }
    empty_if_null(&mut search, "memetic");
    replace_by_object(&mut search, "memetic", columns::MEMETIC)?;
    fields.insert("search".to_owned(), Value::Object(search));
    fields.insert("format".to_owned(), FORMAT.into());
    fields.insert("version".to_owned(), 1.into());
    Some(Value::Object(fields))
}

fn pack_pool(rows: Vec<Value>, sites: &[Value], site_positions: &Positions) -> Value {
    let mut kinds: Vec<Value> = Vec::new();
    let mut kind_positions = BTreeMap::new();
    let mut packed = Vec::with_capacity(rows.len());
    for row in rows {
        let Value::Object(mut gpu) = row else { continue };
        let kind = to_row(&gpu, columns::KIND);
        let position = *kind_positions.entry(kind.to_string()).or_insert_with(|| {
            kinds.push(kind);
            kinds.len() - 1
        });
        gpu.insert("kind".to_owned(), position.into());
        replace_by_position(&mut gpu, "site", site_positions);
        packed.push(to_row(&gpu, columns::GPU));
    }
    json!([sites, kinds, packed])
}

fn unpack_pool(pool: &Value) -> Option<(Vec<Value>, Vec<Value>)> {
    let pool = from_row(pool, columns::POOL)?;
    let (sites, kinds) = (pool.get("sites")?.as_array()?, pool.get("kinds")?.as_array()?);
    let mut gpus = Vec::new();
    for row in pool.get("rows")?.as_array()? {
        let mut gpu = from_row(row, columns::GPU)?;
        replace_by_name(&mut gpu, "site", sites);
        let kind = gpu.remove("kind")?.as_u64().and_then(|position| kinds.get(usize::try_from(position).ok()?))?;
        gpu.extend(from_row(kind, columns::KIND)?);
        gpus.push(Value::Object(gpu));
    }
    Some((gpus, sites.clone()))
}

fn pack_link(row: Value, names: &Positions) -> Value {
    let Value::Object(mut link) = row else { return Value::Null };
    replace_by_position(&mut link, "from", names);
    replace_by_position(&mut link, "to", names);
    if link.get("connected") == Some(&Value::Bool(has_bandwidth(&link))) {
        link.insert("connected".to_owned(), Value::Null);
    }
    to_row(&link, columns::LINK)
}

fn unpack_link(row: &Value, names: &[Value]) -> Option<Value> {
    let mut link = from_row(row, columns::LINK)?;
    replace_by_name(&mut link, "from", names);
    replace_by_name(&mut link, "to", names);
    if link.get("connected") == Some(&Value::Null) {
        link.insert("connected".to_owned(), has_bandwidth(&link).into());
    }
    Some(Value::Object(link))
}

fn has_bandwidth(link: &Object) -> bool {
    link.get("bandwidth_gbps").is_some_and(|bandwidth| !bandwidth.is_null())
}

/// Sites in order of first appearance.
fn site_names(document: &Document) -> Vec<Value> {
    let mut sites: Vec<Value> = Vec::new();
    for gpu in &document.gpus {
        if !sites.iter().any(|site| site == &gpu.site) {
            sites.push(gpu.site.as_str().into());
        }
    }
    sites
}

fn gpu_names(document: &Document) -> Vec<Value> {
    let names = document.gpus.iter().flat_map(|GpuRow { name, count, .. }| expanded_names(name, *count));
    names.take(MAX_GPUS).map(Value::String).collect()
}

/// The same of rows that are not judged yet: what can't be read has no names, and there are never too many.
fn names_of(gpus: &[Value]) -> Vec<Value> {
    let readable = gpus.iter().filter_map(|gpu| Some((gpu.get("name")?.as_str()?, gpu.get("count")?.as_u64()?)));
    readable.flat_map(|(name, count)| expanded_names(name, count)).take(MAX_GPUS).map(Value::String).collect()
}

fn default_weights() -> Value {
    let weights = columns::FRONTIER_WEIGHTS.into_iter();
    weights.map(|weight| serde_json::to_value(crate::scenario::document::Figure(weight)).unwrap_or_default()).collect()
}

fn take_list(fields: &mut Object, key: &str) -> Vec<Value> {
    match fields.remove(key) {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}

fn with_object(fields: &mut Object, key: &str, change: impl FnOnce(&mut Object)) {
    if let Some(Value::Object(object)) = fields.get_mut(key) {
        change(object);
    }
}

fn replace_by_row(fields: &mut Object, key: &str, columns: Columns) {
    if let Some(value) = fields.get_mut(key)
        && let Value::Object(object) = value
    {
        *value = to_row(object, columns);
    }
}

fn replace_by_object(fields: &mut Object, key: &str, columns: Columns) -> Option<()> {
    let value = fields.get_mut(key)?;
    *value = Value::Object(from_row(value, columns)?);
    Some(())
}

fn null_if_empty(fields: &mut Object, key: &str) {
    if let Some(value) = fields.get_mut(key)
        && value.as_array().is_some_and(Vec::is_empty)
    {
        *value = Value::Null;
    }
}

fn empty_if_null(fields: &mut Object, key: &str) {
    if let Some(value) = fields.get_mut(key)
        && value.is_null()
    {
        *value = Value::Array(Vec::new());
    }
}

/// Names by where they stand, the first of equal ones.
type Positions<'n> = BTreeMap<&'n str, usize>;

fn positions(names: &[Value]) -> Positions<'_> {
    names.iter().enumerate().rev().filter_map(|(position, name)| Some((name.as_str()?, position))).collect()
}

/// A name that is not among them stays as it is.
fn replace_by_position(fields: &mut Object, key: &str, names: &Positions) {
    if let Some(value) = fields.get_mut(key)
        && let Some(position) = value.as_str().and_then(|name| names.get(name))
    {
        *value = (*position).into();
    }
}

/// A position beyond them stays as it is, for the reader to refuse.
fn replace_by_name(fields: &mut Object, key: &str, names: &[Value]) {
    if let Some(value) = fields.get_mut(key)
        && let Some(name) = value.as_u64().and_then(|position| names.get(usize::try_from(position).ok()?))
    {
        *value = name.clone();
    }
}
