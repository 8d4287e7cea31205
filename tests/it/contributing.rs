//! CONTRIBUTING.md names files that exist.

use std::path::PathBuf;

#[test]
fn every_file_that_the_guide_names_exists() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let quoted = guide.split('`').skip(1).step_by(2);
    let folders = ["src/", "tests/", "benches/", "scripts/", "style/", "public/", ".ci/"];
    let named: Vec<&str> = quoted.filter(|text| folders.iter().any(|folder| text.starts_with(folder))).collect();
    assert!(named.len() > 30, "the guide names only {} files", named.len());
    // The browser tests make this folder.
    let missing: Vec<_> =
        named.iter().filter(|path| !path.contains("artifacts") && !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
