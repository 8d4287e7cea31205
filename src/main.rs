//! The page.

fn main() {
    geotrain::ui::start();
}
