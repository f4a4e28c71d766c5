//! Play from stored tables: values of positions, winning moves, and disjunctive sums.

mod class_sum;
mod graph;
mod options;
mod played;
mod query;
mod reached;
mod score_sum;
mod stops;
mod sum;

pub use class_sum::{ClassSumAnswer, MovingFirst, class_sum};
pub use graph::{GameGraph, MoveEdge, Node};
pub use options::{OptionValue, Options, ScoringMove, options};
pub use played::PlayedStops;
pub use query::{Answer, WinningMoves, query};
pub use score_sum::{Obstacle, ScoreSum, score_sum};
pub use stops::{Comparison, MOST_MOVES_OF_A_SUM, Stops};
pub use sum::{SumAnswer, sum};

pub use crate::quantity::Mover;

use crate::domain::Position;
use crate::ruleset::Ruleset;

/// Describes the move between two positions of a game in words, with the heaps x, y, z: `take 3
/// from x, return 1 to y`.
///
/// ```
/// use grundytab::{Position, Ruleset};
/// use grundytab::play::describe_move;
/// let (from, to) = (Position::new(&[5, 3]), Position::new(&[4, 2]));
/// let wythoff = Ruleset::parse("wythoff")?;
/// assert_eq!(describe_move(&wythoff, from, to), "take 1 from x and 1 from y");
/// assert_eq!(describe_move(&Ruleset::Fibonacci, from, to), "take 1, which leaves the limit 2");
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
pub fn describe_move(ruleset: &Ruleset, from: Position, to: Position) -> String {
    ruleset.rules().describe_move(from, to)
}
