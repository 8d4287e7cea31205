use super::{Invalid, ensure};

/// One pipeline stage: consecutive layers on one GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stage {
    /// Index of the GPU in its [`super::Cluster`].
    pub gpu: u16,
    /// Layers it holds, at least 1.
    pub layers: u16,
}

/// A pipeline: its stages in order, the first holding the first layers, the last the LM head too.
///
/// At least one stage, every stage at least one layer, every GPU at most once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plan(Vec<Stage>);

impl Plan {
    /// Accepts stages that form a pipeline; the error says what is wrong.
    pub fn new(stages: Vec<Stage>) -> Result<Self, Invalid> {
        ensure(!stages.is_empty(), "a plan needs at least one stage")?;
        ensure(stages.iter().all(|stage| stage.layers > 0), "every stage needs at least one layer")?;
        let mut gpus: Vec<u16> = stages.iter().map(|stage| stage.gpu).collect();
        gpus.sort_unstable();
        ensure(gpus.windows(2).all(|pair| pair[0] != pair[1]), "a GPU can hold one stage only")?;
        Ok(Self(stages))
    }

    /// The stages, first to last.
    pub fn stages(&self) -> &[Stage] {
        &self.0
    }

    /// Layers over all stages.
    pub fn layers(&self) -> u64 {
        self.0.iter().map(|stage| u64::from(stage.layers)).sum()
    }
}
