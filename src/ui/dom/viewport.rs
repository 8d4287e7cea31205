//! What a drawing has to know of the window around it: its pixel ratio, the theme, how large its place is.

use leptos::html::ElementType;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{MediaQueryList, MutationObserver, MutationObserverInit, ResizeObserver};

/// The window, as far as drawings depend on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// Device pixels to a CSS pixel.
    pub ratio: f64,
    /// Whether the page is dark.
    pub dark: bool,
}

impl Screen {
    fn now() -> Self {
        let chosen = document().document_element().and_then(|root| root.get_attribute("data-theme"));
        let dark = match chosen.as_deref() {
            Some(theme) => theme == "dark",
            None => query("(prefers-color-scheme: dark)").is_some_and(|query| query.matches()),
        };
        Self { ratio: window().device_pixel_ratio().clamp(0.5, 8.0), dark }
    }
}

/// The screen, followed for as long as the calling component is there.
pub fn screen() -> ReadSignal<Screen> {
    let (screen, set_screen) = signal(Screen::now());
    let update = move || {
        let now = Screen::now();
        if screen.try_get_untracked().is_some_and(|before| before != now) {
            set_screen.set(now);
        }
    };
    let resized = window_event_listener(leptos::ev::resize, move |_| update());
    on_cleanup(move || resized.remove());
    let preference = query("(prefers-color-scheme: dark)");
    let preferred = listen(preference, update);
    // A query stands for one ratio: with another ratio, the next query.
    let ratio = StoredValue::new_local(None);
    Effect::new(move |_| {
        let now = screen.get().ratio;
        ratio.set_value(Some(listen(query(&format!("(resolution: {now}dppx)")), update)));
    });
    let chosen = Closure::<dyn Fn()>::new(update);
    let theme = MutationObserver::new(chosen.as_ref().unchecked_ref()).ok();
    if let (Some(observer), Some(root)) = (&theme, document().document_element()) {
        let what = MutationObserverInit::new();
        what.set_attributes(true);
        what.set_attribute_filter(&js_sys::Array::of1(&"data-theme".into()));
        // The root can always be observed.
        let _ = observer.observe_with_options(&root, &what);
    }
    let kept = StoredValue::new_local(Some((preferred, theme, chosen)));
    on_cleanup(move || {
        kept.try_update_value(|kept| {
            if let Some((_, Some(observer), _)) = kept.take() {
                observer.disconnect();
            }
        });
    });
    screen
}

/// Width and height of the element's content, CSS px, followed for as long as the calling component is there;
/// (0, 0) while it is not in the page.
pub fn size_of<E>(element: NodeRef<E>) -> ReadSignal<(f64, f64)>
where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    let (size, set_size) = signal((0.0, 0.0));
    let observed = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn Fn()>)>);
    let stop = move || {
        observed.try_update_value(|observed| {
            if let Some((observer, _)) = observed.take() {
                observer.disconnect();
            }
        });
    };
    Effect::new(move |_| {
        stop();
        let Some(element) = element.get() else { return };
        let Ok(element) = element.dyn_into::<web_sys::Element>() else { return };
        let measured = element.clone();
        let measure = Closure::<dyn Fn()>::new(move || {
            let now = (f64::from(measured.client_width()), f64::from(measured.client_height()));
            if size.try_get_untracked().is_some_and(|before| before != now) {
                set_size.set(now);
            }
        });
        if let Ok(observer) = ResizeObserver::new(measure.as_ref().unchecked_ref()) {
            observer.observe(&element);
            observed.set_value(Some((observer, measure)));
        }
    });
    on_cleanup(stop);
    size
}

fn query(query: &str) -> Option<MediaQueryList> {
    window().match_media(query).ok().flatten()
}

/// A listener that ends when it is dropped.
struct Listening {
    query: Option<MediaQueryList>,
    listener: Closure<dyn Fn()>,
}

fn listen(query: Option<MediaQueryList>, listener: impl Fn() + 'static) -> Listening {
    let listener = Closure::<dyn Fn()>::new(listener);
    if let Some(query) = &query {
        // Where it can't be heard, a resize or a reload brings the change.
        let _ = query.add_event_listener_with_callback("change", listener.as_ref().unchecked_ref());
    }
    Listening { query, listener }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Some(query) = &self.query {
            let listener = self.listener.as_ref().unchecked_ref();
            // What was never heard needs no end.
            let _ = query.remove_event_listener_with_callback("change", listener);
        }
    }
}
