//! What the picture says in words, beside it and in its place.

use std::collections::BTreeMap;

use crate::format::{count, counted};
use crate::ui::panels::site_map::sites::{Site, SiteMap};

/// About the width of a character of 11 px text in a wide font, px.
const CHARACTER: f64 = 6.9;

/// About how wide a text of 11 px is, px.
pub fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER
}

/// The text, or its beginning with an ellipsis if it is wider than `width` px.
pub fn clipped(text: &str, width: f64) -> String {
    let most = (width / CHARACTER).max(2.0) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end_matches([' ', ',']))
}

/// The text on one line or, where it is wider than `width` px and lists several things, on two.
pub fn wrapped(text: &str, width: f64) -> Vec<String> {
    let breaks = text.match_indices(", ").map(|(at, comma)| text.split_at(at + comma.len()));
    let fitting = breaks.filter(|(first, _)| text_width(first.trim_end()) <= width).last();
    match fitting.filter(|_| text_width(text) > width) {
        Some((first, rest)) => vec![first.trim_end().to_owned(), clipped(rest, width)],
        None => vec![clipped(text, width)],
    }
}

impl Site {
    /// What computes there: "g3, g4 A30" where there are stages, else "RTX 2080 Ti ×2, RTX 3090".
    pub fn about(&self) -> String {
        let used: Vec<_> = self.gpus.iter().filter(|gpu| gpu.stage.is_some()).collect();
        if used.is_empty() {
            return self.models();
        }
        let mut text = String::new();
        for (index, gpu) in used.iter().enumerate() {
            let last_of_model = used.get(index + 1).is_none_or(|next| next.model != gpu.model);
            let comma = if index == 0 { "" } else { ", " };
            let model = if last_of_model && !gpu.model.is_empty() { format!(" {}", gpu.model) } else { String::new() };
            text.push_str(&format!("{comma}{}{model}", gpu.name));
        }
        text
    }

    /// "RTX 2080 Ti ×2, RTX 3090".
    fn models(&self) -> String {
        let mut order: Vec<&str> = Vec::new();
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for gpu in &self.gpus {
            let model = if gpu.model.is_empty() { gpu.name.as_str() } else { gpu.model.as_str() };
            let seen = counts.entry(model).or_default();
            if *seen == 0 {
                order.push(model);
            }
            *seen += 1;
        }
        let one = |model: &&str| match counts.get(model) {
            Some(1) | None => (*model).to_owned(),
            Some(several) => format!("{model} ×{}", count(*several)),
        };
        order.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// "Site B, 2 GPUs: g3 A30 stage 1, g4 A30 stage 2".
    fn spoken(&self) -> String {
        let used = self.gpus.iter().filter_map(|gpu| Some(format!("{} {} stage {}", gpu.name, gpu.model, gpu.stage?)));
        let used: Vec<String> = used.collect();
        let used = if used.is_empty() { format!("{}, none used", self.models()) } else { used.join(", ") };
        format!("Site {}, {}: {used}.", self.name, counted(self.gpus.len() as u64, "GPU"))
    }
}

impl SiteMap {
    /// The picture as a list of sentences.
    pub fn spoken(&self) -> Vec<String> {
        let name = |index: usize| self.sites.get(index).map_or("?", |site| site.name.as_str());
        let links = self.links.iter().map(|link| {
            let path = if link.on_path { ", on the plan’s path" } else { "" };
            format!("{} – {}: {}, {}{path}.", name(link.a), name(link.b), link.bandwidth(), link.latency())
        });
        let rest = (self.more_sites > 0).then(|| format!("{} not drawn.", self.rest()));
        self.sites.iter().map(Site::spoken).chain(links).chain(rest).collect()
    }

    /// "3 more sites".
    pub fn rest(&self) -> String {
        counted(self.more_sites as u64, "more site")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::panels::site_map::sites::SiteGpu;

    fn site(gpus: &[(&str, &str, Option<usize>)]) -> Site {
        let gpu = |&(name, model, stage): &(&str, &str, _)| SiteGpu { name: name.into(), model: model.into(), stage };
        Site { name: "B".into(), gpus: gpus.iter().map(gpu).collect() }
    }

    #[test]
    fn models_are_summed_up() {
        let unused = site(&[("g0", "RTX 2080 Ti", None), ("g1", "RTX 2080 Ti", None), ("g2", "RTX 3090", None)]);
        assert_eq!(unused.about(), "RTX 2080 Ti ×2, RTX 3090");
        assert_eq!(unused.spoken(), "Site B, 3 GPUs: RTX 2080 Ti ×2, RTX 3090, none used.");
        let used =
            site(&[("g3", "A30", Some(1)), ("g4", "A30", Some(2)), ("g5", "A100", Some(3)), ("g6", "V100", None)]);
        assert_eq!(used.about(), "g3, g4 A30, g5 A100");
        assert_eq!(used.spoken(), "Site B, 4 GPUs: g3 A30 stage 1, g4 A30 stage 2, g5 A100 stage 3.");
    }

    #[test]
    fn lists_break_after_a_comma() {
        assert_eq!(wrapped("RTX 2080 Ti ×2, RTX 3090", 200.0), ["RTX 2080 Ti ×2, RTX 3090"]);
        assert_eq!(wrapped("RTX 2080 Ti ×2, RTX 3090", 110.0), ["RTX 2080 Ti ×2,", "RTX 3090"]);
        assert_eq!(wrapped("a, b, cc", 42.0), ["a, b,", "cc"]);
        assert_eq!(wrapped("A100 40 GB PCIe", 56.0), ["A100 40…"]);
    }

    #[test]
    fn long_texts_end_in_an_ellipsis() {
        assert_eq!(clipped("g3, g4 A30", 100.0), "g3, g4 A30");
        let clip = clipped("RTX 2080 Ti, RTX 3090", 90.0);
        assert_eq!(clip, "RTX 2080 Ti…");
        assert!(text_width(&clip) <= 90.0);
    }
}
