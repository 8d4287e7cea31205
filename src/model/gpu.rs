use super::{Invalid, ensure, positive};

/// The figures of one GPU, before [`Gpu::new`] has looked at them.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuFigures {
    /// Unique within the pool.
    pub name: String,
    /// Product name: "A100 PCIe".
    pub model: String,
    /// Index into the sites of its [`super::Cluster`].
    pub site: usize,
    /// F̃ = U_comp · F, FLOP/s.
    pub effective_flops: f64,
    /// M̃ = U_mem · M, bytes.
    pub effective_memory_bytes: f64,
    /// P_idle, W: power while the GPU waits or sends.
    pub idle_w: f64,
    /// P_act ≥ P_idle, W.
    pub active_w: f64,
}

/// One GPU of the pool. Its figures are finite and positive (powers may be 0), and P_idle ≤ P_act.
#[derive(Clone, Debug, PartialEq)]
pub struct Gpu(GpuFigures);

impl Gpu {
    /// Accepts figures that make sense; the error names the first that does not.
    pub fn new(figures: GpuFigures) -> Result<Self, Invalid> {
        ensure(positive(figures.effective_flops), "effective compute must be more than 0")?;
        ensure(positive(figures.effective_memory_bytes), "effective memory must be more than 0")?;
        ensure(figures.idle_w.is_finite() && figures.idle_w >= 0.0, "idle power must be 0 W or more")?;
        ensure(
            figures.active_w.is_finite() && figures.active_w >= figures.idle_w,
            "active power must be at least the idle power",
        )?;
        Ok(Self(figures))
    }

    /// Whether the two differ in nothing but their names.
    pub fn is_like(&self, other: &Self) -> bool {
        let GpuFigures { name: _, model, site, effective_flops, effective_memory_bytes, idle_w, active_w } = &self.0;
        *model == other.model
            && *site == other.site
            && *effective_flops == other.effective_flops
            && *effective_memory_bytes == other.effective_memory_bytes
            && *idle_w == other.idle_w
            && *active_w == other.active_w
    }
}

impl std::ops::Deref for Gpu {
    type Target = GpuFigures;
    fn deref(&self) -> &GpuFigures {
        &self.0
    }
}
