//! GeoTrain plans pipeline-parallel training over GPUs at several sites: which GPUs to use, who gets which
//! layers, and what an iteration costs in time and energy. One library serves a browser page, whose planning runs
//! in a web worker, and a native command.
//!
//! # Map, from the ground floor up
//!
//! | room | what lives there | may use |
//! |---|---|---|
//! | [`sorting`] | one compiled sort for all element types | nothing |
//! | [`mod@format`] | numbers as people read them | nothing |
//! | [`model`] | the nouns: GPUs, links, the model, training, plans, outcomes | nothing |
//! | [`words`] | the wording of what people are told: made here, read by nothing | format, model |
//! | [`cost`] | what a plan costs: the paper's equations, and one `Evaluator` per instance | model |
//! | [`check`] | an independent judge of finished plans, by arithmetic of its own | model |
//! | [`schedule`] | a plan played out in time: 1F1B simulated, a timeline of operations | model, cost |
//! | [`search`] | the planners, one file or folder per strategy, behind one trait | sorting, model, cost |
//! | [`scenario`] | the document people edit and share: reading, writing, links, presets | format, words, model |
//! | [`answer`] | questions to the library as a whole, and what is answered | sorting, format, words, model, cost, check, schedule, search, scenario |
//! | [`paper`] | the paper's printed figures and the same ones worked out here | sorting, format, words, model, search, scenario, answer |
//! | [`chart`] | drawing functions: numbers in, marks out | sorting, format, model, schedule |
//! | [`worker`] | the talk between page and planner, and the only place that knows `postMessage` | format, words, model, schedule, scenario, answer, paper |
//! | [`ui`] | the page: Leptos components, forms, panels; computes no cost | sorting, format, words, model, schedule, search, scenario, answer, paper, chart, worker |
//!
//! Entry points: `src/main.rs` the page, `src/bin/planner_worker.rs` the worker, `src/bin/geotrain.rs` the native
//! command.
//!
//! # Invariants
//!
//! - No room enters another that the map does not grant it, and no module imports in a circle: `tests/it/rooms` reads
//!   the source and holds both, and that this map states what is held.
//! - The ground floors (everything but `worker`'s browser side and `ui`'s components) name no browser crate and
//!   read no clock or entropy, which `clippy.toml` forbids. They compile with `--no-default-features`, natively and
//!   for wasm; `make test` checks them so.
//! - Same scenario, planner and seed give the same plan natively and in the browser: a named portable generator
//!   (Xoshiro256++) drawn from in 32-bit steps, budgets counted in evaluations, no hash-map iteration order, and
//!   nothing but `+ − × ÷`, comparisons and `sqrt` where something is decided. A clock is only an outer stop, and
//!   a result it cut short says so.
//! - Only wire types derive serde. Domain types ([`model`]) can't be built invalid; validation happens once, at
//!   [`scenario::read`], and yields every problem at once.
//! - A plan is shown, exported or returned only after [`check`] accepted it; [`answer`] sees to that.
//! - No panic is reachable from input. In the worker a panic becomes a message, in the page a banner that keeps
//!   the scenario.

pub mod answer;
#[cfg(feature = "chart")]
pub mod chart;
pub mod check;
pub mod cost;
pub mod format;
pub mod model;
pub mod paper;
pub mod scenario;
pub mod schedule;
pub mod search;
pub mod sorting;
#[cfg(feature = "chart")]
pub mod ui;
pub mod words;
pub mod worker;
