//! What sets a plan's pace, in words.

use crate::answer::Sum;
use crate::format::{fixed, one_decimal};
use crate::model::Instance;

/// A sentence or two around the name of a GPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaceWords {
    /// Up to the GPU.
    pub before: String,
    /// Name and model: "g5 A100".
    pub gpu: String,
    pub after: String,
}

/// Which stage sets the pace, what it spends its time on, and whether its memory is full.
pub fn pace_words(instance: &Instance, sum: &Sum) -> PaceWords {
    let pace = &sum.pace;
    let gpu = sum.stages.get(pace.stage).and_then(|stage| instance.cluster.gpus().get(stage.gpu));
    let gpu = gpu.map(|gpu| format!("{} {}", gpu.name, gpu.model).trim_end().to_owned()).unwrap_or_default();
    let service = one_decimal(pace.compute_ms + pace.send_ms);
    let before = match sum.stages.len() {
        1 => String::new(),
        _ => format!("Stage {} sets the pace: ", pace.stage + 1),
    };
    let mut after = match (sum.stages.len(), pace.send_ms > pace.compute_ms) {
        (1, _) => format!(" does it all, in {service} ms per micro-batch."),
        (_, true) => format!(" sends for {} of its {service} ms.", one_decimal(pace.send_ms)),
        (_, false) => format!(" computes for {} of its {service} ms.", one_decimal(pace.compute_ms)),
    };
    let more_layers = pace.layers < instance.transformer.layers();
    if let Some(bytes) = pace.next_layer_bytes.filter(|_| more_layers) {
        let next = ordinal(u64::from(pace.layers) + 1);
        let (has, needed) = told_apart(pace.memory_bytes / 1e9, bytes / 1e9);
        after += &format!(" Its memory holds no {next} layer ({has} GB, {needed} needed).");
    }
    PaceWords { before, gpu, after }
}

/// Both with as few decimals as show that they differ, from one to four.
fn told_apart(one: f64, other: f64) -> (String, String) {
    let with = |decimals| (fixed(one, decimals), fixed(other, decimals));
    (1..4).map(with).find(|(one, other)| one != other).unwrap_or_else(|| with(4))
}

fn ordinal(number: u64) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    let word = number.checked_sub(1).and_then(|index| WORDS.get(index as usize));
    word.map_or_else(
        || {
            let suffix = match (number % 100, number % 10) {
                (11..=13, _) => "th",
                (_, 1) => "st",
                (_, 2) => "nd",
                (_, 3) => "rd",
                _ => "th",
            };
            format!("{number}{suffix}")
        },
        |word| (*word).to_owned(),
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::answer::sum;
    use crate::scenario::{self, plan_text};

    fn said(plan: &str, edit: impl FnOnce(&mut serde_json::Value)) -> String {
        let mut document: serde_json::Value = serde_json::from_str(scenario::presets::ALL[0].json).unwrap();
        edit(&mut document);
        let instance = scenario::read_value(&document).unwrap().instance;
        let plan = plan_text::parse(plan, &instance.cluster, 12).unwrap();
        let words = pace_words(&instance, &sum(&instance, &plan).unwrap());
        format!("{}{}{}", words.before, words.gpu, words.after)
    }

    #[test]
    fn a_full_memory_is_the_reason() {
        // Seven layers in four stages: 7 · 3,758.1 MB and 4,117.1 MB for the head.
        assert_eq!(
            said("g3:4,g4:1,g6:1,g5:6", |_| ()),
            "Stage 4 sets the pace: g5 A100 40 GB computes for 159.2 of its 164.7 ms. \
             Its memory holds no seventh layer (28.0 GB, 30.4 needed)."
        );
    }

    #[test]
    fn slow_links_are_the_reason() {
        let slow = |document: &mut serde_json::Value| {
            document["network"]["site_links"] = serde_json::json!([
                { "from": "A", "to": "B", "bandwidth_gbps": 1, "latency_ms": 50 },
                { "from": "B", "to": "A", "bandwidth_gbps": 1, "latency_ms": 50 }
            ])
        };
        // 67.1 MB at 1 Gbps and 50 ms to A: 586.9 ms; at 100 Gbps and 0.1 ms to g4: 5.5 ms; four layers: 149.9 ms.
        let said = said("g2:1,g3:4,g4:7", slow);
        assert_eq!(said, "Stage 2 sets the pace: g3 A30 sends for 592.3 of its 742.3 ms.");
    }

    #[test]
    fn one_gpu_needs_no_pace() {
        let said = said("g5:12", |_| ());
        assert!(said.starts_with("g5 A100 40 GB does it all, in ") && !said.contains("holds no"), "{said}");
    }

    #[test]
    fn figures_that_differ_read_differently() {
        assert_eq!(told_apart(28.0, 30.4241), ("28.0".to_owned(), "30.4".to_owned()));
        assert_eq!(told_apart(21.6, 21.634), ("21.60".to_owned(), "21.63".to_owned()));
    }

    #[test]
    fn ordinals() {
        for (number, text) in
            [(1, "first"), (12, "twelfth"), (13, "13th"), (21, "21st"), (112, "112th"), (1_003, "1003rd")]
        {
            assert_eq!(ordinal(number), text);
        }
    }
}
