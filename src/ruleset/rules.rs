//! What every family has to state about its games besides their options, which are in
//! `engine/definition.rs`.

use crate::domain::{Domain, Grading, HEAP_NAMES, Position};
use crate::invalid_input::InvalidInputKind;
use crate::quantity::{Convention, Quantity};

/// The rules of one game, as far as planning and messages need them. No method has a default, so
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

    /// Checks that the quantity is defined for the game in this play convention, and tabulated.
    fn check_quantity(&self, quantity: Quantity, convention: Convention) -> Result<(), Misfit>;

    /// Describes the move between two positions in words.
    fn describe_move(&self, from: Position, to: Position) -> String;

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

/// Refuses outcome classes, for impartial games.
pub(super) fn no_outcome_classes() -> Result<(), Misfit> {
    misfit(
        InvalidInputKind::QuantityDoesNotApply { instead: "grundy or outcome" },
        "outcome classes are tabulated for partizan games",
        "tabulate grundy or outcome",
    )
}

/// Checks the quantity for impartial games that are no vector games.
pub(super) fn check_grundy_or_outcome(quantity: Quantity) -> Result<(), Misfit> {
    match quantity {
        Quantity::Grundy | Quantity::Outcome => Ok(()),
        Quantity::Palaces => misfit(
            InvalidInputKind::QuantityDoesNotApply { instead: "grundy or outcome" },
            "palace numbers are tabulated for vector games",
            "tabulate grundy or outcome",
        ),
        Quantity::OutcomeClass => no_outcome_classes(),
        Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => misfit(
            InvalidInputKind::QuantityDoesNotApply { instead: "grundy or outcome" },
            "scores are tabulated for vector games",
            "tabulate grundy or outcome",
        ),
    }
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
