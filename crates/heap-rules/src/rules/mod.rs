//! Rules whose names are known: the trees of all their expressions.
//!
//! The environment of an expression is a list of numbers: the heap sizes first, then the variables of the clause, in
//! the order in which they are written.

mod data;
mod fault;
mod neighbours;
mod read;
mod single;
#[cfg(test)]
mod tests;
mod walk;
mod written;

use crate::clause::Players;
use crate::language::tree::{Leaves, Number, Truth};

pub use fault::{Fault, with_values};
pub use neighbours::Neighbours;
pub use read::{condition, last_place, number};
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
pub struct Clauses {
    /// The number of heaps, 1 to 4.
    pub heaps: usize,
    /// Which cells are positions; `None` for all.
    pub positions: Option<Truth<OfRules>>,
    /// Which positions have no moves, whatever the clauses say.
    pub terminal: Option<Truth<OfRules>>,
    /// A number that every move makes smaller; `None` for the token sum.
    pub grade: Option<Number<OfRules>>,
    /// Whether play may go on for ever, so that no grade falls with the moves.
    pub is_loopy: bool,
    /// The moves.
    pub moves: Players<Vec<Clause>>,
}

impl Clauses {
    /// Returns whether a move may lead to several positions, or to none.
    pub fn have_sums(&self) -> bool {
        let mut clauses = self.moves.each().into_iter().flatten();
        clauses.any(|clause| clause.single().is_none())
    }
}

/// A clause: the option of a move, for all values of its variables under which the condition is true.
#[derive(Debug, Clone)]
pub struct Clause {
    /// The positions whose disjunctive sum is the option: nearly always one, and none in the empty sum.
    pub option: Vec<Summand>,
    /// The names of the variables, for those who read what is wrong.
    pub names: Vec<String>,
    /// What the variables take, in the order in which they are written.
    pub ranges: Vec<Range>,
    /// When there is the move; `None` for always.
    pub condition: Option<Truth<OfRules>>,
    /// The points that the move pays.
    pub pays: Option<Number<OfRules>>,
}

/// A position of an option; or several, one for all values of variables.
#[derive(Debug, Clone)]
pub struct Summand {
    /// The heap sizes, one for each heap.
    pub heaps: Vec<Number<OfRules>>,
    /// The names of the variables.
    pub names: Vec<String>,
    /// What they take. In the environment they stand behind the variables of the clause.
    pub ranges: Vec<Range>,
}

impl Summand {
    /// Returns whether it is one position.
    pub fn is_single(&self) -> bool {
        self.ranges.is_empty()
    }
}

impl Clause {
    /// Returns the heap sizes of the option, if that is a single position.
    pub fn single(&self) -> Option<&[Number<OfRules>]> {
        match &self.option[..] {
            [summand] if summand.is_single() => Some(&summand.heaps),
            _ => None,
        }
    }

    /// Returns a clause for each summand of the option: its moves lead to the positions of this one alone, one by one. What holds
    /// of all positions that the moves name, holds of the options of these clauses.
    pub fn by_summands(&self) -> Vec<Clause> {
        let of_summand = |summand: &Summand| Clause {
            option: vec![Summand {
                heaps: summand.heaps.clone(),
                names: Vec::new(),
                ranges: Vec::new(),
            }],
            names: [&self.names[..], &summand.names].concat(),
            ranges: [&self.ranges[..], &summand.ranges].concat(),
            condition: self.condition.clone(),
            pays: self.pays.clone(),
        };
        self.option.iter().map(of_summand).collect()
    }
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
    /// The positions whose disjunctive sum it leads to, in rising order: nearly always one.
    pub option: Vec<Vec<u32>>,
    /// The points that it pays; `None` if the expression for them has no value there.
    pub points: Option<i64>,
}
