//! What the browser keeps for the person: their draft and their choice of theme. What comes out of there is
//! judged like anything from outside, and there may be no such place at all.

use std::sync::Arc;

use gloo::timers::callback::Timeout;
use leptos::prelude::*;
use serde_json::Value;

use crate::scenario;
use crate::ui::dom::panic_screen;
use crate::ui::panels::training_run::token_count;
use crate::ui::state::app::{App, Notice, Origin};
use crate::ui::state::tone::Tone;

const DRAFT: &str = "geotrain.draft";
const UNREADABLE: &str = "geotrain.draft.unreadable";
const THEME: &str = "geotrain.theme";
const TOKENS: &str = "geotrain.tokens";
/// Pause after an edit before the draft is stored, ms.
const SETTLE_MS: u32 = 400;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    System,
    Light,
    Dark,
}

impl Theme {
    /// Every choice with its name.
    pub const ALL: [(Self, &'static str); 3] = [(Self::System, "System"), (Self::Light, "Light"), (Self::Dark, "Dark")];

    fn key(self) -> Option<&'static str> {
        match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    /// The choice made last time.
    pub fn stored() -> Self {
        let stored = read(THEME);
        Self::ALL
            .into_iter()
            .map(|(theme, _)| theme)
            .find(|theme| theme.key() == stored.as_deref())
            .unwrap_or(Self::System)
    }

    /// Shows the page in it and remembers it.
    pub fn choose(self) {
        self.show();
        match self.key() {
            Some(key) => drop(write(THEME, key)),
            None => remove(THEME),
        }
    }

    /// Shows the page in it.
    pub fn show(self) {
        let Some(root) = document().document_element() else { return };
        // An attribute of that name can always be set.
        let _ = match self.key() {
            Some(key) => root.set_attribute("data-theme", key),
            None => root.remove_attribute("data-theme"),
        };
    }
}

/// The count of tokens set last time, as it was written, if it still reads.
pub fn stored_tokens() -> Option<String> {
    read(TOKENS).filter(|text| token_count::parse(text).is_ok())
}

/// Remembers the count of tokens.
pub fn store_tokens(text: &str) {
    // Where nothing can be stored, it is typed again next time.
    let _ = write(TOKENS, text);
}

/// The draft to begin with: the stored one, or the first preset, with a notice if the stored one is unreadable.
pub fn first_draft() -> (Value, Option<Notice>) {
    let preset = || scenario::presets::ALL.first().and_then(|preset| scenario::read(preset.json).ok());
    let default = || preset().map_or(Value::Null, |scenario| scenario.document.to_value());
    let Some(text) = read(DRAFT) else { return (default(), None) };
    match scenario::read(&text) {
        Ok(scenario) => (scenario.document.to_value(), None),
        Err(problems) => {
            write(UNREADABLE, &text);
            let first = problems.first().map(|problem| problem.what().into());
            let notice = Notice {
                tone: Tone::Bad,
                what: "The scenario kept in this browser can’t be read, so this is the example.".to_owned(),
                more: first
                    .into_iter()
                    .chain(["It stays stored under geotrain.draft.unreadable.".to_owned()])
                    .collect(),
            };
            (default(), Some(notice))
        }
    }
}

impl App {
    /// From now on stores the person's own draft whenever nothing is wrong with it.
    pub fn start_saving(self) {
        if storage().is_some() {
            self.stored.set(Some(self.history.with_untracked(|history| history.present().clone())));
        }
        Effect::new(move |_| {
            self.history.with(|history| panic_screen::remember(history.present()));
            self.origin.track();
            self.storing.set_value(Some(Timeout::new(SETTLE_MS, move || self.save())));
        });
        let leaving = window_event_listener_untyped("pagehide", move |_| self.save());
        on_cleanup(move || leaving.remove());
    }

    /// Whether the draft is stored as it is; `None` where nothing can be stored.
    pub fn is_saved(self) -> Option<bool> {
        let present = self.history.with(|history| history.present().clone());
        self.stored.with(|stored| stored.as_ref().map(|stored| Arc::ptr_eq(stored, &present)))
    }

    fn save(self) {
        let mine = self.origin.with_untracked(|origin| matches!(origin, Origin::Mine));
        let present = self.history.with_untracked(|history| history.present().clone());
        let stored = self.stored.get_untracked().is_some_and(|stored| Arc::ptr_eq(&stored, &present));
        let scenario = self.reading.with_untracked(|reading| reading.scenario.clone());
        let (true, false, Some(scenario)) = (mine, stored, scenario) else { return };
        let written = write(DRAFT, &scenario.document.to_json());
        self.stored.set(written.then_some(present));
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

fn write(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}

fn remove(key: &str) {
    if let Some(storage) = storage() {
        // Nothing to do about a key that stays.
        let _ = storage.remove_item(key);
    }
}
