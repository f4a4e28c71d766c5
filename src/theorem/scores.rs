//! Scores: Nim as a scoring game, and Milnor's condition.

use super::nim::is_nim;
use super::published::{Games, ProofStatus, Subject, Test, Theorem};
use super::statement::Statement;

pub(super) const THEOREMS: &[Theorem] = &[Theorem {
    name: "nim-scores",
    games: Games::Family("nim:HEAPS", is_nim),
    subject: Subject::Scores,
    statement: "g = a - b + c for the heaps a >= b >= c, if a token is a point: a best move takes a largest heap",
    source: "Claim 1 of docs/scoring.md",
    known: ProofStatus::ProvedInTheDocumentation,
    test: Test::At(|position| {
        let mut heaps = position.at.0.map(i64::from);
        heaps.sort_unstable_by(|one, other| other.cmp(one));
        let signs = [1, -1].into_iter().cycle();
        let expected: i64 = heaps.iter().zip(signs).map(|(heap, sign)| heap * sign).sum();
        Some(position.number(position.value) == expected)
    }),
    ..Theorem::PROVED
}];

/// Returns the statement that the score of a position is not negative: that the player to move gets at least
/// as much as if the other player had to move. Where it is true of every position that can be reached, the
/// game has nonnegative incentive (Milnor, Sums of positional games, 1953), and scores bound those of sums
/// ([`play::score_sum`](crate::play::score_sum)). It is no theorem: many games do not have it.
pub fn nonnegative_incentive() -> Statement {
    Statement::new(|position| position.number(position.value) >= 0)
}
