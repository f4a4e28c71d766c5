//! The numbers of sets and lists, which the functions of a game look up in a buffer.

use std::cell::RefCell;

/// The numbers of all sets and lists, one after another: a buffer of the shader.
#[derive(Default)]
pub(super) struct Sets(RefCell<Vec<i32>>);

impl Sets {
    /// Returns where some numbers begin. Both functions of a game go through the same sets.
    pub(super) fn place_of(&self, numbers: &[i32]) -> usize {
        let mut all = self.0.borrow_mut();
        let place = all.windows(numbers.len().max(1)).position(|known| known == numbers);
        place.unwrap_or_else(|| {
            all.extend(numbers);
            all.len() - numbers.len()
        })
    }

    /// Returns all numbers.
    pub(super) fn all(&self) -> Vec<i32> {
        self.0.borrow().clone()
    }
}
