//! Plans as text: what reads, what is written, what is refused.

use crate::scenario_support::{minimal, place, with};
use geotrain::model::{Cluster, Plan, Stage};
use geotrain::scenario::{plan_text, read_value};
use serde_json::json;

/// g0, g-1, g-2.
fn cluster() -> Cluster {
    read_value(&minimal()).unwrap().instance.cluster
}

fn plan(stages: &[(u16, u16)]) -> Plan {
    Plan::new(stages.iter().map(|&(gpu, layers)| Stage { gpu, layers }).collect()).unwrap()
}

#[test]
fn stages_are_read_in_order() {
    let cluster = cluster();
    for (text, stages) in [
        ("g0:12", vec![(0, 12)]),
        ("g-2:5,g0:7", vec![(2, 5), (0, 7)]),
        (" g-1 : 1 , g-2:2,\tg0: 9 ", vec![(1, 1), (2, 2), (0, 9)]),
        ("g0:012", vec![(0, 12)]),
    ] {
        let read = plan_text::parse(text, &cluster, 12).unwrap();
        assert_eq!(read, plan(&stages), "{text}");
        assert_eq!(plan_text::parse(&plan_text::format(&read, &cluster), &cluster, 12).unwrap(), read);
    }
    assert_eq!(plan_text::format(&plan(&[(2, 5), (0, 7)]), &cluster), "g-2:5,g0:7");
}

#[test]
fn names_may_hold_anything_but_the_separators() {
    let named = with(minimal(), "/gpus/0/name", json!("node 1 (東京) · a/b"));
    let cluster = read_value(&named).unwrap().instance.cluster;
    let read = plan_text::parse("g-1:4,node 1 (東京) · a/b:8", &cluster, 12).unwrap();
    assert_eq!(read, plan(&[(1, 4), (0, 8)]));
    assert_eq!(plan_text::format(&read, &cluster), "g-1:4,node 1 (東京) · a/b:8");
}

#[test]
fn every_fault_of_a_plan_is_named() {
    let cases: [(&str, &[&str]); 12] = [
        ("", &["empty plan"]),
        ("g0", &["unreadable-plan plan[0]"]),
        ("g0=12", &["unreadable-plan plan[0]"]),
        ("g0:12;g-1:3", &["unknown-gpu plan[0].gpu", "layer-sum plan"]),
        ("g0:", &["unreadable-plan plan[0].layers"]),
        ("g0:-12", &["unreadable-plan plan[0].layers"]),
        ("g0:1e1", &["unreadable-plan plan[0].layers"]),
        ("g0:99999999999999999999", &["unreadable-plan plan[0].layers"]),
        ("g7:12", &["unknown-gpu plan[0].gpu"]),
        ("g0:4,g0:4,g0:4", &["repeated-gpu plan[1].gpu", "repeated-gpu plan[2].gpu"]),
        ("g0:11", &["layer-sum plan"]),
        (
            "g7:0,,g0:x,g0:1",
            &[
                "unknown-gpu plan[0].gpu",
                "zero-layers plan[0].layers",
                "unreadable-plan plan[1]",
                "unreadable-plan plan[2].layers",
                "repeated-gpu plan[3].gpu",
            ],
        ),
    ];
    for (text, expected) in cases {
        let problems = plan_text::parse(text, &cluster(), 12).unwrap_err();
        let found: Vec<String> =
            problems.iter().map(|problem| format!("{} {}", problem.code, place(problem))).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_switched_off_gpu_is_not_in_the_pool() {
    let problems = plan_text::parse("off:12", &cluster(), 12).unwrap_err();
    assert_eq!(problems[0].code, "unknown-gpu");
}

#[test]
fn the_sentence_about_an_unknown_gpu_names_the_nearest() {
    let problems = plan_text::parse("off:12", &cluster(), 12).unwrap_err();
    assert_eq!(problems[0].remedy.to_string(), "The nearest known GPU is “g0”.");
}

#[test]
fn the_plan_of_a_document_becomes_stages() {
    let scenario = read_value(&with(minimal(), "/plan", json!("g-2:5, g0:7"))).unwrap();
    assert_eq!(scenario.instance.plan, Some(plan(&[(2, 5), (0, 7)])));
    assert_eq!(scenario.document.plan.as_deref(), Some("g-2:5, g0:7"));
    assert_eq!(read_value(&minimal()).unwrap().instance.plan, None);
}
