use super::{Gpu, Invalid, Link, MAX_GPUS, Network, ensure};

/// The pool: GPUs at sites behind links. Holds 1 to [`MAX_GPUS`] GPUs, each at a site that exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    gpus: Vec<Gpu>,
    sites: Vec<String>,
    network: Network,
}

impl Cluster {
    /// Joins the parts; the error says which part points at something that is not there.
    pub fn new(gpus: Vec<Gpu>, sites: Vec<String>, network: Network) -> Result<Self, Invalid> {
        ensure(!gpus.is_empty(), "a pool needs at least one GPU")?;
        ensure(gpus.len() <= MAX_GPUS, "a pool holds at most 2,000 GPUs")?;
        ensure(gpus.iter().all(|gpu| gpu.site < sites.len()), "a GPU names a site that does not exist")?;
        let within = |&(from, to): &(usize, usize), count| from < count && to < count;
        let sites_known = network.site_links.keys().all(|pair| within(pair, sites.len()));
        ensure(sites_known, "a link names a site that does not exist")?;
        let gpus_known = network.gpu_links.keys().all(|pair| within(pair, gpus.len()));
        ensure(gpus_known, "a link names a GPU that does not exist")?;
        Ok(Self { gpus, sites, network })
    }

    /// The GPUs, in the order of the scenario; plans refer to them by index.
    pub fn gpus(&self) -> &[Gpu] {
        &self.gpus
    }

    /// Defaults and overrides of its links.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The names of the sites.
    pub fn sites(&self) -> &[String] {
        &self.sites
    }

    /// The link from GPU `from` to GPU `to`, most specific rule first. A link that is missing in either
    /// direction is missing in both, and no GPU is linked to itself.
    pub fn link(&self, from: usize, to: usize) -> Option<Link> {
        if from == to {
            return None;
        }
        self.directed(to, from)?;
        self.directed(from, to)
    }

    fn directed(&self, from: usize, to: usize) -> Option<Link> {
        let (site_from, site_to) = (self.gpus[from].site, self.gpus[to].site);
        let general = if site_from == site_to { &self.network.within_site } else { &self.network.between_sites };
        *self
            .network
            .gpu_links
            .get(&(from, to))
            .or_else(|| self.network.site_links.get(&(site_from, site_to)))
            .unwrap_or(general)
    }
}
