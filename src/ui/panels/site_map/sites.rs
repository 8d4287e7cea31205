//! Sites, their GPUs and the links between them, as a picture: [`SiteMap`] says what is on it, [`layout`] where.

use crate::sorting::sort_by;
use std::collections::BTreeMap;

use crate::format;
use crate::model::{Cluster, Instance, Plan};

/// Most sites that are drawn.
pub const MAX_SITES: usize = 8;

/// A GPU of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteGpu {
    pub name: String,
    pub model: String,
    /// The stage it holds, from 1.
    pub stage: Option<usize>,
}

/// A site with at least one GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    pub name: String,
    /// GPUs with a stage in pipeline order, then the others.
    pub gpus: Vec<SiteGpu>,
}

/// One direction of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction {
    /// Bandwidth × utilisation, 10⁹ bit/s.
    pub gbps: f64,
    /// One-way latency, ms.
    pub latency_ms: f64,
}

/// Two sites that can send to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SiteLink {
    /// Index of one site, the lower one.
    pub a: usize,
    /// Index of the other.
    pub b: usize,
    /// From `a` to `b`.
    pub there: Direction,
    /// From `b` to `a`.
    pub back: Direction,
    /// Whether the plan sends over it.
    pub on_path: bool,
}

/// What is on the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SiteMap {
    pub sites: Vec<Site>,
    /// The links between them.
    pub links: Vec<SiteLink>,
    /// Sites that are not drawn.
    pub more_sites: usize,
}

impl SiteMap {
    /// The sites of a pool with the stages of `plan`. Of more than [`MAX_SITES`] sites those that hold stages; the
    /// rest is counted.
    pub fn of(instance: &Instance, plan: Option<&Plan>) -> Self {
        let cluster = &instance.cluster;
        let stages = plan.map(Plan::stages).unwrap_or_default();
        let stage_of: BTreeMap<usize, usize> =
            stages.iter().enumerate().map(|(index, stage)| (usize::from(stage.gpu), index + 1)).collect();
        let mut gpus: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, gpu) in cluster.gpus().iter().enumerate() {
            gpus.entry(gpu.site).or_default().push(index);
        }
        let mut drawn: Vec<usize> = gpus.keys().copied().collect();
        let all = drawn.len();
        if all > MAX_SITES {
            let holds = |site: &usize| gpus.get(site).is_some_and(|of| of.iter().any(|gpu| stage_of.contains_key(gpu)));
            if drawn.iter().any(holds) {
                drawn.retain(holds);
            }
            drawn.truncate(MAX_SITES);
        }
        let sites = drawn.iter().map(|site| Site {
            name: cluster.sites().get(*site).cloned().unwrap_or_default(),
            gpus: gpus_of(cluster, gpus.get(site).map(Vec::as_slice).unwrap_or_default(), &stage_of),
        });
        let site_of = |stage: &crate::model::Stage| {
            let site = cluster.gpus().get(usize::from(stage.gpu))?.site;
            drawn.iter().position(|drawn| *drawn == site)
        };
        // The GPUs that send from one site to another, by the sites in rising order.
        let mut hops = BTreeMap::new();
        for pair in stages.windows(2) {
            if let [one, next] = pair
                && let (Some(from), Some(to)) = (site_of(one), site_of(next))
                && from != to
            {
                let (one, next) = (usize::from(one.gpu), usize::from(next.gpu));
                hops.entry((from.min(to), from.max(to))).or_insert(if from < to { (one, next) } else { (next, one) });
            }
        }
        let mut links = Vec::new();
        for a in 0..drawn.len() {
            for b in a + 1..drawn.len() {
                let hop = hops.get(&(a, b)).copied();
                links.extend(link(cluster, (a, drawn[a]), (b, drawn[b]), hop));
            }
        }
        Self { more_sites: all - drawn.len(), sites: sites.collect(), links }
    }
}

fn gpus_of(cluster: &Cluster, indexes: &[usize], stage_of: &BTreeMap<usize, usize>) -> Vec<SiteGpu> {
    let gpu = |index: &usize| {
        let gpu = cluster.gpus().get(*index)?;
        Some(SiteGpu { name: gpu.name.clone(), model: gpu.model.clone(), stage: stage_of.get(index).copied() })
    };
    let mut gpus: Vec<SiteGpu> = indexes.iter().filter_map(gpu).collect();
    let place = |gpu: &SiteGpu| gpu.stage.unwrap_or(usize::MAX);
    sort_by(&mut gpus, |one, other| place(one).cmp(&place(other)));
    gpus
}

/// The link between two sites, each as (index on the picture, index in the pool): that of the GPUs which send over
/// it, else what holds between the sites.
fn link(
    cluster: &Cluster,
    (a, site_a): (usize, usize),
    (b, site_b): (usize, usize),
    hop: Option<(usize, usize)>,
) -> Option<SiteLink> {
    let network = cluster.network();
    let general = |from: usize, to: usize| *network.site_links.get(&(from, to)).unwrap_or(&network.between_sites);
    let (there, back) = match hop {
        Some((one, other)) => (cluster.link(one, other)?, cluster.link(other, one)?),
        None => (general(site_a, site_b)?, general(site_b, site_a)?),
    };
    let direction = |link: crate::model::Link| Direction {
        gbps: link.bandwidth_bytes_per_s() * 8.0 / 1e9,
        latency_ms: link.latency_s() * 1_000.0,
    };
    Some(SiteLink { a, b, there: direction(there), back: direction(back), on_path: hop.is_some() })
}

impl SiteLink {
    /// What the slower direction carries, 10⁹ bit/s.
    pub fn gbps(&self) -> f64 {
        self.there.gbps.min(self.back.gbps)
    }

    /// "10 Gbps", "10 / 6 Gbps" where the directions differ.
    pub fn bandwidth(&self) -> String {
        both(self.there.gbps, self.back.gbps, "Gbps")
    }

    /// "50 ms", "50 / 75 ms" where the directions differ.
    pub fn latency(&self) -> String {
        both(self.there.latency_ms, self.back.latency_ms, "ms")
    }
}

fn both(there: f64, back: f64, unit: &str) -> String {
    let (there, back) = (figure(there), figure(back));
    if there == back { format!("{there} {unit}") } else { format!("{there} / {back} {unit}") }
}

/// As brief as it can be: "10", "0.5", "1,000".
fn figure(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    if rounded != 0.0 && rounded.fract() == 0.0 { format::fixed(rounded, 0) } else { format::one_decimal(value) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario::{self, Scenario, plan_text};

    fn three_sites(edit: impl FnOnce(&mut serde_json::Value)) -> Scenario {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        scenario::read_value(&document).unwrap()
    }

    fn map(scenario: &Scenario, plan: &str) -> SiteMap {
        let instance = &scenario.instance;
        let plan = plan_text::parse(plan, &instance.cluster, instance.transformer.layers()).unwrap();
        SiteMap::of(instance, Some(&plan))
    }

    #[test]
    fn stages_stand_at_their_sites_and_the_path_is_known() {
        let map = map(&three_sites(|_| ()), "g3:4,g4:1,g6:1,g5:6");
        let dots: Vec<Vec<Option<usize>>> =
            map.sites.iter().map(|site| site.gpus.iter().map(|gpu| gpu.stage).collect()).collect();
        assert_eq!(dots, [vec![None, None, None], vec![Some(1), Some(2)], vec![Some(3), Some(4)]]);
        let links: Vec<(usize, usize, String, bool)> = map
            .links
            .iter()
            .map(|link| (link.a, link.b, format!("{} · {}", link.bandwidth(), link.latency()), link.on_path))
            .collect();
        let expected = [
            (0, 1, "10 Gbps · 50 ms".to_owned(), false),
            (0, 2, "6 Gbps · 75 ms".to_owned(), false),
            (1, 2, "12 Gbps · 40 ms".to_owned(), true),
        ];
        assert_eq!(links, expected);
    }

    #[test]
    fn directions_that_differ_are_both_told_and_missing_links_are_missing() {
        let scenario = three_sites(|document| {
            document["network"]["site_links"] = serde_json::json!([
                { "from": "A", "to": "B", "bandwidth_gbps": 10, "utilization": 0.5, "latency_ms": 50 },
                { "from": "B", "to": "A", "bandwidth_gbps": 6, "utilization": 1, "latency_ms": 0.3 },
                { "from": "A", "to": "C", "connected": false }
            ]);
            document["network"]["between_sites"] =
                serde_json::json!({ "bandwidth_gbps": 1000, "utilization": 1, "latency_ms": 1 });
        });
        let map = SiteMap::of(&scenario.instance, None);
        let told: Vec<_> = map.links.iter().map(|link| (link.a, link.b, link.bandwidth(), link.latency())).collect();
        let own = |text: &str| text.to_owned();
        assert_eq!(told, [(0, 1, own("5 / 6 Gbps"), own("50 / 0.3 ms")), (1, 2, own("1,000 Gbps"), own("1 ms"))]);
    }

    #[test]
    fn a_link_of_two_gpus_is_the_one_the_plan_sends_over() {
        let scenario = three_sites(|document| {
            let link = |from: &str, to: &str| serde_json::json!({ "from": from, "to": to, "bandwidth_gbps": 40, "utilization": 1, "latency_ms": 3 });
            document["network"]["gpu_links"] = serde_json::json!([link("g4", "g6"), link("g6", "g4")]);
        });
        let path = |plan: &str| map(&scenario, plan).links.into_iter().find(|link| link.on_path).unwrap().bandwidth();
        assert_eq!(path("g3:4,g4:1,g6:1,g5:6"), "40 Gbps");
        assert_eq!(path("g4:4,g3:1,g6:1,g5:6"), "12 Gbps");
    }

    #[test]
    fn of_many_sites_those_with_stages_are_drawn() {
        let scenario = three_sites(|document| {
            let row = document["gpus"][5].clone();
            let gpus = (0..12).map(|index| {
                let mut row = row.clone();
                row["name"] = format!("n{index}").into();
                row["site"] = format!("S{index}").into();
                row
            });
            document["gpus"] = gpus.collect::<Vec<_>>().into();
            document["network"]["site_links"] = serde_json::json!([]);
            document["network"]["between_sites"] =
                serde_json::json!({ "bandwidth_gbps": 1, "utilization": 1, "latency_ms": 1 });
        });
        let map = map(&scenario, "n11:6,n3:6");
        let names: Vec<&str> = map.sites.iter().map(|site| site.name.as_str()).collect();
        assert_eq!((names, map.more_sites), (vec!["S3", "S11"], 10));
        assert_eq!(SiteMap::of(&scenario.instance, None).sites.len(), MAX_SITES);
    }
}
