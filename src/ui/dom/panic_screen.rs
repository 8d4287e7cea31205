//! The screen after a panic of the page: says what happened and hands out the scenario as text. The screen uses plain
//! DOM calls and a copy of the draft, since a panic can leave signals and views half changed.

use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::sync::Arc;

use leptos::prelude::document;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlAnchorElement};

thread_local! {
    static DRAFT: RefCell<Option<Arc<Value>>> = const { RefCell::new(None) };
}

/// Keeps the draft at hand.
pub fn remember(draft: &Arc<Value>) {
    DRAFT.with(|kept| {
        if let Ok(mut kept) = kept.try_borrow_mut() {
            *kept = Some(draft.clone());
        }
    });
}

/// From now on a panic ends in a message.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        // Nothing more can be done where even this fails.
        let _ = show(panic);
    }));
}

fn show(panic: &PanicHookInfo<'_>) -> Result<(), JsValue> {
    let draft = DRAFT.with(|kept| kept.try_borrow().ok().and_then(|kept| kept.clone()));
    let text = draft.and_then(|draft| serde_json::to_string_pretty(&*draft).ok()).unwrap_or_default();
    let message = element("section", "fault", "")?;
    message.set_attribute("role", "alertdialog")?;
    let parts = [
        element("h2", "", "The page stopped because of a fault of its own.")?,
        element("p", "", "Your scenario is below: copy it into a file if you need it. Then load the page again.")?,
        reload_link()?,
        scenario_text(&text)?,
        element("code", "", &panic.to_string())?,
    ];
    for part in parts {
        message.append_child(&part)?;
    }
    if let Some(body) = document().body() {
        body.append_child(&message)?;
    }
    Ok(())
}

fn element(name: &str, class: &str, text: &str) -> Result<Element, JsValue> {
    let element = document().create_element(name)?;
    element.set_class_name(class);
    element.set_text_content(Some(text));
    Ok(element)
}

/// A link needs no code of ours to work.
fn reload_link() -> Result<Element, JsValue> {
    let link: HtmlAnchorElement = element("a", "button filled", "Load again")?.unchecked_into();
    link.set_href(&crate::ui::dom::browser::page_address());
    Ok(link.into())
}

fn scenario_text(text: &str) -> Result<Element, JsValue> {
    let area = element("textarea", "", text)?;
    area.set_attribute("readonly", "")?;
    area.set_attribute("aria-label", "Scenario")?;
    Ok(area)
}
