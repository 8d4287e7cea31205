//! What is no whole, unchanged link of a known format is refused, and the person learns which of these it is.

use crate::scenario_support::{described, everything, minimal, place, sealed, with};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use geotrain::scenario::link::{self, LinkParameters, Presentation};
use geotrain::scenario::{presets, read, read_value};
use serde_json::{Value, json};

fn of(value: &Value) -> String {
    link::encode(&read_value(value).unwrap().document)
}

/// Links whose payloads end in each of the three ways base64 can end.
fn samples() -> Vec<String> {
    let mut samples: Vec<String> = Vec::new();
    for length in 1..40 {
        let link = of(&with(minimal(), "/notes", json!("n".repeat(length))));
        let ending = (link.len() - 3) % 4;
        if samples.iter().all(|known| (known.len() - 3) % 4 != ending) {
            samples.push(link);
        }
    }
    assert_eq!(samples.len(), 3);
    samples
}

fn code(fragment: &str) -> String {
    match link::open(fragment) {
        Ok(_) => "opened".to_owned(),
        Err(problems) => {
            assert!(problems.iter().all(|problem| !problem.what().is_empty() && !problem.remedy.is_empty()));
            problems[0].code.clone()
        }
    }
}

#[test]
fn every_cut_is_seen_as_a_cut() {
    for link in
        samples().into_iter().chain([of(&everything()), of(&serde_json::from_str(presets::ALL[1].json).unwrap())])
    {
        for end in 2..link.len() {
            assert_eq!(code(&link[..end]), "link-truncated", "{end} of {}", link.len());
        }
        assert_eq!(code(&link[..1]), "link-unknown");
        assert_eq!(code(&link), "opened");
    }
}

#[test]
fn every_changed_bit_is_refused() {
    for link in samples() {
        for position in 0..link.len() {
            for bit in 0..7 {
                let mut bytes = link.clone().into_bytes();
                bytes[position] ^= 1 << bit;
                let changed = String::from_utf8(bytes).unwrap();
                let code = code(&changed);
                assert!(code.starts_with("link-"), "{code}: bit {bit} of character {position}");
                if position > 12
                    && changed.bytes().skip(3).all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
                {
                    assert_eq!(code, "link-damaged", "bit {bit} of character {position}");
                }
            }
        }
    }
}

#[test]
fn base64_is_accepted_in_one_spelling_only() {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut spellings = 0;
    for link in samples() {
        let unused_bits = match (link.len() - 3) % 4 {
            2 => 4,
            3 => 2,
            _ => 0,
        };
        let (rest, last) = link.split_at(link.len() - 1);
        let last = alphabet.iter().position(|character| last.as_bytes()[0] == *character).unwrap();
        for bits in 1..1 << unused_bits {
            assert_eq!(code(&format!("{rest}{}", alphabet[last | bits] as char)), "link-damaged");
            spellings += 1;
        }
        for padding in ["=", "=="] {
            assert_eq!(code(&format!("{link}{padding}")), "link-damaged");
        }
    }
    assert_eq!(spellings, 15 + 3);
    let frame = URL_SAFE_NO_PAD.decode(&of(&everything())[3..]).unwrap();
    let other = base64::engine::general_purpose::STANDARD_NO_PAD.encode(frame);
    assert!(other.contains(['+', '/']), "the other alphabet differs here");
    assert_eq!(code(&format!("g1.{other}")), "link-damaged");
}

#[test]
fn what_follows_the_end_is_damage() {
    for link in samples() {
        let mut frame = URL_SAFE_NO_PAD.decode(&link[3..]).unwrap();
        frame.push(0);
        assert_eq!(code(&format!("g1.{}", URL_SAFE_NO_PAD.encode(&frame))), "link-damaged");
    }
}

/// A frame with everything right but the one thing under test.
fn framed(length: &[u8], body: &[u8]) -> String {
    let checksum = crc32fast::hash(body).to_le_bytes();
    format!("g1.{}", URL_SAFE_NO_PAD.encode([length, &checksum, body].concat()))
}

#[test]
fn lengths_and_streams_have_one_form() {
    let rows = br#"["S",[1,1,1],[1,1,1,"fp16"],[["A"],[["T4",1,1,1,1,0,0]],[["g",0,0]]],[],[1]]"#;
    let content = miniz_oxide::deflate::compress_to_vec(rows, 6);
    let length = content.len() as u8 + 4;
    assert!(length < 0x80);
    assert_eq!(code(&framed(&[length], &content)), "opened", "but for what follows, it is a link");
    for (length, body, expected) in [
        (vec![length | 0x80, 0], content.clone(), "link-damaged"), // padded length
        (vec![0xff, 0xff, 0xff, 0xff, 0x7f], content.clone(), "link-damaged"), // longer than any link
        (vec![length + 1], content.clone(), "link-truncated"),
        (vec![length - 1], content.clone(), "link-damaged"),
        (vec![length + 1], [&content[..], &[0]].concat(), "link-damaged"), // bytes after the stream's end
        (vec![length - 1], content[..content.len() - 1].to_vec(), "link-damaged"), // a stream without its end
        (vec![5], vec![0xff], "link-damaged"),                             // no stream
        (vec![4], vec![], "link-damaged"),
    ] {
        assert_eq!(code(&framed(&length, &body)), expected, "{length:?} {body:?}");
    }
    assert_eq!(code("g1.AA"), "link-damaged", "a length of 0");
}

#[test]
fn what_unpacks_to_too_much_is_not_unpacked() {
    let mebibyte = 1 << 20;
    assert_eq!(code(&sealed(&vec![b' '; mebibyte])), "link-damaged", "just fits, but is no JSON");
    assert_eq!(code(&sealed(&vec![b' '; mebibyte + 1])), "link-too-long");
    assert_eq!(code(&sealed(&vec![0; 8 * mebibyte])), "link-too-long");
}

#[test]
fn links_longer_than_any_scenario_are_not_decoded() {
    let long = format!("g1.{}", "A".repeat(link::MAX_CHARS - 3));
    assert_eq!(code(&long), "link-damaged", "decoded: a length of 0");
    assert_eq!(code(&format!("{long}A")), "link-too-long");
    assert_eq!(code(&format!("{}&x={}", of(&minimal()), "A".repeat(link::MAX_CHARS))), "link-too-long");
}

#[test]
fn other_formats_are_told_from_other_texts() {
    for newer in ["g2.AAAA", "g2", "g17.!", "#g999.", "https://example.org/#g2.AAAA&view=present"] {
        assert_eq!(code(newer), "link-newer", "{newer}");
    }
    for unknown in [
        "",
        "#",
        " ",
        "g",
        "g.",
        "g0.A",
        "g01.A",
        "g1000.A",
        "G1.A",
        "h1.A",
        "gx.A",
        "gpus",
        "https://example.org/",
        "ünï",
    ] {
        assert_eq!(code(unknown), "link-unknown", "{unknown}");
    }
    for cut in ["g1", "g1.", "#g1", "https://example.org/#g1."] {
        assert_eq!(code(cut), "link-truncated", "{cut}");
    }
}

#[test]
fn the_kinds_of_refusal_read_differently() {
    let whole = of(&minimal());
    let what = |fragment: &str| link::open(fragment).unwrap_err()[0].what().to_string();
    let sentences = [
        what(&whole[..50]),
        what(&format!("{}A{}", &whole[..50], &whole[51..])),
        what(&whole.replace("g1.", "g2.")),
        what("hello"),
        what(&format!("g1.{}", "A".repeat(link::MAX_CHARS))),
    ];
    for (position, sentence) in sentences.iter().enumerate() {
        assert!(sentences[..position].iter().all(|other| other != sentence), "{sentence}");
    }
    let hostile = what(&format!("{}\u{202e}\u{7}", "x".repeat(10_000)));
    assert!(hostile.chars().count() < 200, "{hostile}");
}

#[test]
fn a_link_is_found_in_what_people_paste() {
    let expected = read_value(&everything()).unwrap();
    let link = of(&everything());
    for text in [
        link.clone(),
        format!("#{link}"),
        format!("  {link}\n"),
        format!("https://example.org/geotrain/#{link}"),
        format!("https://example.org/geotrain/?from=mail#{link}&utm=1&flag"),
        format!("See #5: https://example.org/geotrain/#{link}"),
    ] {
        let (scenario, parameters) = link::open(&text).unwrap_or_else(|problems| panic!("{}", described(&problems)));
        assert_eq!((scenario, parameters), (expected.clone(), LinkParameters::default()), "{text}");
    }
}

#[test]
fn view_and_lesson_come_along() {
    let link = of(&minimal());
    let parameters = |suffix: &str| {
        link::decode(&format!("{link}{suffix}"))
            .map(|opened| (opened.parameters.presentation, opened.parameters.lesson))
    };
    let lesson = Some("bubble-1".to_owned());
    let said = |presentation, lesson: &str| LinkParameters { presentation, lesson: Some(lesson.to_owned()) };
    assert_eq!(parameters("&view=present"), Ok((Some(Presentation::Present), None)));
    assert_eq!(parameters("&view=embed&lesson=bubble-1"), Ok((Some(Presentation::Embed), lesson.clone())));
    assert_eq!(parameters("&lesson=bubble-1&theme=dark&view=wall"), Ok((None, lesson)), "later versions may add some");
    let full = link::with_parameters(&link, &said(Some(Presentation::Embed), "bubble-1"));
    assert_eq!(full, format!("{link}&view=embed&lesson=bubble-1"));
    assert_eq!(link::with_parameters(&link, &said(None, "no such lesson")), link);
    for malformed in ["&view=", "&view=Present", "&view=a b", "&lesson=", "&lesson=a/b", "&lesson=a&lesson=b"] {
        assert_eq!(parameters(malformed).unwrap_err()[0].code, "link-parameter", "{malformed}");
    }
    assert_eq!(parameters(&format!("&lesson={}", "a".repeat(64))).unwrap().1.unwrap().len(), 64);
    assert_eq!(parameters(&format!("&lesson={}", "a".repeat(65))).unwrap_err()[0].code, "link-parameter");
}

/// The rows of format 1 by hand: positions, omitted ends, indexes.
#[test]
fn hand_written_rows_open_to_what_they_mean() {
    let rows = json!([
        "Small",
        [1024, 12, 50258],
        [64, 8, 512, "bf16"],
        [
            ["A", "B", "C"],
            [["A100", 312, 0.5, 40, 0.9, 40, 250], ["T4", 65, 0.4, 16, 0.9, 17, 70]],
            [["g0", 0, 0], ["g", 1, 1, 2], ["off", 1, 2, 1, false]]
        ],
        [[100, 0.1], null, [[0, 1]], [[0, 2, 10, 5, 0.5]]],
        [0.5]
    ]);
    let site_link = json!({ "from": "A", "to": "B", "connected": false });
    let gpu_link = json!({ "from": "g0", "to": "g-2", "bandwidth_gbps": 10, "latency_ms": 5, "utilization": 0.5 });
    let linked = with(minimal(), "/network/site_links", json!([site_link]));
    let expected = read_value(&with(linked, "/network/gpu_links", json!([gpu_link]))).unwrap();
    assert_eq!(link::open(&sealed(rows.to_string().as_bytes())).unwrap().0, expected);
}

#[test]
fn rows_that_hold_no_scenario_are_refused() {
    let document = |pool: Value, network: Value| json!(["Small", [1, 1, 1], [1, 1, 1, "fp16"], pool, network, [1]]);
    let pool = || json!([["A"], [["T4", 65, 0.4, 16, 0.9, 17, 70]], [["g0", 0, 0]]]);
    assert_eq!(code(&sealed(document(pool(), json!([[1, 1]])).to_string().as_bytes())), "opened");
    let no_scenario = [
        json!(null),
        json!({}),
        json!([]),
        json!([1, 2, 3]),
        json!(["Small", [1, 1, 1], [1, 1, 1, "fp16"], pool(), [[1, 1]], [1], null, null, "", "one too many"]),
        document(json!([]), json!([])),
        document(json!([["A"], [], [["g0", 0, 0]]]), json!([[1, 1]])),
        document(json!([["A"], [[]], ["g0"]]), json!([[1, 1]])),
        document(pool(), json!("none")),
        document(pool(), json!([[1, 1, 1, 1]])),
        document(pool(), json!([[1, 1], null, 7])),
        document(pool(), json!([[1, 1], null, [[0, 0, 1, 1, 1, true, 7]]])),
    ];
    for rows in no_scenario {
        assert_eq!(code(&sealed(rows.to_string().as_bytes())), "link-damaged", "{rows}");
    }
    assert_eq!(code(&sealed(b"[1,")), "link-damaged");
    assert_eq!(code(&sealed(&[0xff, 0xfe])), "link-damaged");
    assert_eq!(code(&sealed("[".repeat(100_000).as_bytes())), "link-damaged");
}

/// What opens is judged like a file, and named in the file's terms.
#[test]
fn a_link_is_judged_like_a_file() {
    let network = json!([[1, 1], null, [[0, 5, 1, 1]], [[0, 9, 1, 1]]]);
    let pool = json!([["A"], [["T4", 65, 0.4, -16, 0.9, 17, 70]], [["g0", 0, 0, 1e12], ["g1", 0, 3]]]);
    let rows = json!(["Small", [1, 1, 1], [1, 1, 1, "fp16"], pool, network, [1]]);
    let problems = link::open(&sealed(rows.to_string().as_bytes())).unwrap_err();
    let found: Vec<String> = problems.iter().map(|problem| format!("{} {}", problem.code, place(problem))).collect();
    assert_eq!(
        found,
        [
            "out-of-range gpus[0].count",
            "out-of-range gpus[0].memory_gb",
            "wrong-type gpus[1].site",
            "out-of-range gpus[1].memory_gb",
            "wrong-type network.site_links[0].to",
            "wrong-type network.gpu_links[0].to",
        ]
    );
}

#[test]
fn the_same_document_gives_the_same_link() {
    let document = read(presets::ALL[0].json).unwrap().document;
    assert_eq!(link::encode(&document), link::encode(&document.clone()));
    assert!(link::encode(&document)[3..].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
}
