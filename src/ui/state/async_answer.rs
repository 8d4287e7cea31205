//! An answer that is asked for beside the plan: offered, awaited, or there.

use std::sync::Arc;

use crate::scenario::Scenario;
use crate::ui::state::planner_state::{Aside, Run};

/// How an answer that is asked for beside the plan stands to what is on the page.
#[derive(Clone, Debug)]
pub enum Standing<T> {
    /// There is nothing it could be asked about.
    Nothing,
    /// It can be asked for.
    Offered,
    /// It is being worked out; the one before stays until then.
    Waiting(Option<Known<T>>),
    /// It is there.
    There(Known<T>),
}

/// An answer and what it is an answer about.
#[derive(Debug)]
pub struct Known<T> {
    /// What was planned.
    pub scenario: Arc<Scenario>,
    /// The answer.
    pub answer: Arc<T>,
}

impl<T> Clone for Known<T> {
    fn clone(&self) -> Self {
        Self { scenario: self.scenario.clone(), answer: self.answer.clone() }
    }
}

impl<T> Standing<T> {
    /// How it stands now, after how it stood `before`.
    pub fn next(before: Option<&Self>, run: &Run, aside: Option<&Aside<T>>) -> Self {
        let Some(shown) = &run.shown else { return Self::Nothing };
        if let Some(answer) = aside.and_then(|aside| aside.answer.clone()) {
            return Self::There(Known { scenario: shown.scenario.clone(), answer });
        }
        let known = before.and_then(Self::known);
        match aside {
            Some(_) => Self::Waiting(known.cloned()),
            None if run.work.is_some() => {
                Self::Waiting(known.filter(|known| Arc::ptr_eq(&known.scenario, &shown.scenario)).cloned())
            }
            None if shown.answer.plan.is_none() => Self::Nothing,
            None => Self::Offered,
        }
    }

    /// What there is to show.
    pub fn known(&self) -> Option<&Known<T>> {
        match self {
            Self::There(known) => Some(known),
            Self::Waiting(known) => known.as_ref(),
            Self::Nothing | Self::Offered => None,
        }
    }

    /// Whether it belongs to the answer on the page.
    pub fn is_there(&self) -> bool {
        matches!(self, Self::There(_))
    }
}
