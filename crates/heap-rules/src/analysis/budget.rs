//! How much work proofs about rules may take: rules of a megabyte are looked through in a second, too.

use std::cell::Cell;

/// The steps of all proofs about the rules of a game: a condition of a part of a clause that is looked at, or two inequalities that
/// are added up. A step takes less than a microsecond, and rules that people write take some thousands.
const STEPS: u64 = 1 << 20;

/// The steps that are left. Where there are too few, nothing is proved, and nothing is claimed.
#[derive(Debug)]
pub struct Budget(Cell<u64>);

impl Default for Budget {
    fn default() -> Self {
        Budget(Cell::new(STEPS))
    }
}

impl Budget {
    /// Begins with this number of steps.
    #[cfg(test)]
    pub(crate) fn of(steps: u64) -> Self {
        Budget(Cell::new(steps))
    }

    /// Takes steps; `None` if fewer are left, and from then on.
    pub(crate) fn spend(&self, steps: usize) -> Option<()> {
        let left = self.0.get().checked_sub(steps as u64);
        self.0.set(left.unwrap_or(0));
        left.map(drop)
    }
}
