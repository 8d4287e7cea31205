//! Keys of the timeline.

use crate::chart::gantt::Direction;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    ZoomIn,
    ZoomOut,
    /// To an earlier part.
    PanEarlier,
    /// To a later part.
    PanLater,
    /// All of the iteration.
    Fit,
    /// From operation to operation.
    Walk(Direction),
    /// Points at nothing any more.
    Clear,
    /// Shows the list of keys.
    Help,
}

/// Keys and what they do, for people.
pub const LIST: [(&str, &str); 8] = [
    ("W S", "Zoom in and out"),
    ("A D", "Earlier and later"),
    ("← → ↑ ↓", "From operation to operation"),
    ("Shift + arrows", "Move and zoom"),
    ("F or double click", "Whole iteration"),
    ("Esc", "Point at nothing"),
    ("Ctrl + wheel, pinch", "Zoom"),
    ("Drag, Shift + wheel", "Earlier and later"),
];

/// What a key means, by its name in keyboard events.
pub fn command(key: &str, shift: bool) -> Option<Command> {
    Some(match (key, shift) {
        ("w" | "W" | "+" | "=", _) | ("ArrowUp", true) => Command::ZoomIn,
        ("s" | "S" | "-", _) | ("ArrowDown", true) => Command::ZoomOut,
        ("a" | "A", _) | ("ArrowLeft", true) => Command::PanEarlier,
        ("d" | "D", _) | ("ArrowRight", true) => Command::PanLater,
        ("f" | "F" | "0", _) => Command::Fit,
        ("ArrowLeft", false) => Command::Walk(Direction::Earlier),
        ("ArrowRight", false) => Command::Walk(Direction::Later),
        ("ArrowUp", false) => Command::Walk(Direction::Up),
        ("ArrowDown", false) => Command::Walk(Direction::Down),
        ("Escape", _) => Command::Clear,
        ("?", _) => Command::Help,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_walk_and_with_shift_move_the_view() {
        assert_eq!(command("ArrowRight", false), Some(Command::Walk(Direction::Later)));
        assert_eq!(command("ArrowRight", true), command("d", false));
        assert_eq!(command("ArrowUp", true), command("W", true));
        assert_eq!(command("Tab", false), None);
    }
}
