//! What a pool's rows are called once every `count` is played out, and who a name belongs to.

use std::collections::BTreeMap;

use super::Problem;
use super::document::Document;
use super::fields;
use super::nearest::nearest;
use super::problems::{Problems, at};
use super::read_gpus::GpuRead;
use crate::model::MAX_GPUS;
use crate::words::problems as words;

/// The names of the GPUs a row stands for.
pub fn expanded_names(name: &str, count: u64) -> impl Iterator<Item = String> + '_ {
    (1..=count).map(move |number| if count == 1 { name.to_owned() } else { format!("{name}-{number}") })
}

/// For each GPU of the scenario's pool, in its order, the row of `gpus` it comes from.
pub fn gpu_rows(document: &Document) -> Vec<usize> {
    let enabled = document.gpus.iter().enumerate().filter(|(_, gpu)| gpu.enabled);
    enabled.flat_map(|(row, gpu)| (0..gpu.count).map(move |_| row)).take(MAX_GPUS).collect()
}

/// A GPU by its name.
#[derive(Clone, Copy)]
pub(super) struct Named {
    row: usize,
    /// Index in the pool; `None` for a GPU that is switched off.
    pub index: Option<usize>,
}

/// Everything that can be named in a document.
pub(super) struct Names {
    gpus: BTreeMap<String, Named>,
    /// Sites in order of first appearance.
    pub sites: Vec<String>,
    site_indexes: BTreeMap<String, usize>,
    /// Whether every row's names could be read: only then is a name that is not here unknown.
    gpus_complete: bool,
    sites_complete: bool,
}

impl Names {
    /// Plays out the rows, reporting clashes, too many GPUs and none; `None` when the table itself was not read.
    pub fn collect(rows: Option<&[GpuRead]>, problems: &mut Problems) -> Self {
        let known = rows.is_some();
        let rows = rows.unwrap_or_default();
        let mut names = Self {
            gpus: BTreeMap::new(),
            sites: Vec::new(),
            site_indexes: BTreeMap::new(),
            gpus_complete: known && rows.iter().all(|row| row.name.is_some() && row.count.is_some()),
            sites_complete: known && rows.iter().all(|row| row.site.is_some()),
        };
        for site in rows.iter().filter_map(|row| row.site) {
            if !names.site_indexes.contains_key(site) {
                names.site_indexes.insert(site.to_owned(), names.sites.len());
                names.sites.push(site.to_owned());
            }
        }
        if known {
            require_one_enabled(rows, problems);
        }
        let total: u64 = rows.iter().filter_map(|row| row.count).sum();
        if total > MAX_GPUS as u64 {
            names.gpus_complete = false;
            problems.add(|| Problem::of_whole("too-many-gpus", "gpus", words::too_many_gpus(total, MAX_GPUS)));
        } else {
            names.expand(rows, problems);
        }
        names
    }

    fn expand(&mut self, rows: &[GpuRead], problems: &mut Problems) {
        let mut clashes: BTreeMap<usize, (String, usize)> = BTreeMap::new();
        let mut next_index = 0;
        for (row, gpu) in rows.iter().enumerate() {
            let (Some(name), Some(count)) = (gpu.name, gpu.count) else { continue };
            for full_name in expanded_names(name, count) {
                let index = (gpu.enabled != Some(false)).then_some(next_index);
                next_index += usize::from(index.is_some());
                if let Some(other) = self.gpus.get(&full_name) {
                    clashes.entry(other.row).or_insert_with(|| (full_name.clone(), row));
                    clashes.entry(row).or_insert((full_name, other.row));
                } else {
                    self.gpus.insert(full_name, Named { row, index });
                }
            }
        }
        for (row, (name, other)) in clashes {
            problems.add(|| {
                let place = at("gpus", Some(row), Some(fields::GPU_NAME.column.key()));
                Problem::new("name-clash", place, words::name_clash(&name, row, other))
            });
        }
    }

    /// The GPU of that name.
    pub fn gpu(&self, name: &str) -> Option<Named> {
        self.gpus.get(name).copied()
    }

    /// The site of that name.
    pub fn site(&self, name: &str) -> Option<usize> {
        self.site_indexes.get(name).copied()
    }

    /// Whether a name that is not here can be called unknown: of a GPU (`gpus`) or of a site.
    pub fn complete(&self, gpus: bool) -> bool {
        if gpus { self.gpus_complete } else { self.sites_complete }
    }

    /// The known name most like `name`.
    pub fn nearest(&self, name: &str, gpus: bool) -> Option<&str> {
        if gpus {
            nearest(name, self.gpus.keys().map(String::as_str))
        } else {
            nearest(name, self.sites.iter().map(String::as_str))
        }
    }
}

fn require_one_enabled(rows: &[GpuRead], problems: &mut Problems) {
    if rows.iter().any(|row| row.enabled != Some(false)) {
        return;
    }
    problems.add(|| Problem::of_whole("no-gpu", "gpus", words::no_gpu(!rows.is_empty())));
}
