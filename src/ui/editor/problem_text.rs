//! The two parts of a sentence about a cell: where it is, "g3, memory", and what is said of it.

use crate::scenario::Problem;

/// How a sentence goes on after its place.
const VERDICTS: [&str; 6] = [" must ", " is ", " are ", " names ", " has ", " of "];

/// The place and the rest. All of it is the place where no single cell is meant.
pub fn split(problem: &Problem) -> (&str, &str) {
    let what = problem.what.as_str();
    if problem.place.column.is_none() {
        return (what, "");
    }
    // The name of a row comes first, and may say anything.
    let after_name = problem.place.row.and_then(|_| what.find(", ")).unwrap_or_default();
    let verdict = verdict_from(what, after_name).or_else(|| verdict_from(what, 0));
    verdict.map_or((what, ""), |at| what.split_at(at))
}

fn verdict_from(what: &str, start: usize) -> Option<usize> {
    let rest = what.get(start..)?;
    VERDICTS.iter().filter_map(|verdict| rest.find(verdict)).min().map(|at| start + at)
}

/// What is said at the cell itself, which shows what it says: "Must be more than 0 GB".
pub fn at_the_cell(problem: &Problem) -> String {
    let (place, rest) = split(problem);
    let said = if rest.is_empty() { place } else { rest.trim_start() };
    let said = said.split("; ").next().unwrap_or(said).trim_end_matches('.');
    let mut characters = said.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scenario;
    use serde_json::{Value, json};

    fn problem(edit: impl FnOnce(&mut Value)) -> Problem {
        let mut document: Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        scenario::read_value(&document).unwrap_err().swap_remove(0)
    }

    fn parts(edit: impl FnOnce(&mut Value)) -> (String, String, String) {
        let problem = problem(edit);
        let (place, rest) = split(&problem);
        (place.to_owned(), rest.to_owned(), at_the_cell(&problem))
    }

    fn expect(edit: impl FnOnce(&mut Value), place: &str, rest: &str, at_the_cell: &str) {
        assert_eq!(parts(edit), (place.to_owned(), rest.to_owned(), at_the_cell.to_owned()));
    }

    #[test]
    fn cells_are_named_apart_from_what_is_wrong_with_them() {
        expect(
            |document| document["gpus"][3]["memory_gb"] = json!(-24),
            "g3, memory",
            " must be more than 0 GB; it says −24.",
            "Must be more than 0 GB",
        );
        expect(
            |document| document["gpus"][6]["compute_utilization"] = json!(60),
            "g6, compute in use",
            " must be at most 1; 60 % is written 0.60.",
            "Must be at most 1",
        );
        expect(|document| document["model"]["layers"] = json!(""), "Layers", " is empty.", "Is empty");
    }

    #[test]
    fn a_name_that_reads_like_a_verdict_is_still_a_name() {
        let edit = |document: &mut Value| {
            document["gpus"][3]["name"] = json!("this is mine");
            document["gpus"][3]["memory_gb"] = json!("much");
        };
        expect(edit, "this is mine, memory", " must be a number; it says “much”.", "Must be a number");
    }

    #[test]
    fn what_concerns_no_cell_is_not_split() {
        let (place, rest, _) = parts(|document| document["gpus"] = json!([]));
        assert!(!place.is_empty() && rest.is_empty(), "{place}{rest}");
    }
}
