//! How a problem stands in the list above the editor and at its cell.

use crate::scenario::Problem;
use crate::words::Wording;
use crate::words::problems::after_subject;

/// The text that leads to the problem's place, and the text after it. Where no single cell is meant the whole
/// sentence leads there.
pub fn in_the_list(problem: &Problem) -> (Wording, Option<Wording>) {
    if problem.place.column.is_none() || problem.subject.is_empty() {
        return (problem.what(), None);
    }
    (problem.subject.clone(), Some(after_subject(&problem.verdict, problem.detail.as_ref())))
}

/// What is said at the cell itself, which shows what it holds: "Must be more than 0 GB".
pub fn at_the_cell(problem: &Problem) -> Wording {
    problem.verdict.capitalised()
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
        let (place, rest) = in_the_list(&problem);
        (place.to_string(), rest.map_or_else(String::new, String::from), at_the_cell(&problem).to_string())
    }

    fn expect(edit: impl FnOnce(&mut Value), place: &str, rest: &str, at_the_cell: &str) {
        assert_eq!(parts(edit), (place.to_owned(), rest.to_owned(), at_the_cell.to_owned()));
    }

    #[test]
    fn cells_are_named_apart_from_what_is_wrong_with_them() {
        expect(
            |document| document["gpus"][3]["memory_gb"] = json!(-24),
            "g3, memory",
            "must be more than 0 GB; it says −24.",
            "Must be more than 0 GB",
        );
        expect(
            |document| document["gpus"][6]["compute_utilization"] = json!(60),
            "g6, compute in use",
            "must be at most 1; 60 % is written 0.60.",
            "Must be at most 1",
        );
        expect(|document| document["model"]["layers"] = json!(""), "Layers", "is empty.", "Is empty");
    }

    #[test]
    fn a_name_that_reads_like_a_verdict_is_still_a_name() {
        let edit = |document: &mut Value| {
            document["gpus"][3]["name"] = json!("this is mine");
            document["gpus"][3]["memory_gb"] = json!("much");
        };
        expect(edit, "this is mine, memory", "must be a number; it says “much”.", "Must be a number");
    }

    #[test]
    fn what_concerns_no_cell_is_not_split() {
        let (place, rest, _) = parts(|document| document["gpus"] = json!([]));
        assert!(!place.is_empty() && rest.is_empty(), "{place}{rest}");
    }
}
