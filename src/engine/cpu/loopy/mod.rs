//! Games in which play may go on for ever, on the CPU: retrograde analysis.
//!
//! The options of each position are listed by the loops of the clauses (`clauses`), twice: to count the moves that lead to each
//! position, and to write down from where they come, 4 bytes a move (`graph.rs`). Then what is decided goes backwards along
//! these moves:
//!
//! - `outcomes.rs`: first positions without a move, then those from which they are reached, and so on; each wave is one move
//!   longer than the one before. A position is won as soon as one option is lost, and lost when all its options are won, for
//!   which it has a count of open options. What no wave reaches is drawn.
//! - `generalized.rs`: the same for generalized Grundy values, in a round for each number.
//!
//! Every wave is a set that follows from the game alone, so that threads share it in any order. All arrays lie in memory, and
//! their sizes are announced. A resumed run computes all positions again, and compares those that are stored.
//!
//! A node is a position and the player who moves: there is one for each cell of the box, in a partizan game two.

mod generalized;
mod graph;
mod outcomes;

use self::graph::Moves;
use crate::engine::{EngineError, Sink, recomputed};
use crate::plan::Plan;
use crate::quantity::{DRAWN_OUTCOME, DRAWN_REMOTENESS, PlayResult, Quantity, class_of_results};
use crate::ruleset::{GameDefinition, WrittenRuleset};

/// The most cells with the players who move there, and the most moves: their numbers take 32 bits, of which the largest ones
/// mean something else.
const MOST: u64 = u32::MAX as u64 - 2;

/// Checks that the numbers of cells fit in 32 bits.
pub(super) fn check(plan: &Plan, game: &WrittenRuleset) -> Result<(), EngineError> {
    let what = "the table of a loopy game has";
    EngineError::check_size(what, nodes(plan, game), "cells, for each player", MOST)
}

/// Tabulates a quantity of a plan.
pub(super) fn run(plan: &Plan, game: &WrittenRuleset, sink: &dyn Sink) -> Result<(), EngineError> {
    if sink.share().is_divided() {
        return Err(EngineError::RulesOnRanks);
    }
    sink.computes();
    let moves = Moves::new(plan, game, sink);
    let quantity = plan.job().quantity();
    let values = match quantity {
        Quantity::Grundy => generalized::values(plan, &moves)?,
        _ => outcomes::remotenesses(plan, &moves)?,
    };
    let value = |cell: usize| match quantity {
        Quantity::Grundy => values[cell],
        // A draw is what no wave has reached.
        Quantity::Remoteness => values[cell],
        Quantity::OutcomeClass => {
            class_of_results(result(values[2 * cell]), result(values[2 * cell + 1]))
        }
        _ => match result(values[cell]) {
            PlayResult::Lost => 1,
            PlayResult::Won => 0,
            PlayResult::Drawn => DRAWN_OUTCOME,
        },
    };
    let sides = plan.job().domain().sides();
    let tiles: Vec<_> = plan.tiling().tiles().collect();
    recomputed::hand_over_or_compare_all(plan, sink, &tiles, |tile| {
        plan.tile_of_runs(tile, |run| {
            let first = run.at.row_major_index(sides);
            (first..first + run.length).map(value)
        })
    })
}

/// Returns how the play ends for the player to move, where this many moves are left.
fn result(remoteness: u32) -> PlayResult {
    match remoteness {
        DRAWN_REMOTENESS => PlayResult::Drawn,
        moves if moves % 2 == 0 => PlayResult::Lost,
        _ => PlayResult::Won,
    }
}

/// Returns the number of nodes.
fn nodes(plan: &Plan, game: &WrittenRuleset) -> u64 {
    let sides = plan.job().domain().sides().map(u64::from);
    sides.into_iter().fold(game.rules().moves.each().len() as u64, u64::saturating_mul)
}

/// Returns the bytes of a run: of the numbers of each node and move, and of the unfinished tiles. Nobody knows the number of
/// moves before they are listed: it is bounded by that of all values that the variables take.
pub(super) fn memory_bytes(plan: &Plan, game: &WrittenRuleset) -> u64 {
    let nodes = nodes(plan, game);
    let of_node = match plan.job().quantity() {
        Quantity::Grundy => generalized::BYTES_OF_NODE,
        _ => outcomes::BYTES_OF_NODE,
    };
    let players = game.rules().moves.each().len() as u64;
    let positions = plan.job().domain().positions().saturating_mul(players);
    let moves = positions.saturating_mul(most_options(plan, game)).min(MOST).saturating_mul(4);
    let tiles = plan.tile_bytes().saturating_mul(rayon::current_num_threads() as u64);
    [nodes.saturating_mul(of_node), moves, tiles].into_iter().fold(0, u64::saturating_add)
}

/// Returns an upper bound of the number of moves at a position, which may lead to one option.
fn most_options(plan: &Plan, game: &WrittenRuleset) -> u64 {
    game.rules().most_options(&crate::ruleset::heap_bounds(plan.job().domain()))
}

/// About the nanoseconds for a node and for each of its moves, which are listed twice and followed once. Most of that is the time
/// of memory that is far away.
const NODE: f64 = 100.0;
const MOVE: f64 = 80.0;

/// Returns the expected time of a position on one thread. Bounds on many moves are reached at few positions.
pub(super) fn nanoseconds_of_position(plan: &Plan, game: &WrittenRuleset) -> f64 {
    let players = game.rules().moves.each().len() as f64;
    players * (NODE + MOVE * game.most_options(plan.job().domain()).div_ceil(2) as f64)
}
