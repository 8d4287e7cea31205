//! Nothing depends on wording: with every text replaced by "x", whatever programs read of a problem stays the same.

use crate::scenario_support::{everything, minimal, with, without};
use geotrain::answer::{evaluate, timeline};
use geotrain::model::{Plan, Stage};
use geotrain::scenario::{Column, Place, Problem, Table, fields, link, plan_text, read, read_value};
use geotrain::ui::draft::cell_value::{self, EntryKind};
use geotrain::ui::draft::{self, CellRef, cell_ids};
use geotrain::ui::editor::problem_text::{at_the_cell, in_the_list};
use geotrain::words::{Wording, with_every_text};
use serde_json::{Value, json};

/// What programs read of a problem: its code, place and fix, which of its texts there are, and what the page makes of
/// it beside texts.
#[derive(Debug, PartialEq)]
struct Facts {
    code: String,
    place: Place,
    fix: Option<Value>,
    has_subject: bool,
    has_detail: bool,
    has_remedy: bool,
    stands_apart_in_the_list: bool,
    leads_to: Vec<String>,
}

fn facts(problem: &Problem) -> Facts {
    Facts {
        code: problem.code.clone(),
        place: problem.place.clone(),
        fix: problem.fix.clone(),
        has_subject: !problem.subject.is_empty(),
        has_detail: problem.detail.is_some(),
        has_remedy: !problem.remedy.is_empty(),
        stands_apart_in_the_list: in_the_list(problem).1.is_some(),
        leads_to: cell_ids::candidates(&problem.place),
    }
}

/// All texts of a problem, as the page and the command show them.
fn texts(problem: &Problem) -> Vec<Wording> {
    let (start, rest) = in_the_list(problem);
    let Problem { subject, verdict, detail, remedy, .. } = problem.clone();
    let shown = [problem.what(), problem.told(), at_the_cell(problem), remedy.label(), start, subject, verdict, remedy];
    shown.into_iter().chain(detail).chain(rest).filter(|text| !text.is_empty()).collect()
}

/// The problems that `find` finds, which are the same but for their texts when every text is "x".
fn same_in_any_words(find: impl Fn() -> Vec<Problem>) -> Vec<Problem> {
    let plain = find();
    with_every_text("x", || {
        let replaced = find();
        let expected: Vec<Facts> = plain.iter().map(facts).collect();
        assert_eq!(replaced.iter().map(facts).collect::<Vec<_>>(), expected);
        for text in replaced.iter().flat_map(texts) {
            assert!(matches!(text.to_string().as_str(), "x" | "X"), "“{text}” is made outside the room of wording");
        }
    });
    plain
}

/// The pointers to all values of a document.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in inner {
        let pointer = format!("{at}/{key}");
        pointers(value, &pointer, found);
        found.push(pointer);
    }
}

/// Documents with one thing wrong, or nothing.
fn damaged() -> Vec<Value> {
    let debris = [
        json!(null),
        json!(true),
        json!(""),
        json!("60 %"),
        json!("a,b"),
        json!("\u{202e}"),
        json!("x".repeat(70)),
        json!(-24),
        json!(0.5),
        json!(7),
        json!(60),
        json!(1e300),
        json!([]),
        json!({ "other": 1 }),
    ];
    let mut documents = Vec::new();
    for whole in [minimal(), everything()] {
        let mut found = Vec::new();
        pointers(&whole, "", &mut found);
        for pointer in &found {
            documents.extend(debris.iter().map(|wrong| with(whole.clone(), pointer, wrong.clone())));
            let in_a_list = pointer.rsplit('/').next().is_some_and(|key| key.parse::<usize>().is_ok());
            documents.extend((!in_a_list).then(|| without(whole.clone(), pointer)));
        }
    }
    let links = [("g0", "g0"), ("g0", "g-9"), ("g0", "g-1"), ("g0", "g-1")]
        .map(|(from, to)| json!({ "from": from, "to": to, "bandwidth_gbps": 10, "latency_ms": 5 }));
    documents.push(with(minimal(), "/network/gpu_links", json!(links)));
    documents.push(with(minimal(), "/gpus/1/count", json!(2_000)));
    documents.push(with(minimal(), "/gpus/2/name", json!("g-2")));
    documents.push(with(minimal(), "/gpus", json!(vec![7; 200])));
    documents.push(json!({ "scenario": minimal() }));
    for plan in ["g0:8,g-1:3", "g0:8,off:4", "g0:8,of:4", "g0:8,g0:4", "g0:12,g-1:0", "g0:x", "g0", ""] {
        documents.push(with(minimal(), "/plan", json!(plan)));
    }
    documents
}

#[test]
fn replacing_every_sentence_of_the_reader_changes_no_code_place_or_fix() {
    let mut codes = std::collections::BTreeSet::new();
    for document in damaged() {
        let found = same_in_any_words(|| match read_value(&document) {
            Ok(scenario) => scenario.remarks,
            Err(problems) => problems,
        });
        codes.extend(found.into_iter().map(|problem| problem.code));
    }
    let all = "duplicate-link empty gpu-switched-off idle-above-active indivisible-batch layer-sum missing \
               more-problems name-clash newer-version no-gpu not-a-scenario not-whole out-of-range repeated-gpu \
               reserved-character self-link too-long too-many-gpus unknown-choice unknown-field unknown-gpu \
               unknown-site unknown-version unprintable unreadable-plan wrong-type zero-layers";
    let missing: Vec<&str> = all.split_whitespace().filter(|code| !codes.contains(*code)).collect();
    assert!(missing.is_empty(), "no document shows {missing:?}");
}

#[test]
fn replacing_every_sentence_of_files_and_links_changes_no_code() {
    let whole = link::encode(&read_value(&everything()).unwrap().document);
    let links = ["", "hello", "g1", "g2.abc", "g1.!!", &whole[..whole.len() / 2], &format!("{whole}&view=A B")];
    let mut codes: Vec<String> = Vec::new();
    for text in links {
        let found = same_in_any_words(|| link::open(text).map(|_| Vec::new()).unwrap_or_else(|problems| problems));
        codes.push(found[0].code.clone());
    }
    let unknown = "link-unknown";
    let expected =
        [unknown, unknown, "link-truncated", "link-newer", "link-damaged", "link-truncated", "link-parameter"];
    assert_eq!(codes, expected);
    for (text, code) in [("", "empty"), ("{ no", "not-json"), ("{\"a\":1,\"a\":2}", "repeated-field")] {
        let found = same_in_any_words(|| read(text).unwrap_err());
        assert_eq!(found[0].code, code);
    }
}

#[test]
fn replacing_every_sentence_about_plans_changes_no_verdict() {
    let instance = read_value(&with(minimal(), "/gpus/1/memory_gb", json!(1))).unwrap().instance;
    let parse = |text: &str| plan_text::parse(text, &instance.cluster, instance.transformer.layers());
    for text in ["", "g0", "g0:x", "g0:0", "g0:6,g0:6", "g0:6,g-3:6", "g0:5"] {
        assert!(!same_in_any_words(|| parse(text).unwrap_err()).is_empty());
    }
    let stages =
        |stages: &[(u16, u16)]| Plan::new(stages.iter().map(|&(gpu, layers)| Stage { gpu, layers }).collect()).unwrap();
    for (plan, codes) in [
        (stages(&[(1, 6), (2, 6)]), &["over-memory", "over-memory"][..]),
        (stages(&[(0, 6), (1, 6)]), &["missing-link", "over-memory"]),
        (stages(&[(0, 6), (1, 5)]), &["layer-sum"]),
    ] {
        let found = same_in_any_words(|| evaluate(&instance, &plan).problems);
        let mut found: Vec<&str> = found.iter().map(|problem| problem.code.as_str()).collect();
        let mut codes = codes.to_vec();
        found.sort_unstable();
        codes.sort_unstable();
        assert_eq!(found, codes);
    }
    let unlinked = same_in_any_words(|| timeline(&instance, &stages(&[(0, 6), (1, 6)])).unwrap_err());
    assert_eq!(unlinked[0].code, "missing-link");
}

/// The page's button puts the fix where the problem is: the problem is gone, in any words.
#[test]
fn a_fix_removes_its_problem_in_any_words() {
    let fixed = |document: &Value| {
        let problems = read_value(document).err().unwrap_or_default();
        let fixable = problems.into_iter().filter_map(|problem| Some((problem.code, problem.place, problem.fix?)));
        fixable
            .map(|(code, place, fix)| (code, place.clone(), draft::set_at(document, &place, fix)))
            .collect::<Vec<_>>()
    };
    let mut fixes = 0;
    for document in damaged() {
        let plain = fixed(&document);
        assert_eq!(with_every_text("x", || fixed(&document)), plain);
        for (code, place, document) in plain {
            let left = read_value(&document).err().unwrap_or_default();
            assert!(!left.iter().any(|problem| problem.code == code && problem.place == place), "{code} {place:?}");
            fixes += 1;
        }
    }
    assert!(fixes > 50, "{fixes} fixes");
}

#[test]
fn cells_and_guesses_are_found_in_any_words() {
    let memory = fields::MEMORY_GB.column;
    let cells: [(CellRef, Column, Value, EntryKind, Option<&str>); 2] = [
        (CellRef::cell(Table::Gpus, 1, memory), memory, json!("1,000"), EntryKind::Number, Some("1000")),
        (
            CellRef::cell(Table::Gpus, 1, fields::MEMORY_UTILIZATION.column),
            fields::MEMORY_UTILIZATION.column,
            json!("60 %"),
            EntryKind::Share,
            Some("0.60"),
        ),
    ];
    for (spot, column, typed, kind, guess) in cells {
        let document = draft::set(&minimal(), spot, typed.clone());
        let seen = || {
            let problems = read_value(&document).unwrap_err();
            let code = cell_ids::problem_at(&problems, spot).map(|problem| problem.code.clone());
            (code, cell_value::repair(&typed, kind))
        };
        let expected = (Some("wrong-type".to_owned()), guess.map(str::to_owned));
        assert_eq!((seen(), with_every_text("x", seen)), (expected.clone(), expected), "{}", column.key());
    }
}

#[test]
fn a_problem_survives_the_way_between_worker_and_page() {
    for document in damaged() {
        for problem in read_value(&document).err().unwrap_or_default() {
            let sent = serde_json::to_value(&problem).unwrap();
            assert_eq!(sent["what"], json!(problem.what().to_string()));
            assert_eq!(serde_json::from_value::<Problem>(sent).unwrap(), problem);
        }
    }
}
