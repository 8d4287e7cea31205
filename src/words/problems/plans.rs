//! What is said of plans, as text and as the independent check judges them. Stages are counted from 0.

use serde_json::Value;

use super::parts::ProblemWords;
use crate::format::{counted, exact};
use crate::words::quote::{clip, quoted};

const STAGE_SHAPE: &str = "Write a GPU, a colon and its layers, like “g5:9”.";

/// A document's plan is no text.
pub fn plan_not_a_text(value: &Value) -> ProblemWords {
    ProblemWords::new("The plan must be a text like “g5:9,g6:3”", "Write it between quotation marks.")
        .detail(format!("it says {}", quoted(value)))
}

/// A plan's text is empty.
pub fn empty_plan() -> ProblemWords {
    ProblemWords::new("The plan is empty", "Write stages like “g5:9,g6:3”.")
}

/// A plan has more stages than a pool has GPUs.
pub fn too_many_stages(count: usize) -> ProblemWords {
    let verdict = format!("The plan has {}, more than a pool has GPUs", counted(count as u64, "stage"));
    ProblemWords::new(verdict, "Use fewer stages.")
}

/// A stage is no GPU with layers.
pub fn unreadable_stage(stage: usize, text: &str) -> ProblemWords {
    ProblemWords::new("can't be read", STAGE_SHAPE)
        .about(format!("Stage {} of the plan", stage + 1))
        .detail(format!("it says “{}”", clip(text)))
}

/// A stage's layers are no whole number.
pub fn unreadable_layers(stage: usize, gpu: &str, text: &str) -> ProblemWords {
    ProblemWords::new("must hold a whole number of layers", STAGE_SHAPE)
        .about(format!("Stage {} of the plan, {},", stage + 1, clip(gpu)))
        .detail(format!("it says “{}”", clip(text)))
}

/// A stage has no layer.
pub fn zero_layers(stage: usize, gpu: &str) -> ProblemWords {
    ProblemWords::new("must hold at least 1 layer", "Leave out the stage or give it layers.")
        .about(format!("Stage {} of the plan, {},", stage + 1, clip(gpu)))
        .detail("it says 0")
}

/// A stage names a GPU that is switched off.
pub fn switched_off_gpu(stage: usize, gpu: &str) -> ProblemWords {
    ProblemWords::new("is switched off", "Switch it on or take it out of the plan.").about(format!(
        "{}, in stage {} of the plan,",
        clip(gpu),
        stage + 1
    ))
}

/// A stage names a GPU that there is not.
pub fn unknown_gpu(stage: usize, gpu: &str, nearest: Option<&str>) -> ProblemWords {
    let remedy = match nearest {
        Some(nearest) => format!("The nearest known GPU is “{}”.", clip(nearest)),
        None => "Name a GPU of the pool.".to_owned(),
    };
    ProblemWords::new(format!("names “{}”, and no GPU is called that", clip(gpu)), remedy)
        .about(format!("Stage {} of the plan", stage + 1))
}

/// Two stages name the same GPU.
pub fn repeated_gpu(gpu: &str, first: usize, second: usize) -> ProblemWords {
    let verdict = format!("The plan uses {} in stages {} and {}", clip(gpu), first + 1, second + 1);
    ProblemWords::new(verdict, "A GPU can hold one stage only.")
}

/// The layers of a plan's text don't add up to the model's.
pub fn layer_sum(held: u64, layers: u64) -> ProblemWords {
    let change = if held < layers { "Add" } else { "Take out" };
    let remedy = format!("{change} {}.", counted(held.abs_diff(layers), "layer"));
    ProblemWords::new(format!("The plan holds {}", counted(held, "layer")), remedy)
        .detail(format!("the model has {}", exact(layers as f64)))
}

/// A stage needs more memory than its GPU has.
pub fn over_memory(stage: usize, gpu: &str, need_bytes: f64, limit_bytes: f64) -> ProblemWords {
    let verdict = format!("needs {:.1} GB and has {:.1} GB", need_bytes / 1e9, limit_bytes / 1e9);
    ProblemWords::new(verdict, "Give it fewer layers, or put the stage on a GPU with more memory.")
        .about(format!("Stage {} on {gpu}", stage + 1))
}

/// Two neighbours are not linked.
pub fn missing_link(gpu: &str, next: &str) -> ProblemWords {
    let remedy = "Connect them, or put a GPU between them that both are connected to.";
    ProblemWords::new("are not connected in both directions", remedy).about(format!("{gpu} and {next}"))
}

/// The layers of a judged plan don't add up to the model's.
pub fn judged_layer_sum(held: u64, layers: u64) -> ProblemWords {
    let verdict = format!("The plan holds {held} layers, the model has {layers}");
    ProblemWords::new(verdict, format!("Make the layers add up to {layers}."))
}

/// A judged plan uses a GPU twice.
pub fn judged_repeated_gpu(gpu: &str) -> ProblemWords {
    ProblemWords::new("holds two stages", "Use every GPU once.").about(gpu)
}

/// A judged plan uses a GPU that the pool has not.
pub fn judged_unknown_gpu() -> ProblemWords {
    ProblemWords::new("The plan names a GPU that is not in the pool", "Use the GPUs of the scenario.")
}

/// A judged stage has no layer.
pub fn judged_empty_stage(stage: usize) -> ProblemWords {
    ProblemWords::new("holds no layer", "Give it at least one layer, or leave it out.")
        .about(format!("Stage {}", stage + 1))
}

const REPORT: &str = "Please report this scenario: the program contradicts itself.";

/// A planner and the check disagree about the time.
pub fn time_disagrees(claimed_ms: f64, derived_ms: f64) -> ProblemWords {
    let verdict = format!("The time was computed as {claimed_ms} ms, the check finds {derived_ms} ms");
    ProblemWords::new(verdict, REPORT)
}

/// A planner and the check disagree about the energy.
pub fn energy_disagrees(claimed_j: f64, derived_j: f64) -> ProblemWords {
    let verdict = format!("The energy was computed as {claimed_j} J, the check finds {derived_j} J");
    ProblemWords::new(verdict, REPORT)
}

/// A plan with unlinked neighbours has no timeline.
pub fn unlinked_timeline() -> ProblemWords {
    ProblemWords::new("Two neighbours of the plan are not connected", "Connect them, or choose another order.")
}

/// A timeline is too long to hold.
pub fn too_long_timeline(operations: u64, max_operations: u64) -> ProblemWords {
    let verdict = format!("The timeline has {operations} operations");
    ProblemWords::new(verdict, "Take larger micro-batches or fewer stages.")
        .detail(format!("at most {max_operations} are played out"))
}
