//! GPUs that exchange places in any plan without breaking a link.
//!
//! Two GPUs are twins when every third GPU is linked with both or with neither. That is an equivalence, and of the twins
//! of a group either all are linked with each other or none: were a and b linked but b and c not, then c as a twin of b
//! would be linked with a, while a as a twin of b would not be linked with c. So two groups are linked wholly or not at
//! all, and who is linked with whom is a small graph of groups: in a pool of sites, at most one group a site.

use crate::sorting::sort_by;
use std::collections::BTreeMap;

use crate::model::Cluster;

/// The groups of a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Members of each, by index of the GPU.
    pub members: Vec<Vec<usize>>,
    /// `linked[a][b]`: whether GPUs of a are linked with those of b; of `linked[a][a]`, with each other.
    pub linked: Vec<Vec<bool>>,
    /// Number of the island each is on: of the groups that can reach each other.
    pub island: Vec<usize>,
    /// Groups of which no GPU is linked with another of these groups: a path never has two of them in a row.
    pub apart: Vec<bool>,
}

impl Groups {
    /// The groups of a cluster.
    ///
    /// GPUs of one site that no rule between GPUs names are twins from the start, so that a large pool is not gone
    /// through pair by pair.
    pub fn of(cluster: &Cluster) -> Self {
        let mut named = vec![false; cluster.gpus().len()];
        for &(from, to) in cluster.network().gpu_links.keys() {
            named[from] = true;
            named[to] = true;
        }
        let mut of_site: BTreeMap<usize, usize> = BTreeMap::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (gpu, figures) in cluster.gpus().iter().enumerate() {
            let group = if named[gpu] { None } else { of_site.get(&figures.site).copied() };
            match group {
                Some(group) => members[group].push(gpu),
                None => {
                    if !named[gpu] {
                        of_site.insert(figures.site, members.len());
                    }
                    members.push(vec![gpu]);
                }
            }
        }
        let linked = |a: &[usize], b: &[usize]| {
            // The first of one and the last of the other: two GPUs, unless a group of one is asked about itself.
            a.first().zip(b.last()).is_some_and(|(&from, &to)| cluster.link(from, to).is_some())
        };
        let row = |a: &Vec<usize>| members.iter().map(|b| linked(a, b)).collect();
        let linked: Vec<Vec<bool>> = members.iter().map(row).collect();
        merged(&members, &linked)
    }
}

/// The groups with twins joined.
fn merged(parts: &[Vec<usize>], linked: &[Vec<bool>]) -> Groups {
    // The first part of each group, and the second if there is one.
    let mut kept: Vec<(usize, Option<usize>)> = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::new();
    for (part, gpus) in parts.iter().enumerate() {
        match kept.iter().position(|&(first, _)| twins(parts, linked, part, first)) {
            Some(place) => {
                members[place].extend(gpus);
                kept[place].1.get_or_insert(part);
            }
            None => {
                kept.push((part, None));
                members.push(gpus.clone());
            }
        }
    }
    // A part of one GPU is not linked with itself, and yet may be with its twin.
    let between = |&(a, twin): &(usize, Option<usize>), b: usize| {
        if a == b { twin.map_or(linked[a][a], |twin| linked[a][twin]) } else { linked[a][b] }
    };
    let row = |a: &(usize, Option<usize>)| kept.iter().map(|(b, _)| between(a, *b)).collect();
    let linked: Vec<Vec<bool>> = kept.iter().map(row).collect();
    Groups { island: islands(&linked), apart: apart(&members, &linked), members, linked }
}

fn twins(parts: &[Vec<usize>], linked: &[Vec<bool>], a: usize, b: usize) -> bool {
    let together = linked[a][b];
    let agrees = |part: usize| parts[part].len() == 1 || linked[part][part] == together;
    let alike = |other: usize| other == a || other == b || linked[a][other] == linked[b][other];
    agrees(a) && agrees(b) && (0..parts.len()).all(alike)
}

/// Large groups first, as long as they keep apart.
fn apart(members: &[Vec<usize>], linked: &[Vec<bool>]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..members.len()).filter(|&group| !linked[group][group]).collect();
    sort_by(&mut order, |&a, &b| members[b].len().cmp(&members[a].len()));
    let mut apart = vec![false; members.len()];
    for group in order {
        apart[group] = (0..members.len()).all(|other| !apart[other] || !linked[group][other]);
    }
    apart
}

fn islands(linked: &[Vec<bool>]) -> Vec<usize> {
    let mut island = vec![usize::MAX; linked.len()];
    let mut number = 0;
    for start in 0..linked.len() {
        if island[start] != usize::MAX {
            continue;
        }
        let mut open = vec![start];
        island[start] = number;
        while let Some(here) = open.pop() {
            for next in 0..linked.len() {
                if linked[here][next] && island[next] == usize::MAX {
                    island[next] = number;
                    open.push(next);
                }
            }
        }
        number += 1;
    }
    island
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::{Gpu, GpuFigures, Link, Network};

    fn cluster(sites: &[usize], network: Network) -> Cluster {
        let gpu = |(index, &site): (usize, &usize)| {
            Gpu::new(GpuFigures {
                name: format!("g{index}"),
                model: String::new(),
                site,
                effective_flops: 1.0,
                effective_memory_bytes: 1.0,
                idle_w: 0.0,
                active_w: 0.0,
            })
        };
        let gpus = sites.iter().enumerate().map(gpu).collect::<Result<_, _>>().unwrap();
        Cluster::new(gpus, vec!["A".into(), "B".into(), "C".into()], network).unwrap()
    }

    fn link() -> Option<Link> {
        Link::new(1.0, 0.0).ok()
    }

    #[test]
    fn all_gpus_of_a_connected_pool_are_twins() {
        let network = Network { within_site: link(), between_sites: link(), ..Network::default() };
        let groups = Groups::of(&cluster(&[0, 1, 0, 2], network));
        assert_eq!(
            groups,
            Groups { members: vec![vec![0, 2, 1, 3]], linked: vec![vec![true]], island: vec![0], apart: vec![false] }
        );
    }

    #[test]
    fn the_leaves_of_a_star_are_twins_that_are_not_linked() {
        let spokes = [1, 2, 3].into_iter().flat_map(|leaf| [((0, leaf), link()), ((leaf, 0), link())]);
        let network = Network { gpu_links: spokes.collect(), ..Network::default() };
        let groups = Groups::of(&cluster(&[0, 0, 0, 0], network));
        let expected = Groups {
            members: vec![vec![0], vec![1, 2, 3]],
            linked: vec![vec![false, true], vec![true, false]],
            island: vec![0, 0],
            apart: vec![false, true],
        };
        assert_eq!(groups, expected);
    }

    #[test]
    fn sites_without_a_road_are_groups_of_their_own() {
        let network = Network { within_site: link(), ..Network::default() };
        let groups = Groups::of(&cluster(&[0, 0, 1, 1], network));
        assert_eq!(groups.members, [[0, 1], [2, 3]]);
        assert_eq!(groups.linked, [[true, false], [false, true]]);
        assert_eq!(groups.island, [0, 1]);
    }
}
