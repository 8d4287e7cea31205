//! Links that people have sent go on opening, to the same document, whatever the product becomes.

use std::path::Path;

use crate::scenario_support::{described, everything, minimal};
use geotrain::scenario::{link, read, read_value};
use serde_json::Value;

#[test]
fn golden_links_open_to_their_documents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/links/v1");
    let mut opened = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let (scenario, ..) = link::open(&std::fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|problems| panic!("{}: {}", path.display(), described(&problems)));
        let expected: Value =
            serde_json::from_str(&std::fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
        assert_eq!(scenario.document.to_value(), expected, "{}", path.display());
        assert_eq!(scenario, read_value(&expected).unwrap(), "{}", path.display());
        opened.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
    }
    opened.sort();
    assert_eq!(opened, ["everything", "minimal", "three-sites"]);
}

/// The golden documents are the ones written by hand in this file's support, not whatever was encoded once.
#[test]
fn golden_documents_are_what_they_are_called() {
    let golden = |name: &str| {
        let path = format!("{}/tests/data/links/v1/{name}.json", env!("CARGO_MANIFEST_DIR"));
        read(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    assert_eq!(golden("everything").document.to_value(), everything(), "everything is stated, so nothing is added");
    assert_eq!(golden("minimal"), read_value(&minimal()).unwrap());
}
