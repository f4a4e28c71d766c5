//! Scores: Milnor's condition.

/// The claim that the score of a position is not negative: that the player to move gets at least as much as if the
/// other player had to move. Where it is true of every position that can be reached, the game has nonnegative
/// incentive (Milnor, Sums of positional games, 1953), and scores bound those of sums
/// ([`play::score_sum`](crate::analyses::play::score_sum)). It is no theorem: many games do not have it.
pub const NONNEGATIVE_INCENTIVE: &str = "g >= 0";
