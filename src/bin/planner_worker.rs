//! The planner, in a thread of its own beside the page.

fn main() {
    geotrain::worker::host::run();
}
