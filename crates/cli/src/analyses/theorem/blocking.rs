//! Wythoff Nim with blocking.

use super::published::{Games, Subject, Theorem, TheoremClaim};
use grundytab::ruleset::{Ruleset, VectorGame};

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "blocking-1",
        games: Games::One("wythoff+block=1"),
        subject: Subject::PPositions,
        words: "P iff {x, y} = {0, 0}, {n, 2n+1} or {2v+2, 2w+2} with (v, w) P in Wythoff Nim",
        source: "Larsson, Blocking Wythoff Nim, 2011",
        // (v, w) is P in Wythoff Nim if the smaller heap is floor(n phi) for the difference n.
        claim: TheoremClaim::Text(
            "p iff x + y == 0 or max(x, y) == 2*min(x, y) + 1 or min(x, y) > 0 and x % 2 == 0 and y % 2 == 0 and \
             min(x, y) / 2 - 1 == floor_phi(abs(x - y) / 2)",
        ),
        decided: &["wythoff+block=1"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "blocking-2",
        games: Games::One("wythoff+block=2"),
        subject: Subject::PPositions,
        words: "P iff {x, y} = {0, 0}, {n, 2n+1} or {n, 2n+2}",
        source: "Larsson, Blocking Wythoff Nim, 2011",
        claim: TheoremClaim::Text(
            "p iff x + y == 0 or max(x, y) == 2*min(x, y) + 1 or max(x, y) == 2*min(x, y) + 2",
        ),
        decided: &["wythoff+block=2"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "blocking-queen-recurrence",
        games: Games::Family("wythoff+block=B", is_wythoff_with_blocking),
        subject: Subject::PalaceNumbers,
        words: "the palace number follows from the eight positions (x, y) - (i, j) with i, j \
                <= 2 alone: its third difference along the three rays is that of their counts",
        source: "Cook, Larsson and Neary, A cellular automaton for blocking queen games, 2017",
        claim: TheoremClaim::Text(QUEEN_RECURRENCE),
        ..Theorem::PROVED
    },
];

/// Let p be 1 at P-positions and 0 elsewhere, and let h, v and d be the numbers of P-positions among
/// the options of a position on its row, column and diagonal, so that its palace number is
/// g = h + v + d; outside the board all of them are 0. With the shifts X, Y and XY by (1, 0), (0, 1)
/// and (1, 1),
///
/// ```text
/// (1 - Y) h = Y p      (1 - X) v = X p      (1 - XY) d = XY p
/// ```
///
/// and multiplying g by all three factors leaves a recurrence over finitely many positions:
///
/// ```text
/// (1 - X)(1 - Y)(1 - XY) g
///     = (1 - X)(1 - XY) Y p + (1 - Y)(1 - XY) X p + (1 - X)(1 - Y) XY p
/// (1 - X - Y + XXY + XYY - XXYY) g = (X + Y - XY - 2 XXY - 2 XYY + 3 XXYY) p
/// ```
const QUEEN_RECURRENCE: &str = "g - if(x > 0, g(x - 1, y), 0) - if(y > 0, g(x, y - 1), 0) \
    + if(x > 1 and y > 0, g(x - 2, y - 1), 0) + if(x > 0 and y > 1, g(x - 1, y - 2), 0) \
    - if(x > 1 and y > 1, g(x - 2, y - 2), 0) \
    == (x > 0 and p(x - 1, y)) + (y > 0 and p(x, y - 1)) - (x > 0 and y > 0 and p(x - 1, y - 1)) \
    - 2*(x > 1 and y > 0 and p(x - 2, y - 1)) - 2*(x > 0 and y > 1 and p(x - 1, y - 2)) \
    + 3*(x > 1 and y > 1 and p(x - 2, y - 2))";

/// Returns whether a game is Wythoff Nim with some blocking number.
fn is_wythoff_with_blocking(ruleset: &Ruleset) -> bool {
    let without_blocking = |game: &VectorGame| Ruleset::from(game.clone().with_blocking_number(0));
    ruleset.vector_game().is_some_and(|game| without_blocking(game).to_string() == "wythoff")
}
