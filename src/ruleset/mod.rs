//! Rulesets: the rules of one game, as data.
//!
//! A family of games has one file, which holds everything that reading, printing and checking its
//! games takes: the rules as a type that cannot hold an invalid game, the names, arguments and
//! modifiers of its notation (which are the fields of its TOML files too), its canonical text, the
//! domains and quantities that fit it, and its entries in the [`catalogue`]. `families.rs` lists the
//! families. [`Ruleset::parse`] reads the notation and [`Ruleset::from_toml`] files; their error
//! messages name what the families declare.
//!
//! Vector and subtraction games are two families of the same type, [`VectorGame`].

mod altered;
pub mod catalogue;
mod digraph;
mod euclid;
mod families;
mod family;
mod fibonacci;
mod field;
mod file;
mod modifiers;
mod notation;
mod partizan;
mod points;
mod rules;
mod subtraction;
mod vector;
mod vector_game;
mod written;
mod written_points;

use std::fmt;

pub use digraph::{DigraphGame, Edge, renamed_vertices};
pub use euclid::EuclidGame;
pub use partizan::PartizanGame;
pub use vector_game::VectorGame;

use crate::domain::{Domain, Grading, Position};
use crate::quantity::{Convention, Quantity};
use fibonacci::FibonacciGame;
pub(crate) use rules::Misfit;
use rules::Rules;
pub(crate) use subtraction::is_fibonacci_odd;

/// The rules of one game. Two rulesets are equal exactly when their canonical texts are, which
/// `Display` prints and [`Ruleset::parse`] reads.
///
/// ```
/// use grundytab::Ruleset;
/// let queen = Ruleset::parse("vector:1,1/0,1/1,0+block=4")?;
/// assert_eq!(queen.to_string(), "wythoff+block=4");
/// assert_eq!(Ruleset::parse("wythoff+block=4")?, queen);
/// # Ok::<(), grundytab::InvalidInput>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ruleset {
    /// Subtract a multiple of a ray.
    Vector(VectorGame),
    /// Take tokens from a vertex of a digraph, return fewer to the other end of an edge.
    Digraph(DigraphGame),
    /// Take a multiple of the smaller heap from the larger one.
    Euclid(EuclidGame),
    /// Fibonacci Nim on (heap, limit): take up to `limit` tokens; the next limit is twice the
    /// number taken (Whinihan 1963). A limit above the heap is the same as one equal to it, and
    /// options are written with the latter.
    Fibonacci,
    /// Subtract a multiple of a ray, where Left and Right have different rays.
    Partizan(PartizanGame),
}

impl Ruleset {
    /// Returns the rules of the family.
    fn rules(&self) -> &dyn Rules {
        match self {
            Ruleset::Vector(game) => game,
            Ruleset::Digraph(game) => game,
            Ruleset::Euclid(game) => game,
            Ruleset::Fibonacci => &FibonacciGame,
            Ruleset::Partizan(game) => game,
        }
    }

    /// Returns the number of heaps, 1 to 4.
    pub fn heaps(&self) -> usize {
        self.rules().heaps()
    }

    /// Returns how many options the opponent may block before each move.
    #[inline]
    pub fn blocking_number(&self) -> u32 {
        // Asked for every value of a table, and therefore not left to a trait object.
        match self {
            Ruleset::Vector(game) => game.blocking_number(),
            Ruleset::Digraph(_)
            | Ruleset::Euclid(_)
            | Ruleset::Fibonacci
            | Ruleset::Partizan(_) => 0,
        }
    }

    /// Returns whether a move may make a heap larger. Otherwise every option is dominated by its
    /// position, so that any box holds the options of its positions.
    pub fn heaps_may_grow(&self) -> bool {
        self.rules().heaps_may_grow()
    }

    /// Returns what the rank of a position is: every option of a position has a smaller one.
    pub(crate) fn grading(&self) -> Grading {
        self.rules().grading()
    }

    /// Returns the notation of the game with at most `most` items of each list, for people. With
    /// longer lists it does not parse.
    ///
    /// ```
    /// use grundytab::Ruleset;
    /// let game = Ruleset::parse("subtraction:2,3,5,7,11+heaps=2")?;
    /// assert_eq!(game.short_text(3), "subtraction:2,3,5,... (5 numbers)+heaps=2");
    /// assert_eq!(game.short_text(5), game.to_string());
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn short_text(&self, most: usize) -> String {
        self.rules().text(most)
    }

    /// Checks that a domain with as many heaps as the game holds the options of all its positions.
    pub(crate) fn check_domain(&self, domain: &Domain) -> Result<(), Misfit> {
        self.rules().check_domain(domain)
    }

    /// Checks that a quantity is defined for the game in a play convention, and tabulated.
    pub(crate) fn check_quantity(
        &self,
        quantity: Quantity,
        convention: Convention,
    ) -> Result<(), Misfit> {
        self.rules().check_quantity(quantity, convention)
    }

    /// Describes the move between two positions in words.
    pub(crate) fn describe_move(&self, from: Position, to: Position) -> String {
        self.rules().describe_move(from, to)
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules().text(usize::MAX))
    }
}
