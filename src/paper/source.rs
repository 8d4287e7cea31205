//! The scenarios that the paper's figures come out of here.

use serde_json::{Value, json};

use crate::scenario::{self, Problem, Scenario, presets};

/// Where the scenario of a row comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// An inferred pool of Tables 3 to 6.
    Scaling(&'static str),
    /// The first GPUs of the one pool that gives every time of Tables 3, 5 and 6.
    NestedFirst(usize),
    /// The three sites of Fig. 8 at this base latency, ms, and bandwidth, Gbps, between sites.
    Sites(f64, f64),
    /// The pool of Table 7 at this λ.
    Energy(f64),
}

macro_rules! scaling {
    ($($name:literal),* $(,)?) => {
        const SCALING: &[(&str, &str)] = &[$(($name, include_str!(concat!("scenarios/scaling-", $name, ".json")))),*];
    };
}
scaling!(
    "n2-l12",
    "n3-l12",
    "n4-l12",
    "n5-l12",
    "n6-l12",
    "n8-l12",
    "n10-l12",
    "n12-l8",
    "n12-l12",
    "n12-l24",
    "n12-l32",
    "nested-l12",
);

/// Latency and bandwidth of a link of Fig. 8a, as multiples of the base.
const SITE_FACTORS: [(&str, &str, f64, f64); 3] = [("A", "B", 1.0, 1.0), ("B", "C", 0.8, 1.2), ("A", "C", 1.5, 0.6)];

impl Source {
    /// Name in lists of scenarios.
    pub fn name(self) -> String {
        match self {
            Self::Scaling(name) => format!("scaling-{name}"),
            Self::NestedFirst(gpus) => format!("scaling-nested-l12, first {gpus} GPUs"),
            Self::Sites(latency_ms, bandwidth_gbps) => format!("three sites, {latency_ms} ms, {bandwidth_gbps} Gbps"),
            Self::Energy(time_weight) => format!("energy-14gpu, λ {time_weight}"),
        }
    }

    /// The scenario. Fails only if what comes with the product is not sound.
    pub fn scenario(self) -> Result<Scenario, Vec<Problem>> {
        let preset = |id: &str| presets::ALL.iter().find(|preset| preset.id == id).map_or("", |preset| preset.json);
        let scaling = |name: &str| SCALING.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| *text);
        match self {
            Self::Scaling(name) => scenario::read(scaling(name)),
            Self::NestedFirst(gpus) => edited(scaling("nested-l12"), |document| first_gpus(document, gpus)),
            Self::Sites(latency_ms, bandwidth_gbps) => {
                edited(preset("three-sites"), |document| set_links(document, latency_ms, bandwidth_gbps))
            }
            Self::Energy(time_weight) => edited(preset("energy-14gpu"), |document| {
                document["objective"]["time_weight"] = json!(time_weight);
            }),
        }
    }
}

fn edited(text: &str, edit: impl FnOnce(&mut Value)) -> Result<Scenario, Vec<Problem>> {
    let mut document = scenario::parse(text)?;
    edit(&mut document);
    scenario::read_value(&document)
}

fn first_gpus(document: &mut Value, gpus: usize) {
    for row in document["gpus"].as_array_mut().into_iter().flatten().skip(gpus) {
        row["enabled"] = json!(false);
    }
    document["name"] = json!(format!("Nested pool, first {gpus} GPUs"));
}

fn set_links(document: &mut Value, latency_ms: f64, bandwidth_gbps: f64) {
    let link = |from: &str, to: &str, latency: f64, bandwidth: f64| {
        json!({
            "from": from, "to": to,
            "latency_ms": rounded(latency_ms * latency), "bandwidth_gbps": rounded(bandwidth_gbps * bandwidth),
        })
    };
    let both = |&(one, other, latency, bandwidth): &(&str, &str, f64, f64)| {
        [link(one, other, latency, bandwidth), link(other, one, latency, bandwidth)]
    };
    document["network"]["site_links"] = SITE_FACTORS.iter().flat_map(both).collect();
    document["name"] = json!(format!("Three sites, {latency_ms} ms, {bandwidth_gbps} Gbps"));
}

/// Products such as 1.2 · 10 without the last binary digits' dust.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
