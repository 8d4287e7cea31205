//! The scenarios that a worker holds. Page and worker keep the same list, so the page knows what a worker has
//! forgotten without asking.

use std::collections::VecDeque;

/// Scenarios that a worker holds at most.
const MAX_HELD: usize = 4;

/// The last [`MAX_HELD`] values by number; one more displaces the oldest.
#[derive(Clone, Debug)]
pub struct Recent<T>(VecDeque<(u32, T)>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Recent<T> {
    /// The value of that number, unless it was displaced.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.0.iter().find(|(held, _)| *held == number).map(|(_, value)| value)
    }

    /// The number of a value that `is_meant` says.
    pub fn find(&self, is_meant: impl Fn(&T) -> bool) -> Option<u32> {
        self.0.iter().find(|(_, value)| is_meant(value)).map(|(number, _)| *number)
    }

    /// Adds a value as the newest.
    pub fn insert(&mut self, number: u32, value: T) {
        if self.0.len() >= MAX_HELD {
            self.0.pop_front();
        }
        self.0.push_back((number, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_more_displaces_the_oldest() {
        let mut recent = Recent::default();
        for number in 1..=5 {
            recent.insert(number, number * 10);
        }
        assert_eq!((recent.get(1), recent.get(2), recent.get(5)), (None, Some(&20), Some(&50)));
    }
}
