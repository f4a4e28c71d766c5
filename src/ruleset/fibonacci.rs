//! The family of Fibonacci Nim (Whinihan, Fibonacci Nim, 1963): one game on one heap and a limit,
//! from which the rules follow without any parameter.

use super::Ruleset;
use super::definition::{GameDefinition, GameWording, singles, take_and_return};
use super::facts::{GameFacts, Misfit, misfit};
use super::family::{Family, Name};
use super::method::Method;
use crate::domain::{Coordinates, Domain, Grading, Permutation, Position, Sum};
use crate::invalid_input::InvalidInputKind;
use crate::quantity::{Convention, Mover, Quantity};

pub(super) const FAMILY: Family = Family {
    kind: "fibonacci",
    names: &[Name { name: "fibonacci", argument: None, game: |_| Ok(Ruleset::Fibonacci) }],
    modifiers: &[],
};

/// The rules behind [`Ruleset::Fibonacci`].
pub(super) struct FibonacciGame;

impl GameDefinition for FibonacciGame {
    /// The second coordinate, which is the limit, may grow.
    fn facts(&self) -> GameFacts {
        GameFacts { heaps_may_grow: true, has_wins_alone: true, ..GameFacts::of_impartial(2) }
    }

    fn grading(&self) -> Grading {
        Grading::Heap
    }

    /// The domain must be a box with room for the largest limit that a move leaves, unless it holds
    /// the positions with limit 0 alone, which have no moves.
    fn check(&self, domain: &Domain, _: Quantity, _: Convention) -> Result<(), Misfit> {
        if !domain.is_box() {
            return misfit(
                InvalidInputKind::NeedsBox,
                "the second coordinate of Fibonacci Nim is a limit, not a heap",
                "bound the heap and the limit by a box instead of the token sum",
            );
        }
        let [.., heap, limit] = domain.sides().map(|side| side - 1);
        let largest = largest_limit_after(heap);
        if limit > 0 && limit < largest {
            return misfit(
                InvalidInputKind::OptionsOutsideDomain,
                format!(
                    "a move from the heap {heap} may leave the limit {largest}, beyond the box"
                ),
                "give a square box, as in 1000, or one with two thirds as many limits as heaps",
            );
        }
        Ok(())
    }

    fn method(&self, _: &Domain, _: Quantity, _: Convention) -> Method {
        Method::Fibonacci
    }

    /// Take 1 <= m <= min(limit, heap); the next limit is 2m, or the heap that is left if that is smaller: no more can be
    /// taken, so that the game is the same, and a box with as many limits as heaps holds all options.
    fn options_of(
        &self,
        _: Mover,
        Coordinates([.., heap, limit]): Coordinates,
    ) -> Vec<Sum<Coordinates>> {
        let option = |taken: u32| Coordinates([0, 0, heap - taken, (2 * taken).min(heap - taken)]);
        singles((1..=limit.min(heap)).map(option))
    }

    fn most_options(&self, domain: &Domain) -> u64 {
        let [.., heap, limit] = domain.sides().map(|side| u64::from(side) - 1);
        heap.min(limit)
    }

    /// Every move makes the heap smaller.
    fn longest_play(&self, domain: &Domain) -> (u64, &'static str) {
        let [.., heap, _] = domain.sides().map(|side| u64::from(side) - 1);
        (heap, "the largest heap")
    }

    /// A heap and a limit are not alike.
    fn has_symmetry(&self, permutation: &Permutation) -> bool {
        permutation.is_sorted()
    }
}

impl GameWording for FibonacciGame {
    fn text(&self, _: usize) -> String {
        "fibonacci".into()
    }

    fn describe_move(&self, from: Position, to: Position) -> String {
        match (from.heaps(), to.heaps()) {
            (&[heap, _], &[rest, limit]) => {
                format!("take {}, which leaves the limit {limit}", heap.saturating_sub(rest))
            }
            _ => take_and_return(from, to),
        }
    }
}

/// Returns the largest limit that a move from a heap of n leaves. Taking m tokens leaves the limit
/// min(2m, n - m), which is largest near m = n/3 and then at most 2n/3.
fn largest_limit_after(n: u32) -> u32 {
    (u64::from(n) * 2 / 3) as u32
}
