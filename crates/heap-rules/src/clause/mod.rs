//! Rules as they are written: a list of clauses, each of which says to which positions a move leads.

mod data;
mod parse;
mod text;

use crate::language::Syntax;

pub use data::{KNOWN_GRAPHS, WrittenData, WrittenGraph, WrittenValue};
pub(crate) use parse::{LAST_PLACE, variable};
pub use text::set_text;

/// The names of the heaps. A game on two heaps has the first two.
pub const HEAP_NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// The item of rules that says that play may go on for ever.
const LOOPY: &str = "loopy";

/// The rules of a game, as they are written. [`Display`](std::fmt::Display) prints the canonical text, from which
/// [`WrittenClauses::parse`] reads equal rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenClauses {
    /// The number of heaps, 1 to 4.
    pub heaps: usize,
    /// Lists under names.
    pub data: Vec<WrittenData>,
    /// The graph on whose vertices the game is played.
    pub graph: Option<WrittenGraph>,
    /// Which cells are positions; `None` for all.
    pub positions: Option<Syntax>,
    /// Which positions have no moves, whatever the clauses say.
    pub terminal: Option<Syntax>,
    /// A number that every move makes smaller; `None` for the token sum.
    pub grade: Option<Syntax>,
    /// Whether play may go on for ever, so that moves make no number smaller. Such rules state no grade.
    pub is_loopy: bool,
    /// The moves.
    pub moves: Players<Vec<WrittenClause>>,
}

/// What both players share, or what each of them has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Players<T> {
    /// In an impartial game.
    Both(T),
    /// In a partizan game: what Left has, and what Right has.
    Each([T; 2]),
}

impl<T> Players<T> {
    /// Returns what there is: one thing of both players, or what each of them has.
    pub fn each(&self) -> Vec<&T> {
        match self {
            Players::Both(of) => vec![of],
            Players::Each([left, right]) => vec![left, right],
        }
    }
}

/// A clause: the option of a move, for all values of its variables under which the condition is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenClause {
    /// The positions whose disjunctive sum is the option: nearly always one, and none in the empty sum `()`.
    pub option: Vec<WrittenSummand>,
    /// The variables, in the order in which they are written: a bound may name those before.
    pub variables: Vec<WrittenVariable>,
    /// When there is the move; `None` for always.
    pub condition: Option<Syntax>,
    /// The points that the move pays.
    pub pays: Option<Syntax>,
}

/// A position of an option; or several, one for all values of variables, as `sum (i) for 1 <= i < k` has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenSummand {
    /// The heap sizes, one for each heap.
    pub heaps: Vec<Syntax>,
    /// The variables of `sum`, whose bounds may name those of the clause; none in a single position.
    pub variables: Vec<WrittenVariable>,
}

/// A variable of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenVariable {
    /// Its name.
    pub name: String,
    /// The numbers that it takes.
    pub range: WrittenRange,
}

/// The numbers that a variable takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenRange {
    /// All between two bounds.
    Between([WrittenBound; 2]),
    /// Those that are listed, in rising order.
    Set(Vec<i64>),
    /// The places of the binary digits 1 of a number.
    Ones(Syntax),
}

/// A bound of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenBound {
    /// The bound.
    pub bound: Syntax,
    /// Whether the variable may be equal to it.
    pub is_included: bool,
}
