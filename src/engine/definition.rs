//! The definition: the options of a position, and the value that they give it.
//!
//! Everything else is judged by this file. It is never optimised. It knows rulesets, the mex and which
//! values mark P-positions (`Quantity::is_p_position`, which the CPU engine and verification use too;
//! the shaders and the brute force in `tests/zarr_reader.py` have their own); it shares no other code
//! with the fast engines.

use crate::domain::{Coordinates, MAX_HEAPS};
use crate::mex::mex;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{DigraphGame, EuclidGame, PartizanGame, Ruleset, VectorGame};

/// Lists the options of the position with these padded coordinates, for a partizan game those of both
/// players. An option that several moves reach is listed once for a vector game, because palace
/// numbers count it once; for other games it may be listed more often.
pub fn options(ruleset: &Ruleset, at: Coordinates) -> Vec<Coordinates> {
    match ruleset {
        Ruleset::Vector(game) => vector_options(game, at),
        Ruleset::Digraph(game) => digraph_options(game, at),
        Ruleset::Euclid(game) => euclid_options(*game, at),
        Ruleset::Fibonacci => fibonacci_options(at),
        Ruleset::Partizan(game) => {
            [vector_options(game.left(), at), vector_options(game.right(), at)].concat()
        }
    }
}

/// Subtract m·ℓ for a ray ℓ and m >= 1, as long as no heap becomes negative. An altered vector is a
/// move exactly if it is no multiple of a ray.
fn vector_options(game: &VectorGame, at: Coordinates) -> Vec<Coordinates> {
    if game.terminals().contains(&at) {
        return Vec::new();
    }
    let mut options = Vec::new();
    for ray in game.rays() {
        let mut option = at;
        while let Some(next) = option.checked_sub(*ray) {
            options.push(next);
            option = next;
        }
    }
    // The options along a ray are in order already, which this sort makes use of.
    options.sort();
    options.dedup();
    // What both reach is no option.
    options.extend(game.alterations().iter().filter_map(|&vector| at.checked_sub(vector)));
    options.sort();
    options
        .chunk_by(|one, other| one == other)
        .filter(|same| same.len() == 1)
        .flatten()
        .copied()
        .collect()
}

/// Take i >= 1 tokens from one end of an edge, return 0 <= j < i to the other.
fn digraph_options(game: &DigraphGame, at: Coordinates) -> Vec<Coordinates> {
    let mut options = Vec::new();
    let padding = MAX_HEAPS - game.heaps();
    for edge in game.edges() {
        for taken in 1..=at[padding + edge.from] {
            for returned in 0..taken {
                let mut option = at;
                option[padding + edge.from] -= taken;
                option[padding + edge.to] += returned;
                options.push(option);
            }
        }
    }
    options
}

/// Take a positive multiple of the smaller heap from the larger one.
fn euclid_options(game: EuclidGame, Coordinates([_, x, y]): Coordinates) -> Vec<Coordinates> {
    let mut options = Vec::new();
    if x == 0 || y == 0 {
        return options;
    }
    let least = u32::from(game.is_positive());
    for (larger, smaller) in [(1, 2), (2, 1)] {
        let mut option = [0, x, y];
        let taken = option[smaller];
        while option[larger] >= taken + least {
            option[larger] -= taken;
            options.push(Coordinates(option));
        }
    }
    options
}

/// Take 1 <= m <= min(limit, heap); the next limit is 2m, or the heap that is left if that is
/// smaller.
fn fibonacci_options(Coordinates([_, heap, limit]): Coordinates) -> Vec<Coordinates> {
    let option = |taken: u32| Coordinates([0, heap - taken, (2 * taken).min(heap - taken)]);
    (1..=limit.min(heap)).map(option).collect()
}

/// Returns the value of the position with these padded coordinates, where `value` returns the values
/// of its options.
pub fn value_by_definition(
    ruleset: &Ruleset,
    quantity: Quantity,
    convention: Convention,
    at: Coordinates,
    value: impl Fn(Coordinates) -> u32,
) -> u32 {
    if let Ruleset::Partizan(game) = ruleset {
        return outcome_class(game, convention, at, value);
    }
    if quantity == Quantity::Score {
        return score(ruleset, at, value) as u32;
    }
    let options = options(ruleset, at);
    let terminal_in_misere = options.is_empty() && convention == Convention::Misere;
    let is_p =
        |option: &Coordinates| quantity.is_p_position(value(*option), ruleset.blocking_number());
    match quantity {
        Quantity::Grundy if terminal_in_misere => 1,
        Quantity::Grundy => mex(options.into_iter().map(value)),
        Quantity::Palaces => options.iter().filter(|option| is_p(option)).count() as u32,
        Quantity::Outcome => {
            let palaces = options.iter().filter(|option| is_p(option)).count();
            u32::from(palaces <= ruleset.blocking_number() as usize && !terminal_in_misere)
        }
        // Of a game whose players have the same moves: the next player wins, or the previous one.
        Quantity::OutcomeClass => u32::from(terminal_in_misere || options.iter().any(is_p)),
        // Returned above.
        Quantity::Score => 0,
    }
}

/// Returns the score of a position: the most that a move pays, less the score of its option; 0 without a
/// move. Of other games than vector games no job asks for scores.
fn score(ruleset: &Ruleset, at: Coordinates, value: impl Fn(Coordinates) -> u32) -> i32 {
    let Ruleset::Vector(game) = ruleset else { return 0 };
    let gains = moves_that_pay(game, at)
        .into_iter()
        .map(|(option, points)| points - i64::from(value(option) as i32));
    // Plan::new refuses a job whose scores may need more than 32 bits.
    gains.max().unwrap_or(0) as i32
}

/// Lists the moves of a vector game, each as its option and the points that it pays. A move that several
/// rays make is listed with the points of each.
pub(crate) fn moves_that_pay(game: &VectorGame, at: Coordinates) -> Vec<(Coordinates, i64)> {
    let mut moves = Vec::new();
    // With terminal positions and altered vectors.
    let options = vector_options(game, at);
    let is_option = |option: &Coordinates| options.binary_search(option).is_ok();
    for ray in game.rays() {
        let (mut option, mut points) = (at, 0);
        while let Some(next) = option.checked_sub(*ray) {
            points += game.points_of(*ray);
            option = next;
            if is_option(&option) {
                moves.push((option, points));
            }
        }
    }
    // An altered vector that leads to an option is no multiple of a ray.
    for &vector in game.alterations() {
        if let Some(option) = at.checked_sub(vector).filter(is_option) {
            moves.push((option, game.points_of(vector)));
        }
    }
    moves
}

/// Returns the outcome class of a position: 0 P, 1 N, 2 L, 3 R. Left, moving first, wins iff an option is
/// won by Left with Right to move (P or L); in misère play also without any option.
fn outcome_class(
    game: &PartizanGame,
    convention: Convention,
    at: Coordinates,
    value: impl Fn(Coordinates) -> u32,
) -> u32 {
    let moving_first_wins = |moves: &VectorGame, won: [u32; 2]| {
        let options = vector_options(moves, at);
        match options.is_empty() {
            true => convention == Convention::Misere,
            false => options.into_iter().any(|option| won.contains(&value(option))),
        }
    };
    let left_wins = moving_first_wins(game.left(), [0, 2]);
    let right_wins = moving_first_wins(game.right(), [0, 3]);
    match (left_wins, right_wins) {
        (false, false) => 0,
        (true, true) => 1,
        (true, false) => 2,
        (false, true) => 3,
    }
}
