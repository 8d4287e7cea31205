use super::memory::MemoryNeed;
use super::{Objective, energy, time};
use crate::model::{Cost, Instance, Plan, Stage};

/// Layer caps of one GPU at one stage count.
#[derive(Clone, Copy)]
struct Caps {
    inner: u16,
    last: u16,
}

/// One instance as tables: everything a planner asks for is a look-up, and a plan is scored in O(stages).
///
/// GPUs are indexes into the instance's cluster. Times are in ms per micro-batch.
#[derive(Clone)]
pub struct Evaluator {
    gpus: usize,
    layers: u16,
    micro_batches: f64,
    objective: Objective,
    flops: Vec<f64>,
    layer_ms: Vec<f64>,
    head_ms: Vec<f64>,
    energy_head_ms: Vec<f64>,
    idle_w: Vec<f64>,
    extra_w: Vec<f64>,
    transfer_ms: Vec<f64>,
    caps: Vec<Caps>,
}

impl Evaluator {
    /// Builds the tables: O(N²) transfers and O(N · min(N, L)) layer caps.
    pub fn new(instance: &Instance, objective: Objective) -> Self {
        let Instance { cluster, transformer, training, .. } = instance;
        let gpus = cluster.gpus();
        let layers = transformer.layers();
        let bytes = time::boundary_bytes(transformer, training);
        let pairs = (0..gpus.len()).flat_map(|from| (0..gpus.len()).map(move |to| (from, to)));
        let transfer_ms = pairs
            .map(|(from, to)| cluster.link(from, to).map_or(f64::INFINITY, |link| time::transfer_ms(bytes, link)))
            .collect();
        let need = MemoryNeed::new(transformer, training);
        let caps = (1..=gpus.len().min(usize::from(layers)))
            .flat_map(|stages| gpus.iter().map(move |gpu| (stages, gpu.effective_memory_bytes)))
            .map(|(stages, limit)| Caps {
                inner: need.cap(stages, false, limit, layers),
                last: need.cap(stages, true, limit, layers),
            })
            .collect();
        let head_ms: Vec<f64> = gpus.iter().map(|gpu| time::head_compute_ms(transformer, training, gpu)).collect();
        let energy_head_ms =
            if instance.objective.energy_counts_head { head_ms.clone() } else { vec![0.0; gpus.len()] };
        Self {
            gpus: gpus.len(),
            layers,
            micro_batches: training.micro_batches() as f64,
            objective,
            flops: gpus.iter().map(|gpu| gpu.effective_flops).collect(),
            layer_ms: gpus.iter().map(|gpu| time::layer_compute_ms(transformer, training, gpu)).collect(),
            head_ms,
            energy_head_ms,
            idle_w: gpus.iter().map(|gpu| gpu.idle_w).collect(),
            extra_w: gpus.iter().map(|gpu| gpu.active_w - gpu.idle_w).collect(),
            transfer_ms,
            caps,
        }
    }

    /// The same tables under another objective.
    pub fn with_objective(self, objective: Objective) -> Self {
        Self { objective, ..self }
    }

    /// What is minimised.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Number of GPUs in the pool, N.
    pub fn gpus(&self) -> usize {
        self.gpus
    }

    /// Number of Transformer layers L.
    pub fn layers(&self) -> u16 {
        self.layers
    }

    /// Most stages a plan can have: min(N, L).
    pub fn max_stages(&self) -> usize {
        self.gpus.min(usize::from(self.layers))
    }

    /// Number of micro-batches M.
    pub fn micro_batches(&self) -> f64 {
        self.micro_batches
    }

    /// Effective compute F̃ of the GPU: peak × utilisation, FLOP/s.
    pub fn effective_flops(&self, gpu: usize) -> f64 {
        self.flops[gpu]
    }

    /// Compute time of one layer (Eq. 7).
    pub fn layer_ms(&self, gpu: usize) -> f64 {
        self.layer_ms[gpu]
    }

    /// Compute time of the LM head (Eq. 8).
    pub fn head_ms(&self, gpu: usize) -> f64 {
        self.head_ms[gpu]
    }

    /// The part of [`Self::head_ms`] that counts in Eq. 14: all or nothing.
    pub fn energy_head_ms(&self, gpu: usize) -> f64 {
        self.energy_head_ms[gpu]
    }

    /// Idle power P_idle, W.
    pub fn idle_w(&self, gpu: usize) -> f64 {
        self.idle_w[gpu]
    }

    /// P_act − P_idle, W.
    pub fn extra_w(&self, gpu: usize) -> f64 {
        self.extra_w[gpu]
    }

    /// Whether two GPUs can be neighbours.
    pub fn linked(&self, from: usize, to: usize) -> bool {
        self.transfer_ms[from * self.gpus + to] < f64::INFINITY
    }

    /// Transfer time of one boundary tensor (Eq. 9, 10); infinite where there is no link.
    pub fn transfer_ms(&self, from: usize, to: usize) -> f64 {
        self.transfer_ms[from * self.gpus + to]
    }

    /// Most layers `gpu` can hold as one of `stages` stages, as the last one or not; 0 if none.
    /// `stages` is from 1 to [`Self::max_stages`].
    pub fn cap(&self, gpu: usize, stages: usize, last: bool) -> u16 {
        let caps = self.caps[(stages - 1) * self.gpus + gpu];
        if last { caps.last } else { caps.inner }
    }

    /// Cost of `stages` if they fit in memory and neighbours are linked, else `None`.
    ///
    /// Eq. 1, 5–8, 9–11, 13, 14 and 16 in one pass. The stages must name GPUs of the instance; that they are
    /// distinct and hold L layers together is the caller's to keep.
    #[inline]
    pub fn cost(&self, stages: &[Stage]) -> Option<Cost> {
        let count = stages.len();
        if count == 0 || count > self.max_stages() {
            return None;
        }
        let caps = &self.caps[(count - 1) * self.gpus..count * self.gpus];
        let (mut sum, mut max, mut idle_w, mut active_w_ms) = (0.0, 0.0_f64, 0.0, 0.0);
        for (position, stage) in stages.iter().enumerate() {
            let gpu = usize::from(stage.gpu);
            let last = position + 1 == count;
            let layers_ms = self.layer_ms[gpu] * f64::from(stage.layers);
            let (cap, mut service, active) = if last {
                (caps[gpu].last, layers_ms + self.head_ms[gpu], layers_ms + self.energy_head_ms[gpu])
            } else {
                let next = usize::from(stages[position + 1].gpu);
                (caps[gpu].inner, layers_ms + self.transfer_ms[gpu * self.gpus + next], layers_ms)
            };
            if stage.layers > cap {
                return None;
            }
            if position > 0 {
                service += self.transfer_ms[gpu * self.gpus + usize::from(stages[position - 1].gpu)];
            }
            sum += service;
            max = max.max(service);
            idle_w += self.idle_w[gpu];
            active_w_ms += self.extra_w[gpu] * active;
        }
        if max == f64::INFINITY {
            return None;
        }
        let time_ms = time::iteration_ms(sum, max, self.micro_batches);
        let energy_j = energy::iteration_j(time_ms, idle_w, active_w_ms, self.micro_batches);
        Some(Cost { time_ms, energy_j, objective: self.objective.value(time_ms, energy_j) })
    }

    /// [`Self::cost`] of a plan, which also must hold exactly L layers.
    pub fn plan_cost(&self, plan: &Plan) -> Option<Cost> {
        if plan.layers() == u64::from(self.layers) { self.cost(plan.stages()) } else { None }
    }
}
