//! GeoTrain.
pub mod answer;
pub mod check;
pub mod cost;
pub mod model;
pub mod scenario;
pub mod search;
pub mod ui;
pub mod worker;
