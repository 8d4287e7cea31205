//! The one missing link whose connection is enough: between two sites, within one, or between two GPUs.
//!
//! A link has the figures of its other direction where that is there, else those of the default for its kind, else those
//! of the slowest link there is. Whether a plan exists does not depend on them.

use std::collections::BTreeSet;

use serde_json::json;

use super::edit::{cell, new_row};
use super::trial::Trial;
use super::wire::{ChangeAnswer, EditAnswer};
use crate::model::{ChangeKind, Cluster, Link, Network};
use crate::scenario::{Document, LinkFigures, LinkRow, Table, fields, initial};
use crate::search::feasibility::Groups;
use crate::words::infeasible::link_change;

/// Most pairs that are tried.
const MOST_PAIRS: usize = 500;

/// Two ends that could be connected: indexes of sites or of GPUs; a site and itself stands for the links within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Sites(usize, usize),
    Gpus(usize, usize),
}

/// The first pair that helps: sites before GPUs, in the order of the scenario.
pub fn missing_link(trial: &mut Trial<'_>) -> Option<ChangeAnswer> {
    let cluster = &trial.scenario.instance.cluster;
    let mut room = trial.room.clone();
    room.groups = all_linked(cluster.gpus().len());
    if !trial.fits(&room) {
        return None;
    }
    let pairs = pairs(cluster);
    let helps = |pair: &&Pair| {
        let Some(connected) = connected(cluster, **pair) else { return false };
        room.groups = Groups::of(&connected);
        trial.fits(&room)
    };
    match pairs.iter().take(MOST_PAIRS).find(helps) {
        Some(&pair) => trial.verified(change(trial, pair)),
        None if pairs.len() > MOST_PAIRS => trial.left_open(),
        None => None,
    }
}

fn all_linked(gpus: usize) -> Groups {
    Groups {
        members: vec![(0..gpus).collect()],
        linked: vec![vec![gpus > 1]],
        component: vec![0],
        independent: vec![false],
    }
}

/// Pairs of sites with GPUs that no rule connects, then pairs of GPUs that a rule between them keeps apart.
fn pairs(cluster: &Cluster) -> Vec<Pair> {
    let network = cluster.network();
    let mut here = vec![0; cluster.sites().len()];
    for gpu in cluster.gpus() {
        here[gpu.site] += 1;
    }
    let sites = (0..here.len()).flat_map(|a| (a..here.len()).map(move |b| (a, b)));
    let peopled = |&(a, b): &(usize, usize)| if a == b { here[a] > 1 } else { here[a] > 0 && here[b] > 0 };
    let apart = |&(a, b): &(usize, usize)| of_sites(network, a, b).is_none() || of_sites(network, b, a).is_none();
    let sites = sites.filter(|pair| peopled(pair) && apart(pair)).map(|(a, b)| Pair::Sites(a, b));
    let off = network.gpu_links.iter().filter(|(_, link)| link.is_none());
    let gpus: BTreeSet<(usize, usize)> = off.map(|(&(a, b), _)| (a.min(b), a.max(b))).collect();
    sites.chain(gpus.into_iter().map(|(a, b)| Pair::Gpus(a, b))).collect()
}

/// What holds from one site to another where nothing is said of the GPUs.
fn of_sites(network: &Network, from: usize, to: usize) -> Option<Link> {
    let general = if from == to { network.within_site } else { network.between_sites };
    network.site_links.get(&(from, to)).copied().unwrap_or(general)
}

/// The cluster with this pair linked, at whatever speed.
fn connected(cluster: &Cluster, pair: Pair) -> Option<Cluster> {
    let link = Some(Link::new(1.0, 0.0).ok()?);
    let mut network = cluster.network().clone();
    let (links, a, b) = match pair {
        Pair::Sites(a, b) => (&mut network.site_links, a, b),
        Pair::Gpus(a, b) => (&mut network.gpu_links, a, b),
    };
    links.insert((a, b), link);
    links.insert((b, a), link);
    Cluster::new(cluster.gpus().to_vec(), cluster.sites().to_vec(), network).ok()
}

/// One direction of a pair.
struct Way<'a> {
    from: &'a str,
    to: &'a str,
    /// Whether a default connects the two unless a row of their own says otherwise.
    general: bool,
}

fn ways(cluster: &Cluster, pair: Pair) -> Vec<Way<'_>> {
    let (network, sites, gpus) = (cluster.network(), cluster.sites(), cluster.gpus());
    let (a, b) = match pair {
        Pair::Sites(a, b) | Pair::Gpus(a, b) => (a, b),
    };
    let way = |from: usize, to: usize| match pair {
        Pair::Sites(..) => {
            let general = if from == to { network.within_site } else { network.between_sites };
            Way { from: &sites[from], to: &sites[to], general: general.is_some() }
        }
        Pair::Gpus(..) => {
            let general = of_sites(network, gpus[from].site, gpus[to].site);
            Way { from: &gpus[from].name, to: &gpus[to].name, general: general.is_some() }
        }
    };
    if a == b { vec![way(a, a)] } else { vec![way(a, b), way(b, a)] }
}

fn change(trial: &Trial<'_>, pair: Pair) -> ChangeAnswer {
    let (document, cluster) = (&trial.scenario.document, &trial.scenario.instance.cluster);
    let (table, rows, one_site) = match pair {
        Pair::Sites(a, b) => (Table::SiteLinks, &document.network.site_links, a == b),
        Pair::Gpus(a, b) => {
            let one_site = cluster.gpus()[a].site == cluster.gpus()[b].site;
            (Table::GpuLinks, &document.network.gpu_links, one_site)
        }
    };
    let ways = ways(cluster, pair);
    let row = |way: &Way<'_>| rows.iter().position(|row| row.from == way.from && row.to == way.to);
    let stated_figures = ways.iter().filter_map(row).find_map(|at| of_row(&rows[at]));
    let figures = stated_figures.unwrap_or_else(|| usual(document, one_site));
    let mut edit = Vec::new();
    let mut end = rows.len();
    for way in &ways {
        match row(way) {
            Some(at) if rows[at].connected => {}
            Some(at) => edit.extend(switched_on(table, at, &figures)),
            None if way.general => {}
            None => {
                edit.push(new_row(table, end, json!(initial::link_row(way.from, way.to, &figures))));
                end += 1;
            }
        }
    }
    let words = link_change(ways[0].from, ways[0].to, figures.bandwidth_gbps, figures.latency_ms);
    ChangeAnswer::untried(ChangeKind::Link, words, edit)
}

fn switched_on(table: Table, row: usize, figures: &LinkFigures) -> [EditAnswer; 4] {
    [
        cell(table, row, fields::CONNECTED.column, true),
        cell(table, row, fields::BANDWIDTH_GBPS.column, figures.bandwidth_gbps),
        cell(table, row, fields::UTILIZATION.column, figures.utilization),
        cell(table, row, fields::LATENCY_MS.column, figures.latency_ms),
    ]
}

/// The figures of a row, even if it is switched off, where they are stated.
fn of_row(row: &LinkRow) -> Option<LinkFigures> {
    let (bandwidth_gbps, latency_ms) = row.bandwidth_gbps.zip(row.latency_ms)?;
    Some(LinkFigures { bandwidth_gbps, utilization: row.utilization, latency_ms })
}

/// The default, or the slowest link of the scenario, or what the page offers for a first link.
fn usual(document: &Document, one_site: bool) -> LinkFigures {
    let network = &document.network;
    let default = if one_site { &network.within_site } else { &network.between_sites };
    let connected = network.site_links.iter().chain(&network.gpu_links).filter(|row| row.connected).filter_map(of_row);
    let links = [&network.within_site, &network.between_sites].into_iter().flatten().cloned().chain(connected);
    let slower = |a: &LinkFigures, b: &LinkFigures| {
        let speed = |link: &LinkFigures| link.bandwidth_gbps * link.utilization;
        speed(a).total_cmp(&speed(b)).then(b.latency_ms.total_cmp(&a.latency_ms))
    };
    default.clone().or_else(|| links.min_by(slower)).unwrap_or_else(initial::link_figures)
}
