//! Wythoff Nim with blocking.

use super::published::{Games, Subject, Test, Theorem};
use super::statement::Statement;
use crate::domain::Coordinates;
use crate::golden_ratio::floor_phi;
use crate::ruleset::{Ruleset, VectorGame};
use crate::table::PositionView;

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "blocking-1",
        games: Games::One("wythoff+block=1"),
        subject: Subject::PPositions,
        statement: "P iff {x, y} = {0, 0}, {n, 2n+1} or {2v+2, 2w+2} with (v, w) P in Wythoff Nim",
        source: "Larsson, Blocking Wythoff Nim, 2011",
        sentence: Some(BLOCKING_1),
        test: Test::At(|position| {
            let (low, high) = ordered(position);
            let halves = low >= 2 && low % 2 == 0 && high % 2 == 0;
            let doubled = halves && is_wythoff_pair(low / 2 - 1, high / 2 - 1);
            Some(position.is_p == (high == 0 || high == 2 * low + 1 || doubled))
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "blocking-2",
        games: Games::One("wythoff+block=2"),
        subject: Subject::PPositions,
        statement: "P iff {x, y} = {0, 0}, {n, 2n+1} or {n, 2n+2}",
        source: "Larsson, Blocking Wythoff Nim, 2011",
        sentence: Some(BLOCKING_2),
        test: Test::At(|position| {
            let (low, high) = ordered(position);
            Some(position.is_p == (high == 0 || high == 2 * low + 1 || high == 2 * low + 2))
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "blocking-queen-recurrence",
        games: Games::Family("wythoff+block=B", is_wythoff_with_blocking),
        subject: Subject::PalaceNumbers,
        statement: "the palace number follows from the eight positions (x, y) - (i, j) with i, j \
                    <= 2 alone: its third difference along the three rays is that of their counts",
        source: "Cook, Larsson and Neary, A cellular automaton for blocking queen games, 2017",
        test: Test::Of(|job| {
            let block = job.ruleset().blocking_number();
            Statement::new(move |position| Some(recurs(position, block)))
        }),
        ..Theorem::PROVED
    },
];

const BLOCKING_1: &str = "forall x, y: p[wythoff+block=1](x, y) iff x == 0 and y == 0 or y == 2*x + 1 or \
                          x == 2*y + 1 or exists v, w: x == 2*v + 2 and y == 2*w + 2 and p[wythoff](v, w)";
const BLOCKING_2: &str = "forall x, y: p[wythoff+block=2](x, y) iff x == 0 and y == 0 or y == 2*x + 1 or \
                          y == 2*x + 2 or x == 2*y + 1 or x == 2*y + 2";

/// Returns the smaller and the larger heap, as numbers of 64 bits.
fn ordered(position: &PositionView) -> (u64, u64) {
    let [.., x, y] = position.at.map(u64::from);
    (x.min(y), x.max(y))
}

/// Returns whether (low, high) is (floor(n phi), floor(n phi) + n) for some n, which can only be the
/// difference.
fn is_wythoff_pair(low: u64, high: u64) -> bool {
    floor_phi(high - low) == u128::from(low)
}

/// Returns whether a game is Wythoff Nim with some blocking number.
fn is_wythoff_with_blocking(ruleset: &Ruleset) -> bool {
    let without_blocking = |game: &VectorGame| Ruleset::from(game.clone().with_blocking_number(0));
    ruleset.vector_game().is_some_and(|game| without_blocking(game).to_string() == "wythoff")
}

/// Returns whether the palace number of a position follows from those of its neighbours.
///
/// Let p be 1 at P-positions and 0 elsewhere, and let h, v and d be the numbers of P-positions among
/// the options of a position on its row, column and diagonal, so that its palace number is
/// q = h + v + d; outside the board all of them are 0. With the shifts X, Y and XY by (1, 0), (0, 1)
/// and (1, 1),
///
/// ```text
/// (1 - Y) h = Y p      (1 - X) v = X p      (1 - XY) d = XY p
/// ```
///
/// and multiplying q by all three factors leaves a recurrence over finitely many positions.
fn recurs(position: &PositionView, block: u32) -> bool {
    let Coordinates([.., x, y]) = position.at;
    let behind = |i: u32, j: u32| {
        let at = [0, 0, x.checked_sub(i)?, y.checked_sub(j)?];
        Some(if (i, j) == (0, 0) { position.value } else { position.value_of(Coordinates(at)) })
    };
    let q = |i: u32, j: u32| behind(i, j).map_or(0, i64::from);
    let p = |i: u32, j: u32| behind(i, j).map_or(0, |value| i64::from(value <= block));
    // (1 - X)(1 - Y)(1 - XY) q
    let left = q(0, 0) - q(1, 0) - q(0, 1) + q(2, 1) + q(1, 2) - q(2, 2);
    // (1 - X)(1 - XY) Y p + (1 - Y)(1 - XY) X p + (1 - X)(1 - Y) XY p
    let along_row = p(0, 1) - p(1, 1) - p(1, 2) + p(2, 2);
    let along_column = p(1, 0) - p(1, 1) - p(2, 1) + p(2, 2);
    let along_diagonal = p(1, 1) - p(2, 1) - p(1, 2) + p(2, 2);
    left == along_row + along_column + along_diagonal
}
