//! What comes in from outside: links, files, presets. All are judged before they become the draft.

use leptos::prelude::*;
use serde_json::Value;

use crate::format;
use crate::paper::source::Source;
use crate::scenario::link::{self, LinkParameters};
use crate::scenario::{self, MAX_FILE_BYTES, Problem, Scenario, Table, fields, presets::Preset};
use crate::ui::dom::browser;
use crate::ui::draft::CellRef;
use crate::ui::draft::undo::History;
use crate::ui::state::app::{App, Notice, Origin, PageView};
use crate::ui::state::auto_plan::why_heavy;
use crate::ui::state::tone::Tone;

/// Most problems of a refused file that are listed.
const LISTED: usize = 5;

impl App {
    /// Opens the link in the page's address, if there is one, and those that come after it.
    pub fn start_opening(self) {
        let open = move || {
            let fragment = browser::fragment();
            if !fragment.is_empty() {
                self.open_link(&fragment);
            }
        };
        open();
        let listening = window_event_listener_untyped("hashchange", move |_| {
            open();
            self.plan_if_light();
        });
        on_cleanup(move || listening.remove());
    }

    /// Opens a link beside the person's own scenario. One that can't be opened says why and changes nothing.
    pub fn open_link(self, pasted: &str) -> bool {
        match link::open(pasted) {
            Ok((scenario, parameters)) => {
                self.show_beside(&scenario);
                self.link_parameters.set(parameters);
                true
            }
            Err(problems) => {
                let what = "This link can’t be opened; your own scenario is untouched.";
                self.notice.set(Some(refusal(what, &problems)));
                false
            }
        }
    }

    fn show_beside(self, scenario: &Scenario) {
        let mine = self.history.get_untracked();
        self.origin.update(|origin| {
            if !origin.is_link() {
                *origin = Origin::Link { mine: Box::new(mine) };
            }
        });
        self.history.set(History::new(scenario.document.to_value()));
        self.notice.set(why_heavy(&scenario.instance).map(|why| Notice {
            tone: Tone::Warn,
            what: "This link asks for more work than the page does unasked.".to_owned(),
            more: vec![format!("{why} Press Plan to run it.")],
        }));
    }

    /// Leaves the link; the person's own scenario is there again.
    pub fn back_to_mine(self) {
        let link = std::mem::replace(&mut *self.origin.write(), Origin::Mine);
        if let Origin::Link { mine } = link {
            self.history.set(*mine);
        }
        self.link_parameters.set(LinkParameters::default());
        self.notice.set(None);
        browser::drop_fragment();
    }

    /// Makes what came by link the person's own; what was theirs is one undo away.
    pub fn keep_copy(self) {
        let link = std::mem::replace(&mut *self.origin.write(), Origin::Mine);
        if let Origin::Link { mine } = link {
            self.history.update(|history| {
                let copy = history.present().clone();
                *history = *mine;
                history.edit((*copy).clone());
            });
        }
        self.link_parameters.set(LinkParameters::default());
        browser::drop_fragment();
    }

    /// Loads a preset; the person's own scenario is one undo away.
    pub fn open_preset(self, preset: &Preset) {
        self.open_text(preset.json, preset.title);
    }

    /// Loads the text of a file.
    pub fn open_text(self, text: &str, name: &str) {
        match scenario::read(text) {
            Ok(scenario) => {
                self.back_to_mine();
                self.edit(|_| scenario.document.to_value());
                self.notice.set(None);
            }
            Err(problems) => self.notice.set(Some(refusal(&format!("“{name}” was not opened."), &problems))),
        }
    }

    /// Loads the scenario that a row of the paper's tables comes out of, and shows it.
    pub fn open_source(self, source: Source) {
        match source.scenario() {
            Ok(scenario) => {
                self.open_text(&scenario.document.to_json(), &source.name());
                self.show(PageView::Workbench);
            }
            Err(problems) => {
                self.notice.set(Some(refusal(&format!("“{}” was not opened.", source.name()), &problems)));
            }
        }
    }

    /// A file too large to be read.
    pub fn refuse_large_file(self, name: &str) {
        self.notice.set(Some(Notice {
            tone: Tone::Bad,
            what: format!("“{name}” was not opened: it is larger than {} MiB.", MAX_FILE_BYTES >> 20),
            more: vec!["Choose a scenario file.".to_owned()],
        }));
    }

    /// Drops the plan that came with the scenario.
    pub fn drop_shared_plan(self) {
        self.edit(|draft| crate::ui::draft::set(draft, CellRef::field(Table::Document, fields::PLAN), Value::Null));
    }
}

fn refusal(what: &str, problems: &[Problem]) -> Notice {
    let mut more: Vec<String> = problems.iter().take(LISTED).map(|problem| problem.told().into()).collect();
    if let Some(rest) = problems.len().checked_sub(LISTED).filter(|rest| *rest > 0) {
        more.push(format!("And {}.", format::counted(rest as u64, "more problem")));
    }
    Notice { tone: Tone::Bad, what: what.to_owned(), more }
}
