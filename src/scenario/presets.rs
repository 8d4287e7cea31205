//! Scenarios to start from.

/// A scenario that comes with the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name in addresses.
    pub id: &'static str,
    /// Title in the list of presets.
    pub title: &'static str,
    /// One sentence on what it shows.
    pub about: &'static str,
    /// The scenario's text, for [`super::read`].
    pub json: &'static str,
}

/// Every preset, the first to be shown first.
pub const ALL: &[Preset] = &[
    Preset {
        id: "three-sites",
        title: "Three sites, seven GPUs",
        about: "Seven GPUs of four kinds at three sites tens of milliseconds apart: leaving the slow site out is faster than using it.",
        json: include_str!("presets/three-sites.json"),
    },
    Preset {
        id: "energy-14gpu",
        title: "Energy against time, 14 GPUs",
        about: "Fourteen GPUs of three kinds where fewer joules cost more milliseconds: move λ and see the plan change.",
        json: include_str!("presets/energy-14gpu.json"),
    },
    Preset {
        id: "six-node-fp32",
        title: "Six nodes, FP32",
        about: "Six GPUs at two sites in single precision, behind links of at most 2 Gbps, shaped like a small cluster that was really built.",
        json: include_str!("presets/six-node-fp32.json"),
    },
];
