//! What every family has to state about its games.

use super::method::Method;
use crate::domain::{Coordinates, Domain, Grading, HEAP_NAMES, Permutation, Position};
use crate::invalid_input::InvalidInputKind;
use crate::quantity::{Convention, Quantity, ValueKind};

/// The rules of one game. No method has a default but the words for a move, so
/// that a new family answers each question.
pub(crate) trait Rules {
    /// Returns the number of heaps, 1 to 4.
    fn heaps(&self) -> usize;

    /// Returns what the rank of a position is: every option of a position has a smaller one.
    fn grading(&self) -> Grading;

    /// Returns whether a move may make a heap larger. Otherwise every option is dominated by its
    /// position, so that any box holds the options of its positions.
    fn heaps_may_grow(&self) -> bool;

    /// Checks that the domain, which has as many heaps as the game, holds every option of each of
    /// its positions.
    fn check_domain(&self, domain: &Domain) -> Result<(), Misfit>;

    /// Chooses how the quantity is computed in this play convention.
    ///
    /// # Errors
    /// When it is not defined for the game, or not tabulated.
    fn method(&self, quantity: Quantity, convention: Convention) -> Result<Method, Misfit>;

    /// Lists the options of a position, for a partizan game those of both players. An option that several moves reach
    /// is listed once for a vector game, because palace numbers count it once; for other games it may be listed more
    /// often. This is the definition of the game, and is never optimised.
    fn options(&self, at: Coordinates) -> Vec<Coordinates>;

    /// Returns an upper bound of the number of distinct values of the options of a position in the domain.
    fn most_options(&self, domain: &Domain) -> u64;

    /// Returns an upper bound of the number of moves in a play from a position in the domain, and what it is.
    fn longest_play(&self, domain: &Domain) -> (u64, &'static str);

    /// Returns whether a permutation of the heaps, which leaves the padding in its place, maps the rules, as they are
    /// written, to themselves.
    fn has_symmetry(&self, permutation: &Permutation) -> bool;

    /// Describes the move between two positions in words, as in `take 3 from x, return 1 to y`.
    fn describe_move(&self, from: Position, to: Position) -> String {
        take_and_return(from, to)
    }

    /// Returns the game in the notation, with the first `most` items of each list. With all of them
    /// this is the canonical text, which is the same for equal games and parses to the game.
    fn text(&self, most: usize) -> String;
}

/// Why a domain, a quantity or a play convention does not fit a game.
pub(crate) struct Misfit {
    pub kind: InvalidInputKind,
    pub problem: String,
    pub hint: &'static str,
}

/// Describes a misfit.
pub(crate) fn misfit<T>(
    kind: InvalidInputKind,
    problem: impl Into<String>,
    hint: &'static str,
) -> Result<T, Misfit> {
    Err(Misfit { kind, problem: problem.into(), hint })
}

/// Refuses a quantity; `instead` names those that are tabulated.
pub(super) fn not_tabulated<T>(
    problem: impl Into<String>,
    instead: &'static str,
    hint: &'static str,
) -> Result<T, Misfit> {
    misfit(InvalidInputKind::QuantityDoesNotApply { instead }, problem, hint)
}

/// Refuses another quantity than Grundy values and outcomes, for impartial games that are no vector games.
pub(super) fn neither_grundy_nor_outcome<T>(quantity: Quantity) -> Result<T, Misfit> {
    let games = if quantity.kind() == ValueKind::Class { "partizan" } else { "vector" };
    let values = if quantity.is_score() { "scores" } else { quantity.values_name() };
    not_tabulated(
        format!("{values} are tabulated for {games} games"),
        "grundy or outcome",
        "tabulate grundy or outcome",
    )
}

/// Bounds the moves of a play by the tokens, of which every move lowers the number.
pub(super) fn largest_token_sum(domain: &Domain) -> (u64, &'static str) {
    (domain.largest_token_sum().into(), "the largest token sum")
}

/// Describes a move by the heaps that it makes smaller and larger: `take 3 from x, return 1 to y`.
pub(super) fn take_and_return(from: Position, to: Position) -> String {
    let heaps = from.heaps().iter().zip(to.heaps()).zip(HEAP_NAMES);
    let (mut taken, mut returned) = (Vec::new(), Vec::new());
    for ((&before, &after), name) in heaps {
        if after < before {
            taken.push(format!("{} from {name}", before - after));
        } else if after > before {
            returned.push(format!("{} to {name}", after - before));
        }
    }
    let taken = format!("take {}", taken.join(" and "));
    if returned.is_empty() { taken } else { format!("{taken}, return {}", returned.join(" and ")) }
}
