//! The model and how it is trained.

use leptos::prelude::*;

use crate::format;
use crate::model::Precision;
use crate::scenario::{NumberField, Table, fields};
use crate::ui::draft::{CellRef, cell_ids};
use crate::ui::editor::field::{ChoiceField, Field};
use crate::ui::state::app::App;

#[component]
pub fn TrainingPanel(app: App) -> impl IntoView {
    let precisions = Precision::ALL.iter().map(|precision| (precision.as_str(), precision.label())).collect();
    view! {
        <section id=cell_ids::section_id(Table::Training) class="panel" tabindex="-1" aria-labelledby="training-title">
            <div class="panel-head">
                <h2 id="training-title">"Model and training"</h2>
            </div>
            <div class="fields">
                <Field app table=Table::Model field=&fields::LAYERS />
                <Field app table=Table::Model field=&fields::HIDDEN_SIZE />
                <Field app table=Table::Model field=&fields::VOCAB_SIZE />
                <Field app table=Table::Training field=&fields::BATCH_SIZE />
                <Field app table=Table::Training field=&fields::MICRO_BATCH_SIZE />
                <Field app table=Table::Training field=&fields::SEQUENCE_LENGTH />
                <ChoiceField
                    app
                    spot=CellRef::field(Table::Training, fields::PRECISION.column)
                    label=fields::PRECISION.title
                    choices=precisions
                />
                <Field app table=Table::Training field=&fields::BACKWARD_RATIO
                    hint="Backward compute as a multiple of forward compute (γ)" />
                <Field app table=Table::Training field=&fields::ACTIVATION_FACTOR
                    hint="Activation tensors kept per layer until the backward pass (α)" />
            </div>
            <p class="quiet field-note">{move || micro_batches(app)}</p>
        </section>
    }
}

/// "64 ÷ 8 = 8 micro-batches per iteration", while both are whole and divide.
fn micro_batches(app: App) -> String {
    let whole = |field: &NumberField| app.value(CellRef::field(Table::Training, field.column)).as_u64();
    match (whole(&fields::BATCH_SIZE), whole(&fields::MICRO_BATCH_SIZE)) {
        (Some(batch), Some(micro)) if micro > 0 && batch % micro == 0 => {
            let count = format::counted(batch / micro, "micro-batch");
            format!("{} ÷ {} = {count} per iteration", format::count(batch), format::count(micro))
        }
        _ => "The micro-batch must divide the batch".to_owned(),
    }
}
