//! The page as a whole.

use leptos::mount::mount_to_body;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::scenario::link::Presentation;
use crate::ui::dom::panic_screen;
use crate::ui::editor::Editor;
use crate::ui::header::banners::{FailureBanner, LinkBanner, NoticeBanner};
use crate::ui::header::{Announcement, Header, ProgressLine};
use crate::ui::panels::AnswerPanel;
use crate::ui::panels::summary::bar::ResultBar;
use crate::ui::paper::view::PaperView;
use crate::ui::state::app::{App, PageView, Tab};
use crate::ui::state::storage;
use crate::ui::state::storage::Theme;

/// Puts the page into the document and starts the planner.
pub fn start() {
    panic_screen::install();
    Theme::stored().show();
    if let Some(starting) = document().get_element_by_id("starting") {
        starting.remove();
    }
    mount_to_body(Page);
}

#[component]
fn Page() -> impl IntoView {
    let (draft, notice) = storage::first_draft();
    let app = App::new(draft);
    app.notice.set(notice);
    app.start_saving();
    app.start_opening();
    app.start_planning();
    let keys = window_event_listener(leptos::ev::keydown, move |event| on_key(app, &event));
    on_cleanup(move || keys.remove());
    let tab = move || if app.tab.get() == Tab::Answer { "answer" } else { "scenario" };
    let presentation = move || app.link_parameters.with(|parameters| parameters.presentation.map(Presentation::as_str));
    view! {
        <div
            class="page"
            class:read-only=move || app.read_only()
            data-tab=tab
            data-presentation=presentation
            data-lesson=move || app.link_parameters.with(|parameters| parameters.lesson.clone())
        >
            <Header app />
            <ProgressLine app />
            <Announcement app />
            <div class="banners">
                <LinkBanner app />
                <FailureBanner app />
                <NoticeBanner app />
            </div>
            <div class="workbench" class:hidden=move || app.view.get() != PageView::Workbench>
                <TabSwitch app />
                <main class="halves">
                    <Editor app />
                    <AnswerPanel app />
                </main>
                <ResultBar app />
            </div>
            <Show when=move || app.view.get() == PageView::Paper>
                <PaperView app />
            </Show>
        </div>
    }
}

/// The switch between the two halves, where there is room for one.
#[component]
fn TabSwitch(app: App) -> impl IntoView {
    let tab = move |tab: Tab, name: &'static str| {
        view! {
            <button type="button" aria-pressed=move || (app.tab.get() == tab).to_string() on:click=move |_| app.tab.set(tab)>
                {name}
            </button>
        }
    };
    view! {
        <div class="tabs" role="group" aria-label="Show">
            {tab(Tab::Answer, "Answer")}
            {tab(Tab::Scenario, "Scenario")}
        </div>
    }
}

/// Undo and redo everywhere, also while typing.
fn on_key(app: App, event: &KeyboardEvent) {
    if !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
        return;
    }
    match (event.key().to_lowercase().as_str(), event.shift_key()) {
        ("z", false) => app.undo(),
        ("z", true) | ("y", false) => app.redo(),
        _ => return,
    }
    event.prevent_default();
}
