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
pub use graph::GameGraph;
pub use options::{OptionValue, Options, ScoringMove, options};
pub use played::PlayedStops;
pub use query::{Answer, WinningMoves, query};
pub use score_sum::{Obstacle, ScoreSum, score_sum};
pub use stops::{Comparison, Stops};
pub use sum::sum;

pub use crate::quantity::Mover;

use crate::domain::Position;
use crate::ruleset::Ruleset;

/// Describes the move between two positions of a game in words, with the heaps x, y, z: `take 3
/// from x, return 1 to y`.
pub fn describe_move(ruleset: &Ruleset, from: Position, to: Position) -> String {
    ruleset.rules().describe_move(from, to)
}
