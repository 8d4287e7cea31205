//! The least additional memory on one GPU, all others as they are, that gives the pool a plan.

use super::trial::Trial;

/// Most GPUs that are tried.
const MOST_GPUS: usize = 64;
/// Accuracy of the search for the missing memory, bytes.
const ACCURACY: f64 = 1e4;

/// The GPU and the bytes it lacks, if some GPU lacks no more than it has; `None` too if that was not settled.
pub fn least_missing(trial: &mut Trial<'_>) -> Option<(usize, f64)> {
    let mut room = trial.room.clone();
    let mut best: Option<(usize, f64)> = None;
    for gpu in 0..room.memory_bytes.len().min(MOST_GPUS) {
        let own = trial.room.memory_bytes[gpu];
        let mut enough = |missing: f64| {
            room.memory_bytes[gpu] = own + missing;
            trial.fits(&room)
        };
        let (mut low, mut high) = (0.0, best.map_or(own, |(_, least)| (least - ACCURACY).min(own)));
        if high > 0.0 && enough(high) {
            while high - low > ACCURACY {
                let middle = f64::midpoint(low, high);
                if enough(middle) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            best = Some((gpu, high));
        }
        room.memory_bytes[gpu] = own;
    }
    let all = room.memory_bytes.len() <= MOST_GPUS;
    let settled = trial.next_kind();
    best.filter(|_| settled && all)
}
