//! Groups of GPUs with the same links: the link graph in small.
//!
//! **Twins.** Two GPUs are twins when every third GPU is linked with both or with neither. In a plan they can change
//! places without breaking a link.
//!
//! **Claim.** Being twins is an equivalence relation, and within a class either all pairs are linked or none is.
//! *Argument* for the second part: suppose a and b are linked but b and c are not. As a twin of b, c is linked with a.
//! As a twin of b, a has the links of b and so is not linked with c: a contradiction.
//!
//! So any two classes are linked wholly or not at all, and a small graph of classes ([`Groups`]) holds every link. In a
//! pool of sites without rules for single GPUs there is at most one class per site.

use crate::sorting::sort_by;
use std::collections::BTreeMap;

use crate::model::Cluster;

/// The classes of twins of a pool, called groups, and the links between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// GPU indexes of each group: `[groups][members]`.
    pub members: Vec<Vec<usize>>,
    /// `linked[a][b]` says whether the GPUs of a are linked with those of b; `linked[a][a]`, with each other.
    pub linked: Vec<Vec<bool>>,
    /// Number of the connected component that each group is in: `[groups]`.
    pub component: Vec<usize>,
    /// The groups of an independent set: none of their GPUs are linked with each other, so no two of them are
    /// neighbours on a path. `[groups]`.
    pub independent: Vec<bool>,
}

impl Groups {
    /// Groups the GPUs of `cluster`.
    ///
    /// GPUs of one site that no rule for single GPUs names start as one part, so that a large pool is not compared pair
    /// by pair.
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
            // The first of one part and the last of the other: two different GPUs, unless a part of one GPU meets
            // itself.
            a.first().zip(b.last()).is_some_and(|(&from, &to)| cluster.link(from, to).is_some())
        };
        let row = |a: &Vec<usize>| members.iter().map(|b| linked(a, b)).collect();
        let linked: Vec<Vec<bool>> = members.iter().map(row).collect();
        merged(&members, &linked)
    }
}

/// Joins parts whose GPUs are twins of each other.
fn merged(parts: &[Vec<usize>], linked: &[Vec<bool>]) -> Groups {
    // The first part of each group, and its second part if there is one.
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
    // A part of one GPU is not linked with itself, yet may be linked with its twin.
    let between = |&(a, twin): &(usize, Option<usize>), b: usize| {
        if a == b { twin.map_or(linked[a][a], |twin| linked[a][twin]) } else { linked[a][b] }
    };
    let row = |a: &(usize, Option<usize>)| kept.iter().map(|(b, _)| between(a, *b)).collect();
    let linked: Vec<Vec<bool>> = kept.iter().map(row).collect();
    Groups { component: components(&linked), independent: independent_set(&members, &linked), members, linked }
}

/// Whether the GPUs of parts `a` and `b` are all twins of each other.
fn twins(parts: &[Vec<usize>], linked: &[Vec<bool>], a: usize, b: usize) -> bool {
    let together = linked[a][b];
    let agrees = |part: usize| parts[part].len() == 1 || linked[part][part] == together;
    let alike = |other: usize| other == a || other == b || linked[a][other] == linked[b][other];
    agrees(a) && agrees(b) && (0..parts.len()).all(alike)
}

/// An independent set of groups, chosen greedily, groups of many members first: `[groups]`.
fn independent_set(members: &[Vec<usize>], linked: &[Vec<bool>]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..members.len()).filter(|&group| !linked[group][group]).collect();
    sort_by(&mut order, |&a, &b| members[b].len().cmp(&members[a].len()));
    let mut independent = vec![false; members.len()];
    for group in order {
        independent[group] = (0..members.len()).all(|other| !independent[other] || !linked[group][other]);
    }
    independent
}

/// The connected component of each group, numbered from 0: `[groups]`.
fn components(linked: &[Vec<bool>]) -> Vec<usize> {
    let mut component = vec![usize::MAX; linked.len()];
    let mut number = 0;
    for start in 0..linked.len() {
        if component[start] != usize::MAX {
            continue;
        }
        let mut open = vec![start];
        component[start] = number;
        while let Some(here) = open.pop() {
            for next in 0..linked.len() {
                if linked[here][next] && component[next] == usize::MAX {
                    component[next] = number;
                    open.push(next);
                }
            }
        }
        number += 1;
    }
    component
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
            Groups {
                members: vec![vec![0, 2, 1, 3]],
                linked: vec![vec![true]],
                component: vec![0],
                independent: vec![false]
            }
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
            component: vec![0, 0],
            independent: vec![false, true],
        };
        assert_eq!(groups, expected);
    }

    #[test]
    fn sites_without_a_link_are_groups_of_their_own() {
        let network = Network { within_site: link(), ..Network::default() };
        let groups = Groups::of(&cluster(&[0, 0, 1, 1], network));
        assert_eq!(groups.members, [[0, 1], [2, 3]]);
        assert_eq!(groups.linked, [[true, false], [false, true]]);
        assert_eq!(groups.component, [0, 1]);
    }
}
