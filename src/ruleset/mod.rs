//! Rulesets: the rules of one game, as data.
//!
//! One file per family of games, each with the family's rules as a type that cannot hold an
//! invalid game. [`notation`](Ruleset::parse) reads and prints them, [`catalogue`] lists them.

pub mod catalogue;
mod digraph;
mod notation;
mod vector;

pub use digraph::{DigraphGame, Edge};
pub use vector::VectorGame;

/// The rules of one game. Two rulesets are equal exactly when their canonical texts are.
///
/// ```
/// use grundytab::Ruleset;
/// let queen = Ruleset::parse("vector:1,1/0,1/1,0+block=4")?;
/// assert_eq!(queen.to_string(), "wythoff+block=4");
/// assert_eq!(Ruleset::parse("wythoff+block=4")?, queen);
/// # Ok::<(), grundytab::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruleset {
    /// Subtract a multiple of a ray.
    Vector(VectorGame),
    /// Take tokens from a vertex of a digraph, return fewer to the other end of an edge.
    Digraph(DigraphGame),
}

impl Ruleset {
    /// Number of heaps, 1 to 3.
    pub fn heaps(&self) -> usize {
        match self {
            Ruleset::Vector(game) => game.heaps(),
            Ruleset::Digraph(game) => game.heaps(),
        }
    }

    /// How many options the opponent may block before each move.
    pub fn block(&self) -> u32 {
        match self {
            Ruleset::Vector(game) => game.block(),
            Ruleset::Digraph(_) => 0,
        }
    }
}
