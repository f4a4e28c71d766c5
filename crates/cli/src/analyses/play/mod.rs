//! Play from stored tables: values of positions, winning moves, and disjunctive sums.

mod class_sum;
mod loopy_sum;
mod nim_heap;
mod option_values;
mod options;
mod played;
mod query;
mod reached;
mod score_sum;
mod stops;
mod sum;

pub use class_sum::{ClassSumAnswer, MovingFirst, class_sum};
pub use loopy_sum::{GeneralizedValue, loopy_sum};
pub use nim_heap::{beside_nim_heap, require_nim_values};
pub use options::{OptionValue, Options, options};
pub use played::PlayedStops;
pub use query::{Answer, WinningMoves, prepare, query};
pub use score_sum::{Obstacle, ScoreSum, score_sum};
pub use stops::{Comparison, Stops};
pub use sum::sum;

pub use grundytab::quantity::Mover;

use grundytab::domain::{Position, Sum};
use grundytab::ruleset::Ruleset;

/// Describes the move from a position of a game to an option in words, with the heaps x, y, z: `take 3
/// from x, return 1 to y`; or, to a sum of positions, `take 2, leave 1 and 5`.
pub fn describe_move(ruleset: &Ruleset, from: Position, to: &Sum<Position>) -> String {
    match to.single() {
        Some(to) => ruleset.definition().describe_move(from, to),
        None => ruleset.definition().describe_split(from, to),
    }
}
