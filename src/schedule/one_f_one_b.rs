//! One forward, one backward: every stage first runs as many forwards as there are stages behind it, then
//! alternates, then runs the backwards that are left. At most Q micro-batches are in flight.

use super::OperationKind;

/// What stage `stage` (from 0) of `stages` computes as its `position`-th of 2M computations, with the micro-batch
/// (from 0); `None` past the end.
pub fn compute_at(stage: usize, stages: usize, micro_batches: u32, position: u32) -> Option<(OperationKind, u32)> {
    let warm_up = ((stages - 1 - stage) as u32).min(micro_batches);
    if position >= 2 * micro_batches {
        return None;
    }
    if position < warm_up {
        return Some((OperationKind::Forward, position));
    }
    let steady = position - warm_up;
    let alternating = 2 * (micro_batches - warm_up);
    if steady >= alternating {
        return Some((OperationKind::Backward, micro_batches - warm_up + steady - alternating));
    }
    Some(if steady.is_multiple_of(2) {
        (OperationKind::Forward, warm_up + steady / 2)
    } else {
        (OperationKind::Backward, steady / 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_three_stages_and_four_micro_batches() {
        let order = |stage| {
            let computations = (0..).map_while(|position| compute_at(stage, 3, 4, position));
            let written = computations.map(|(kind, micro_batch)| {
                format!("{}{}", if kind == OperationKind::Forward { 'F' } else { 'B' }, micro_batch + 1)
            });
            written.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order(0), "F1 F2 F3 B1 F4 B2 B3 B4");
        assert_eq!(order(1), "F1 F2 B1 F3 B2 F4 B3 B4");
        assert_eq!(order(2), "F1 B1 F2 B2 F3 B3 F4 B4");
    }
}
