//! Links and files: out and in.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use crate::format;
use crate::scenario::{MAX_FILE_BYTES, link};
use crate::ui::dom::browser;
use crate::ui::dom::browser::{close_popover, place_under};
use crate::ui::dom::icons::{Icon, LINK};
use crate::ui::state::app::App;
use crate::ui::state::share_link;

const POPOVER: &str = "share";
const LINK_FIELD: &str = "share-link";

/// The button and what it opens.
#[component]
pub fn SharePopover(app: App) -> impl IntoView {
    let address = RwSignal::new(None::<String>);
    let said = RwSignal::new(String::new());
    let prepare = move || {
        said.set(String::new());
        address.set(current_address(app));
    };
    view! {
        <button
            type="button"
            class="button share-button"
            popovertarget=POPOVER
            aria-haspopup="true"
            aria-label="Share"
            on:click=move |event| {
                prepare();
                place_under(&event, POPOVER, 360.0);
            }
        >
            <Icon path=LINK />
            <span class="wide-only">"Share"</span>
        </button>
        <div id=POPOVER popover="auto" class="popover share">
            <h2>"Share this scenario"</h2>
            <p class="quiet">"The link holds everything, with the plan shown; no server sees it."</p>
            <CopyLink address said />
            <div class="popover-rule"></div>
            <Files app said />
            <div class="popover-rule"></div>
            <OpenLink app />
        </div>
    }
}

fn current_address(app: App) -> Option<String> {
    let scenario = app.reading.with_untracked(|reading| reading.scenario.clone())?;
    let document = app.planner.run.with_untracked(|run| share_link::document(&scenario, run));
    let parameters = app.link_parameters.get_untracked();
    Some(share_link::address(&browser::page_address(), &document, &parameters))
}

#[component]
fn CopyLink(address: RwSignal<Option<String>>, said: RwSignal<String>) -> impl IntoView {
    let characters = move || address.get().map_or(0, |address| address.chars().count());
    let copy = move |_| {
        let Some(text) = address.get_untracked() else { return };
        spawn_local(async move {
            if browser::copy(text).await {
                said.set("Link copied.".to_owned());
            } else {
                browser::select_text(LINK_FIELD);
                said.set("This browser keeps the clipboard closed: the link is selected, copy it by hand.".to_owned());
            }
        });
    };
    let length = move || match characters() {
        0 => "Fix the marked cells first; a link holds a scenario without problems.".to_owned(),
        count => {
            let text = format::counted(count as u64, "character");
            match count {
                count if count > link::ADVISED_CHARS => {
                    format!("{text}: too long for many programs. Save a file instead.")
                }
                4_001.. => format!("{text}. Slack cuts near 4,000, Discord at 2,000."),
                2_001.. => format!("{text}. Discord cuts at 2,000."),
                _ => format!("{text}."),
            }
        }
    };
    view! {
        <div class="share-row">
            <input
                id=LINK_FIELD
                class="field-box"
                type="text"
                readonly
                aria-label="Link to this scenario"
                prop:value=move || address.get().unwrap_or_default()
            />
            <button type="button" class="button filled" disabled=move || characters() == 0 on:click=copy>
                "Copy link"
            </button>
        </div>
        <p class="quiet link-length">{length} " " <span role="status" aria-live="polite">{said}</span></p>
    }
}

#[component]
fn Files(app: App, said: RwSignal<String>) -> impl IntoView {
    let save = move |_| {
        let Some(scenario) = app.reading.with_untracked(|reading| reading.scenario.clone()) else {
            return said.set("Fix the marked cells first; a file holds a scenario without problems.".to_owned());
        };
        let document = app.planner.run.with_untracked(|run| share_link::document(&scenario, run));
        let saved = browser::save_file(&share_link::file_name(&document.name), &document.to_json());
        said.set(if saved.is_ok() { "File saved." } else { "This browser saves no files." }.to_owned());
    };
    let picked = move |input: HtmlInputElement| {
        let Some(file) = input.files().and_then(|files| files.item(0)) else { return };
        // The same file can be picked again.
        input.set_value("");
        let name = file.name();
        close_popover(POPOVER);
        if file.size() > MAX_FILE_BYTES as f64 {
            return app.refuse_large_file(&name);
        }
        spawn_local(async move {
            let text = browser::file_text(&file).await.unwrap_or_default();
            app.open_text(&text, &name);
        });
    };
    view! {
        <div class="share-row">
            <button type="button" class="button" on:click=save>
                "Save file"
            </button>
            <label class="button file-button">
                "Open file …"
                <input
                    type="file"
                    accept=".json,application/json"
                    aria-label="Open file"
                    on:change:target=move |event| picked(event.target())
                />
            </label>
        </div>
    }
}

#[component]
fn OpenLink(app: App) -> impl IntoView {
    let pasted = RwSignal::new(String::new());
    let open = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        close_popover(POPOVER);
        app.open_link(&pasted.get_untracked());
        pasted.set(String::new());
    };
    view! {
        <form class="share-row" on:submit=open>
            <input
                class="field-box"
                type="text"
                autocomplete="off"
                placeholder="Paste a link"
                aria-label="Link to open"
                prop:value=pasted
                on:input:target=move |event| pasted.set(event.target().value())
            />
            <button type="submit" class="button" disabled=move || pasted.with(|pasted| pasted.trim().is_empty())>
                "Open link"
            </button>
        </form>
    }
}
