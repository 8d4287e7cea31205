//! Smaller micro-batches and fewer layers.
//!
//! A smaller micro-batch lowers what every stage needs. And a plan for L layers gives one for L − 1: take a layer from a
//! stage that has several, or else drop the first stage. So both are found by halving.

use super::edit::field;
use super::trial::{Trial, first_that_works};
use super::wire::ChangeAnswer;
use crate::cost::memory::MemoryNeed;
use crate::model::{ChangeKind, Training, TrainingFigures};
use crate::scenario::{Table, fields};
use crate::words::infeasible::{layers_change, micro_batch_change};

/// The largest micro-batch below the present one that divides the batch and helps.
pub fn largest_micro_batch(trial: &mut Trial<'_>) -> Option<ChangeAnswer> {
    let instance = &trial.scenario.instance;
    let training = &instance.training;
    let trainings: Vec<Training> = (1..training.micro_batch_size)
        .rev()
        .filter_map(|size| Training::new(TrainingFigures { micro_batch_size: size, ..**training }).ok())
        .collect();
    let mut room = trial.room.clone();
    let works = |index: usize| {
        room.need = MemoryNeed::new(&instance.transformer, &trainings[index]);
        trial.fits(&room)
    };
    let size = trainings.get(first_that_works(0, trainings.len(), works)?)?.micro_batch_size;
    let words = micro_batch_change(training.micro_batch_size, size);
    let edit = vec![field(Table::Training, fields::MICRO_BATCH_SIZE.column, size)];
    trial.verified(ChangeAnswer::untried(ChangeKind::MicroBatch, words, edit))
}

/// The most layers below the present number that fit.
pub fn most_layers(trial: &mut Trial<'_>) -> Option<u16> {
    let layers = trial.room.layers;
    let mut room = trial.room.clone();
    let less = |dropped: usize| layers - dropped as u16;
    let works = |dropped: usize| {
        room.layers = less(dropped);
        trial.fits(&room)
    };
    first_that_works(1, layers.into(), works).map(less)
}

/// The change to so many layers.
pub fn fewer_layers(trial: &Trial<'_>, layers: u16) -> Option<ChangeAnswer> {
    let words = layers_change(trial.room.layers, layers);
    let edit = vec![field(Table::Model, fields::LAYERS.column, layers)];
    trial.verified(ChangeAnswer::untried(ChangeKind::Layers, words, edit))
}
