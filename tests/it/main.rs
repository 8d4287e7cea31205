//! The native tests, one crate so that they link once: each module tests one room or one promise.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test says what failed by panicking.

mod common;
mod scenario_support;

mod allocation;
mod answer_sum;
mod capacity;
#[cfg(feature = "chart")]
mod chart_frontier;
#[cfg(feature = "chart")]
mod chart_gantt;
mod command;
mod contributing;
mod cost_golden;
mod cost_properties;
mod exact;
mod exact_bounds;
mod exact_frontier;
mod infeasible;
mod link_golden;
mod link_refusals;
mod link_sizes;
mod paper_figures;
mod planners;
mod reproduce;
mod rooms;
mod scenario_files;
mod scenario_hostile;
mod scenario_plan_text;
mod scenario_problems;
mod scenario_properties;
mod schedule;
#[cfg(feature = "chart")]
mod wording;
