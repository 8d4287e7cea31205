//! The menus of presets and of the view.

use leptos::prelude::*;

use crate::scenario::presets;
use crate::ui::dom::browser::{close_popover, place_under};
use crate::ui::dom::icons::{DOWN, EYE, Icon, MORE, NOTHING, TICK};
use crate::ui::header::undo_redo::UndoRedo;
use crate::ui::state::app::{App, PageView};
use crate::ui::state::storage::Theme;

/// Scenarios to start from.
#[component]
pub fn PresetsMenu(app: App) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button text"
            popovertarget="presets"
            aria-haspopup="true"
            on:click=move |event| place_under(&event, "presets", 340.0)
        >
            "Presets"
            <Icon path=DOWN />
        </button>
        <div id="presets" popover="auto" class="popover presets">
            <PresetList app popover="presets" />
        </div>
    }
}

#[component]
fn PresetList(app: App, popover: &'static str) -> impl IntoView {
    let item = move |preset: &'static presets::Preset| {
        let open = move |_| {
            app.open_preset(preset);
            close_popover(popover);
        };
        view! {
            <li>
                <button type="button" class="menu-item" on:click=open>
                    <span class="menu-title">{preset.title}</span>
                    <span class="quiet">{preset.about}</span>
                </button>
            </li>
        }
    };
    view! { <ul class="menu">{presets::ALL.iter().map(item).collect_view()}</ul> }
}

/// How the page looks; on small screens also what the header has no room for.
#[component]
pub fn ViewMenu(app: App) -> impl IntoView {
    let theme = RwSignal::new(Theme::stored());
    let choice = move |choice: Theme, name: &'static str| {
        let path = Signal::derive(move || if theme.get() == choice { TICK } else { NOTHING });
        view! {
            <button
                type="button"
                class="menu-item checkable"
                role="menuitemradio"
                aria-checked=move || (theme.get() == choice).to_string()
                on:click=move |_| {
                    theme.set(choice);
                    choice.choose();
                }
            >
                <Icon path />
                {name}
            </button>
        }
    };
    let shown = move |view: PageView, name: &'static str| {
        let path = Signal::derive(move || if app.view.get() == view { TICK } else { NOTHING });
        view! {
            <button
                type="button"
                class="menu-item checkable"
                role="menuitemradio"
                aria-checked=move || (app.view.get() == view).to_string()
                on:click=move |_| {
                    app.show(view);
                    close_popover("view");
                }
            >
                <Icon path />
                {name}
            </button>
        }
    };
    view! {
        <button
            type="button"
            id="view-button"
            class="button view-button"
            popovertarget="view"
            aria-haspopup="true"
            aria-label="View"
            on:click=move |event| place_under(&event, "view", 240.0)
        >
            <span class="wide-only">
                <Icon path=EYE />
                "View"
                <Icon path=DOWN />
            </span>
            <span class="narrow-only">
                <Icon path=MORE />
            </span>
        </button>
        <div id="view" popover="auto" class="popover view">
            <div class="narrow-only">
                <p class="menu-head">"Edit"</p>
                <div class="menu-row">
                    <UndoRedo app />
                </div>
                <p class="menu-head">"Presets"</p>
                <PresetList app popover="view" />
            </div>
            <p class="menu-head">"Show"</p>
            <div role="menu" aria-label="Show">
                {[(PageView::Workbench, "Workbench"), (PageView::Paper, "Paper tables")].map(|(view, name)| shown(view, name)).collect_view()}
            </div>
            <p class="menu-head">"Theme"</p>
            <div role="menu" aria-label="Theme">
                {Theme::ALL.into_iter().map(|(theme, name)| choice(theme, name)).collect_view()}
            </div>
        </div>
    }
}
