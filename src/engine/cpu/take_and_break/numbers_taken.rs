//! The moves of a game, by the number of heaps that they leave.

use crate::ruleset::TakeAndBreakGame;

/// The numbers of tokens that moves take.
#[derive(Debug, Clone)]
pub(super) struct NumbersTaken {
    /// By the number of heaps that are left, none of them empty.
    taken: [Vec<usize>; 4],
    /// Whether two heaps that are left must differ in size.
    pub(super) is_unequal: bool,
    /// The most tokens that a move takes.
    pub(super) most_taken: usize,
}

impl NumbersTaken {
    pub(super) fn new(game: &TakeAndBreakGame) -> Self {
        let taken = [0, 1, 2, 3].map(|heaps| {
            let taken = (0..=game.most_taken()).filter(|&taken| game.may_leave(taken, heaps));
            taken.map(|taken| taken as usize).collect()
        });
        NumbersTaken {
            taken,
            is_unequal: game.is_unequal(),
            most_taken: game.most_taken() as usize,
        }
    }

    /// Returns how many tokens are left by the moves from a heap that leave this number of heaps.
    pub(super) fn leaving(&self, heaps: usize, heap: usize) -> impl Iterator<Item = usize> {
        let left = self.taken[heaps].iter().filter_map(move |&taken| heap.checked_sub(taken));
        // Nothing is left by a move that leaves no heap alone.
        left.filter(move |&left| if heaps == 0 { left == 0 } else { left >= heaps })
    }

    /// Returns whether some move leaves three heaps.
    pub(super) fn leave_three(&self) -> bool {
        !self.taken[3].is_empty()
    }

    /// Returns the parity of the numbers of tokens that moves take which leave two heaps, if all have the same.
    pub(super) fn parity_of_splits(&self) -> Option<u32> {
        let mut parities = self.taken[2].iter().map(|taken| (taken % 2) as u32);
        let first = parities.next()?;
        parities.all(|parity| parity == first).then_some(first)
    }
}
