//! GeoTrain.
pub mod model;
pub mod search;
