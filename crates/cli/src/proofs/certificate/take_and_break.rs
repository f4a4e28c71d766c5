//! The moves of take-and-break games, read off the digits of their codes (Winning Ways, chapter 4). A move takes k tokens and
//! leaves the rest as heaps that are not empty. Their number may be 0, 1, 2 or 3 if the digit of k has 1, 2, 4 or 8 in it.

use super::choice::{Choice, Move};
use super::constraint::{Constraint, Sign};
use grundytab::ruleset::TakeAndBreakGame;

/// Returns the moves.
pub(super) fn moves(game: &TakeAndBreakGame) -> Vec<Move> {
    const HEAP: usize = 0;
    let mut moves = Vec::new();
    for (taken, &digit) in (0_i64..).zip(game.digits()) {
        for heaps in (0..4).filter(|heaps| digit >> heaps & 1 == 1) {
            let mut choice = Choice::default();
            let left: Vec<usize> = (0..heaps).map(|_| choice.hide(1)).collect();
            // x = a + b + ... + k
            let mut terms = vec![(1, HEAP)];
            terms.extend(left.iter().map(|&heap| (-1, heap)));
            choice.constraints.push(Constraint::Linear(terms, -taken, Sign::Zero));
            for &heap in &left {
                choice.constraints.push(Constraint::Linear(vec![(1, heap)], 0, Sign::Positive));
            }
            if game.is_unequal() {
                for pair in left.windows(2) {
                    let larger = vec![(1, pair[1]), (-1, pair[0])];
                    choice.constraints.push(Constraint::Linear(larger, 0, Sign::Positive));
                }
            }
            moves.push(Move { choice, option: left.iter().map(|&heap| vec![heap]).collect() });
        }
    }
    moves
}
