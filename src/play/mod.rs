//! Play from stored tables: the value of a position, its winning moves, and disjunctive sums.

mod sum;

pub use sum::{SumAnswer, sum};

use crate::domain::Position;
use crate::engine::options;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{is_won_by_left, is_won_by_right};
use crate::ruleset::Ruleset;
use crate::table::{StoredValues, TableError, TableReader};
use crate::verify::VerifyError;

/// What a table says of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// Its stored value.
    pub value: u32,
    /// Whether the previous player wins.
    pub is_p_position: bool,
    /// The winning moves, of the next player or of each of the two.
    pub winning: Vec<WinningMoves>,
}

/// The options that a player wins by moving to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinningMoves {
    /// Whose they are.
    pub mover: Mover,
    /// From an N-position those that are P-positions; in a blocking game there are more of them
    /// than the opponent may block. In misère play there is none where the player to move has won
    /// already, having no move.
    pub options: Vec<Position>,
}

/// A player who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// Whoever it is, in an impartial game.
    Next,
    /// Left, in a partizan game.
    Left,
    /// Right.
    Right,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The question makes no sense for this table.
    #[error(transparent)]
    Refused(#[from] InvalidInput),
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A check of what the answer rests on did not come to an end.
    #[error(transparent)]
    Unchecked(#[from] VerifyError),
}

/// Looks up a position and its winning moves.
///
/// # Errors
/// When the position is not in the table, the refusal tells the table's extent; or when the table
/// is incomplete or damaged.
pub fn query(table: &TableReader, heaps: &[u32]) -> Result<Answer, PlayError> {
    table.require_complete()?;
    let position = position_of(table, heaps)?;
    let job = table.plan().job();
    let stored = StoredValues::new(table);
    let lookup = stored.lookup();
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
        _ => vec![moves(Mover::Next, &|value| !is_p_position && job.is_p_position(value))],
    };
    lookup.finish()?;
    Ok(Answer { position, value, is_p_position, winning })
}

fn position_of(table: &TableReader, heaps: &[u32]) -> Result<Position, InvalidInput> {
    let domain = table.plan().job().domain();
    let text = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    if heaps.len() != domain.heaps() {
        return Err(InvalidInput::new(
            InvalidInputKind::WrongHeapCount,
            text,
            format!("the position has {} heaps, the table {}", heaps.len(), domain.heaps()),
            "give one heap size for each, separated by commas",
        ));
    }
    let position = Position::new(heaps);
    match domain.contains(position.coordinates()) {
        true => Ok(position),
        false => Err(InvalidInput::new(
            InvalidInputKind::OutsideDomain,
            text,
            format!("the position {position} is not in the table"),
            format!("the table holds {domain}"),
        )),
    }
}

/// The options of a position for a player, each once, in order.
fn distinct_options(table: &TableReader, position: Position, mover: Mover) -> Vec<Position> {
    let job = table.plan().job();
    let game = match (job.ruleset(), mover) {
        (Ruleset::Partizan(game), Mover::Left) => Ruleset::Vector(game.left().clone()),
        (Ruleset::Partizan(game), Mover::Right) => Ruleset::Vector(game.right().clone()),
        (game, _) => game.clone(),
    };
    let mut options: Vec<Position> = options(&game, position.coordinates())
        .into_iter()
        .map(|option| job.domain().position(option))
        .collect();
    options.sort_unstable();
    options.dedup();
    options
}

/// The move between two positions of a game in words, by heaps x, y, z: `take 3 from x, return 1
/// to y`.
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
    if let (Ruleset::Fibonacci, &[heap, _], &[rest, limit]) = (ruleset, from.heaps(), to.heaps()) {
        return format!("take {}, which leaves the limit {limit}", heap.saturating_sub(rest));
    }
    let heaps = from.heaps().iter().zip(to.heaps()).zip(["x", "y", "z"]);
    let (mut taken, mut returned) = (Vec::new(), Vec::new());
    for ((&before, &after), name) in heaps {
        if after < before {
            taken.push(format!("{} from {name}", before - after));
        } else if after > before {
            returned.push(format!("{} to {name}", after - before));
        }
    }
    let taken = format!("take {}", taken.join(" and "));
    match returned.is_empty() {
        true => taken,
        false => format!("{taken}, return {}", returned.join(" and ")),
    }
}
