//! Serde for a timeline: 16 bytes an operation, as one Base64 string. 400,000 operations are 8.5 MB so, and 21.6 MB
//! as arrays of numbers.
//!
//! An operation is packed as its end (f64), its micro-batch and kind (u32), and the operation it waited for (u32: its
//! ordinal over all stages plus 1, or 0). Its start is the end of the operation it waited for, or 0.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::schedule::{Operation, OperationId, OperationKind, Timeline};

const BYTES: usize = 16;

#[derive(Serialize, Deserialize)]
struct Packed {
    micro_batches: u32,
    /// Operations of each stage.
    lengths: Vec<u32>,
    operations: String,
}

pub fn serialize<S: Serializer>(timeline: &Timeline, serializer: S) -> Result<S::Ok, S::Error> {
    pack(timeline).serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timeline, D::Error> {
    unpack(&Packed::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("this is no timeline"))
}

fn pack(timeline: &Timeline) -> Packed {
    let lengths: Vec<u32> = timeline.stages.iter().map(|stage| stage.len() as u32).collect();
    let firsts = firsts(&lengths);
    let mut bytes = Vec::with_capacity(BYTES * timeline.stages.iter().map(Vec::len).sum::<usize>());
    for operation in timeline.stages.iter().flatten() {
        let kind = OperationKind::ALL.iter().position(|kind| *kind == operation.kind).unwrap_or_default() as u32;
        let waited_for = operation.waited_for.map_or(0, |id| firsts[id.stage] + id.index as u32 + 1);
        bytes.extend(operation.end_ms.to_le_bytes());
        bytes.extend((operation.micro_batch << 2 | kind).to_le_bytes());
        bytes.extend(waited_for.to_le_bytes());
    }
    Packed { micro_batches: timeline.micro_batches, lengths, operations: STANDARD_NO_PAD.encode(bytes) }
}

/// `None` if it is the packing of no timeline.
fn unpack(packed: &Packed) -> Option<Timeline> {
    let bytes = STANDARD_NO_PAD.decode(&packed.operations).ok()?;
    let all = packed.lengths.iter().try_fold(0_usize, |sum, &length| sum.checked_add(length as usize))?;
    if bytes.len() != BYTES.checked_mul(all)? {
        return None;
    }
    let firsts = firsts(&packed.lengths);
    let end_of = |ordinal: usize| Some(f64::from_le_bytes(bytes.get(BYTES * ordinal..)?.first_chunk().copied()?));
    let word_of = |ordinal: usize, at: usize| {
        Some(u32::from_le_bytes(bytes.get(BYTES * ordinal + at..)?.first_chunk().copied()?))
    };
    let operation = |ordinal: usize| {
        let (micro_batch, waited_for) = (word_of(ordinal, 8)?, word_of(ordinal, 12)?);
        let waited_for = waited_for.checked_sub(1).filter(|waited| (*waited as usize) < all);
        let stage = waited_for.map(|waited| firsts.partition_point(|first| *first <= waited) - 1);
        Some(Operation {
            kind: *OperationKind::ALL.get((micro_batch & 3) as usize)?,
            micro_batch: micro_batch >> 2,
            start_ms: waited_for.map_or(Some(0.0), |waited| end_of(waited as usize))?,
            end_ms: end_of(ordinal)?,
            waited_for: waited_for
                .zip(stage)
                .map(|(waited, stage)| OperationId { stage, index: (waited - firsts[stage]) as usize }),
        })
    };
    let stage = |(&length, &first): (&u32, &u32)| (first..first + length).map(|it| operation(it as usize)).collect();
    let stages: Vec<Vec<Operation>> = packed.lengths.iter().zip(&firsts).map(stage).collect::<Option<_>>()?;
    let makespan_ms = stages.iter().flatten().map(|operation| operation.end_ms).fold(0.0, f64::max);
    Some(Timeline { stages, micro_batches: packed.micro_batches, makespan_ms })
}

/// The ordinal of each stage's first operation.
fn firsts(lengths: &[u32]) -> Vec<u32> {
    let before = |sum: &mut u32, length: &u32| {
        let first = *sum;
        *sum = sum.wrapping_add(*length);
        Some(first)
    };
    lengths.iter().scan(0, before).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::schedule::{Sends, StageTimes, simulate};

    fn timeline(stages: usize, micro_batches: u32) -> Timeline {
        let times = |stage: usize| StageTimes {
            forward_ms: 1.0 / (stage + 3) as f64,
            backward_ms: 0.7,
            send_forward_ms: if stage + 1 < stages { 0.1 * stage as f64 + 0.3 } else { 0.0 },
            send_backward_ms: if stage > 0 { 0.2 } else { 0.0 },
        };
        let times: Vec<StageTimes> = (0..stages).map(times).collect();
        simulate(&times, micro_batches, Sends::Blocking).unwrap()
    }

    #[test]
    fn a_timeline_is_the_same_after_the_way_to_the_last_bit() {
        for (stages, micro_batches) in [(1, 1), (2, 3), (5, 8), (7, 40)] {
            let timeline = timeline(stages, micro_batches);
            let text = serde_json::to_string(&pack(&timeline)).unwrap();
            assert_eq!(unpack(&serde_json::from_str(&text).unwrap()), Some(timeline));
        }
    }

    #[test]
    fn nonsense_is_no_timeline() {
        let packed = || pack(&timeline(2, 3));
        assert_eq!(unpack(&Packed { operations: "*".to_owned(), ..packed() }), None);
        assert_eq!(unpack(&Packed { lengths: vec![9, 8], ..packed() }), None);
        assert_eq!(unpack(&Packed { lengths: vec![u32::MAX, u32::MAX], ..packed() }), None);
        // A cause that does not exist is none.
        let bytes = [1.0_f64.to_le_bytes().as_slice(), &[0; 4], &[0xff; 4]].concat();
        let lost = Packed { micro_batches: 1, lengths: vec![1], operations: STANDARD_NO_PAD.encode(bytes) };
        assert_eq!(unpack(&lost).unwrap().stages[0][0].waited_for, None);
    }
}
