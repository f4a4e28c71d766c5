//! Scopes: the positions on which statements are checked.

use grundytab::domain::{Coordinates, Position};
use grundytab::job::Job;

/// The positions on which statements are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// All positions of the table.
    Everywhere,
    /// A position, and all that could be reached from it by their heaps. In most games no heap grows, and these are the
    /// positions all of whose heaps are at most as large; where a heap may grow, those of lower grade. Moves need not lead
    /// to all of them.
    Below(Position),
}

impl Scope {
    /// Returns whether the scope includes a position.
    pub(super) fn includes(self, job: &Job, at: Coordinates) -> bool {
        match self {
            Scope::Everywhere => true,
            Scope::Below(position) => {
                let from = position.coordinates();
                let grade = |at| job.grading().grade(at);
                if job.ruleset().heaps_may_grow() {
                    at == from || grade(at) < grade(from)
                } else {
                    from.dominates(at)
                }
            }
        }
    }

    /// Returns the largest grade of a position of the scope.
    pub(super) fn last_grade(self, job: &Job) -> u32 {
        match self {
            Scope::Everywhere => u32::MAX,
            Scope::Below(position) => job.grading().grade(position.coordinates()),
        }
    }
}
