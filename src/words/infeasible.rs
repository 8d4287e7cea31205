//! What binds where no plan fits, and the changes that lift it.

use super::Wording;
use crate::format::{count, counted, fixed};
use crate::model::ChangeKind;

/// The last stage binds: `need_bytes` for one layer and the LM head, and the largest memory in use with its GPU.
pub fn last_stage_binds(need_bytes: f64, largest: Option<(f64, &str)>) -> Wording {
    let need = format!("The last stage binds: one layer and the LM head take {} at the least", gigabytes(need_bytes));
    Wording::new(match largest {
        Some((bytes, gpu)) => format!("{need}, and the largest memory in use is {}, on {gpu}.", gigabytes(bytes)),
        None => need + ".",
    })
}

/// Memory binds: at most `layers` fit, in `stages` stages.
///
/// `deeper_is_worse` says that more stages hold no more; `missing`, in bytes with its GPU, what would be enough there.
pub fn memory_binds(layers: u32, stages: usize, deeper_is_worse: bool, missing: Option<(f64, &str)>) -> Wording {
    let fit = if layers == 1 { "fits" } else { "fit" };
    let stages = counted(stages as u64, "stage");
    let mut text = format!("Memory binds: at most {} {fit}, in {stages}.", counted(layers.into(), "layer"));
    if deeper_is_worse {
        text += &format!(
            " More stages add GPUs, but each stage then keeps more activations, so beyond {stages} nothing is gained."
        );
    }
    if let Some((bytes, gpu)) = missing {
        text += &format!(" {} more in use on {gpu} alone would be enough.", gigabytes(bytes));
    }
    Wording::new(text)
}

/// Links bind: the pool is in `parts` parts, of which one of `gpus` GPUs holds most, `held` of `layers` layers.
pub fn parts_bind(parts: usize, gpus: usize, held: u32, layers: u32) -> Wording {
    let holds = if gpus == 1 { "holds" } else { "hold" };
    Wording::new(format!(
        "Links bind: the pool is in {} parts without links both ways between them. Linked, they would have room for all \
         {}; of the parts, {} {holds} most, {} of {}.",
        count(parts as u64),
        counted(layers.into(), "layer"),
        counted(gpus as u64, "GPU"),
        count(held.into()),
        count(layers.into()),
    ))
}

/// Links bind: no order of enough GPUs is linked throughout; along the links at most `most_layers` fit, where known.
pub fn orders_bind(layers: u32, most_layers: Option<u16>) -> Wording {
    let room = format!(
        "Links bind: there is memory for all {}, but stages that follow each other need a link, and no order of enough \
         GPUs has one at every step.",
        counted(layers.into(), "layer")
    );
    Wording::new(match most_layers {
        Some(most) => format!("{room} Along the links there are, at most {} fit.", counted(most.into(), "layer")),
        None => room,
    })
}

/// What was not settled of a kind of change: whether a smaller one would do, where one is `found`, or any would help.
pub fn unsettled(kind: ChangeKind, found: bool) -> Wording {
    let subject = match kind {
        ChangeKind::Link => "Links",
        ChangeKind::SwitchOn => "GPUs that are switched off",
        ChangeKind::MemoryInUse => "Memory in use",
        ChangeKind::Memory => "Memory",
        ChangeKind::MicroBatch => "Micro-batch",
        ChangeKind::Layers => "Layers",
    };
    let unknown = if found { "whether a smaller change would do" } else { "whether a change would help" };
    Wording::new(format!("{subject}: the pool is too large to tell {unknown}."))
}

/// No change of the kinds that were tried helps.
pub fn no_single_change_helps() -> Wording {
    Wording::new("No change of one figure or link is enough by itself.")
}

/// A change: what is changed, what it is and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeWords {
    pub what: Wording,
    pub from: Wording,
    pub to: Wording,
}

impl ChangeWords {
    fn new(what: impl Into<String>, from: impl Into<String>, to: impl Into<String>) -> Self {
        Self { what: Wording::new(what), from: Wording::new(from), to: Wording::new(to) }
    }
}

/// The GPUs of a row: "g3", 1 of them, "A30".
#[derive(Clone, Copy)]
pub struct RowWords<'a> {
    pub name: &'a str,
    pub count: u64,
    pub model: &'a str,
}

impl RowWords<'_> {
    fn text(self) -> String {
        match self.count {
            1 => format!("{} ({})", self.name, self.model),
            count => format!("{} ({}, {})", self.name, counted(count, "GPU"), self.model),
        }
    }
}

/// More memory for the GPUs of a row, or a larger share of it in use, each with its least decimals.
pub fn memory_change(in_use: bool, row: RowWords<'_>, from: f64, to: f64, unit: &str) -> ChangeWords {
    let (what, decimals) = if in_use { ("Memory in use", 2) } else { ("Memory", 0) };
    let each = if row.count == 1 { "" } else { "each " };
    let to = format!("{} {unit}", written(to, decimals));
    ChangeWords::new(format!("{what} of {each}{}", row.text()), written(from, decimals), to.trim_end())
}

/// Smaller micro-batches, samples.
pub fn micro_batch_change(from: u64, to: u64) -> ChangeWords {
    ChangeWords::new("Micro-batch", count(from), counted(to, "sample"))
}

/// Fewer layers.
pub fn layers_change(from: u16, to: u16) -> ChangeWords {
    ChangeWords::new("Layers", count(from.into()), count(to.into()))
}

/// A link between two sites or GPUs; within the one site where both have the same name.
pub fn link_change(one: &str, other: &str, bandwidth_gbps: f64, latency_ms: f64) -> ChangeWords {
    let what = if one == other { format!("Links within {one}") } else { format!("Link between {one} and {other}") };
    let to = format!("{} Gbps, {} ms", written(bandwidth_gbps, 0), written(latency_ms, 0));
    ChangeWords::new(what, "none", to)
}

/// The GPUs of a row switched on.
pub fn switch_on_change(row: RowWords<'_>) -> ChangeWords {
    ChangeWords::new(row.text(), "switched off", "on")
}

/// What comes of a change: "24 layers fit in 5 stages".
pub fn layers_fit(layers: u64, stages: usize) -> Wording {
    let fit = if layers == 1 { "fits" } else { "fit" };
    Wording::new(format!("{} {fit} in {}", counted(layers, "layer"), counted(stages as u64, "stage")))
}

/// `value` with all its digits, at least `decimals` of them after the point.
fn written(value: f64, decimals: usize) -> String {
    let digits = value.to_string();
    let own = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    fixed(value, own.max(decimals))
}

/// At least two digits, and as many decimals as a small number needs.
fn gigabytes(bytes: f64) -> String {
    let size_gb = (bytes / 1e9).max(0.001);
    let decimals = [10.0, 1.0].iter().filter(|&&least| size_gb < least).count() + 1;
    format!("{} GB", fixed(size_gb, decimals))
}
