//! The shapes of tables from which automata are guessed. No move leads out of them, or it is followed.

use crate::domain::Domain;
use crate::invalid_input::InvalidInput;
use crate::ruleset::{Ruleset, largest_heaps};

/// The shape of a table.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// All heaps are less than the size.
    Box,
    /// The token sum is at most the size.
    Simplex,
    /// As a box, but with a last heap that is less than twice the size: it may remember twice what was taken.
    LongBox,
    /// A box that moves leave.
    OpenBox,
}

impl Shape {
    /// Returns the shapes of tables of a game: the one that its moves do not leave, or that are tried one after the other where
    /// that is not known.
    pub(super) fn all(ruleset: &Ruleset) -> (Shape, &'static [Shape]) {
        match ruleset.recognised() {
            Ruleset::Digraph(_) => (Shape::Simplex, &[]),
            Ruleset::Written(_) => (Shape::Box, &[Shape::Simplex, Shape::LongBox, Shape::OpenBox]),
            _ => (Shape::Box, &[]),
        }
    }

    /// Returns the domain of this size.
    pub(super) fn domain(self, ruleset: &Ruleset, size: u32) -> Result<Domain, InvalidInput> {
        let heaps = ruleset.heaps();
        let side = |largest: Option<u32>| largest.map_or(size, |largest| size.min(largest + 1));
        let mut sides: Vec<u32> = bounded_heaps(ruleset).into_iter().map(side).collect();
        match self {
            Shape::Simplex => return Domain::simplex(heaps, size),
            Shape::Box | Shape::OpenBox => {}
            Shape::LongBox => {
                if let Some(last) = sides.last_mut() {
                    *last = last.saturating_mul(2);
                }
            }
        }
        Domain::boxed(&sides)
    }
}

/// Returns the largest size of each heap, where the rules bound it by a small number.
pub(super) fn bounded_heaps(ruleset: &Ruleset) -> Vec<Option<u32>> {
    ruleset.written_ruleset().map_or_else(|| vec![None; ruleset.heaps()], largest_heaps)
}
