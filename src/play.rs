//! Play from stored tables: the value of a position, its winning moves, and disjunctive sums.
//!
//! The value of a disjunctive sum is the xor of its components' values; the sum is a P-position iff
//! that is 0, and a winning move leads one component from g to g xor s (Sprague 1935, Grundy 1939).

use crate::domain::Position;
use crate::engine::options;
use crate::quantity::{Convention, Quantity};
use crate::refusal::Refusal;
use crate::ruleset::Ruleset;
use crate::table::{StoredValues, TableError, TableReader};

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

/// What tables say of the disjunctive sum of their positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumAnswer {
    /// Values of the components.
    pub values: Vec<u32>,
    /// Their xor, the value of the sum.
    pub nim_sum: u32,
    /// The winning moves: the component in which to move, and where to.
    pub winning: Vec<(usize, Position)>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The question makes no sense for this table.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
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
    // The player who has moved to a position of these classes wins.
    let winning = match job.ruleset() {
        Ruleset::Partizan(_) => vec![
            moves(Mover::Left, &|class| class == 0 || class == 2),
            moves(Mover::Right, &|class| class == 0 || class == 3),
        ],
        _ => vec![moves(Mover::Next, &|value| !is_p_position && job.is_p_position(value))],
    };
    lookup.finish()?;
    Ok(Answer { position, value, is_p_position, winning })
}

/// Plays the disjunctive sum of positions from tables of Grundy values in normal play.
///
/// # Errors
/// When a table holds something else, a position is not in its table, or a table is incomplete or
/// damaged.
pub fn sum(components: &[(&TableReader, &[u32])]) -> Result<SumAnswer, PlayError> {
    let mut summands = Vec::new();
    for &(table, heaps) in components {
        check_summand(table)?;
        summands.push((StoredValues::new(table), position_of(table, heaps)?));
    }
    let mut values = Vec::new();
    for (stored, position) in &summands {
        let lookup = stored.lookup();
        values.push(lookup.value(position.coordinates()));
        lookup.finish()?;
    }
    let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
    let mut winning = Vec::new();
    for (component, (stored, position)) in summands.iter().enumerate() {
        if nim_sum == 0 {
            break;
        }
        let wanted = values[component] ^ nim_sum;
        let lookup = stored.lookup();
        let leads_there = |option: &Position| lookup.value(option.coordinates()) == wanted;
        let options = distinct_options(stored.table, *position, Mover::Next);
        winning.extend(options.into_iter().filter(leads_there).map(|option| (component, option)));
        lookup.finish()?;
    }
    Ok(SumAnswer { values, nim_sum, winning })
}

/// Only values of normal play add up.
fn check_summand(table: &TableReader) -> Result<(), PlayError> {
    table.require_complete()?;
    let job = table.plan().job();
    let refuse =
        |wrong: &str, right: &str| Err(Refusal::new(table.path().display(), wrong, right).into());
    match (job.quantity(), job.convention()) {
        (Quantity::Grundy, Convention::Normal) => Ok(()),
        (Quantity::Grundy, Convention::Misere) => refuse(
            "in misère play the values of the components do not determine the sum, unless they are \
             tame, which one table cannot show",
            "sum tables of normal play",
        ),
        _ => refuse(
            "the table holds no Grundy values, which alone add up",
            "tabulate it with --quantity grundy",
        ),
    }
}

fn position_of(table: &TableReader, heaps: &[u32]) -> Result<Position, Refusal> {
    let domain = table.plan().job().domain();
    let text = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    if heaps.len() != domain.heaps() {
        return Err(Refusal::new(
            text,
            format!("the position has {} heaps, the table {}", heaps.len(), domain.heaps()),
            "give one heap size for each, separated by commas",
        ));
    }
    let position = Position::new(heaps);
    match domain.contains(position.coordinates()) {
        true => Ok(position),
        false => Err(Refusal::new(
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

/// The move between two positions in words, by heaps x, y, z: `take 3 from x, return 1 to y`.
///
/// ```
/// use grundytab::Position;
/// use grundytab::play::describe_move;
/// let (from, to) = (Position::new(&[5, 3]), Position::new(&[4, 2]));
/// assert_eq!(describe_move(from, to), "take 1 from x and 1 from y");
/// ```
pub fn describe_move(from: Position, to: Position) -> String {
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
