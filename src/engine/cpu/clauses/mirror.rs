//! Half of a table, of which the other half is the mirror image: where the last two heaps may change places, the cells whose
//! last heap is not less than the one before are computed.
//!
//! That the rules have no fault is proved before: in the other half nobody would see one.

use crate::engine::clause_games::faultless::is_faultless;
use crate::plan::Plan;
use crate::ruleset::WrittenRuleset;

/// Where the mirror images of the cells of a table lie.
pub(super) struct Mirror {
    /// The last two sides.
    side: usize,
}

impl Mirror {
    /// Returns the mirror of a table; `None` if it is not proved to have one. Cells have their values together with their
    /// images, so that they must have equal grades.
    pub(super) fn of(plan: &Plan, game: &WrittenRuleset) -> Option<Self> {
        let (domain, quantity) = (plan.job().domain(), plan.job().quantity());
        let is_mirrored = !quantity.is_score()
            && game.is_mirrored_on(domain)
            && game.has_mirrored_grade()
            && is_faultless(game, domain);
        is_mirrored.then(|| Mirror { side: domain.shape().last().map_or(1, |&side| side as usize) })
    }

    /// Returns whether a cell is computed, and not taken from its image.
    #[inline]
    pub(super) fn computes(&self, index: usize) -> bool {
        index / self.side % self.side <= index % self.side
    }

    /// Returns the index of the mirror image of a cell.
    #[inline]
    pub(super) fn image(&self, index: usize) -> usize {
        let (row, column) = (index / self.side % self.side, index % self.side);
        index - (row * self.side + column) + (column * self.side + row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Coordinates;
    use crate::engine::vector_games::mirror::mirror_image;

    /// Catches an image that is another cell, and a pair of cells of which none is computed or both are.
    #[test]
    fn one_cell_of_each_pair_is_computed() {
        let (sides, mirror) = (Coordinates([1, 3, 5, 5]), Mirror { side: 5 });
        for at in Coordinates::cells_of_box(sides) {
            let [index, image] = [at, mirror_image(at)].map(|at| at.row_major_index(sides));
            assert_eq!(mirror.image(index), image);
            let are_computed = [index, image].map(|index| mirror.computes(index));
            assert!(if index == image {
                are_computed[0]
            } else {
                are_computed[0] != are_computed[1]
            });
        }
    }
}
