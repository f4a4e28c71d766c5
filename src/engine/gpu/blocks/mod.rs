//! Blocks: a box cut into pieces that a workgroup computes each, and the fronts in which they follow
//! one another. `schedule/wavefront.rs` explains the idea.

pub(super) mod sizes;

use super::rectangle::Rectangle;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::vector_games::alterations::fronts_back;
use crate::plan::Plan;
use crate::values::ValueType;

/// A box cut into blocks, all of one shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Blocks {
    pub(super) edges: Coordinates,
    /// Blocks along each axis.
    pub(super) grid: Coordinates,
    /// Fronts that meet the domain.
    pub(super) fronts: u32,
    /// Whether only cells with y <= z are computed, and only blocks that hold some.
    pub(super) is_mirrored: bool,
    /// Bits of a value that comes back.
    pub(super) value_bits: u32,
}

impl Blocks {
    /// Cuts the bounding box of a plan's domain into blocks with these edges, or shorter ones where
    /// a side is.
    pub(super) fn new(plan: &Plan, edge: u32, is_mirrored: bool) -> Self {
        let domain = plan.job().domain();
        let edges = Coordinates(domain.sides().map(|side| side.min(edge)));
        let grid = domain.sides().div_ceil(edges);
        let last_of_box = grid.iter().map(|&blocks| blocks - 1).sum::<u32>();
        let last_front = if domain.is_box() {
            last_of_box
        } else {
            // A simplex has equal edges along all axes but those of padding.
            last_of_box.min(domain.largest_token_sum() / edges[MAX_HEAPS - 1])
        };
        let value_bits = value_bits(plan.bound().largest_value);
        Blocks { edges, grid, fronts: last_front + 1, is_mirrored, value_bits }
    }

    /// Returns the slots of the blocks of a front: those whose indices have this sum.
    pub(super) fn front(&self, front: u32) -> Rectangle {
        let slots = Rectangle::of_sum(self.grid, front);
        if !self.is_mirrored {
            return slots;
        }
        // Blocks with a larger second index than third are not computed. In the first row the sum
        // of both is largest, and at most half of it is the second.
        slots.up_to_column((front - slots.rows().start) / 2)
    }

    /// Returns the number of the front that computes a cell.
    pub(super) fn front_of(&self, cell: Coordinates) -> u32 {
        (cell / self.edges).sum()
    }

    /// Returns the number of antidiagonals of a block, which are computed one after another.
    pub(super) fn steps(&self) -> u32 {
        self.edges.iter().map(|edge| edge - 1).sum::<u32>() + 1
    }

    /// Returns the number of cells of a block.
    pub(super) fn cells(&self) -> u64 {
        self.edges.cells() as u64
    }

    /// Returns how many values a word of output holds.
    pub(super) fn values_per_word(&self) -> u32 {
        32 / self.value_bits
    }

    /// Returns the words of a row of a block's values. Rows do not share words.
    pub(super) fn row_words(&self) -> u32 {
        self.edges[2].div_ceil(self.values_per_word())
    }

    /// Returns the words of a block's values.
    pub(super) fn words(&self) -> usize {
        (self.edges[0] * self.edges[1] * self.row_words()) as usize
    }

    /// Returns the bytes of the values of the largest front.
    pub(super) fn largest_front_bytes(&self) -> u64 {
        let bytes = |front| 4 * self.front(front).slots() as u64 * self.words() as u64;
        (0..self.fronts).map(bytes).max().unwrap_or(0)
    }

    /// Returns a bound on the cells of an antidiagonal: the cells of the smallest face.
    pub(super) fn widest_antidiagonal(&self) -> u32 {
        let Coordinates([a, b, c]) = self.edges;
        (a * b).min(b * c).min(a * c)
    }

    /// Returns for how many fronts the values of a block must be kept so that these vectors lead to
    /// known values, the front of the block included.
    pub(super) fn history_fronts(&self, vectors: impl Iterator<Item = Coordinates>) -> u32 {
        fronts_back(self.edges, vectors).saturating_add(1).min(self.fronts)
    }
}

/// Returns the narrowest width in bits that holds every value with 1 added.
fn value_bits(largest_value: u64) -> u32 {
    let fits = |value_type: &ValueType| largest_value < u64::from(value_type.fill());
    let narrow = [ValueType::U8, ValueType::U16].into_iter().find(fits);
    8 * narrow.unwrap_or(ValueType::U32).bytes() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::plan;

    #[test]
    fn values_leave_room_for_what_was_not_written() {
        for (largest, bits) in
            [(1, 8), (254, 8), (255, 16), (65_534, 16), (65_535, 32), (1 << 31, 32)]
        {
            assert_eq!(value_bits(largest), bits);
        }
    }

    /// Catches a front that misses a block with computed cells, and a grid with too few fronts.
    #[test]
    fn fronts_hold_every_block() {
        for (game, domain) in [
            ("nim:3", "9x5x7"),
            ("wythoff", "21x34"),
            ("wythoff", "tokens 29"),
            ("nim:3", "tokens 12"),
        ] {
            let plan = plan(game, domain, "grundy");
            for (edge, is_mirrored) in [(1, false), (4, false), (4, true), (7, true)] {
                let blocks = Blocks::new(&plan, edge, is_mirrored);
                for at in Coordinates::cells_of_box(plan.job().domain().sides()) {
                    let is_computed = !is_mirrored || at[1] <= at[2];
                    if !plan.job().domain().contains(at) || !is_computed {
                        continue;
                    }
                    let (index, front) = (at / blocks.edges, blocks.front_of(at));
                    assert!(front < blocks.fronts);
                    let slots = blocks.front(front);
                    assert!(slots.rows().contains(&index[0]), "{at:?}");
                    assert!(slots.columns().contains(&index[1]), "{at:?}");
                }
            }
        }
    }
}
