/// Eq. 16: `λ·T/T_ref + (1−λ)·E/E_ref`.
///
/// A term of weight 0 is 0, whatever its reference. A reference of 0 gives no scale, so its quantity is then
/// taken as it is, in ms or J.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    time_weight: f64,
    reference_time_ms: f64,
    reference_energy_j: f64,
}

impl Objective {
    /// `time_weight` is λ in [0, 1]; references are T_ref in ms and E_ref in J.
    pub fn new(time_weight: f64, reference_time_ms: f64, reference_energy_j: f64) -> Self {
        let scale = |reference: f64| if reference > 0.0 { reference } else { 1.0 };
        Self { time_weight, reference_time_ms: scale(reference_time_ms), reference_energy_j: scale(reference_energy_j) }
    }

    /// Time alone, in ms: what the reference plans minimise.
    pub fn time_only() -> Self {
        Self::new(1.0, 1.0, 1.0)
    }

    /// Weight λ of time, 0 to 1.
    pub fn time_weight(&self) -> f64 {
        self.time_weight
    }

    /// What one millisecond of iteration time costs: λ/T_ref.
    pub fn per_ms(&self) -> f64 {
        self.time_weight / self.reference_time_ms
    }

    /// What one joule costs: (1−λ)/E_ref.
    pub fn per_j(&self) -> f64 {
        (1.0 - self.time_weight) / self.reference_energy_j
    }

    /// The value of a plan; smaller is better.
    pub fn value(&self, time_ms: f64, energy_j: f64) -> f64 {
        let term =
            |weight: f64, amount: f64, reference: f64| if weight > 0.0 { weight * amount / reference } else { 0.0 };
        term(self.time_weight, time_ms, self.reference_time_ms)
            + term(1.0 - self.time_weight, energy_j, self.reference_energy_j)
    }
}
