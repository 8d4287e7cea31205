//! GeoTrain.
pub mod answer;
pub mod model;
pub mod scenario;
pub mod search;
