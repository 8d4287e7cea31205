//! What is refused, where the problem is shown, and in which words.

use crate::scenario_support::{described, minimal, place, with, without};
use geotrain::scenario::{Problem, read_value};
use serde_json::{Value, json};

fn problems(value: &Value) -> Vec<Problem> {
    read_value(value).map(|_| Vec::new()).unwrap_or_else(|problems| problems)
}

/// `code place` of each problem.
fn found(value: &Value) -> Vec<String> {
    problems(value).iter().map(|problem| format!("{} {}", problem.code, place(problem))).collect()
}

#[track_caller]
fn check(value: &Value, expected: &[&str]) {
    assert_eq!(found(value), expected, "\n{}", described(&problems(value)));
}

fn link(from: &str, to: &str) -> Value {
    json!({ "from": from, "to": to, "bandwidth_gbps": 10, "latency_ms": 5 })
}

#[test]
fn one_wrong_cell_is_one_problem_at_that_cell() {
    let many = |count: usize| Value::Array(vec![json!(0.5); count]);
    let cases = [
        // numbers
        ("/gpus/1/memory_gb", json!("abc"), "wrong-type gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!("24"), "wrong-type gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!([24]), "wrong-type gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!(true), "wrong-type gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!(""), "empty gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!("  "), "empty gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!(null), "empty gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!(-24), "out-of-range gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!(0), "out-of-range gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!(0.000_9), "out-of-range gpus[1].memory_gb"),
        ("/gpus/1/memory_gb", json!(1_000_001), "out-of-range gpus[1].memory_gb"),
        ("/gpus/1/peak_tflops", json!(0.0009), "out-of-range gpus[1].peak_tflops"),
        ("/gpus/1/peak_tflops", json!(1e7), "out-of-range gpus[1].peak_tflops"),
        ("/gpus/1/compute_utilization", json!(60), "out-of-range gpus[1].compute_utilization"),
        ("/gpus/1/compute_utilization", json!(0), "out-of-range gpus[1].compute_utilization"),
        ("/gpus/1/memory_utilization", json!(9e-10), "out-of-range gpus[1].memory_utilization"),
        ("/gpus/1/memory_utilization", json!(1.001), "out-of-range gpus[1].memory_utilization"),
        ("/gpus/1/idle_w", json!(-1), "out-of-range gpus[1].idle_w"),
        ("/gpus/1/idle_w", json!(71), "idle-above-active gpus[1].idle_w"),
        ("/gpus/1/active_w", json!(100_001), "out-of-range gpus[1].active_w"),
        ("/gpus/1/count", json!(0), "out-of-range gpus[1].count"),
        ("/gpus/1/count", json!(2.5), "not-whole gpus[1].count"),
        ("/gpus/1/count", json!(2001), "out-of-range gpus[1].count"),
        ("/gpus/1/count", json!(1999), "too-many-gpus gpus"), // with the other two rows: 2,001
        ("/gpus/1/enabled", json!("yes"), "wrong-type gpus[1].enabled"),
        ("/model/layers", json!(0), "out-of-range model.layers"),
        ("/model/layers", json!(1025), "out-of-range model.layers"),
        ("/model/layers", json!(12.5), "not-whole model.layers"),
        ("/model/hidden_size", json!(65_537), "out-of-range model.hidden_size"),
        ("/model/vocab_size", json!(4_194_305), "out-of-range model.vocab_size"),
        ("/training/sequence_length", json!(4_194_305), "out-of-range training.sequence_length"),
        ("/training/batch_size", json!(1_000_001), "out-of-range training.batch_size"),
        ("/training/micro_batch_size", json!(7), "indivisible-batch training.micro_batch_size"),
        ("/training/micro_batch_size", json!(128), "indivisible-batch training.micro_batch_size"),
        ("/training/activation_factor", json!(1001), "out-of-range training.activation_factor"),
        ("/training/backward_ratio", json!(-0.1), "out-of-range training.backward_ratio"),
        ("/training/precision", json!("fp61"), "unknown-choice training.precision"),
        ("/training/precision", json!(16), "wrong-type training.precision"),
        ("/network/within_site/bandwidth_gbps", json!(0), "out-of-range network.within_site.bandwidth_gbps"),
        ("/network/within_site/utilization", json!(80), "out-of-range network.within_site.utilization"),
        ("/network/within_site/latency_ms", json!(100_001), "out-of-range network.within_site.latency_ms"),
        ("/network/within_site", json!("fast"), "wrong-type network.within_site"),
        ("/network/between_sites", json!([]), "wrong-type network.between_sites"),
        ("/network/site_links", json!({}), "wrong-type network.site_links"),
        ("/network/gpu_links", json!(null), "wrong-type network.gpu_links"),
        ("/network/gpu_links", json!(["g0"]), "wrong-type network.gpu_links[0]"),
        ("/objective/time_weight", json!(1.01), "out-of-range objective.time_weight"),
        ("/objective/time_weight", json!(null), "empty objective.time_weight"),
        ("/objective/reference_time_ms", json!(0), "out-of-range objective.reference_time_ms"),
        ("/objective/reference_energy_j", json!(1.1e12), "out-of-range objective.reference_energy_j"),
        ("/objective/energy_counts_head", json!(1), "wrong-type objective.energy_counts_head"),
        ("/search", json!({ "planner": "memtic" }), "unknown-choice search.planner"),
        ("/search", json!({ "seed": -1 }), "out-of-range search.seed"),
        ("/search", json!({ "seed": 9_007_199_254_740_992_u64 }), "out-of-range search.seed"),
        ("/search", json!({ "seed": 0.5 }), "not-whole search.seed"),
        ("/search", json!({ "max_evaluations": 0 }), "out-of-range search.max_evaluations"),
        ("/search", json!({ "time_limit_s": 0 }), "out-of-range search.time_limit_s"),
        ("/search", json!({ "time_limit_s": 86_401 }), "out-of-range search.time_limit_s"),
        ("/search", json!({ "frontier_weights": [] }), "empty search.frontier_weights"),
        ("/search", json!({ "frontier_weights": many(102) }), "too-long search.frontier_weights"),
        ("/search", json!({ "frontier_weights": 0.5 }), "wrong-type search.frontier_weights"),
        ("/search", json!({ "frontier_weights": [0, 1.5] }), "out-of-range search[1].frontier_weights"),
        ("/search", json!({ "memetic": { "population": 1 } }), "out-of-range search.memetic.population"),
        ("/search", json!({ "memetic": { "tournament": 201 } }), "out-of-range search.memetic.tournament"),
        ("/search", json!({ "memetic": { "elite": 200 } }), "out-of-range search.memetic.elite"),
        ("/search", json!({ "memetic": { "local_search_rate": 2 } }), "out-of-range search.memetic.local_search_rate"),
        ("/search", json!({ "memetic": { "patience": 0 } }), "out-of-range search.memetic.patience"),
        ("/search", json!({ "memetic": { "generations": 1_000_001 } }), "out-of-range search.memetic.generations"),
        ("/search", json!({ "memetic": { "fallback_rate": -0.1 } }), "out-of-range search.memetic.fallback_rate"),
        ("/search", json!({ "memetic": 3 }), "wrong-type search.memetic"),
        ("/search", json!(null), "wrong-type search"),
        // texts
        ("/name", json!(""), "empty document.name"),
        ("/name", json!(7), "wrong-type document.name"),
        ("/name", json!("x".repeat(65)), "too-long document.name"),
        ("/name", json!("a\nb"), "unprintable document.name"),
        ("/notes", json!("x".repeat(2001)), "too-long document.notes"),
        ("/notes", json!("a\u{202e}b"), "unprintable document.notes"),
        ("/gpus/1/name", json!("a,b"), "reserved-character gpus[1].name"),
        ("/gpus/1/name", json!("a:b"), "reserved-character gpus[1].name"),
        ("/gpus/1/name", json!(" "), "empty gpus[1].name"),
        ("/gpus/1/name", json!(null), "empty gpus[1].name"),
        ("/gpus/1/name", json!("g\u{200f}"), "unprintable gpus[1].name"),
        ("/gpus/1/site", json!("B:1"), "reserved-character gpus[1].site"),
        ("/gpus/1/model", json!("T\u{0}4"), "unprintable gpus[1].model"),
        // shapes
        ("/gpus", json!({}), "wrong-type gpus"),
        ("/gpus", json!([]), "no-gpu gpus"),
        ("/gpus/1", json!("T4"), "wrong-type gpus[1]"),
        ("/model", json!([]), "wrong-type model"),
        ("/format", json!("geotrain"), "not-a-scenario document.format"),
        ("/version", json!(2), "newer-version document.version"),
        ("/version", json!(0), "unknown-version document.version"),
        ("/version", json!("1"), "unknown-version document.version"),
        // fields that are not known
        ("/note", json!(""), "unknown-field document.note"),
        ("/gpus/1/memory", json!(3), "unknown-field gpus[1].memory"),
        ("/network/within_site/latency", json!(3), "unknown-field network.within_site.latency"),
        ("/network/links", json!([]), "unknown-field network.links"),
        ("/search", json!({ "memetic": { "size": 1 } }), "unknown-field search.memetic.size"),
        // links
        ("/network/gpu_links", json!([link("g0", "g-3")]), "unknown-gpu network.gpu_links[0].to"),
        ("/network/gpu_links", json!([link("g", "g0")]), "unknown-gpu network.gpu_links[0].from"),
        ("/network/gpu_links", json!([link("g0", "g0")]), "self-link network.gpu_links[0].to"),
        ("/network/gpu_links", json!([link("g0", "g-1"), link("g0", "g-1")]), "duplicate-link network.gpu_links[1].to"),
        ("/network/site_links", json!([link("A", "A"), link("A", "A")]), "duplicate-link network.site_links[1].to"),
        ("/network/site_links", json!([link("A", "B,C")]), "reserved-character network.site_links[0].to"),
        (
            "/network/site_links",
            json!([{ "from": "A", "to": "B", "connected": true, "latency_ms": 1 }]),
            "missing network.site_links[0].bandwidth_gbps",
        ),
        (
            "/network/site_links",
            json!([{ "from": "A", "to": "B", "connected": false, "latency_ms": -1 }]),
            "out-of-range network.site_links[0].latency_ms",
        ),
        (
            "/network/site_links",
            json!([{ "from": "A", "to": 3, "connected": false }]),
            "wrong-type network.site_links[0].to",
        ),
        // plans of 12 layers over g0, g-1, g-2; `off` is switched off
        ("/plan", json!(""), "empty plan"),
        ("/plan", json!(["g0:12"]), "wrong-type plan"),
        ("/plan", json!("g0"), "unreadable-plan plan[0]"),
        ("/plan", json!("g0:12,"), "unreadable-plan plan[1]"),
        ("/plan", json!("g0:8,g-1:x"), "unreadable-plan plan[1].layers"),
        ("/plan", json!("g0:8,g-1:+4"), "unreadable-plan plan[1].layers"),
        ("/plan", json!("g0:8,g-1:4.0"), "unreadable-plan plan[1].layers"),
        ("/plan", json!("g0:8,g-3:4"), "unknown-gpu plan[1].gpu"),
        ("/plan", json!("g0:8,off:4"), "gpu-switched-off plan[1].gpu"),
        ("/plan", json!("g0:8,g-1:2,g0:2"), "repeated-gpu plan[2].gpu"),
        ("/plan", json!("g0:12,g-1:0"), "zero-layers plan[1].layers"),
        ("/plan", json!("g0:8,g-1:3"), "layer-sum plan"),
        ("/plan", json!("g0:99999999"), "layer-sum plan"),
        ("/plan", json!("g0:1,".repeat(2001)), "too-many-stages plan"),
    ];
    for (pointer, value, expected) in cases {
        check(&with(minimal(), pointer, value), &[expected]);
    }
}

#[test]
fn what_must_be_stated_is_asked_for_where_it_belongs() {
    let cases = [
        ("/format", "not-a-scenario document.format"),
        ("/version", "unknown-version document.version"),
        ("/name", "missing document.name"),
        ("/model", "missing model"),
        ("/model/layers", "missing model.layers"),
        ("/training", "missing training"),
        ("/training/precision", "missing training.precision"),
        ("/gpus", "missing gpus"),
        ("/gpus/0/name", "missing gpus[0].name"),
        ("/gpus/0/compute_utilization", "missing gpus[0].compute_utilization"),
        ("/network", "missing network"),
        ("/network/within_site", "missing network.within_site"),
        ("/network/within_site/latency_ms", "missing network.within_site.latency_ms"),
        ("/objective", "missing objective"),
        ("/objective/time_weight", "missing objective.time_weight"),
    ];
    for (pointer, expected) in cases {
        check(&without(minimal(), pointer), &[expected]);
    }
}

/// The ends of every range are inside it.
#[test]
fn the_ends_of_the_ranges_are_accepted() {
    let cases = [
        ("/gpus/1/memory_gb", json!(1e-3)),
        ("/gpus/1/memory_gb", json!(1e6)),
        ("/gpus/1/peak_tflops", json!(1e-3)),
        ("/gpus/1/peak_tflops", json!(1e6)),
        ("/gpus/1/compute_utilization", json!(1)),
        ("/gpus/1/compute_utilization", json!(1e-9)),
        ("/gpus/1/idle_w", json!(0)),
        ("/gpus/1/idle_w", json!(70)),
        ("/gpus/1/active_w", json!(1e5)),
        ("/gpus/1/count", json!(1998)),
        ("/gpus/1/name", json!("x".repeat(64))),
        ("/gpus/1/name", json!("日本 GPU №1")),
        ("/model/layers", json!(1)),
        ("/model/layers", json!(1024)),
        ("/model/hidden_size", json!(65_536)),
        ("/model/vocab_size", json!(4_194_304)),
        ("/training/sequence_length", json!(4_194_304)),
        ("/training/micro_batch_size", json!(64)),
        ("/training/micro_batch_size", json!(8.0)),
        ("/training/activation_factor", json!(0)),
        ("/training/backward_ratio", json!(1000)),
        ("/network/within_site", json!(null)),
        ("/network/within_site/bandwidth_gbps", json!(1e-3)),
        ("/network/within_site/latency_ms", json!(0)),
        ("/objective/time_weight", json!(0)),
        ("/objective/reference_time_ms", json!(1e-9)),
        ("/objective/reference_energy_j", json!(1e12)),
        ("/search", json!({ "seed": 9_007_199_254_740_991_u64, "max_evaluations": 1, "time_limit_s": 86_400 })),
        ("/search", json!({ "memetic": { "population": 2, "tournament": 2, "elite": 1 } })),
        ("/search", json!({})),
        ("/notes", json!("two\nlines\tand a tab")),
        ("/plan", json!(" g0 : 8 , g-2:4")),
        ("/plan", json!(null)),
        ("/network/site_links", json!([link("A", "A"), link("A", "B"), link("C", "A")])),
        ("/network/gpu_links", json!([link("g0", "g-2"), link("g-2", "g0"), link("off", "g0")])),
        ("/network/gpu_links", json!([{ "from": "g0", "to": "g-1", "connected": false }])),
        ("/network/gpu_links", json!([{ "from": "g0", "to": "g-1", "connected": false, "bandwidth_gbps": null }])),
    ];
    for (pointer, value) in cases {
        check(&with(minimal(), pointer, value), &[]);
    }
}

#[test]
fn the_number_of_micro_batches_is_bounded() {
    let batch = |batch: u64, micro: u64| {
        with(with(minimal(), "/training/batch_size", json!(batch)), "/training/micro_batch_size", json!(micro))
    };
    check(&batch(65_536, 1), &[]);
    check(&batch(65_537, 1), &["too-many-micro-batches training.micro_batch_size"]);
    check(&batch(131_074, 2), &["too-many-micro-batches training.micro_batch_size"]);
}

#[test]
fn every_problem_is_reported_at_once() {
    let mut value = minimal();
    for (pointer, wrong) in [
        ("/name", json!("")),
        ("/model/layers", json!("twelve")),
        ("/training/micro_batch_size", json!(7)),
        ("/gpus/0/memory_gb", json!(-40)),
        ("/gpus/0/compute_utilization", json!(60)),
        ("/gpus/1/active_w", json!(1)),
        ("/gpus/2/memry_gb", json!(1)),
        ("/network/within_site/latency_ms", json!("")),
        ("/network/gpu_links", json!([link("g0", "g9")])),
        ("/objective/time_weight", json!(2)),
        ("/search", json!({ "planner": "best", "memetic": { "elite": 999 } })),
        ("/plan", json!("g0:0,g7:3")),
    ] {
        value = with(value, pointer, wrong);
    }
    check(
        &value,
        &[
            "empty document.name",
            "wrong-type model.layers",
            "indivisible-batch training.micro_batch_size",
            "out-of-range gpus[0].compute_utilization",
            "out-of-range gpus[0].memory_gb",
            "idle-above-active gpus[1].idle_w",
            "unknown-field gpus[2].memry_gb",
            "empty network.within_site.latency_ms",
            "unknown-gpu network.gpu_links[0].to",
            "out-of-range objective.time_weight",
            "unknown-choice search.planner",
            "out-of-range search.memetic.elite",
            "zero-layers plan[0].layers",
            "unknown-gpu plan[1].gpu",
        ],
    );
}

#[test]
fn names_that_meet_after_expansion_are_marked_in_both_rows() {
    let clash = with(minimal(), "/gpus/2/name", json!("g-2"));
    check(&clash, &["name-clash gpus[1].name", "name-clash gpus[2].name"]);
    check(&with(minimal(), "/gpus/2/name", json!("g0")), &["name-clash gpus[0].name", "name-clash gpus[2].name"]);
    check(&with(minimal(), "/gpus/2/name", json!("g")), &[]);
}

#[test]
fn a_pool_needs_a_gpu_that_is_switched_on() {
    let off = with(with(minimal(), "/gpus/0/enabled", json!(false)), "/gpus/1/enabled", json!(false));
    check(&off, &["no-gpu gpus"]);
}

/// A row whose name or count can't be read doesn't make the links and plans that name its GPUs wrong as well.
#[test]
fn one_mistake_is_not_reported_twice() {
    let linked = with(minimal(), "/network/gpu_links", json!([link("g0", "g-2")]));
    let planned = with(linked, "/plan", json!("g0:8,g-2:4"));
    check(&with(planned.clone(), "/gpus/1/count", json!("two")), &["wrong-type gpus[1].count"]);
    check(&with(planned.clone(), "/gpus/1/name", json!("")), &["empty gpus[1].name"]);
    check(&with(planned, "/model/layers", json!("")), &["empty model.layers"]);
}

#[test]
fn switched_off_gpus_and_their_links_stay_in_the_document_only() {
    let value = with(minimal(), "/network/gpu_links", json!([link("off", "g0"), link("g-1", "g0")]));
    let scenario = read_value(&value).unwrap();
    assert_eq!(scenario.document.gpus.len(), 3);
    assert_eq!(scenario.document.network.gpu_links.len(), 2);
    let cluster = &scenario.instance.cluster;
    let names: Vec<&str> = cluster.gpus().iter().map(|gpu| gpu.name.as_str()).collect();
    assert_eq!(names, ["g0", "g-1", "g-2"]);
    // g-1 → g0 is stated and g0 → g-1 is not: not connected. Within a site the default connects.
    assert!(cluster.link(1, 0).is_none());
    assert!(cluster.link(1, 2).is_some());
    let both = with(value, "/network/site_links", json!([link("A", "B")]));
    assert!(read_value(&both).unwrap().instance.cluster.link(1, 0).is_some());
}

#[test]
fn what_may_be_left_out_gets_the_documented_value() {
    let document = read_value(&minimal()).unwrap().document.to_value();
    let expect = |pointer: &str, value: Value| assert_eq!(document.pointer(pointer), Some(&value), "{pointer}");
    expect("/notes", json!(""));
    expect("/gpus/0/count", json!(1));
    expect("/gpus/0/enabled", json!(true));
    expect("/training/activation_factor", json!(10));
    expect("/training/backward_ratio", json!(2));
    expect("/network/within_site/utilization", json!(1));
    expect("/network/between_sites", json!(null));
    expect("/network/site_links", json!([]));
    expect("/network/gpu_links", json!([]));
    let objective = json!({ "time_weight": 0.5, "reference_time_ms": null, "reference_energy_j": null, "energy_counts_head": true });
    expect("/objective", objective);
    let memetic = json!({ "population": 200, "tournament": 4, "elite": 2, "local_search_rate": 0.5, "patience": 100,
                          "generations": 500, "fallback_rate": 0.1 });
    let search = json!({ "planner": "auto", "seed": 1, "max_evaluations": null, "time_limit_s": null,
                         "frontier_weights": [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1], "memetic": memetic });
    expect("/search", search);
    expect("/plan", json!(null));
}

#[test]
fn sentences_say_what_is_wrong_and_what_to_do() {
    let cases = [
        ("/gpus/0/memory_gb", json!(-24), "g0, memory must be more than 0 GB; it says −24.", "Use 24."),
        (
            "/gpus/0/memory_gb",
            json!(2e6),
            "g0, memory must be at most 1,000,000 GB; it says 2,000,000.",
            "Enter a number from 0.001 to 1,000,000 GB.",
        ),
        (
            "/gpus/0/compute_utilization",
            json!(60),
            "g0, compute in use must be at most 1; 60 % is written 0.60.",
            "Use 0.60.",
        ),
        (
            "/gpus/0/memory_utilization",
            json!(92.5),
            "g0, memory in use must be at most 1; 92.5 % is written 0.925.",
            "Use 0.925.",
        ),
        ("/gpus/1/name", json!(""), "GPU row 2, name is empty.", "Enter 1 to 64 characters."),
        (
            "/model/layers",
            json!("abc"),
            "Layers must be a number; it says “abc”.",
            "Enter a whole number from 1 to 1,024.",
        ),
        ("/model/layers", json!(0), "Layers must be at least 1; it says 0.", "Enter a whole number from 1 to 1,024."),
        ("/training/micro_batch_size", json!(7), "Micro-batch must divide the batch of 64; it says 7.", "Use 4."),
        (
            "/training/precision",
            json!("fp61"),
            "Precision must be one of fp16, bf16, fp32; it says “fp61”.",
            "The nearest is “fp16”.",
        ),
        (
            "/gpus/0/memory",
            json!(40),
            "g0 has a field “memory”, which is not known.",
            "The nearest known field is “memory_gb”; rename it or take it out.",
        ),
        (
            "/network/gpu_links",
            json!([link("g0", "g-l")]),
            "Link g0 → g-l, its end names “g-l”, and no GPU is called that.",
            "The nearest known GPU is “g-1”.",
        ),
        ("/plan", json!("g0:8,g-1:3"), "The plan holds 11 layers; the model has 12.", "Add 1 layer."),
        (
            "/plan",
            json!("g0:8,of:4"),
            "Stage 2 of the plan names “of”, and no GPU is called that.",
            "The nearest known GPU is “off”.",
        ),
        (
            "/plan",
            json!("g0:8,off:4"),
            "off, in stage 2 of the plan, is switched off.",
            "Switch it on or take it out of the plan.",
        ),
        (
            "/version",
            json!(2),
            "This scenario was made by a newer version; it is of version 2.",
            "Reload the page to get the newest version.",
        ),
    ];
    for (pointer, value, what, remedy) in cases {
        let problems = problems(&with(minimal(), pointer, value));
        assert_eq!((problems[0].what().to_string().as_str(), problems[0].remedy.to_string().as_str()), (what, remedy));
    }
}

#[test]
fn sentences_name_rows_and_parts() {
    let told = |value: &Value| problems(value)[0].what().to_string();
    let clash = with(minimal(), "/gpus/2/name", json!("g-2"));
    assert_eq!(told(&clash), "The name “g-2” is in GPU rows 2 and 3.");
    let off = with(with(minimal(), "/gpus/0/enabled", json!(false)), "/gpus/1/enabled", json!(false));
    assert_eq!(told(&off), "Every GPU of the pool is switched off.");
    assert!(told(&json!({ "scenario": minimal() })).contains("under “scenario”"));
    let linked = read_value(&with(minimal(), "/network/site_links", json!([link("A", "D")]))).unwrap();
    assert!(linked.remarks[0].what().to_string().contains("“D”"));
}

#[test]
fn a_fix_is_the_value_that_was_probably_meant() {
    let cases = [
        ("/gpus/0/memory_gb", json!(-24), Some(json!(24))),
        ("/gpus/0/memory_gb", json!(-24.5), Some(json!(24.5))),
        ("/gpus/0/memory_gb", json!(2e6), None),
        ("/gpus/0/memory_gb", json!("24"), None),
        ("/gpus/0/compute_utilization", json!(60), Some(json!(0.6))),
        ("/gpus/0/memory_utilization", json!(92.5), Some(json!(0.925))),
        ("/gpus/0/memory_utilization", json!(101), None),
        ("/training/micro_batch_size", json!(7), Some(json!(4))),
        ("/model/layers", json!(-12), Some(json!(12))),
        ("/model/layers", json!(0), None),
    ];
    for (pointer, value, fix) in cases {
        assert_eq!(problems(&with(minimal(), pointer, value.clone()))[0].fix, fix, "{pointer} {value}");
    }
}

#[test]
fn a_site_without_gpus_is_remarked_on() {
    let scenario = read_value(&with(minimal(), "/network/site_links", json!([link("A", "D")]))).unwrap();
    let remarks: Vec<String> =
        scenario.remarks.iter().map(|remark| format!("{} {}", remark.code, place(remark))).collect();
    assert_eq!(remarks, ["unknown-site network.site_links[0].to"]);
    assert_eq!(scenario.document.network.site_links.len(), 1);
    assert!(scenario.instance.cluster.link(0, 1).is_none(), "no other pair of sites is connected by it");
}

#[test]
fn a_file_that_holds_the_scenario_deeper_is_no_scenario() {
    let wrapped = json!({ "scenario": minimal(), "optimum": {} });
    check(&wrapped, &["not-a-scenario document"]);
    for other in [json!([]), json!("text"), json!(null), json!(1)] {
        check(&other, &["not-a-scenario document"]);
    }
}

#[test]
fn zero_has_no_sign() {
    let scenario = read_value(&with(minimal(), "/network/within_site/latency_ms", json!(-0.0))).unwrap();
    let latency_s = scenario.instance.cluster.link(1, 2).unwrap().latency_s();
    assert!(latency_s == 0.0 && latency_s.is_sign_positive());
}
