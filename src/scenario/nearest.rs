//! The known name that was probably meant.

/// The known name with the smallest edit distance to `wanted`, the first of several; `None` when none is known.
///
/// Of thousands of very long names only the first few hundred are looked at, so that a report stays quick.
pub(super) fn nearest<'n>(wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const MOST_WORK: usize = 1 << 20;
    const COMPARED_CHARS: usize = 64;
    let wanted: String = wanted.chars().take(COMPARED_CHARS).collect::<String>().to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    let mut work = 0;
    for name in known {
        if best.is_some_and(|(distance, _)| name.chars().count().abs_diff(wanted.chars().count()) >= distance) {
            continue;
        }
        let distance = strsim::levenshtein(&wanted, &name.to_lowercase());
        if best.is_none_or(|(smallest, _)| distance < smallest) {
            best = Some((distance, name));
        }
        work += wanted.len() * name.len();
        if work > MOST_WORK {
            break;
        }
    }
    best.map(|(_, name)| name)
}
