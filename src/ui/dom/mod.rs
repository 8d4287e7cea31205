//! What the page needs of the browser beside Leptos: clipboard, sizes, popovers, icons, and the screen after a panic.

pub mod browser;
pub mod hint;
pub mod icons;
pub mod panic_screen;
pub mod viewport;
