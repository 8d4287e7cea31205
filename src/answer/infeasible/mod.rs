//! Why no plan can exist, and the smallest changes each of which lifts it.
//!
//! Every change that is told was made to the scenario document, read anew and given a plan that [`crate::check`]
//! accepts; of its kind no smaller one helps, unless [`InfeasibleAnswer::untried`] says that this was not settled.
//!
//! | file | idea |
//! |---|---|
//! | [`binding`] | what binds |
//! | [`short`] | how little memory is missing |
//! | [`trial`] | asking whether a changed pool has a plan |
//! | [`memory`], [`model`], [`link`], [`switch_on`] | the kinds of change |
//! | [`edit`] | changes as edits of the document |

mod binding;
mod edit;
mod link;
mod memory;
mod model;
mod short;
mod switch_on;
mod trial;
mod wire;

pub use edit::apply_edits;
pub use wire::{BindingAnswer, ChangeAnswer, EditAnswer, InfeasibleAnswer, IslandAnswer};

use binding::Capacity;
use trial::Trial;

use crate::model::ChangeKind;
use crate::scenario::Scenario;
use crate::words::infeasible::unsettled;

/// Looks for the smallest change of one kind.
type Smallest = fn(&mut Trial<'_>) -> Option<ChangeAnswer>;

/// Explains a scenario that is proven to have no plan.
pub fn explain(scenario: &Scenario) -> InfeasibleAnswer {
    let mut trial = Trial::new(scenario);
    let layers = model::most_layers(&mut trial);
    let fewer = layers.and_then(|layers| model::fewer_layers(&trial, layers));
    let layers_settled = trial.next_kind();
    let most_layers = layers.filter(|_| layers_settled);
    let mut answer = InfeasibleAnswer { most_layers, ..InfeasibleAnswer::default() };
    let capacity = Capacity::of(&trial);
    answer.binding.push(capacity.binding(&mut trial, answer.most_layers));
    answer.islands = capacity.islands(&trial);
    for &kind in ChangeKind::ALL {
        let smallest: Smallest = match kind {
            ChangeKind::Link => link::missing_link,
            ChangeKind::SwitchOn => switch_on::switched_on,
            ChangeKind::MemoryInUse => memory::least_in_use,
            ChangeKind::Memory => memory::least_memory,
            ChangeKind::MicroBatch => model::largest_micro_batch,
            ChangeKind::Layers => {
                answer.take(kind, fewer.clone(), layers_settled);
                continue;
            }
        };
        let change = smallest(&mut trial);
        let settled = trial.next_kind();
        answer.take(kind, change, settled);
    }
    answer
}

impl InfeasibleAnswer {
    fn take(&mut self, kind: ChangeKind, change: Option<ChangeAnswer>, settled: bool) {
        if !settled {
            self.untried.push(unsettled(kind, change.is_some()));
        }
        self.changes.extend(change);
    }
}
