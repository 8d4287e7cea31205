//! How many layers fit at each pipeline depth, against numbers worked out by hand.

use crate::common::{instance, plan};
use geotrain::model::Status;
use geotrain::scenario::presets;

/// The three sites of the first preset, with so many layers.
fn three_sites(layers: u32) -> geotrain::model::Instance {
    let mut document: serde_json::Value = serde_json::from_str(presets::ALL[0].json).unwrap();
    document["model"]["layers"] = layers.into();
    instance(&document)
}

#[test]
fn capacity_by_depth_is_told_where_nothing_fits() {
    // A layer takes 402.7 + (Q + 1) · 671.1 MB, the head 4,117.1 MB. Memory: 2 × 9.9, 3 × 21.6, 28.0, 28.8 GB.
    // Q = 1: 1,744.8 MB a layer; the V100 holds ⌊24.68 / 1.745⌋ = 14 and the head.
    // Q = 2: 2,415.9 MB; the A100 11, the V100 with the head 10.
    // Q = 3: 3,087.0 MB; A100 and V100 9 each, a 24 GB GPU with the head 5.
    // Q = 4: 3,758.1 MB; 7 + 7 + 5, and a 24 GB GPU holds 4 beside the head.
    // Q = 5: 4,429.2 MB; 6 + 6 + 4 + 4, and 3 beside the head.
    // Q = 6: 5,100.3 MB; 5 + 5 + 4 + 4 + 4, and a 2080 Ti holds 1 even beside the head.
    // Q = 7: 5,771.3 MB; 4 + 3 + 3 + 3 + 1 + 1, and the V100 holds 4 even beside the head.
    let answer = plan(&three_sites(24));
    assert_eq!(answer.status, Status::Infeasible);
    assert_eq!(answer.capacity, [14, 21, 23, 23, 23, 23, 19]);
}

#[test]
fn nothing_is_said_of_capacity_where_a_plan_fits() {
    assert!(plan(&three_sites(23)).capacity.is_empty());
}
