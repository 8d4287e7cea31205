//! What pointers do on the timeline: one drags, two pinch, on the strip they move what is seen.

/// How far a pointer may travel and still be a tap, px.
const TAP: f64 = 6.0;

/// What a pointer's movement asks for, in px from the drawing's left edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Movement {
    /// Everything follows the pointer.
    Drag {
        /// To the right if positive.
        by: f64,
    },
    /// Shows `factor` times as much around a point that moved.
    Pinch {
        /// Below 1: closer.
        factor: f64,
        /// The middle between the two pointers.
        at: f64,
        /// How far that middle moved.
        by: f64,
    },
    /// Shows what is at this point of the strip.
    Strip { to: f64 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    pointer: i32,
    x: f64,
    y: f64,
}

/// The pointers that are down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hand {
    held: Vec<Held>,
    on_strip: bool,
    travelled: f64,
}

impl Hand {
    /// A pointer went down.
    pub fn press(&mut self, pointer: i32, x: f64, y: f64, on_strip: bool) {
        self.held.retain(|held| held.pointer != pointer);
        if self.held.is_empty() {
            self.on_strip = on_strip;
            self.travelled = 0.0;
        } else {
            // A second finger is no tap.
            self.travelled = f64::INFINITY;
        }
        self.held.push(Held { pointer, x, y });
    }

    /// A pointer moved; nothing while it may still become a tap, or is not down.
    pub fn drag(&mut self, pointer: i32, x: f64, y: f64) -> Option<Movement> {
        let index = self.held.iter().position(|held| held.pointer == pointer)?;
        let before = self.held.clone();
        let held = self.held.get_mut(index)?;
        let by = x - held.x;
        if self.travelled < TAP {
            let travelled = by.hypot(y - held.y);
            if travelled < TAP && !self.on_strip {
                return None;
            }
            self.travelled = travelled.max(TAP);
        }
        *held = Held { pointer, x, y };
        match (before.as_slice(), self.held.as_slice()) {
            _ if self.on_strip => Some(Movement::Strip { to: x }),
            ([_], _) => Some(Movement::Drag { by }),
            ([a, b, ..], [now_a, now_b, ..]) if index < 2 => {
                let apart = |a: &Held, b: &Held| (a.x - b.x).hypot(a.y - b.y).max(1.0);
                let middle = |a: &Held, b: &Held| (a.x + b.x) / 2.0;
                let at = middle(now_a, now_b);
                Some(Movement::Pinch { factor: apart(a, b) / apart(now_a, now_b), at, by: at - middle(a, b) })
            }
            _ => None,
        }
    }

    /// A pointer went up or was taken away; says whether it was a tap.
    pub fn release(&mut self, pointer: i32) -> bool {
        let before = self.held.len();
        self.held.retain(|held| held.pointer != pointer);
        before == 1 && self.held.is_empty() && self.travelled < TAP && !self.on_strip
    }

    /// Whether any pointer is down.
    pub fn is_down(&self) -> bool {
        !self.held.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_movement_is_a_tap_and_a_larger_one_a_drag() {
        let mut hand = Hand::default();
        hand.press(1, 100.0, 50.0, false);
        assert_eq!(hand.drag(1, 103.0, 52.0), None);
        assert!(hand.release(1));
        hand.press(1, 100.0, 50.0, false);
        assert_eq!(hand.drag(1, 110.0, 50.0), Some(Movement::Drag { by: 10.0 }));
        assert_eq!(hand.drag(1, 111.0, 50.0), Some(Movement::Drag { by: 1.0 }));
        assert!(!hand.release(1) && !hand.is_down());
        assert_eq!(hand.drag(1, 120.0, 50.0), None, "it only hovers");
    }

    #[test]
    fn two_fingers_pinch_around_their_middle() {
        let mut hand = Hand::default();
        hand.press(1, 100.0, 50.0, false);
        hand.press(2, 200.0, 50.0, false);
        // 100 px apart become 200: half as much is shown.
        assert_eq!(hand.drag(2, 300.0, 50.0), Some(Movement::Pinch { factor: 0.5, at: 200.0, by: 50.0 }));
        assert!(!hand.release(2));
        assert_eq!(hand.drag(1, 90.0, 50.0), Some(Movement::Drag { by: -10.0 }), "one finger is left");
        assert!(!hand.release(1));
    }

    #[test]
    fn on_the_strip_a_pointer_says_where() {
        let mut hand = Hand::default();
        hand.press(7, 300.0, 240.0, true);
        assert_eq!(hand.drag(7, 301.0, 100.0), Some(Movement::Strip { to: 301.0 }));
        assert!(!hand.release(7));
    }
}
