//! Queries: the value of a position and its winning moves.

use std::collections::HashSet;

use super::option_values::OptionValues;
use grundytab::control::Control;
use grundytab::domain::{Coordinates, Position, Sum};
use grundytab::engine::{
    MoveWithScore, moves_with_scores, options, positions_looked_up, score_after_move,
};
use grundytab::error::Error;
use grundytab::job::Job;
use grundytab::quantity::{Mover, PlayResult, is_won_by_left, is_won_by_right, results_of_class};
use grundytab::table::{Lookup, TableReader};

/// The answer of a table to the question about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// Its stored value; [`Quantity::number`](grundytab::Quantity::number) is what it stands for.
    pub value: u32,
    /// Whether it is a P-position: whether the player who moved last wins.
    pub is_p_position: bool,
    /// The winning moves of the next player or, in a partizan game, of each player. In a scoring game the best
    /// moves of the player who begins: those that attain the score.
    pub winning: Vec<WinningMoves>,
    /// In a loopy game the moves of the same players to drawn positions, and those that lose.
    pub drawing: Vec<WinningMoves>,
    pub losing: Vec<WinningMoves>,
    /// In an unfinished table how many of the positions that tell the winning moves are not computed yet: there may be
    /// more winning moves. In a scoring game none is known as long as there are such positions.
    pub not_computed: usize,
}

/// The options to which a player wins by moving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinningMoves {
    /// The player.
    pub mover: Mover,
    /// In a scoring game the options to which a best move leads. In an impartial game the P-positions among the options of an N-position. In a blocking game
    /// these are more than the opponent may block. In misère play there is none where the player to
    /// move has won already, because there is no move.
    pub options: Vec<Sum<Position>>,
}

/// Computes what the answers about some positions need and the table does not store, so that they are found at once: Grundy
/// values, if moves lead to sums of positions and the table holds outcomes. Positions that the table does not have are passed
/// over. `control` can interrupt it.
///
/// # Errors
/// When there is too little memory for the values; when interrupted.
pub fn prepare(table: &TableReader, positions: &[&[u32]], control: &Control) -> Result<(), Error> {
    let known = positions.iter().filter_map(|heaps| table.known_position(heaps).ok());
    let known: Vec<Position> = known.collect();
    OptionValues::of(table, &known, control)?.finish()?;
    Ok(())
}

/// Looks up a position and its winning moves.
///
/// # Errors
/// When the position is not in the table, with the domain of the table; when it is not computed yet
/// ([`TableError::NotComputed`](grundytab::table::TableError::NotComputed)); when the table is the difference of two tables,
/// which has no moves; or when the table is incomplete or damaged.
pub fn query(table: &TableReader, heaps: &[u32]) -> Result<Answer, Error> {
    table.require_moves()?;
    let position = table.known_position(heaps)?;
    let job = table.plan().job();
    let values = OptionValues::of(table, &[position], &Control::default())?;
    let value = values.stored.value(position.coordinates());
    let is_p_position = job.is_p_position(value);
    let moves = |mover, is_won: &dyn Fn(u32) -> bool| {
        let is_won = |option: &Sum<_>| values.has(option) && is_won(values.value(option));
        WinningMoves { mover, options: distinct_options(table, position, mover, is_won) }
    };
    let not_computed = not_computed(table, position);
    let (mut drawing, mut losing) = (Vec::new(), Vec::new());
    let winning = if job.is_loopy() {
        let of_result = |wanted| {
            let of_mover =
                |&mover: &Mover| moves(mover, &|value| result_after(job, mover, value) == wanted);
            job.ruleset().movers().iter().map(of_mover).collect()
        };
        drawing = of_result(PlayResult::Drawn);
        losing = of_result(PlayResult::Won);
        of_result(PlayResult::Lost)
    } else if job.quantity().is_score() {
        let are_known = not_computed == 0;
        let moves = are_known.then(|| scoring_moves(table, position, &values.stored));
        let best =
            moves.into_iter().flatten().filter(|one| one.score == job.quantity().number(value));
        let options = distinct_sums(table, best.map(|one| one.option.into()));
        vec![WinningMoves { mover: job.quantity().beginner(), options }]
    } else if job.ruleset().is_partizan() {
        vec![moves(Mover::Left, &is_won_by_left), moves(Mover::Right, &is_won_by_right)]
    } else if is_p_position {
        // A P-position has no winning move, whatever its options are.
        vec![WinningMoves { mover: Mover::Next, options: Vec::new() }]
    } else {
        vec![moves(Mover::Next, &|value| job.is_p_position(value))]
    };
    values.finish()?;
    Ok(Answer { position, value, is_p_position, winning, drawing, losing, not_computed })
}

/// Returns how the play ends in a loopy game, for the other player, who is to move, where a player has moved to a position with
/// this value.
fn result_after(job: &Job, mover: Mover, value: u32) -> PlayResult {
    match (mover, job.outcome_class(value)) {
        (Mover::Left, _) => results_of_class(value)[1],
        (Mover::Right, _) => results_of_class(value)[0],
        (Mover::Next, "P") => PlayResult::Lost,
        (Mover::Next, "D") => PlayResult::Drawn,
        (Mover::Next, _) => PlayResult::Won,
    }
}

/// Counts the positions of which the definition needs the values to tell that of a position, and that are not there.
fn not_computed(table: &TableReader, position: Position) -> usize {
    let job = table.plan().job();
    // Values that are not stored are there.
    if !table.is_part() || !job.is_of_options() {
        return 0;
    }
    let needed = positions_looked_up(job.ruleset(), job.quantity(), position.coordinates());
    needed.filter(|&at| !table.has(at)).collect::<HashSet<_>>().len()
}

/// Lists the moves of the player who begins in a table of scores, with the scores that they lead to.
pub(super) fn scoring_moves(
    table: &TableReader,
    position: Position,
    lookup: &Lookup,
) -> Vec<MoveWithScore> {
    let job = table.plan().job();
    let (ruleset, quantity) = (job.ruleset(), job.quantity());
    let stored = |at| lookup.value(at);
    let after = |option| score_after_move(ruleset, quantity, option, stored);
    moves_with_scores(ruleset, quantity, position.coordinates(), after)
}

/// Returns the options of a position for a player that `is_wanted`, in the order of their positions, each
/// once. They are sorted last, since a position can have a million options and few winning moves.
pub(super) fn distinct_options(
    table: &TableReader,
    position: Position,
    mover: Mover,
    is_wanted: impl Fn(&Sum<Coordinates>) -> bool,
) -> Vec<Sum<Position>> {
    let game = table.plan().job().ruleset().moves_of(mover);
    let options = options(&game, position.coordinates()).into_iter();
    distinct_sums(table, options.filter(|option| is_wanted(option)))
}

/// Returns options in their order, each once.
fn distinct_sums(
    table: &TableReader,
    all: impl Iterator<Item = Sum<Coordinates>>,
) -> Vec<Sum<Position>> {
    let domain = table.plan().job().domain();
    let mut sums: Vec<_> = all.map(|sum| sum.map(|at| domain.position(at))).collect();
    sums.sort_unstable();
    sums.dedup();
    sums
}
