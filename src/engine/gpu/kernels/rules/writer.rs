//! What the functions of a game are written of: its clauses, what is wanted of them, and a move of theirs.

use std::rc::Rc;

use heap_rules::intervals::Bounds;
use heap_rules::rules::{Clause, Clauses};

use super::expressions::Written;
use super::sets::Sets;

/// What depends on the job, beside the rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Whether moves are given what they pay.
    pub(super) points: bool,
    /// Whether it is asked which of several moves to an option comes first.
    pub(super) first_moves: bool,
    /// Whether it is proved that no position has a fault. Then the parts of a condition are looked at as early as the
    /// variables are known, since no part hides a fault of another one.
    pub(super) is_faultless: bool,
}

/// Writes the functions of a game.
pub(super) struct ClauseWriter<'a> {
    pub(super) rules: &'a Clauses,
    pub(super) texts: &'a [String],
    pub(super) heaps: &'a [Bounds],
    pub(super) wanted: Wanted,
    /// The numbers of all sets and lists so far.
    pub(super) sets: Rc<Sets>,
    /// The values of variables at a position at most, of the clauses so far.
    pub(super) most_options: u64,
    /// Bounds of the heaps of all cells to which the clauses so far lead, and of positions.
    pub(super) reached: Vec<Bounds>,
}

/// What is done with each move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It is taken in.
    Take,
    /// It is compared with a move that leads to the same option.
    Compare,
}

/// The move of a clause, for values of its variables.
pub(super) struct Move<'a> {
    pub(super) clause: &'a Clause,
    /// The number of the clause.
    pub(super) number: usize,
    /// What the variables are called in the shader.
    pub(super) variables: Vec<String>,
    /// The heaps that are written already, of each position that the clause names.
    pub(super) heaps: Vec<Vec<Option<Written<Bounds>>>>,
}
