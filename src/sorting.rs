//! One compiled sort for every element type, for the places where a sort takes next to no time.
//!
//! The standard library compiles its stable sort anew for every element type and comparison, 4 to 9 KB of WebAssembly
//! each. [`sort_by`] sorts indices through one such instance and then moves the elements. Hot paths sort by the
//! standard library's `slice::sort_by` directly.

use std::cmp::Ordering;

/// The stable sort of `items` by `compare`, equal to the standard library's `slice::sort_by`.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let order = sorted_indices(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    for place in 0..order.len() {
        // Earlier swaps have carried the element on; following the swaps leads to where the element is now.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        items.swap(place, from);
    }
}

fn sorted_indices(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(keys in proptest::collection::vec(0_u8..20, 0..60)) {
            let numbered: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let (mut here, mut there) = (numbered.clone(), numbered);
            sort_by(&mut here, |one, other| one.0.cmp(&other.0));
            there.sort_by_key(|one| one.0);
            prop_assert_eq!(here, there);
        }
    }
}
