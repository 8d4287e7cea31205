//! Whatever comes in: valid documents survive files and links exactly, and nothing else does harm.

use crate::scenario_support::{described, everything, minimal, sealed};
use geotrain::model::{Instance, Link, PlannerName, Precision};
use geotrain::scenario::{Document, MAX_LISTED, Problem, Scenario, link, read, read_value};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// A figure from `min` to `max`: an end, a whole number, a short decimal, or any.
fn figure(min: f64, max: f64) -> impl Strategy<Value = f64> {
    let clamp = move |value: f64| value.clamp(min, max);
    prop_oneof![
        Just(min),
        Just(max),
        (min..=max).prop_map(move |value| clamp(value.round())),
        (min..=max.min(1e3)).prop_map(move |value| clamp((value * 100.0).round() / 100.0)),
        min..=max,
    ]
}

fn share() -> impl Strategy<Value = f64> {
    figure(1e-9, 1.0)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z0-9_.-]{1,12}", "[ -~&&[^,:]]{0,30}[A-Za-z][ -~&&[^,:]]{0,30}", "[à-ÿ東京дж✓😀]{1,64}"]
}

fn link_figures() -> impl Strategy<Value = Value> {
    (figure(1e-3, 1e6), share(), figure(0.0, 1e5)).prop_map(|(bandwidth_gbps, utilization, latency_ms)| {
        json!({ "bandwidth_gbps": bandwidth_gbps, "utilization": utilization, "latency_ms": latency_ms })
    })
}

fn gpu_row() -> impl Strategy<Value = (Value, u64)> {
    let figures = (figure(1e-3, 1e6), share(), figure(1e-3, 1e6), share(), figure(0.0, 1e5), figure(0.0, 1e5));
    (text(), 1..4_u64, any::<bool>(), select(vec!["A", "B", "Zürich"]), figures).prop_map(
        |(model, count, enabled, site, (peak, compute, memory, memory_use, power, other_power))| {
            let row = json!({ "count": count, "enabled": enabled, "model": model, "site": site, "peak_tflops": peak,
                              "compute_utilization": compute, "memory_gb": memory, "memory_utilization": memory_use,
                              "idle_w": power.min(other_power), "active_w": power.max(other_power) });
            (row, count)
        },
    )
}

/// A directed link between two names, with or without figures.
fn link_row(from: &str, to: &str, figures: &Value, connected: bool, bare: bool) -> Value {
    let mut row = if bare && !connected { json!({}) } else { figures.clone() };
    row["from"] = json!(from);
    row["to"] = json!(to);
    row["connected"] = json!(connected);
    row
}

/// Two names, the figures of a link, whether it connects, and whether it comes without figures if not.
type DrawnLink = ((Index, Index), (Value, bool, bool));

fn links() -> impl Strategy<Value = Vec<DrawnLink>> {
    vec(((any::<Index>(), any::<Index>()), (link_figures(), any::<bool>(), any::<bool>())), 0..8)
}

fn rows(names: &[String], links: Vec<DrawnLink>, loops: bool) -> Vec<Value> {
    let mut seen = std::collections::BTreeSet::new();
    let mut rows = Vec::new();
    for ((from, to), (figures, connected, bare)) in links {
        let (from, to) = (from.get(names), to.get(names));
        if (loops || from != to) && seen.insert((from.clone(), to.clone())) {
            rows.push(link_row(from, to, &figures, connected, bare));
        }
    }
    rows
}

fn search() -> impl Strategy<Value = Value> {
    let memetic = (2..=10_000_u64, any::<Index>(), any::<Index>(), figure(0.0, 1.0), 1..=1_000_000_u64).prop_map(
        |(population, tournament, elite, rate, patience)| {
            json!({ "population": population, "tournament": 1 + tournament.index(population as usize),
                    "elite": elite.index(population as usize), "local_search_rate": rate, "patience": patience,
                    "generations": patience, "fallback_rate": rate })
        },
    );
    let planner = select(PlannerName::ALL).prop_map(PlannerName::as_str);
    let limits = (proptest::option::of(1..1_u64 << 53), proptest::option::of(figure(1e-3, 86_400.0)));
    (planner, 0..1_u64 << 53, limits, vec(figure(0.0, 1.0), 1..=101), memetic).prop_map(
        |(planner, seed, (max_evaluations, time_limit_s), frontier_weights, memetic)| {
            json!({ "planner": planner, "seed": seed, "max_evaluations": max_evaluations, "time_limit_s": time_limit_s,
                    "frontier_weights": frontier_weights, "memetic": memetic })
        },
    )
}

/// A valid document, as a JSON value.
fn document() -> impl Strategy<Value = Value> {
    let gpus = btree_map("[a-z]{1,6}", gpu_row(), 1..8);
    let defaults = (proptest::option::of(link_figures()), proptest::option::of(link_figures()));
    let model = (1..=65_536_u64, 1..=1_024_u64, 1..=4_194_304_u64);
    let training =
        (1..=1_000_u64, 1..=1_000_u64, 1..=4_194_304_u64, select(Precision::ALL).prop_map(Precision::as_str));
    let ratios = (figure(0.0, 1e3), figure(0.0, 1e3));
    let objective = (figure(0.0, 1.0), proptest::option::of(figure(1e-9, 1e12)), any::<bool>());
    let notes = "[ -~\n\tà-ÿ東京]{0,80}";
    ((text(), notes), model, (training, ratios), gpus, (defaults, links(), links()), objective, search()).prop_map(
        |((name, notes), model, (training, ratios), gpus, (defaults, site_links, gpu_links), objective, search)| {
            let mut table = Vec::new();
            let (mut names, mut sites) = (Vec::new(), site_set());
            let mut used = Vec::new();
            for (position, (gpu, (mut row, count))) in gpus.into_iter().enumerate() {
                row["name"] = json!(gpu);
                if position == 0 {
                    row["enabled"] = json!(true);
                }
                let site = row["site"].as_str().unwrap().to_owned();
                if sites.remove(&site) {
                    used.push(site);
                }
                names
                    .extend((1..=count).map(|number| if count == 1 { gpu.clone() } else { format!("{gpu}-{number}") }));
                table.push(row);
            }
            let (layers, first) = (model.1, names[0].clone());
            json!({
                "format": "geotrain-scenario", "version": 1, "name": name, "notes": notes,
                "model": { "hidden_size": model.0, "layers": layers, "vocab_size": model.2 },
                "training": { "batch_size": training.0 * training.1, "micro_batch_size": training.1,
                              "sequence_length": training.2, "precision": training.3,
                              "activation_factor": ratios.0, "backward_ratio": ratios.1 },
                "gpus": table,
                "network": { "within_site": defaults.0, "between_sites": defaults.1,
                             "site_links": rows(&used, site_links, true), "gpu_links": rows(&names, gpu_links, false) },
                "objective": { "time_weight": objective.0, "reference_time_ms": objective.1,
                               "reference_energy_j": objective.1, "energy_counts_head": objective.2 },
                "search": search,
                "plan": if objective.2 { Some(format!("{first}:{layers}")) } else { None },
            })
        },
    )
}

fn site_set() -> std::collections::BTreeSet<String> {
    ["A", "B", "Zürich"].map(str::to_owned).into()
}

/// Something in place of a cell, or a cell more.
fn debris() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        select(vec![0.0, -0.0, 1.0, 1e-308, 1e308, -1.0, 60.0, 1e9, 2001.0]).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        select(vec!["", "g0", "g-1", "A", "fp16", "a:1", "g0:12", "off:12"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{0,8}", inner, 0..4).prop_map(|object| json!(object)),
        ]
    })
}

/// Walks down to some value of the document and does something to it.
fn damage(value: &mut Value, steps: &[Index], debris: &Value, how: Index) {
    let inner = match (steps.first(), &mut *value) {
        (Some(step), Value::Object(object)) if !object.is_empty() => {
            let key = object.keys().nth(step.index(object.len())).unwrap().clone();
            if how.index(4) == 0 && steps.len() == 1 {
                object.remove(&key);
                return;
            }
            object.get_mut(&key).unwrap()
        }
        (Some(step), Value::Array(list)) if !list.is_empty() => {
            let position = step.index(list.len());
            if how.index(4) == 0 && steps.len() == 1 {
                let copy = list[position].clone();
                list.push(copy);
                return;
            }
            &mut list[position]
        }
        _ => {
            *value = debris.clone();
            return;
        }
    };
    damage(inner, &steps[1..], debris, how);
}

fn finite(instance: &Instance) -> bool {
    let gpus = instance.cluster.gpus();
    let network = (0..gpus.len()).flat_map(|from| (0..gpus.len()).map(move |to| (from, to)));
    let good = |link: &Link| {
        link.bandwidth_bytes_per_s().is_normal() && link.bandwidth_bytes_per_s() > 0.0 && link.latency_s().is_finite()
    };
    let figures = [
        instance.training.activation_factor,
        instance.training.backward_ratio,
        instance.objective.time_weight,
        instance.objective.reference_time_ms.unwrap_or(1.0),
        instance.objective.reference_energy_j.unwrap_or(1.0),
        instance.search.time_limit_s.unwrap_or(1.0),
        instance.search.memetic.local_search_rate,
        instance.search.memetic.fallback_rate,
    ];
    figures.iter().chain(&instance.search.frontier_weights).all(|figure| figure.is_finite() && *figure >= 0.0)
        && gpus.iter().all(|gpu| {
            gpu.effective_flops.is_normal() && gpu.effective_memory_bytes.is_normal() && gpu.idle_w <= gpu.active_w
        })
        && network.filter_map(|(from, to)| instance.cluster.link(from, to)).all(|link| good(&link))
        && instance.plan.as_ref().is_none_or(|plan| {
            plan.layers() == u64::from(instance.transformer.layers())
                && plan.stages().iter().all(|stage| usize::from(stage.gpu) < gpus.len())
        })
}

/// Every answer of the reader: a scenario that holds together, or a report a person can read.
fn sound(answer: Result<Scenario, Vec<Problem>>) -> Result<(), TestCaseError> {
    match answer {
        Ok(scenario) => {
            prop_assert!(finite(&scenario.instance));
            prop_assert_eq!(read(&scenario.document.to_json()), Ok(scenario));
        }
        Err(problems) => {
            prop_assert!(!problems.is_empty() && problems.len() <= MAX_LISTED + 1);
            prop_assert!(problems.iter().all(|problem| problem.code != "invalid"), "a figure the ranges let through");
        }
    }
    Ok(())
}

/// A report in sentences, short and without characters that disturb the text around them.
fn told_in_sentences(answer: Result<Scenario, Vec<Problem>>) -> Result<(), TestCaseError> {
    for problem in answer.err().unwrap_or_default() {
        let (what, remedy) = (problem.what().to_string(), problem.remedy.to_string());
        prop_assert!(what.ends_with('.') && remedy.ends_with('.'), "{} {}", what, remedy);
        prop_assert!(what.chars().count() < 1_000, "{}", what);
        prop_assert!(!what.contains(|character: char| character.is_control()), "{:?}", what);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn valid_documents_survive_file_and_link(value in document()) {
        let scenario = read_value(&value).map_err(|problems| TestCaseError::fail(described(&problems)))?;
        prop_assert!(finite(&scenario.instance));
        let Document { gpus, network, .. } = &scenario.document;
        prop_assert_eq!(gpus.len(), value["gpus"].as_array().unwrap().len());
        prop_assert_eq!(network.gpu_links.len(), value["network"]["gpu_links"].as_array().unwrap().len());
        prop_assert_eq!(read(&scenario.document.to_json()), Ok(scenario.clone()));
        prop_assert_eq!(read_value(&scenario.document.to_value()), Ok(scenario.clone()));
        let opened = link::open(&link::encode(&scenario.document));
        prop_assert_eq!(opened, Ok((scenario, link::LinkParameters::default())));
    }

    #[test]
    fn damaged_documents_are_judged_and_never_believed(
        base in prop_oneof![Just(minimal()), Just(everything())],
        blows in vec((vec(any::<Index>(), 0..5), debris(), any::<Index>()), 1..4),
    ) {
        let mut value = base;
        for (steps, debris, how) in blows {
            damage(&mut value, &steps, &debris, how);
        }
        sound(read_value(&value))?;
        sound(read(&value.to_string()))?;
    }

    #[test]
    fn whatever_is_refused_is_told_in_sentences(
        base in prop_oneof![Just(minimal()), Just(everything())],
        blows in vec((vec(any::<Index>(), 0..5), debris(), any::<Index>()), 1..4),
        text in prop_oneof![any::<String>(), "[\\[\\]{}\",:0-9a-z \\\\]{0,60}"],
        bytes in vec(any::<u8>(), 0..80),
    ) {
        let mut value = base;
        for (steps, debris, how) in blows {
            damage(&mut value, &steps, &debris, how);
        }
        told_in_sentences(read_value(&value))?;
        told_in_sentences(read(&text))?;
        told_in_sentences(link::open(&text).map(|(scenario, _)| scenario))?;
        told_in_sentences(link::open(&sealed(&bytes)).map(|(scenario, _)| scenario))?;
    }

    #[test]
    fn damaged_links_of_right_checksum_are_judged_too(
        base in prop_oneof![Just(minimal()), Just(everything())],
        blows in vec((vec(any::<Index>(), 0..5), debris(), any::<Index>()), 1..4),
    ) {
        let fragment = link::encode(&read_value(&base).unwrap().document);
        let mut rows = unsealed(&fragment);
        for (steps, debris, how) in blows {
            damage(&mut rows, &steps, &debris, how);
        }
        sound(link::open(&sealed(rows.to_string().as_bytes())).map(|(scenario, _)| scenario))?;
    }

    #[test]
    fn texts_with_changed_bytes_are_judged(edits in vec((any::<Index>(), any::<char>()), 1..4)) {
        let mut characters: Vec<char> = everything().to_string().chars().collect();
        for (position, character) in edits {
            let position = position.index(characters.len());
            characters[position] = character;
        }
        sound(read(&characters.into_iter().collect::<String>()))?;
    }

    #[test]
    fn any_text_is_judged(text in prop_oneof![any::<String>(), "[\\[\\]{}\",:0-9a-z \\\\]{0,60}"]) {
        sound(read(&text))?;
        sound(link::open(&text).map(|(scenario, _)| scenario))?;
    }

    #[test]
    fn any_payload_is_judged(payload in "[A-Za-z0-9_-]{0,120}", bytes in vec(any::<u8>(), 0..80)) {
        sound(link::open(&format!("g1.{payload}")).map(|(scenario, _)| scenario))?;
        sound(link::open(&sealed(&bytes)).map(|(scenario, _)| scenario))?;
    }
}

/// The rows inside a link, without the product's code.
fn unsealed(fragment: &str) -> Value {
    use base64::Engine;
    let frame = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(&fragment[3..]).unwrap();
    let length_bytes = frame.iter().position(|byte| byte & 0x80 == 0).unwrap() + 1;
    let content = miniz_oxide::inflate::decompress_to_vec(&frame[length_bytes + 4..]).unwrap();
    serde_json::from_slice(&content).unwrap()
}
