//! What the figures take for granted.

use leptos::prelude::*;

const ASSUMPTIONS: [(&str, &str); 9] = [
    (
        "Pipeline only",
        "Every GPU holds whole layers once; no data or tensor parallelism, which would change who talks to whom.",
    ),
    (
        "No input embedding",
        "The table that turns tokens into vectors costs neither time nor memory; the LM head does, on the last stage.",
    ),
    (
        "Attention grows with the tokens",
        "Its part that grows with the square of the sequence length is left out, so long sequences cost more than shown.",
    ),
    ("No optimiser step", "An iteration ends with the last backward pass; updating the weights takes no time."),
    (
        "Nothing is recomputed",
        "Activations stay in memory until their backward pass; recomputation would trade time for memory.",
    ),
    (
        "Steady speed",
        "One effective TFLOPS per GPU and one bandwidth and latency per link, without jitter, whatever the size of the work.",
    ),
    ("Sends hold the GPU", "A stage computes nothing while it sends; the timeline says what overlapping would gain."),
    (
        "Every stage keeps as much",
        "Each stage is charged the activations of one micro-batch more than there are stages, though later stages keep fewer.",
    ),
    (
        "Four numbers per parameter",
        "Weights, gradients and optimiser state take 8 bytes per parameter at 16 bit and 16 at 32 bit.",
    ),
];

/// The list, closed until it is asked for.
#[component]
pub fn Assumptions() -> impl IntoView {
    let item = |&(name, hint): &(&'static str, &'static str)| {
        view! {
            <div>
                <dt>{name}</dt>
                <dd>{hint}</dd>
            </div>
        }
    };
    view! {
        <section class="panel assumptions-panel" aria-labelledby="assumptions-title">
            <details>
                <summary>
                    <h2 id="assumptions-title">"Assumptions"</h2>
                    <span class="quiet">"what the model leaves out"</span>
                </summary>
                <dl class="assumptions">{ASSUMPTIONS.iter().map(item).collect_view()}</dl>
            </details>
        </section>
    }
}
