//! The few things only a browser can do: focus, popovers, the clipboard, files, the address.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Element, HtmlAnchorElement, HtmlElement, HtmlInputElement, MouseEvent, Url};

/// Room that a popover keeps to the edges of the window, px.
const EDGE: f64 = 8.0;

/// Puts the focus on the first of these ids that is there, in view, opening what hides it.
pub fn focus_first(ids: &[String]) {
    let Some(element) = ids.iter().find_map(|id| document().get_element_by_id(id)) else { return };
    if let Ok(Some(details)) = element.closest("details") {
        // `open` can always be set.
        let _ = details.set_attribute("open", "");
    }
    element.scroll_into_view_with_bool(true);
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        // An element that can't take the focus is still in view.
        let _ = element.focus();
    }
}

/// Moves the focus to the same column of the row `down` or up from this input.
pub fn focus_row(input: &Element, down: bool) -> bool {
    let Ok(Some(cell)) = input.closest("td") else { return false };
    let Some(row) = cell.parent_element() else { return false };
    let column = siblings_before(&cell);
    let row = if down { row.next_element_sibling() } else { row.previous_element_sibling() };
    let target =
        row.and_then(|row| row.children().item(column)).and_then(|cell| cell.query_selector("input").ok().flatten());
    let Some(target) = target.and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else { return false };
    let focused = target.focus().is_ok();
    target.select();
    focused
}

fn siblings_before(cell: &Element) -> u32 {
    std::iter::successors(cell.previous_element_sibling(), Element::previous_element_sibling).count() as u32
}

/// Where the message with id `message` starts, px from the corner of the element with id `origin`: below the cell of
/// that id, or above it where that hides fewer wrong cells.
pub fn beside_cell(cell: &str, message: &str, origin: &str) -> Option<(f64, f64)> {
    let rect = |id: &str| Some(document().get_element_by_id(id)?.get_bounding_client_rect());
    let (at, size, base) = (rect(cell)?, rect(message)?, rect(origin)?);
    let room = (base.width() - size.width() - EDGE).max(EDGE);
    let left = (at.left() - base.left()).clamp(EDGE, room);
    let across = base.left() + left..base.left() + left + size.width();
    let inputs = document().get_elements_by_tag_name("input");
    let others: Vec<_> = (0..inputs.length())
        .filter_map(|index| inputs.item(index))
        .filter(|other| other.has_attribute("aria-invalid") && other.id() != cell)
        .map(|other| other.get_bounding_client_rect())
        .filter(|other| other.right() > across.start && other.left() < across.end)
        .collect();
    let hidden = |top: f64| {
        let down = top..top + size.height();
        others.iter().filter(|other| other.bottom() > down.start && other.top() < down.end).count()
    };
    let (below, above) = (at.bottom(), at.top() - size.height());
    let top = if hidden(above) < hidden(below) { above } else { below };
    Some((left, top - base.top()))
}

/// Puts the popover of that id under the button that was pressed to open it, within the window. Its width is
/// `width` px.
pub fn place_under(press: &MouseEvent, popover: &str, width: f64) {
    let Some(button) = press.current_target().and_then(|button| button.dyn_into::<Element>().ok()) else { return };
    let Some(popover) = document().get_element_by_id(popover).and_then(|found| found.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    let rect = button.get_bounding_client_rect();
    let window_width = document().document_element().map_or(width, |root| f64::from(root.client_width()));
    let left = rect.left().min(window_width - width - EDGE).max(EDGE);
    let style = popover.style();
    for (property, px) in [("left", left), ("top", rect.bottom() + 4.0)] {
        // A length is always accepted.
        let _ = style.set_property(property, &format!("{px}px"));
    }
}

/// Closes the popover of that id.
pub fn close_popover(id: &str) {
    if let Some(popover) = document().get_element_by_id(id).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        // Closing one that is closed changes nothing.
        let _ = popover.hide_popover();
    }
}

/// Selects all text of the input with that id, for copying by hand.
pub fn select_text(id: &str) {
    if let Some(input) = document().get_element_by_id(id).and_then(|found| found.dyn_into::<HtmlInputElement>().ok()) {
        let _ = input.focus();
        input.select();
    }
}

/// Puts the text on the clipboard; says whether that worked. There is none on insecure origins.
pub async fn copy(text: String) -> bool {
    let navigator = window().navigator();
    let there = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).is_ok_and(|found| found.is_object());
    there && JsFuture::from(navigator.clipboard().write_text(&text)).await.is_ok()
}

/// Offers the text as a file to save.
pub fn save_file(name: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("application/json");
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&JsValue::from_str(text)), &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url)
}

/// The text of a file.
pub async fn file_text(file: &Blob) -> Option<String> {
    JsFuture::from(file.text()).await.ok()?.as_string()
}

/// The page's address without its fragment.
pub fn page_address() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// The fragment of the page's address, without `#`.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default().trim_start_matches('#').to_owned()
}

/// Takes the fragment off the page's address, so that loading it again does not open the link again.
pub fn drop_fragment() {
    if let (Ok(history), false) = (window().history(), fragment().is_empty()) {
        // Where the browser refuses, the link opens once more after a reload.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&page_address()));
    }
}

/// Loads the page again.
pub fn reload() {
    // Nothing is left to do if the browser refuses.
    let _ = window().location().reload();
}
