//! Scores: Nim as a scoring game, and Milnor's condition.

use super::nim::is_nim;
use super::published::{Games, ProofStatus, Subject, Theorem, TheoremClaim};

pub(super) const THEOREMS: &[Theorem] = &[Theorem {
    name: "nim-scores",
    games: Games::Family("nim:HEAPS", is_nim),
    subject: Subject::Scores,
    words: "g = a - b + c for the heaps a >= b >= c, if a token is a point: a best move takes a largest heap",
    source: "Claim 1 of docs/scoring.md",
    known: ProofStatus::ProvedInTheDocumentation,
    claim: TheoremClaim::OfGame(|game| {
        // The least heap is the minimum. The second largest of four heaps is the maximum of the minima of pairs.
        let score = match game.heaps() {
            1 => "x",
            2 => "max(x, y) - min(x, y)",
            3 => "2*max(x, y, z) + 2*min(x, y, z) - tokens",
            _ => {
                "max(x, y, z, w) - min(x, y, z, w) \
                 - max(min(x, y), min(x, z), min(x, w), min(y, z), min(y, w), min(z, w)) \
                 + min(max(x, y), max(x, z), max(x, w), max(y, z), max(y, w), max(z, w))"
            }
        };
        format!("g == {score}")
    }),
    ..Theorem::PROVED
}];

/// The claim that the score of a position is not negative: that the player to move gets at least as much as if the
/// other player had to move. Where it is true of every position that can be reached, the game has nonnegative
/// incentive (Milnor, Sums of positional games, 1953), and scores bound those of sums
/// ([`play::score_sum`](crate::analyses::play::score_sum)). It is no theorem: many games do not have it.
pub const NONNEGATIVE_INCENTIVE: &str = "g >= 0";
