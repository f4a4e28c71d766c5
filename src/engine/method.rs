//! Methods: how the fast engines compute a job. This is the one place that chooses.
//!
//! A method has one name, which is that of its file or folder in `engine/cpu/`, of its file in
//! `engine/gpu/kernels/` and of its shader. Digraph games on four vertices are computed on the CPU alone. Subtraction games on one heap have a method on the CPU
//! alone, `subtraction`; on a GPU they are played as vector games.
//!
//! | game | Grundy values | outcomes | palace numbers | outcome classes | scores |
//! |---|---|---|---|---|---|
//! | vector games: Nim, Wythoff Nim, Maharaja Nim, ... | `vector_grundy` | `vector_palaces` | `vector_palaces` | | `vector_score` |
//! | those with one heap and without rays: subtraction games on one heap | `subtraction` | `subtraction` | `subtraction` | | `vector_score` |
//! | digraph games whose edges are all loops, which are Nim | `vector_grundy` | `vector_palaces` | | | |
//! | other digraph games on at most three vertices: the Triangle Game, ... | `digraph` | `digraph` | | | |
//! | those on four vertices | `digraph_four` | `digraph_four` | | | |
//! | Euclid | `euclid` | `euclid` | | | |
//! | Fibonacci Nim | `fibonacci` | `fibonacci` | | | |
//! | partizan vector games | | | | `partizan` | `partizan_score` |
//!
//! A [`Job`] with an empty cell of this table cannot be made. The `reference` engine needs no method.

use super::EngineError;
use crate::job::Job;
use crate::quantity::Quantity;
use crate::ruleset::{DigraphGame, EuclidGame, PartizanGame, Ruleset, VectorGame};

/// How the fast engines compute a job, with the game in the form that the method takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Method {
    /// A threshold for each value, edge and size of the spectator heap.
    Digraph(DigraphGame),
    /// A threshold for each value, edge and pair of sizes of the spectator heaps.
    DigraphFour(DigraphGame),
    /// The quotients of the Euclidean algorithm.
    Euclid(EuclidGame),
    /// The least number of tokens to take that leads to each value, for each heap.
    Fibonacci,
    /// Counts along the lines of both players' rays.
    Partizan(PartizanGame),
    /// The best continuation of each player along each line of the player's rays.
    PartizanScore(PartizanGame),
    /// The values of the options of many heap sizes at once, as sets.
    SubtractionGrundy(VectorGame),
    /// The P-positions among the options of many heap sizes at once.
    SubtractionPalaces(VectorGame),
    /// A bitset of the values seen on each line of a ray.
    VectorGrundy(VectorGame),
    /// A count of the P-positions on each line of a ray.
    VectorPalaces(VectorGame),
    /// The best continuation along each line of a ray.
    VectorScore(VectorGame),
}

impl Method {
    /// Chooses the method of a job.
    ///
    /// # Errors
    /// When no method computes this quantity of this game; no job is made of such a pair.
    pub(crate) fn of(job: &Job) -> Result<Self, EngineError> {
        let none = || EngineError::NoMethod {
            ruleset: job.ruleset().to_string(),
            quantity: job.quantity(),
        };
        match job.ruleset() {
            Ruleset::Vector(game) => Method::of_vector_game(game.clone(), job.quantity()),
            Ruleset::Digraph(game) => match (game.as_vector_game(), job.quantity()) {
                (Some(nim), quantity) => Method::of_vector_game(nim, quantity),
                (None, Quantity::Grundy | Quantity::Outcome) => Some(match game.heaps() {
                    0..=3 => Method::Digraph(game.clone()),
                    _ => Method::DigraphFour(game.clone()),
                }),
                (
                    None,
                    Quantity::Palaces
                    | Quantity::OutcomeClass
                    | Quantity::Score
                    | Quantity::ScoreLeft
                    | Quantity::ScoreRight,
                ) => None,
            },
            Ruleset::Euclid(game) => match job.quantity() {
                Quantity::Grundy | Quantity::Outcome => Some(Method::Euclid(*game)),
                Quantity::Palaces
                | Quantity::OutcomeClass
                | Quantity::Score
                | Quantity::ScoreLeft
                | Quantity::ScoreRight => None,
            },
            Ruleset::Fibonacci => match job.quantity() {
                Quantity::Grundy | Quantity::Outcome => Some(Method::Fibonacci),
                Quantity::Palaces
                | Quantity::OutcomeClass
                | Quantity::Score
                | Quantity::ScoreLeft
                | Quantity::ScoreRight => None,
            },
            Ruleset::Partizan(game) => match job.quantity() {
                Quantity::OutcomeClass => Some(Method::Partizan(game.clone())),
                Quantity::ScoreLeft | Quantity::ScoreRight => {
                    Some(Method::PartizanScore(game.clone()))
                }
                Quantity::Grundy | Quantity::Outcome | Quantity::Palaces | Quantity::Score => None,
            },
        }
        .ok_or_else(none)
    }

    fn of_vector_game(game: VectorGame, quantity: Quantity) -> Option<Self> {
        let is_subtraction = game.heaps() == 1 && game.rays().is_empty();
        match (quantity, is_subtraction) {
            (Quantity::Grundy, true) => Some(Method::SubtractionGrundy(game)),
            (Quantity::Grundy, false) => Some(Method::VectorGrundy(game)),
            (Quantity::Outcome | Quantity::Palaces, true) => Some(Method::SubtractionPalaces(game)),
            (Quantity::Outcome | Quantity::Palaces, false) => Some(Method::VectorPalaces(game)),
            (Quantity::OutcomeClass, _) => None,
            (Quantity::Score, _) => Some(Method::VectorScore(game)),
            (Quantity::ScoreLeft | Quantity::ScoreRight, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::quantity::Convention;

    /// Catches a pair of a game and a quantity that a job accepts and no engine computes.
    #[test]
    fn every_job_has_a_method() {
        for entry in crate::ruleset::catalogue::entries() {
            let game = Ruleset::parse(entry.example).expect("a game");
            let mut methods = 0;
            for &quantity in Quantity::ALL {
                for convention in [Convention::Normal, Convention::Misere] {
                    let boxed = Domain::boxed(&vec![9; game.heaps()]).expect("a box");
                    let simplex = Domain::simplex(game.heaps(), 9).expect("a simplex");
                    for domain in [boxed, simplex] {
                        if let Ok(job) = Job::new(game.clone(), domain, quantity, convention) {
                            assert!(Method::of(&job).is_ok(), "{game}: {quantity}");
                            methods += 1;
                        }
                    }
                }
            }
            assert!(methods > 0, "{game} has no job at all");
        }
    }
}
