//! Rules whose names are known: the trees of all their expressions.
//!
//! The environment of an expression is a list of numbers: the heap sizes first, then the variables of the clause, in
//! the order in which they are written.

mod fault;
mod neighbours;
mod read;
#[cfg(test)]
mod tests;
mod walk;
mod written;

use crate::clause::Players;
use crate::language::tree::{Leaves, Number, Truth};

pub use fault::{Fault, with_values};
pub use neighbours::Neighbours;
pub use read::{condition, number};
pub use walk::MOST_TRIED;

/// The leaves of the expressions of rules: heaps and variables, by their places in the environment.
#[derive(Debug, Clone)]
pub enum OfRules {}

/// No name of rules is a truth value.
#[derive(Debug, Clone, Copy)]
pub enum NoTruth {}

impl Leaves for OfRules {
    type Number = usize;
    type Truth = NoTruth;
}

/// The rules of a game.
#[derive(Debug, Clone)]
pub struct Rules {
    /// The number of heaps, 1 to 4.
    pub heaps: usize,
    /// Which cells are positions; `None` for all.
    pub positions: Option<Truth<OfRules>>,
    /// Which positions have no moves, whatever the clauses say.
    pub terminal: Option<Truth<OfRules>>,
    /// A number that every move makes smaller; `None` for the token sum.
    pub grade: Option<Number<OfRules>>,
    /// The moves.
    pub moves: Players<Vec<Clause>>,
}

/// A clause: the option of a move, for all values of its variables under which the condition is true.
#[derive(Debug, Clone)]
pub struct Clause {
    /// The heap sizes of the option, one for each heap.
    pub option: Vec<Number<OfRules>>,
    /// The names of the variables, for those who read what is wrong.
    pub names: Vec<String>,
    /// What the variables take, in the order in which they are written.
    pub ranges: Vec<Range>,
    /// When there is the move; `None` for always.
    pub condition: Option<Truth<OfRules>>,
    /// The points that the move pays.
    pub pays: Option<Number<OfRules>>,
}

/// The numbers that a variable takes.
#[derive(Debug, Clone)]
pub enum Range {
    /// From the first number to the second one, both included.
    Between(Box<[Number<OfRules>; 2]>),
    /// Those that are listed, in rising order.
    Set(Vec<i64>),
}

/// A move from a position.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    /// The position that it leads to.
    pub option: Vec<u32>,
    /// The points that it pays; `None` if the expression for them has no value there.
    pub points: Option<i64>,
}
