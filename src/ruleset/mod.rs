//! Rulesets: the rules of one game, as data.
//!
//! One file per family of games, each with the family's rules as a type that cannot hold an
//! invalid game. [`notation`](Ruleset::parse) and [`file`](Ruleset::from_toml) read them, their
//! `Display` prints them, [`catalogue`] lists them.

pub mod catalogue;
mod digraph;
mod display;
mod euclid;
mod file;
mod modifiers;
mod notation;
mod partizan;
mod vector;
mod written;

pub use digraph::{DigraphGame, Edge};
pub use euclid::EuclidGame;
pub use partizan::PartizanGame;
pub use vector::VectorGame;

use crate::domain::Grading;

/// The rules of one game. Two rulesets are equal exactly when their canonical texts are.
///
/// ```
/// use grundytab::Ruleset;
/// let queen = Ruleset::parse("vector:1,1/0,1/1,0+block=4")?;
/// assert_eq!(queen.to_string(), "wythoff+block=4");
/// assert_eq!(Ruleset::parse("wythoff+block=4")?, queen);
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruleset {
    /// Subtract a multiple of a ray.
    Vector(VectorGame),
    /// Take tokens from a vertex of a digraph, return fewer to the other end of an edge.
    Digraph(DigraphGame),
    /// Take a multiple of the smaller heap from the larger one.
    Euclid(EuclidGame),
    /// Fibonacci Nim on (heap, limit): take up to `limit` tokens; the next limit is twice the
    /// number taken (Whinihan 1963). A limit above the heap is the same as one equal to it, and so
    /// an option is written.
    Fibonacci,
    /// Subtract a multiple of a ray, Left and Right each of their own.
    Partizan(PartizanGame),
}

impl Ruleset {
    /// Number of heaps, 1 to 3.
    pub fn heaps(&self) -> usize {
        match self {
            Ruleset::Vector(game) => game.heaps(),
            Ruleset::Digraph(game) => game.heaps(),
            Ruleset::Euclid(_) | Ruleset::Fibonacci => 2,
            Ruleset::Partizan(game) => game.heaps(),
        }
    }

    /// How many options the opponent may block before each move.
    pub fn blocking_number(&self) -> u32 {
        match self {
            Ruleset::Vector(game) => game.blocking_number(),
            _ => 0,
        }
    }

    /// Whether a move may make a heap larger. Else every option is componentwise less, so that any
    /// box holds the options of its positions.
    pub fn heaps_may_grow(&self) -> bool {
        match self {
            Ruleset::Digraph(game) => game.as_vector_game().is_none(),
            Ruleset::Fibonacci => true,
            Ruleset::Vector(_) | Ruleset::Euclid(_) | Ruleset::Partizan(_) => false,
        }
    }

    /// What the rank of a position is: every option of a position has a smaller one.
    pub fn grading(&self) -> Grading {
        match self {
            Ruleset::Fibonacci => Grading::Heap,
            _ => Grading::TokenSum,
        }
    }
}
