//! Symmetries of the heaps: their permutations that leave a table as it is.
//!
//! Claim. A permutation of the heaps that maps the moves of a game to its moves, its listed positions to
//! its listed positions and the domain to itself leaves all values as they are.
//!
//! Proof. It maps the options of a position to those of its image, so that the values agree by induction on
//! the grade.

use grundytab::domain::{Coordinates, MAX_HEAPS, Permutation, permutations};
use grundytab::job::Job;

/// The permutations of the heaps that leave a table as it is: of Wythoff Nim on a square both, of the
/// Triangle Game the three rotations.
///
/// Two positions are in one orbit if a permutation maps one to the other; the representative of an orbit
/// is its lexicographically least position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeapSymmetries {
    permutations: Vec<Permutation>,
}

impl HeapSymmetries {
    /// Finds the symmetries of a job. A permutation that maps the notation of the rules to itself is found, and in rules of
    /// a user's own one that maps what they say to the same; one that leaves the moves as they are by a theorem may not be.
    pub fn of(job: &Job) -> Self {
        let padding = MAX_HEAPS - job.domain().heaps();
        let sides = job.domain().sides();
        let is_symmetry = |permutation: &Permutation| {
            (0..padding).all(|axis| permutation[axis] == axis)
                && sides.permuted(permutation) == sides
                && job.ruleset().definition().has_symmetry(permutation)
        };
        HeapSymmetries { permutations: permutations().filter(is_symmetry).collect() }
    }

    /// Returns the number of symmetries, the identity included.
    pub fn count(&self) -> usize {
        self.permutations.len()
    }

    /// Returns the positions of the orbit of a position that are lexicographically less.
    pub(super) fn lesser(&self, at: Coordinates) -> impl Iterator<Item = Coordinates> + use<'_> {
        let images = self.permutations.iter().map(move |permutation| at.permuted(permutation));
        images.filter(move |&image| image < at)
    }

    /// Whether a position is the lexicographically least of its orbit.
    #[cfg(test)]
    fn is_least(&self, at: Coordinates) -> bool {
        self.lesser(at).next().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::InMemoryTable;
    use grundytab::engine::cpu::CpuEngine;
    use grundytab::plan::Plan;

    /// Catches a permutation that changes values, by computing all of them, and one that is missed.
    #[test]
    fn symmetries_leave_all_values_as_they_are() {
        for (game, domain, quantity, count) in [
            ("wythoff", "9", "grundy", 2),
            ("wythoff", "9x8", "grundy", 1),
            ("maharaja", "9", "outcome", 2),
            ("wythoff+alter=1,2", "9", "grundy", 1),
            ("nim:2+terminal=0,3/3,0", "9", "grundy", 2),
            ("nim:2+terminal=0,3", "9", "grundy", 1),
            ("nim:2+to-zero=1,3/3,1", "9", "grundy", 2),
            ("nim:2+to-zero=1,3/2,1", "9", "grundy", 1),
            ("vector:1,0,0/0,1,0/0,0,1/1,1,0", "6", "grundy", 2),
            ("nim:3", "6x6x5", "outcome", 2),
            ("nim:3", "tokens 9", "grundy", 6),
            ("nim:1", "9", "grundy", 1),
            ("wythoff+points=2/2/-3", "9", "score", 2),
            ("wythoff+points=2/1/-3", "9", "score", 1),
            ("nim:2+alter=1,2:5/2,1:4", "9", "score", 1),
            ("triangle", "tokens 9", "grundy", 3),
            ("digraph:XY/YX/ZZ", "tokens 9", "grundy", 2),
            ("digraph:XY/YX/YZ/ZY/ZX/XZ", "tokens 9", "grundy", 6),
            ("digraph:XY", "tokens 9", "grundy", 1),
            ("nim:4", "4", "grundy", 24),
            ("nim:4", "3x3x4x4", "grundy", 4),
            ("digraph:XY/YZ/ZW/WX", "tokens 6", "grundy", 4),
            ("digraph:XY/YX/YZ/ZY/ZW/WZ/WX/XW", "tokens 6", "grundy", 8),
            ("digraph:XY/XZ/XW/YX/YZ/YW/ZX/ZY/ZW/WX/WY/WZ", "tokens 6", "outcome", 24),
            ("euclid", "9", "grundy", 2),
            ("fibonacci", "9", "grundy", 1),
            ("partizan:1,1:1,0/0,1", "9", "outcome-class", 2),
            ("partizan:1,0:0,1", "9", "outcome-class", 1),
            ("partizan:1,1:1,0/0,1+points-right=3/3", "9", "score-left", 2),
            ("partizan:1,1:1,0/0,1+points-right=3/2", "9", "score-left", 1),
            (
                "rules: (x - k, y) for 1 <= k <= x; (x, y - l) for 0 < l <= y; (x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y)",
                "9",
                "grundy",
                2,
            ),
            (
                "rules: (x - k, y) for 1 <= k <= x; (x, y - l) for 0 < l <= y; (x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y + 1)",
                "9",
                "grundy",
                1,
            ),
            (
                "rules: (x - k, y, z) for 1 <= k <= x; (x, y, z - k) for 1 <= k <= z; (x, y - k, z) for 1 <= k <= y if x == 0 or z == 0",
                "6",
                "grundy",
                2,
            ),
            (
                "rules: (x - k, y - l, z) for 0 <= k <= x, 0 <= l <= y if k + l > 0; (x - k, y, z - l) for 0 <= k <= x, 0 <= l <= z if k + l > 0; (x, y - k, z - l) for 0 <= k <= y, 0 <= l <= z if k + l > 0",
                "5",
                "outcome",
                6,
            ),
            (
                "rules: (x - i, y + j, z) for 1 <= i <= x, 0 <= j < i; (x, y - i, z + j) for 1 <= i <= y, 0 <= j < i; (x + j, y, z - i) for 1 <= i <= z, 0 <= j < i",
                "tokens 7",
                "grundy",
                3,
            ),
            (
                "rules: (x - k, y - k, z, w) for 1 <= k <= min(x, y); (x, y, z - k, w - k) for 1 <= k <= min(z, w)",
                "4",
                "grundy",
                8,
            ),
            (
                "rules: left: (x - 1, y) if x > 0; right: (x, y - 1) if y > 0",
                "6",
                "outcome-class",
                1,
            ),
            ("rules: (x - 1, y) if x > 0 pays 1; (x, y - 1) if y > 0 pays 2", "6", "score", 1),
            ("partizan:1,0/0,1:1,1+alter-left=1,2:5/2,1:4", "9", "score-right", 1),
        ] {
            let plan = Plan::parse(game, domain, quantity).expect(game);
            let table = InMemoryTable::run(&CpuEngine, &plan).expect(game);
            let (job, sides) = (plan.job(), plan.job().domain().sides());
            let symmetries = HeapSymmetries::of(job);
            assert_eq!(symmetries.count(), count, "{game}");
            for at in Coordinates::cells_of_box(sides).filter(|&at| job.domain().contains(at)) {
                let value = |at: Coordinates| table.values()[at.row_major_index(sides)];
                let images = symmetries.permutations.iter().map(|p| at.permuted(p));
                assert!(images.clone().all(|image| value(image) == value(at)), "{game}, {at:?}");
                // Exactly one position of an orbit represents it.
                let least = images.clone().filter(|&image| symmetries.is_least(image)).min();
                assert!(
                    images.filter(|&image| symmetries.is_least(image)).all(|i| Some(i) == least)
                );
            }
        }
    }
}
