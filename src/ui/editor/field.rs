//! A labelled field outside a table.

use leptos::prelude::*;
use serde_json::Value;

use crate::scenario::{NumberField, Table};
use crate::ui::draft::cell_value::{EntryKind, Rest};
use crate::ui::draft::{CellRef, cell_ids};
use crate::ui::editor::cell::CellRefInput;
use crate::ui::state::app::App;

/// A field to type into, with its unit.
#[component]
pub fn Field(
    app: App,
    table: Table,
    field: &'static NumberField,
    #[prop(optional, into)] hint: MaybeProp<String>,
    #[prop(optional, into)] placeholder: Signal<String>,
) -> impl IntoView {
    let (spot, kind) = (CellRef::field(table, field.column), EntryKind::of(field));
    let (label, unit) = (field.title, field.unit.symbol());
    let wrong = Memo::new(move |_| app.problem(spot).is_some());
    let spoken = if unit.is_empty() { label.to_owned() } else { format!("{label}, {unit}") };
    view! {
        <div class="field" title=move || hint.get()>
            <span class="field-label" aria-hidden="true">{label}</span>
            <span class="field-box" class:wrong=wrong>
                <CellRefInput app spot label=spoken kind placeholder rest=Rest::Grouped />
                <span class="unit" aria-hidden="true">{unit}</span>
            </span>
        </div>
    }
}

/// A field to choose from a few names. A value that is none of them is shown as it is.
#[component]
pub fn ChoiceField(
    app: App,
    spot: CellRef,
    label: &'static str,
    choices: Vec<(&'static str, &'static str)>,
    #[prop(optional)] unknown: &'static str,
) -> impl IntoView {
    let value = Memo::new(move |_| match app.value(spot) {
        Value::String(text) => text,
        other => other.to_string(),
    });
    let wrong = Memo::new(move |_| app.problem(spot).is_some());
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    let foreign = move || {
        let value = value.get();
        let known = names.contains(&value.as_str());
        (!known).then(|| view! { <option value=value.clone() selected>{format!("{value}{unknown}")}</option> })
    };
    let options = choices.into_iter().map(|(name, text)| {
        view! { <option value=name selected=move || value.get() == name>{text}</option> }
    });
    view! {
        <div class="field">
            <span class="field-label" aria-hidden="true">{label}</span>
            <span class="field-box choice" class:wrong=wrong>
                <select
                    id=cell_ids::cell_id(spot)
                    aria-label=label
                    disabled=move || app.read_only()
                    aria-invalid=move || wrong.get().then_some("true")
                    prop:value=value
                    on:change:target=move |event| {
                        let chosen = Value::String(event.target().value());
                        app.edit(|draft| crate::ui::draft::set(draft, spot, chosen));
                    }
                >
                    {options.collect_view()}
                    {foreign}
                </select>
            </span>
        </div>
    }
}

/// A box to tick with its words beside it.
#[component]
pub fn TickField(app: App, spot: CellRef, label: &'static str) -> impl IntoView {
    let ticked = Memo::new(move |_| app.value(spot) != Value::Bool(false));
    view! {
        <label class="tick-field">
            <input
                id=cell_ids::cell_id(spot)
                type="checkbox"
                disabled=move || app.read_only()
                prop:checked=ticked
                on:change:target=move |event| {
                    let ticked = Value::Bool(event.target().checked());
                    app.edit(|draft| crate::ui::draft::set(draft, spot, ticked));
                }
            />
            {label}
        </label>
    }
}
