//! What the paper prints, table by table, and where each row comes from here.

use super::printed::Printed::{self, Nothing, Number, Range, Scaled, Words};
use super::source::Source::{self, Energy, NestedFirst, Scaling, Sites};
use crate::model::closed_set;

/// What is worked out for the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Improved Metis against the memetic algorithm over this many seeds, beside the proven optimum.
    Seeds(u64),
    /// How many of this many seeds reach the proven optimum.
    Matches(u64),
    /// Brute force, branch and bound and the memetic algorithm with their planning times.
    Solvers,
    /// The proven optimum of a pool that grows.
    Optimum,
    /// Time and energy of the best plan of this many seeds.
    Weight(u64),
    /// Time and energy of the printed reference plan.
    ReferencePlan(&'static str),
    /// Improved Metis against the memetic algorithm over this many seeds.
    Gain(u64),
    /// Which sites improved Metis and the memetic algorithm give layers to.
    SitePlans,
    /// Measured on hardware: nothing can be worked out.
    Measured,
}

impl Measure {
    /// Names and units of the columns.
    pub fn columns(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Seeds(_) => &[
                ("Improved Metis", "ms"),
                ("Memetic, best", "ms"),
                ("Memetic, mean", "ms"),
                ("Memetic, 95 % interval ±", "ms"),
                ("Gain", "%"),
                ("Optimum, proven", "ms"),
            ],
            Self::Matches(_) => &[("Optimum, proven", "ms"), ("Memetic, best", "ms"), ("Seeds that reach it", "")],
            Self::Solvers => &[
                ("Plans f(N, L)", ""),
                ("Brute force", "ms"),
                ("Brute force, planning", "s"),
                ("Branch and bound", "ms"),
                ("Branch and bound, planning", "s"),
                ("Memetic", "ms"),
                ("Memetic, planning", "s"),
            ],
            Self::Optimum => &[("Optimum, proven", "ms"), ("Memetic, best", "ms")],
            Self::Weight(_) => &[
                ("Time", "ms"),
                ("Energy", "J"),
                ("Time against λ = 1", "%"),
                ("Energy against λ = 1", "%"),
                ("GPUs", ""),
            ],
            Self::ReferencePlan(_) => &[("Time", "ms"), ("Energy", "J")],
            Self::Gain(_) => &[("Improved Metis", "ms"), ("Memetic, mean", "ms"), ("Gain", "%")],
            Self::SitePlans => &[
                ("Improved Metis", "ms"),
                ("Improved Metis, layers by site", ""),
                ("Memetic", "ms"),
                ("Memetic, layers by site", ""),
                ("Gain", "%"),
            ],
            Self::Measured => &[],
        }
    }

    /// Runs of the memetic algorithm it takes.
    pub fn seeds(self) -> u64 {
        match self {
            Self::Seeds(seeds) | Self::Matches(seeds) | Self::Weight(seeds) | Self::Gain(seeds) => seeds,
            _ => 1,
        }
    }
}

closed_set! {
    /// How much a match with a published figure proves.
    pub enum Weight {
        /// Follows from public hardware figures, so that the value tests the cost model.
        Pinned = "pinned",
        /// A free figure of the pool was tuned to it: no evidence about the authors' pool.
        Fitted = "fitted",
        /// The memetic time was fitted; the Metis figure then follows.
        MetisFollows = "fitted, Metis follows",
        /// The times were fitted; their difference follows from public figures.
        GapPinned = "fitted, gap pinned",
        /// The pool was fitted to other figures; this one follows from it.
        Follows = "follows",
        /// No public figure leads to the value.
        No = "not reproducible",
    }
}

impl Weight {
    /// In a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Pinned => "Follows from public hardware figures: a match tests the cost model.",
            Self::Fitted => "A free figure of the pool was tuned to it: a match says nothing about the authors' pool.",
            Self::MetisFollows => "The memetic time was fitted; that the Metis figure matches too was not.",
            Self::GapPinned => "The times were fitted; the gap between them follows from public hardware figures.",
            Self::Follows => "The pool was fitted to other figures, and this one is what then comes out.",
            Self::No => "Can't be reproduced.",
        }
    }
}

/// A row of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// "N = 4".
    pub label: &'static str,
    /// Scenario of the row; `None` where the row can't be reproduced.
    pub source: Option<Source>,
    /// The printed figures, one a column of the table's measure.
    pub printed: &'static [Printed],
    /// What a match proves.
    pub weight: Weight,
    /// What has to be said about it; empty if nothing.
    pub note: &'static str,
}

/// A table or figure of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    /// Number in the paper: "Table 3".
    pub id: &'static str,
    pub title: &'static str,
    /// What is worked out.
    pub measure: Measure,
    pub rows: &'static [Row],
}

/// Every row with its table, in the paper's order.
pub fn rows() -> impl Iterator<Item = (&'static Table, &'static Row)> {
    TABLES.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)))
}

const fn row(label: &'static str, source: Source, weight: Weight, printed: &'static [Printed]) -> Row {
    Row { label, source: Some(source), printed, weight, note: "" }
}

const fn noted(row: Row, note: &'static str) -> Row {
    Row { note, ..row }
}

const fn missing(label: &'static str, printed: &'static [Printed], note: &'static str) -> Row {
    Row { label, source: None, printed, weight: Weight::No, note }
}

const BEYOND: &str =
    "The paper's exact solvers end after 120 s without a result; brute force here refuses more than 10⁸ plans.";
const SWEEP: &str = "Improved Metis tries every subset and order here, which leaves a smaller gain than the paper's.";
const PERCENT: &str = "The printed 13.6 % is the difference as a share of the memetic time; as a share of the Metis time, as the \
     paper defines its gain, it is 12.0 %.";

/// Every table, in the paper's order.
pub const TABLES: &[Table] = &[
    Table {
        id: "Table 2, Figs. 1, 2, 7",
        title: "Training on real hardware",
        measure: Measure::Measured,
        rows: &[missing("All rows", &[], "Measured on hardware and links whose figures the paper does not give.")],
    },
    Table {
        id: "Table 3",
        title: "Iteration time against the number of GPUs, 12 layers, five seeds",
        measure: Measure::Seeds(5),
        rows: &[
            row("N = 4", Scaling("n4-l12"), Weight::Pinned, &seeds(1979.8, 1979.8, 1979.8, 0.0, 0.0)),
            row("N = 6", Scaling("n6-l12"), Weight::MetisFollows, &seeds(1754.2, 1750.2, 1750.2, 0.0, 0.2)),
            row("N = 8", Scaling("n8-l12"), Weight::Fitted, &seeds(1354.5, 1254.8, 1254.8, 0.0, 7.4)),
            row("N = 10", Scaling("n10-l12"), Weight::Fitted, &seeds(1323.6, 1233.4, 1233.4, 0.0, 6.8)),
            row("N = 12", Scaling("n12-l12"), Weight::Fitted, &seeds(1099.5, 996.6, 996.6, 0.0, 9.4)),
        ],
    },
    Table {
        id: "Table 4",
        title: "Iteration time against the number of layers, 12 GPUs, five seeds",
        measure: Measure::Seeds(5),
        rows: &[
            row("L = 8", Scaling("n12-l8"), Weight::GapPinned, &seeds(807.4, 801.9, 801.9, 0.0, 0.7)),
            row("L = 12", Scaling("n12-l12"), Weight::Fitted, &seeds(1099.5, 996.6, 996.6, 0.0, 9.4)),
            row("L = 24", Scaling("n12-l24"), Weight::Fitted, &seeds(1822.1, 1705.9, 1705.9, 0.0, 6.4)),
            row("L = 32", Scaling("n12-l32"), Weight::GapPinned, &seeds(2204.8, 2199.3, 2199.3, 0.0, 0.3)),
            missing(
                "L = 48",
                &seeds(2191.8, 1958.7, 1998.6, 38.7, 10.6),
                "Contradicts the row above: with pool, micro-batch size and count as they are, the best time can't fall \
                 as layers are added.",
            ),
        ],
    },
    Table {
        id: "Table 5",
        title: "How often the memetic algorithm finds the optimum, 12 layers, ten seeds",
        measure: Measure::Matches(10),
        rows: &[
            row("N = 3", Scaling("n3-l12"), Weight::Fitted, &matches(5291.165)),
            row("N = 4", Scaling("n4-l12"), Weight::Pinned, &matches(1979.826)),
            row("N = 5", Scaling("n5-l12"), Weight::Fitted, &matches(1878.83)),
            row("N = 6", Scaling("n6-l12"), Weight::Fitted, &matches(1750.161)),
        ],
    },
    Table {
        id: "Table 6",
        title: "Iteration time and planning time against the number of GPUs, 12 layers",
        measure: Measure::Solvers,
        rows: &[
            row("N = 2", Scaling("n2-l12"), Weight::Pinned, &solved(Number(24.0, 0), 5839.7, 0.0, 0.0, 13.3)),
            row("N = 4", Scaling("n4-l12"), Weight::Pinned, &solved(Scaled(5.4, 1, 'K'), 1979.8, 0.4, 0.3, 15.9)),
            row("N = 6", Scaling("n6-l12"), Weight::Fitted, &solved(Scaled(637.0, 0, 'K'), 1750.2, 16.6, 15.9, 18.8)),
            noted(row("N = 8", Scaling("n8-l12"), Weight::Fitted, &open(Scaled(43.8, 1, 'M'), 1254.8, 22.8)), BEYOND),
            noted(row("N = 10", Scaling("n10-l12"), Weight::Fitted, &open(Scaled(1.8, 1, 'B'), 1233.4, 32.5)), BEYOND),
            noted(row("N = 12", Scaling("n12-l12"), Weight::Fitted, &open(Scaled(40.9, 1, 'B'), 996.6, 29.4)), BEYOND),
        ],
    },
    Table {
        id: "Tables 3, 5, 6 from one pool",
        title: "The first N GPUs of one list give every printed time",
        measure: Measure::Optimum,
        rows: &[
            row("N = 2", NestedFirst(2), Weight::Fitted, &[Number(5839.7, 1), Number(5839.7, 1)]),
            row("N = 3", NestedFirst(3), Weight::Fitted, &[Number(5291.165, 3), Number(5291.165, 3)]),
            row("N = 4", NestedFirst(4), Weight::Fitted, &[Number(1979.826, 3), Number(1979.826, 3)]),
            row("N = 5", NestedFirst(5), Weight::Fitted, &[Number(1878.83, 3), Number(1878.83, 3)]),
            row("N = 6", NestedFirst(6), Weight::Fitted, &[Number(1750.161, 3), Number(1750.161, 3)]),
            row("N = 8", NestedFirst(8), Weight::Fitted, &[Nothing(1), Number(1254.8, 1)]),
            row("N = 10", NestedFirst(10), Weight::Fitted, &[Nothing(1), Number(1233.4, 1)]),
            row("N = 12", NestedFirst(12), Weight::Fitted, &[Nothing(1), Number(996.6, 1)]),
        ],
    },
    Table {
        id: "Table 7",
        title: "Time against energy over λ, 14 GPUs, 12 layers, five seeds",
        measure: Measure::Weight(5),
        rows: &[
            row("λ = 0", Energy(0.0), Weight::Fitted, &weight(1976.2, 519.4, Number(146.3, 1), Number(-25.0, 1), 1.0)),
            row("λ = 0.1", Energy(0.1), Weight::Fitted, &weight(1232.7, 541.4, Number(53.7, 1), Number(-21.8, 1), 2.0)),
            row("λ = 0.3", Energy(0.3), Weight::Fitted, &weight(1041.7, 571.1, Number(29.8, 1), Number(-17.6, 1), 3.0)),
            row("λ = 0.5", Energy(0.5), Weight::Fitted, &weight(839.3, 651.5, Number(4.6, 1), Number(-6.0, 1), 4.0)),
            row("λ = 0.7", Energy(0.7), Weight::Fitted, &weight(802.3, 692.8, Nothing(1), Nothing(1), 5.0)),
            row("λ = 0.9", Energy(0.9), Weight::Fitted, &weight(802.3, 692.8, Nothing(1), Nothing(1), 5.0)),
            row("λ = 1", Energy(1.0), Weight::Fitted, &weight(802.3, 692.8, Nothing(1), Nothing(1), 5.0)),
        ],
    },
    Table {
        id: "Table 7, reference",
        title: "The printed improved-Metis plan on the pool of Table 7",
        measure: Measure::ReferencePlan("g7:3,g6:3,g1:2,g5:2,g2:2"),
        rows: &[row("Improved Metis", Energy(1.0), Weight::Fitted, &[Number(870.4, 1), Number(737.8, 1)])],
    },
    Table {
        id: "Fig. 8b",
        title: "Latency between sites, 10 Gbps, ten seeds",
        measure: Measure::Gain(10),
        rows: &[
            noted(row("0.1 ms", Sites(0.1, 10.0), Weight::Follows, &gain(Range(10.4, 13.4, 1))), SWEEP),
            noted(row("1 ms", Sites(1.0, 10.0), Weight::Follows, &gain(Range(10.4, 13.4, 1))), SWEEP),
            noted(row("5 ms", Sites(5.0, 10.0), Weight::Follows, &gain(Range(10.4, 13.4, 1))), SWEEP),
            noted(row("10 ms", Sites(10.0, 10.0), Weight::Follows, &gain(Range(10.4, 13.4, 1))), SWEEP),
            noted(
                row(
                    "50 ms",
                    Sites(50.0, 10.0),
                    Weight::Fitted,
                    &[Number(1996.0, 0), Number(1757.0, 0), Number(13.6, 1)],
                ),
                PERCENT,
            ),
            noted(
                row("100 ms", Sites(100.0, 10.0), Weight::Follows, &gain(Number(0.0, 1))),
                "The paper says 0 %; with this pool both stay at site C, and improved Metis splits a little worse.",
            ),
        ],
    },
    Table {
        id: "Fig. 8c",
        title: "Bandwidth between sites, 10 ms, ten seeds",
        measure: Measure::Gain(10),
        rows: &[
            row("0.5 Gbps", Sites(10.0, 0.5), Weight::Follows, &gain(Nothing(1))),
            row("2 Gbps", Sites(10.0, 2.0), Weight::Follows, &gain(Nothing(1))),
            noted(row("5 Gbps", Sites(10.0, 5.0), Weight::Follows, &gain(Number(12.0, 1))), SWEEP),
            row("10 Gbps", Sites(10.0, 10.0), Weight::Follows, &gain(Nothing(1))),
            row("50 Gbps", Sites(10.0, 50.0), Weight::Follows, &gain(Nothing(1))),
            row("100 Gbps", Sites(10.0, 100.0), Weight::Follows, &gain(Nothing(1))),
        ],
    },
    Table {
        id: "Fig. 9",
        title: "The plans at 50 ms and 10 Gbps",
        measure: Measure::SitePlans,
        rows: &[noted(
            row(
                "50 ms",
                Sites(50.0, 10.0),
                Weight::Fitted,
                &[Number(1996.0, 0), Words("C 9+3"), Number(1757.0, 0), Words("B 4+1, C 6+1"), Number(13.6, 1)],
            ),
            PERCENT,
        )],
    },
];

const fn seeds(metis: f64, best: f64, mean: f64, interval: f64, gain: f64) -> [Printed; 6] {
    [Number(metis, 1), Number(best, 1), Number(mean, 1), Number(interval, 1), Number(gain, 1), Nothing(1)]
}

const fn matches(optimum: f64) -> [Printed; 3] {
    [Number(optimum, 3), Number(optimum, 3), Number(10.0, 0)]
}

const fn solved(plans: Printed, time: f64, brute_s: f64, bound_s: f64, memetic_s: f64) -> [Printed; 7] {
    let time = Number(time, 1);
    [plans, time, Number(brute_s, 1), time, Number(bound_s, 1), time, Number(memetic_s, 1)]
}

const fn open(plans: Printed, time: f64, memetic_s: f64) -> [Printed; 7] {
    [plans, Nothing(1), Nothing(1), Nothing(1), Nothing(1), Number(time, 1), Number(memetic_s, 1)]
}

const fn weight(time: f64, energy: f64, slower: Printed, saved: Printed, gpus: f64) -> [Printed; 5] {
    [Number(time, 1), Number(energy, 1), slower, saved, Number(gpus, 0)]
}

const fn gain(gain: Printed) -> [Printed; 3] {
    [Nothing(0), Nothing(0), gain]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_columns_and_a_sound_scenario() {
        for table in TABLES {
            for row in table.rows {
                let place = format!("{}, {}", table.id, row.label);
                assert_eq!(row.printed.len(), table.measure.columns().len(), "{place}");
                assert_eq!(row.source.is_none(), row.weight == Weight::No, "{place}");
                assert!(row.weight != Weight::No || !row.note.is_empty(), "{place}");
                if let Some(source) = row.source {
                    assert!(source.scenario().is_ok(), "{place}: {:?}", source.scenario().err());
                }
            }
        }
    }
}
