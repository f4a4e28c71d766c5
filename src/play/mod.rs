//! Play from stored tables: values of positions, winning moves, and disjunctive sums.

mod sum;

pub use sum::{SumAnswer, sum};

use crate::domain::Position;
use crate::engine::options;
use crate::invalid_input::InvalidInput;
use crate::quantity::{is_won_by_left, is_won_by_right};
use crate::ruleset::Ruleset;
use crate::table::{ScanError, TableError, TableReader};

/// The answer of a table to the question about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// Its stored value.
    pub value: u32,
    /// Whether it is a P-position: whether the player who moved last wins.
    pub is_p_position: bool,
    /// The winning moves of the next player or, in a partizan game, of each player.
    pub winning: Vec<WinningMoves>,
}

/// The options to which a player wins by moving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinningMoves {
    /// The player.
    pub mover: Mover,
    /// In an impartial game the P-positions among the options of an N-position. In a blocking game
    /// these are more than the opponent may block. In misère play there is none where the player to
    /// move has won already, because there is no move.
    pub options: Vec<Position>,
}

/// The player who moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// The next player of an impartial game.
    Next,
    /// Left in a partizan game.
    Left,
    /// Right in a partizan game.
    Right,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The question makes no sense for this table.
    #[error(transparent)]
    Refused(#[from] InvalidInput),
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The scan of a table on which the answer depends did not come to its end.
    #[error(transparent)]
    Scan(#[from] ScanError),
}

/// Looks up a position and its winning moves.
///
/// # Errors
/// When the position is not in the table, with the domain of the table; or when the table is
/// incomplete or damaged.
pub fn query(table: &TableReader, heaps: &[u32]) -> Result<Answer, PlayError> {
    table.require_complete()?;
    let position = table.position(heaps)?;
    let job = table.plan().job();
    let lookup = table.lookup();
    let value = lookup.value(position.coordinates());
    let is_p_position = job.is_p_position(value);
    let moves = |mover, is_won: &dyn Fn(u32) -> bool| {
        let mut options = distinct_options(table, position, mover);
        options.retain(|option| is_won(lookup.value(option.coordinates())));
        WinningMoves { mover, options }
    };
    let winning = match job.ruleset() {
        Ruleset::Partizan(_) => {
            vec![moves(Mover::Left, &is_won_by_left), moves(Mover::Right, &is_won_by_right)]
        }
        Ruleset::Vector(_) | Ruleset::Digraph(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci => {
            vec![moves(Mover::Next, &|value| !is_p_position && job.is_p_position(value))]
        }
    };
    lookup.finish()?;
    Ok(Answer { position, value, is_p_position, winning })
}

/// Returns the options of a position for a player in the order of [`Position`], each once.
fn distinct_options(table: &TableReader, position: Position, mover: Mover) -> Vec<Position> {
    let job = table.plan().job();
    let game = match (job.ruleset(), mover) {
        (Ruleset::Partizan(game), Mover::Left) => Ruleset::Vector(game.left().clone()),
        (Ruleset::Partizan(game), Mover::Right) => Ruleset::Vector(game.right().clone()),
        (Ruleset::Partizan(_), Mover::Next)
        | (Ruleset::Vector(_) | Ruleset::Digraph(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci, _) => {
            job.ruleset().clone()
        }
    };
    let mut options: Vec<Position> = options(&game, position.coordinates())
        .into_iter()
        .map(|option| job.domain().position(option))
        .collect();
    options.sort_unstable();
    options.dedup();
    options
}

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
    ruleset.describe_move(from, to)
}
