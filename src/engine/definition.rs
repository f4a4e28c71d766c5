//! The definition: the options of a position, and the value that they give it.
//!
//! This is the truth that everything else is judged by. It is never optimised, and shares no
//! code with the fast engines: it knows rulesets and the mex, nothing else.

use crate::domain::{Coordinates, MAX_HEAPS};
use crate::nimber::mex;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{DigraphGame, Ruleset, VectorGame};

/// The options of the position with these padded coordinates. An option that several moves reach
/// is listed once for a vector game (palace numbers count it once), perhaps more often for others.
pub fn options(ruleset: &Ruleset, at: Coordinates) -> Vec<Coordinates> {
    match ruleset {
        Ruleset::Vector(game) => vector_options(game, at),
        Ruleset::Digraph(game) => digraph_options(game, at),
    }
}

/// Subtract m·ℓ for a ray ℓ and m >= 1, as long as no heap becomes negative; altered vectors are
/// moves exactly if they would not be.
fn vector_options(game: &VectorGame, at: Coordinates) -> Vec<Coordinates> {
    if game.terminals().contains(&at) {
        return Vec::new();
    }
    let fits = |vector: &Coordinates| (0..MAX_HEAPS).all(|axis| vector[axis] <= at[axis]);
    let subtract = |vector: &Coordinates| std::array::from_fn(|axis| at[axis] - vector[axis]);
    let mut options = Vec::new();
    for ray in game.rays() {
        let mut option = at;
        while (0..MAX_HEAPS).all(|axis| option[axis] >= ray[axis]) {
            option = std::array::from_fn(|axis| option[axis] - ray[axis]);
            options.push(option);
        }
    }
    options.sort_unstable();
    options.dedup();
    for altered in game.alterations().iter().filter(|vector| fits(vector)).map(subtract) {
        match options.binary_search(&altered) {
            Ok(place) => drop(options.remove(place)),
            Err(place) => options.insert(place, altered),
        }
    }
    options
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

/// The value of the position with these padded coordinates, where `value` tells the values of
/// its options.
pub fn value_by_definition(
    ruleset: &Ruleset,
    quantity: Quantity,
    convention: Convention,
    at: Coordinates,
    value: impl Fn(Coordinates) -> u32,
) -> u32 {
    let options = options(ruleset, at);
    let terminal_in_misere = options.is_empty() && convention == Convention::Misere;
    let is_p = |option: &Coordinates| quantity.is_p_position(value(*option), ruleset.block());
    match quantity {
        Quantity::Grundy if terminal_in_misere => 1,
        Quantity::Grundy => mex(options.into_iter().map(value)),
        Quantity::Palaces => options.iter().filter(|option| is_p(option)).count() as u32,
        Quantity::Outcome => {
            let palaces = options.iter().filter(|option| is_p(option)).count();
            u32::from(palaces <= ruleset.block() as usize && !terminal_in_misere)
        }
    }
}
