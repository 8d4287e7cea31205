//! What is said across the page: where the scenario came from, what failed, what could not be opened.

use leptos::prelude::*;

use crate::ui::dom::icons::{CROSS, EYE, Icon, WARNING};
use crate::ui::state::app::App;
use crate::ui::state::tone::Tone;
use crate::worker::failure::WayOn;

/// The scenario came by link.
#[component]
pub fn LinkBanner(app: App) -> impl IntoView {
    view! {
        <Show when=move || app.origin.with(|origin| origin.is_link())>
            <section class="banner accent" role="status" aria-label="Opened from a link">
                <Icon path=EYE />
                <p>
                    <strong>"Opened from a link, read-only."</strong>
                    " Your own scenario is untouched; nothing is saved until you keep a copy."
                </p>
                <span class="banner-actions">
                    <button type="button" class="button" on:click=move |_| app.back_to_mine()>
                        "Back to mine"
                    </button>
                    <button type="button" class="button filled" on:click=move |_| app.keep_copy()>
                        "Keep a copy"
                    </button>
                </span>
            </section>
        </Show>
    }
}

/// The worker failed.
#[component]
pub fn FailureBanner(app: App) -> impl IntoView {
    let failure = Memo::new(move |_| app.planner.run.with(|run| run.failure.clone()));
    let way = move || failure.get().map_or(WayOn::Retry, |failure| failure.way_on());
    let button = move || if way() == WayOn::Retry { "Plan again" } else { "Reload" };
    view! {
        <Show when=move || failure.get().is_some()>
            <section class="banner bad" role="alert">
                <Icon path=WARNING />
                <div>
                    <p>
                        <strong>{move || failure.get().map(|failure| failure.sentence())}</strong>
                        " Your scenario is untouched."
                    </p>
                    {move || {
                        let detail = failure.get().map(|failure| failure.detail()).filter(|detail| !detail.is_empty());
                        detail.map(|detail| view! {
                            <details class="detail">
                                <summary>"Details"</summary>
                                <code>{detail}</code>
                            </details>
                        })
                    }}
                </div>
                <span class="banner-actions">
                    <button type="button" class="button" on:click=move |_| app.go_on(way())>
                        {button}
                    </button>
                </span>
            </section>
        </Show>
    }
}

/// A link or a file could not be opened, or something else has to be said.
#[component]
pub fn NoticeBanner(app: App) -> impl IntoView {
    let tone = move || app.notice.get().map_or(Tone::Plain, |notice| notice.tone);
    let more = move || {
        let lines = app.notice.get().map(|notice| notice.more).unwrap_or_default();
        lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view()
    };
    view! {
        <Show when=move || app.notice.get().is_some()>
            <section class=move || format!("banner {}", tone().class()) role="alert">
                <Icon path=WARNING />
                <div>
                    <p>
                        <strong>{move || app.notice.get().map(|notice| notice.what)}</strong>
                    </p>
                    {more}
                </div>
                <span class="banner-actions">
                    <button type="button" class="button icon-only" aria-label="Dismiss" on:click=move |_| app.notice.set(None)>
                        <Icon path=CROSS />
                    </button>
                </span>
            </section>
        </Show>
    }
}
