use super::{Cluster, ObjectiveSettings, Plan, SearchSettings, Training, Transformer};

/// A whole planning problem: what a validated scenario stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// GPUs, sites, links. GPUs that are switched off are not in it.
    pub cluster: Cluster,
    /// What is trained.
    pub transformer: Transformer,
    /// Batch, micro-batch, sequence and precision.
    pub training: Training,
    /// What to minimise.
    pub objective: ObjectiveSettings,
    /// How to search.
    pub search: SearchSettings,
    /// A hand-made or shared plan, to be shown beside what the planner finds.
    pub plan: Option<Plan>,
}
