//! A cell to type into. Shows what was typed while someone is in it, and what the document holds otherwise.

use leptos::prelude::*;
use serde_json::Value;
use web_sys::{HtmlInputElement, KeyboardEvent};

use crate::scenario::Problem;
use crate::ui::dom::browser;
use crate::ui::draft::cell_value::{EntryKind, Rest};
use crate::ui::draft::{CellRef, cell_ids, cell_value};
use crate::ui::state::app::{App, Focused};

/// The input of a cell, whatever it stands for.
#[component]
pub fn CellInput(
    app: App,
    #[prop(into)] id: Signal<String>,
    #[prop(into)] label: Signal<String>,
    kind: EntryKind,
    #[prop(into)] value: Signal<Value>,
    #[prop(into)] problem: Signal<Option<Problem>>,
    on_value: Callback<Value>,
    #[prop(optional)] on_settle: Option<Callback<()>>,
    #[prop(optional, into)] placeholder: Signal<String>,
    #[prop(optional)] rest: Rest,
    #[prop(optional, into)] quiet: Signal<bool>,
) -> impl IntoView {
    // The text typed, and what the document held once it had been taken.
    let typed = RwSignal::new(None::<(String, Value)>);
    let inside = RwSignal::new(false);
    let text = move || {
        let value = value.get();
        let typed = typed.get().filter(|(_, then)| *then == value).map(|(text, _)| text);
        let shown = || match inside.get() {
            true => cell_value::show(&value, kind),
            false => cell_value::show_at_rest(&value, kind, rest),
        };
        typed.unwrap_or_else(shown)
    };
    let on_input = move |input: HtmlInputElement| {
        let text = typeset(&input, kind);
        on_value.run(cell_value::read(&text, kind));
        typed.set(Some((text, value.get_untracked())));
    };
    let on_focus = move |input: HtmlInputElement| {
        // Tab selects all of a field; showing the exact value instead must not undo that.
        let end = input.value().encode_utf16().count() as u32;
        let all = input.selection_start() == Ok(Some(0)) && input.selection_end() == Ok(Some(end));
        inside.set(true);
        if all {
            request_animation_frame(move || input.select());
        }
        app.focused.set(Some(Focused { id, kind, value, problem, on_value }));
    };
    let on_blur = move |_| {
        inside.set(false);
        typed.set(None);
        app.focused.set(None);
        match on_settle {
            Some(settle) => settle.run(()),
            None => app.history.update_untracked(|history| history.settle()),
        }
    };
    let on_keydown = move |event: &KeyboardEvent, input: HtmlInputElement| {
        let down = match event.key().as_str() {
            "Enter" | "ArrowDown" => true,
            "ArrowUp" => false,
            _ => return,
        };
        if browser::focus_row(&input, down) {
            event.prevent_default();
        }
    };
    let wrong = move || problem.with(Option::is_some);
    view! {
        <input
            id=id
            class="cell-input"
            class:text=kind == EntryKind::Text
            class:quiet-value=quiet
            type="text"
            inputmode=if kind == EntryKind::Text { "text" } else { "decimal" }
            autocomplete="off"
            spellcheck="false"
            aria-label=label
            title=move || cell_value::show(&value.get(), kind)
            placeholder=placeholder
            readonly=move || app.read_only()
            prop:value=text
            aria-invalid=move || wrong().then_some("true")
            aria-describedby=move || (wrong() && inside.get()).then_some(crate::ui::editor::message::ID)
            on:input:target=move |event| on_input(event.target())
            on:focus:target=move |event| on_focus(event.target())
            on:blur=on_blur
            on:keydown:target=move |event| on_keydown(&event, event.target())
        />
    }
}

/// What was typed, as the page writes it, with the caret where it was.
fn typeset(input: &HtmlInputElement, kind: EntryKind) -> String {
    let typed = input.value();
    let text = cell_value::typeset(typed.clone(), kind);
    if text != typed {
        let caret = input.selection_start().ok().flatten();
        input.set_value(&text);
        if let Some(caret) = caret {
            // Both texts are equally long.
            let _ = input.set_selection_range(caret, caret);
        }
    }
    text
}

/// The input of a cell of the document.
#[component]
pub fn CellRefInput(
    app: App,
    spot: CellRef,
    #[prop(into)] label: Signal<String>,
    kind: EntryKind,
    #[prop(optional, into)] placeholder: Signal<String>,
    #[prop(optional)] rest: Rest,
    #[prop(optional)] on_settle: Option<Callback<()>>,
) -> impl IntoView {
    let value = Memo::new(move |_| app.value(spot));
    let problem = Memo::new(move |_| app.problem(spot));
    let on_value = Callback::new(move |value| app.type_in(spot, value));
    let settle = Callback::new(move |()| match on_settle {
        Some(settle) => settle.run(()),
        None => app.history.update_untracked(|history| history.settle()),
    });
    view! {
        <CellInput app id=cell_ids::cell_id(spot) label kind value problem on_value on_settle=settle placeholder rest />
    }
}

/// A cell of a sheet.
#[component]
pub fn SheetCell(
    app: App,
    spot: CellRef,
    #[prop(into)] label: String,
    kind: EntryKind,
    #[prop(optional)] on_settle: Option<Callback<()>>,
    #[prop(optional)] class: &'static str,
    #[prop(default = Rest::Brief(3))] rest: Rest,
) -> impl IntoView {
    let wrong = Memo::new(move |_| app.problem(spot).is_some());
    let settle = Callback::new(move |()| match on_settle {
        Some(settle) => settle.run(()),
        None => app.history.update_untracked(|history| history.settle()),
    });
    view! {
        <td class=class class:wrong=wrong>
            <CellRefInput app spot label kind rest on_settle=settle />
        </td>
    }
}

/// A box to tick in a sheet.
#[component]
pub fn TickCell(
    app: App,
    spot: CellRef,
    #[prop(into)] label: String,
    #[prop(optional)] class: &'static str,
) -> impl IntoView {
    let ticked = Memo::new(move |_| app.value(spot) != Value::Bool(false));
    let wrong = Memo::new(move |_| app.problem(spot).is_some());
    view! {
        <td class=format!("tick {class}") class:wrong=wrong>
            <input
                id=cell_ids::cell_id(spot)
                type="checkbox"
                aria-label=label
                disabled=move || app.read_only()
                prop:checked=ticked
                on:change:target=move |event| {
                    let ticked = Value::Bool(event.target().checked());
                    app.edit(|draft| crate::ui::draft::set(draft, spot, ticked));
                }
            />
        </td>
    }
}
