//! The memory of a run.

use super::numbers_taken::NumbersTaken;
use super::planes::TILE;
use super::sets::{BLOCK, kept, most_planes};
use super::tabulation::longest_search;
use crate::ruleset::TakeAndBreakGame;

/// Returns the bytes that a run on this number of heaps may take, if their values are at most `largest`.
pub(super) fn bytes(game: &TakeAndBreakGame, heaps: u64, largest: u64) -> u64 {
    let moves = NumbersTaken::new(game);
    let most_planes = most_planes(&moves, heaps as usize) as u64;
    // They become an eighth more at a time.
    let needed = largest / 64 + 1;
    let mut planes = (needed + needed / 8 + 1).min(most_planes);
    // A search for a period takes four bytes for each heap.
    let searched = if game.is_unequal() { 0 } else { longest_search(heaps) };
    // Values twice; and rare heaps, which are seldom more than a quarter.
    let of_heaps = (2 * 2 * heaps).max((2 * 2 + 4) * searched) + heaps;
    if moves.leave_three() {
        planes = planes.next_power_of_two();
    }
    let pairs = if moves.leave_three() { heaps } else { 0 };
    let kept = (kept(planes as usize) as u64).min(heaps);
    let block = (BLOCK as u64).min(heaps);
    // The last heaps, what is made for larger fixed parts, the first ones, and the sets of a block and of what moves reach.
    let sets =
        2 * kept + (kept + block) + (block + TILE as u64) + 2 * (block + moves.most_taken as u64);
    let marks = if largest >= 64 * most_planes { 4 * heaps + 4 * (2 * largest) } else { 0 };
    of_heaps + 8 * planes * (sets + pairs) + marks
}
