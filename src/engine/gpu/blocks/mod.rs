//! Blocks: a domain cut into pieces that a workgroup computes each, and the fronts in which they
//! follow one another. `schedule/wavefront.rs` explains the idea.

pub(super) mod sizes;
pub(super) mod slots;

use std::ops::Range;

use super::bias;
use super::rectangle::LayerRectangle;
use crate::domain::Coordinates;
use crate::engine::vector_games::alterations::fronts_back;
use crate::plan::Plan;
use crate::values::ValueType;

/// A domain cut into blocks, all of one shape: boxes in sheared coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Blocks {
    /// Edges along x, y and the token sum.
    pub(super) edges: Coordinates,
    /// Blocks along each of these axes.
    pub(super) grid: Coordinates,
    /// Number of the last front that meets the domain, with 1 added.
    pub(super) fronts: u32,
    /// Whether only cells with y <= z are computed, and only blocks that hold some.
    pub(super) is_mirrored: bool,
    /// Bits of a value, with its bias, in the output.
    pub(super) value_bits: u32,
    sides: Coordinates,
}

/// Returns x, y and the token sum of a cell or a vector, padded like heaps.
pub(super) fn sheared(cell: Coordinates) -> Coordinates {
    cell.with_last(cell.iter().fold(0, |sum, &c| u32::saturating_add(sum, c)))
}

impl Blocks {
    /// Cuts the domain of a plan into blocks with these edges, or shorter ones where a side is.
    pub(super) fn new(plan: &Plan, edges: Coordinates, is_mirrored: bool) -> Self {
        let domain = plan.job().domain();
        let sides = domain.sides();
        let sums = domain.largest_token_sum().saturating_add(1);
        let sheared_sides = sides.with_last(sums);
        let edges = Coordinates::from_fn(|axis| sheared_sides[axis].min(edges[axis]));
        let grid = sheared_sides.div_ceil(edges);
        let value_bits = value_bits(bias::largest_value(plan));
        let mut blocks = Blocks { edges, grid, fronts: 0, is_mirrored, value_bits, sides };
        let fronts = grid.iter().fold(0, |sum, &blocks| u32::saturating_add(sum, blocks - 1));
        let last = (0..=fronts).rev().find(|&front| blocks.front(front).slots() > 0);
        blocks.fronts = last.unwrap_or(0) + 1;
        blocks
    }

    /// Returns the slots of the blocks of a front: those whose indices have this sum.
    pub(super) fn front(&self, front: u32) -> LayerRectangle {
        let rows = (0..self.grid[1]).filter_map(|row| Some((row, self.columns(front, row)?)));
        let slots = rows.fold(None, |slots: Option<(Range<u32>, Range<u32>)>, (row, columns)| {
            let (rows, others) = slots.unwrap_or((row..row, columns.clone()));
            let columns = others.start.min(columns.start)..others.end.max(columns.end);
            Some((rows.start..row + 1, columns))
        });
        let (rows, columns) = slots.unwrap_or((0..0, 0..0));
        LayerRectangle::new(rows, columns)
    }

    /// Returns the second indices of the blocks with this first index that a front computes, if there
    /// are any. `block_of` of `shaders/blocks.wgsl` chooses the same blocks.
    fn columns(&self, front: u32, row: u32) -> Option<Range<u32>> {
        let [_, edge_x, edge_y, edge_a] = self.edges.map(i64::from);
        let rest = i64::from(front) - i64::from(row);
        let first_x = i64::from(row) * edge_x;
        // The block of column j has the token sums from (rest - j) * edge_a on. They are too large
        // for it where they are more than its largest x and y and the largest z have.
        let largest_z = i64::from(self.sides[3]) - 1;
        let excess = rest * edge_a - (first_x + edge_x - 1) - (edge_y - 1) - largest_z;
        let first = -(-excess).div_euclid(edge_y + edge_a);
        let first = first.max(rest - (i64::from(self.grid[3]) - 1)).max(0);
        // They are too small where no z, or no z >= y, has its least x and y.
        let heaps_like_y = if self.is_mirrored { 2 } else { 1 };
        let room = (rest + 1) * edge_a - 1 - first_x;
        let last = room.div_euclid(heaps_like_y * edge_y + edge_a);
        let last = last.min(rest).min(i64::from(self.grid[2]) - 1);
        (first <= last).then(|| first as u32..last as u32 + 1)
    }

    /// Returns the number of the front that computes a cell.
    pub(super) fn front_of(&self, cell: Coordinates) -> u32 {
        (sheared(cell) / self.edges).sum()
    }

    /// Returns the number of steps of a block, which are computed one after another.
    pub(super) fn steps(&self) -> u32 {
        self.edges[3]
    }

    /// Returns the number of rows of a block, each of which has an invocation.
    pub(super) fn rows(&self) -> u32 {
        self.edges[1] * self.edges[2]
    }

    /// Returns the number of cells of a block.
    pub(super) fn cells(&self) -> u64 {
        self.edges.cells() as u64
    }

    /// Returns how many values a word of output holds.
    pub(super) fn values_per_word(&self) -> u32 {
        32 / self.value_bits
    }

    /// Returns the words of a block's values. Rows do not share words.
    pub(super) fn words(&self) -> usize {
        (self.rows() * self.edges[3].div_ceil(self.values_per_word())) as usize
    }

    /// Returns whether the values of no front take more than `most` bytes.
    pub(super) fn fronts_take_at_most(&self, most: u64) -> bool {
        let fits = |front| self.front_bytes(front) <= most;
        // The largest fronts are about in the middle. Where they are too large, that is seen at once:
        // fronts may be many, and so may be the rows of each.
        let thirds = [self.fronts / 2, self.fronts / 3, self.fronts - 1 - self.fronts / 3];
        thirds.into_iter().all(fits) && (0..self.fronts).all(fits)
    }

    /// Returns the bytes of the values of a front.
    pub(super) fn front_bytes(&self, front: u32) -> u64 {
        4 * self.front(front).slots() as u64 * self.words() as u64
    }

    /// Returns for how many fronts the values of a block must be kept so that these vectors lead to
    /// known values, the front of the block included.
    pub(super) fn history_fronts(&self, vectors: impl Iterator<Item = Coordinates>) -> u32 {
        fronts_back(self.edges, vectors.map(sheared)).saturating_add(1).min(self.fronts)
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

    /// Catches a front that misses a block with computed cells, a grid with too few fronts, and slots
    /// of blocks that hold no cell where the table is large.
    #[test]
    fn fronts_hold_every_block() {
        for (game, domain) in [
            ("nim:3", "9x5x7"),
            ("wythoff", "21x34"),
            ("wythoff", "34x34"),
            ("wythoff", "40x1"),
            ("wythoff", "tokens 29"),
            ("nim:3", "tokens 12"),
            ("nim:3", "5x9x9"),
        ] {
            let plan = plan(game, domain, "grundy");
            for (edges, is_mirrored) in [
                ([1, 1, 1], false),
                ([2, 4, 3], false),
                ([1, 4, 4], true),
                ([3, 7, 2], true),
                ([2, 3, 9], true),
            ] {
                let blocks = Blocks::new(&plan, Coordinates::padded(&edges, 1), is_mirrored);
                for at in Coordinates::cells_of_box(plan.job().domain().sides()) {
                    let is_computed = !is_mirrored || at[2] <= at[3];
                    if !plan.job().domain().contains(at) || !is_computed {
                        continue;
                    }
                    let index = at.with_last(at.sum()) / blocks.edges;
                    let front = blocks.front_of(at);
                    assert_eq!(front, index.sum());
                    assert!(front < blocks.fronts);
                    let slots = blocks.front(front);
                    assert!(slots.rows().contains(&index[1]), "{at:?}");
                    assert!(slots.columns().contains(&index[2]), "{at:?}");
                }
            }
        }
        let plan = plan("wythoff", "500x500", "grundy");
        let blocks = Blocks::new(&plan, Coordinates([1, 1, 8, 4]), true);
        let slots: usize = (0..blocks.fronts).map(|front| blocks.front(front).slots()).sum();
        // Half of the box, and what the blocks on its three edges hold beyond it.
        let half = 500 * 501 / 2 / (8 * 4);
        assert!((half..half + half / 10).contains(&slots), "{slots} blocks");
    }
}
