//! Values of any size: the values of all options of one heap after the other are marked, and the least number without a mark
//! is the value of the heap.

use super::numbers_taken::NumbersTaken;

/// The values of the heaps from 0 on.
pub(super) struct Marks {
    values: Vec<u32>,
    /// For each value the last heap with an option that has it.
    marks: Vec<u32>,
}

impl Marks {
    /// Goes on where these values end, of which there is one at least.
    pub(super) fn new(values: Vec<u32>) -> Self {
        Marks { values, marks: Vec::new() }
    }

    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    pub(super) fn push(&mut self, value: u32) {
        self.values.push(value);
    }

    /// Finds the next value. It is asked now and then whether to go on.
    pub(super) fn find<E>(
        &mut self,
        moves: &NumbersTaken,
        ask: &impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        let Marks { values, marks } = self;
        let heap = values.len();
        let mut mark = |value: u32| {
            let index = value as usize;
            if marks.len() <= index {
                // The empty heap has no options.
                marks.resize(index + 1, 0);
            }
            marks[index] = heap as u32;
        };
        moves.leaving(0, heap).for_each(|_| mark(0));
        moves.leaving(1, heap).for_each(|left| mark(values[left]));
        for left in moves.leaving(2, heap) {
            let end = if moves.is_unequal { left.div_ceil(2) } else { left / 2 + 1 };
            (1..end).for_each(|first| mark(values[first] ^ values[left - first]));
        }
        for left in moves.leaving(3, heap) {
            for first in 1..=left / 3 {
                ask()?;
                let others = left - first;
                let ends = first..=others / 2;
                ends.for_each(|one| mark(values[first] ^ values[one] ^ values[others - one]));
            }
        }
        let value = marks.iter().position(|&mark| mark != heap as u32);
        values.push(value.unwrap_or(marks.len()) as u32);
        ask()
    }
}
