//! The model and how it is trained.

use leptos::prelude::*;

use crate::format;
use crate::model::Precision;
use crate::ui::draft::cell_value::Kind;
use crate::ui::draft::{Spot, cell_ids};
use crate::ui::editor::field::{ChoiceField, Field};
use crate::ui::state::app::App;

/// The panel.
#[component]
pub fn TrainingPanel(app: App) -> impl IntoView {
    let model = |column| Spot::field("model", column);
    let training = |column| Spot::field("training", column);
    let precisions = Precision::ALL.iter().map(|precision| (precision.as_str(), precision.label())).collect();
    view! {
        <section id=cell_ids::section_id("training") class="panel" tabindex="-1" aria-labelledby="training-title">
            <div class="panel-head">
                <h2 id="training-title">"Model and training"</h2>
            </div>
            <div class="fields">
                <Field app spot=model("layers") label="Layers" kind=Kind::Number />
                <Field app spot=model("hidden_size") label="Hidden size" kind=Kind::Number />
                <Field app spot=model("vocab_size") label="Vocabulary" kind=Kind::Number />
                <Field app spot=training("batch_size") label="Batch" kind=Kind::Number unit="samples" />
                <Field app spot=training("micro_batch_size") label="Micro-batch" kind=Kind::Number unit="samples" />
                <Field app spot=training("sequence_length") label="Sequence" kind=Kind::Number unit="tokens" />
                <ChoiceField app spot=training("precision") label="Precision" choices=precisions />
                <Field
                    app
                    spot=training("backward_ratio")
                    label="Backward ÷ forward"
                    kind=Kind::Number
                    unit="×"
                    hint="Backward compute as a multiple of forward compute (γ)"
                />
                <Field
                    app
                    spot=training("activation_factor")
                    label="Tensors kept / layer"
                    kind=Kind::Number
                    hint="Activation tensors kept per layer until the backward pass (α)"
                />
            </div>
            <p class="quiet field-note">{move || micro_batches(app)}</p>
        </section>
    }
}

/// "64 ÷ 8 = 8 micro-batches per iteration", while both are whole and divide.
fn micro_batches(app: App) -> String {
    let whole = |column| app.value(Spot::field("training", column)).as_u64();
    match (whole("batch_size"), whole("micro_batch_size")) {
        (Some(batch), Some(micro)) if micro > 0 && batch % micro == 0 => {
            let count = format::counted(batch / micro, "micro-batch").replace("batchs", "batches");
            format!("{} ÷ {} = {count} per iteration", format::count(batch), format::count(micro))
        }
        _ => "The micro-batch must divide the batch".to_owned(),
    }
}
