use std::collections::BTreeMap;

use super::{Invalid, ensure, positive};

/// One direction of a connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    bandwidth_bytes_per_s: f64,
    latency_s: f64,
}

impl Link {
    /// `bandwidth_bytes_per_s` is the effective bandwidth B̃ = β·B (> 0), `latency_s` the one-way latency (≥ 0).
    pub fn new(bandwidth_bytes_per_s: f64, latency_s: f64) -> Result<Self, Invalid> {
        ensure(positive(bandwidth_bytes_per_s), "bandwidth must be more than 0")?;
        ensure(latency_s.is_finite() && latency_s >= 0.0, "latency must be 0 or more")?;
        Ok(Self { bandwidth_bytes_per_s, latency_s })
    }

    /// Effective bandwidth B̃, bytes/s.
    pub fn bandwidth_bytes_per_s(&self) -> f64 {
        self.bandwidth_bytes_per_s
    }

    /// One-way latency, s.
    pub fn latency_s(&self) -> f64 {
        self.latency_s
    }
}

/// Who can send to whom, from the general to the specific: defaults within and between sites, then directed
/// site pairs, then directed GPU pairs. `None` stands for "not connected".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// Between two GPUs of one site.
    pub within_site: Option<Link>,
    /// Between GPUs of two sites.
    pub between_sites: Option<Link>,
    /// By (from, to) site index; (a, a) overrides `within_site` for site a.
    pub site_links: BTreeMap<(usize, usize), Option<Link>>,
    /// By (from, to) GPU index.
    pub gpu_links: BTreeMap<(usize, usize), Option<Link>>,
}
