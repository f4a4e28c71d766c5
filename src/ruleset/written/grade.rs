//! What rules say of the grades and the options of positions, and how large they get on a domain.

use std::fmt;
use std::sync::Arc;

use heap_rules::intervals::{Bounds, possible};

use super::clauses::WrittenRuleset;
use crate::domain::{Coordinates, Domain, GradeFunction, Grading};
use crate::invalid_input::InvalidInputKind;
use crate::ruleset::facts::{Misfit, misfit};

/// The grade that rules state.
struct StatedGrade(WrittenRuleset);

impl fmt::Debug for StatedGrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the grade of {:?}", self.0)
    }
}

impl GradeFunction for StatedGrade {
    /// A position without a grade is the fault of the rules, which the engines find.
    fn grade(&self, at: Coordinates) -> u32 {
        self.0.rules().grade(at.unpadded(self.0.heaps())).unwrap_or(u32::MAX)
    }
}

/// Returns how the positions of a game are graded.
pub(super) fn grading(game: &WrittenRuleset) -> Grading {
    match game.rules().grade {
        None => Grading::TokenSum,
        Some(_) => Grading::Function(Arc::new(StatedGrade(game.clone()))),
    }
}

/// Returns the least and the largest size of each heap of a domain.
pub fn heap_bounds(domain: &Domain) -> Vec<Bounds> {
    domain.shape().iter().map(|&side| (0, i64::from(side) - 1)).collect()
}

/// A heap whose largest size is sought is at most this large: a switch, a counter of passes, a least heap.
const LARGEST_OF_BOUNDED: i64 = 15;

/// Returns the largest size of each heap of a position, where the condition on positions bounds it by a small number.
pub fn largest_heaps(game: &WrittenRuleset) -> Vec<Option<u32>> {
    let any: Bounds = (0, i64::from(u32::MAX));
    let is_none = |heap: usize, most: i64| {
        let mut heaps = vec![any; game.heaps()];
        heaps[heap] = (most + 1, any.1);
        let positions = game.rules().positions.as_ref();
        positions.and_then(|of| possible(of, &heaps)).is_some_and(|possible| !possible.truth)
    };
    let largest = |heap| (0..=LARGEST_OF_BOUNDED).find(|&most| is_none(heap, most));
    (0..game.heaps()).map(|heap| largest(heap).map(|most| most as u32)).collect()
}

/// The largest grade of positions that are tabulated: there is a layer for each grade.
const LARGEST: i64 = 1 << 27;

/// Checks that the grades on a domain are not too large.
pub(super) fn check(game: &WrittenRuleset, domain: &Domain) -> Result<(), Misfit> {
    if game.rules().grade.is_none() {
        return Ok(());
    }
    match game.rules().grade_bounds(&heap_bounds(domain)) {
        Some((_, ..=LARGEST)) => Ok(()),
        Some((_, largest)) => misfit(
            InvalidInputKind::TooLarge,
            format!("the grade may reach {largest}, and at most {LARGEST} is tabulated"),
            "state a grade that is smaller, or give a smaller domain",
        ),
        None => misfit(
            InvalidInputKind::UnsupportedExpression,
            "the grade may have no value at some cell: it divides by what may be 0, may pass 64 bits, or a function is not \
             defined",
            "state one that has a value at every cell, for instance with if(...)",
        ),
    }
}

/// Returns an upper bound of the grades on a domain.
pub(super) fn largest(game: &WrittenRuleset, domain: &Domain) -> u32 {
    if game.rules().grade.is_none() {
        return domain.largest_token_sum();
    }
    let (_, largest) = game.rules().grade_bounds(&heap_bounds(domain)).unwrap_or((0, i64::MAX));
    u32::try_from(largest.max(0)).unwrap_or(u32::MAX)
}

/// Returns an upper bound of the number of distinct options of a position. There may be more sums than positions.
pub(super) fn most_options(game: &WrittenRuleset, domain: &Domain) -> u64 {
    let others = if game.has_sums() { u64::MAX } else { domain.positions().saturating_sub(1) };
    game.rules().most_options(&heap_bounds(domain)).min(others)
}

/// Checks that the points of all moves on a domain have bounds.
pub(super) fn check_points(game: &WrittenRuleset, domain: &Domain) -> Result<(), Misfit> {
    let Err(number) = game.rules().points_bounds(&heap_bounds(domain)) else { return Ok(()) };
    let clause = game.written().moves.each().into_iter().flatten().nth(number);
    let pays = clause.and_then(|clause| clause.pays.as_ref());
    let pays = pays.map(|pays| format!("pays {pays}")).unwrap_or_default();
    misfit(
        InvalidInputKind::TooLarge,
        format!("what a move pays by `{pays}` may pass 64 bits"),
        "bound what stands behind `pays`, for instance with min and max, or give the ranges bounds that have a value at every \
         position",
    )
}

/// Returns an upper bound of the points of a move, of either sign.
pub fn most_points_of_move(game: &WrittenRuleset, domain: &Domain) -> u64 {
    let bounds = game.rules().points_bounds(&heap_bounds(domain));
    bounds.map_or(u64::MAX, |(least, largest)| least.unsigned_abs().max(largest.unsigned_abs()))
}
