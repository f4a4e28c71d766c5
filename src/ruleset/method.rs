//! Methods: how the fast engines compute a quantity of a game. Each family chooses for its games.
//!
//! A method has one name, which is that of its file or folder in `engine/cpu/`, of its file in
//! `engine/gpu/kernels/` and of its shader. Digraph games on four vertices
//! and take-and-break and loopy games are computed on the CPU alone. Some methods are those of the CPU alone, and a GPU has other
//! ones in their place: `subtraction` is played as a vector game, `euclid` and `fibonacci` by their written rules in the
//! catalogue, and `partizan` is a variant of `vector_palaces`.
//!
//! | game | Grundy values | outcomes | palace numbers | outcome classes | scores | remoteness |
//! |---|---|---|---|---|---|---|
//! | vector games: Nim, Wythoff Nim, Maharaja Nim, ... | `vector_grundy` | `vector_palaces` | `vector_palaces` | | `scores` | `scores` |
//! | those with one heap and without rays: subtraction games on one heap | `subtraction` | `subtraction` | `subtraction` | | `scores` | `scores` |
//! | digraph games whose edges are all loops, which are Nim | `vector_grundy` | `vector_palaces` | | | | |
//! | other digraph games on at most three vertices: the Triangle Game, ... | `digraph` | `digraph` | | | | |
//! | those on four vertices | `digraph_four` | `digraph_four` | | | | |
//! | Euclid | `euclid` | `euclid` | | | | |
//! | take-and-break games: Kayles, Grundy's game, ... | `take_and_break` | `take_and_break` | | | | |
//! | Fibonacci Nim | `fibonacci` | `fibonacci` | | | | |
//! | loopy games whose rules are written | `loopy` | `loopy` | | `loopy` | | `loopy` |
//! | other games whose rules are written, unless they are one of these | `clauses` | `clauses` | `clauses` | `clauses` | `clauses` | `clauses` |
//! | arrays of given values | none | none | none | none | none | none |
//! | partizan vector games | | | | `partizan` | `scores` | |
//!
//! A [`Job`](crate::job::Job) with an empty cell of this table cannot be made. The `reference` engine needs no method.

use super::digraph::vertices::DigraphGame;
use super::euclid::variant::EuclidGame;
use super::partizan::players::PartizanGame;
use super::take_and_break::digits::TakeAndBreakGame;
use super::vector::rays::VectorGame;
use super::written::clauses::WrittenRuleset;

/// How the fast engines compute a job, with the game in the form that the method takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// None: the values are given, and no engine computes them.
    Array,
    /// The options of each position, clause by clause, layer by layer.
    Clauses(WrittenRuleset),
    /// A threshold for each value, edge and size of the spectator heap.
    Digraph(DigraphGame),
    /// A threshold for each value, edge and pair of sizes of the spectator heaps.
    DigraphFour(DigraphGame),
    /// The quotients of the Euclidean algorithm.
    Euclid(EuclidGame),
    /// The least number of tokens to take that leads to each value, for each heap.
    Fibonacci,
    /// From the ends of play backwards, by the moves that lead to each position.
    Loopy(WrittenRuleset),
    /// Counts along the lines of both players' rays.
    Partizan(PartizanGame),
    /// The best continuation along each line of a vector. There is a game for each player, or one for both.
    Scores(Vec<VectorGame>),
    /// The values of the options of many heap sizes at once, as sets.
    SubtractionGrundy(VectorGame),
    /// The P-positions among the options of many heap sizes at once.
    SubtractionPalaces(VectorGame),
    /// The values of a heap's options from those of all smaller heaps.
    TakeAndBreak(TakeAndBreakGame),
    /// A bitset of the values seen on each line of a ray.
    VectorGrundy(VectorGame),
    /// A count of the P-positions on each line of a ray.
    VectorPalaces(VectorGame),
}
