//! The blocks that a table is cut into, and the levels of their pixels.

use std::ops::Range;

use crate::domain::{Plane, Rectangle};

/// The least first level: its pixels are a 64th of the cells. Those of lower levels are added up fast enough.
const LEAST_FIRST_LEVEL: u32 = 3;
/// The last level whose number of cells along a side of a pixel has 32 bits.
const LAST_LEVEL: u32 = 31;
/// The most pixels of the first level.
const MOST_PIXELS: u64 = 1 << 24;
/// The least edge of a block, in cells.
const LEAST_BLOCK_EDGE: u32 = 1 << 11;

/// The blocks of a table of two heaps, squares that begin at multiples of their edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid {
    /// The sides of the table, in cells.
    sides: [u32; 2],
    /// The level of the smallest pixels that are kept.
    pub(super) first_level: u32,
    /// The level whose pixels are as large as blocks.
    pub(super) block_level: u32,
}

impl Grid {
    /// Returns the blocks of a table of these sides whose tiles have at most this edge: a block covers whole tiles,
    /// where their edges are powers of two, so that each is read once. Its pixels, of which each shows so many numbers,
    /// take at most this many bytes.
    pub(super) fn new(sides: [u32; 2], tile_edge: u32, numbers: usize, most_bytes: u64) -> Self {
        let of_level = |first_level| Grid { sides, first_level, block_level: LAST_LEVEL };
        let fits = |level: &u32| {
            let grid = of_level(*level);
            let [columns, rows] = grid.shape(*level).map(u64::from);
            columns * rows <= MOST_PIXELS && grid.bytes(numbers) <= most_bytes
        };
        let first_level = (LEAST_FIRST_LEVEL..LAST_LEVEL).find(fits).unwrap_or(LAST_LEVEL);
        let edge = tile_edge.max(LEAST_BLOCK_EDGE);
        // The exponent of the next power of two.
        let block_level = (u32::BITS - (edge - 1).leading_zeros()).max(first_level);
        Grid::of_levels(sides, first_level, block_level.min(LAST_LEVEL))
    }

    /// Returns the blocks whose first level and whose own level are these.
    pub(super) fn of_levels(sides: [u32; 2], first_level: u32, block_level: u32) -> Self {
        Grid { sides, first_level, block_level }
    }

    /// Returns the bytes of the pixels of all levels: each level has a quarter of those of the one before.
    fn bytes(&self, numbers: usize) -> u64 {
        let [columns, rows] = self.shape(self.first_level).map(u64::from);
        (columns * rows).saturating_mul((numbers * size_of::<f32>()) as u64).saturating_mul(4) / 3
    }

    /// Returns the shape of the pixels of a level: columns and rows.
    pub(super) fn shape(&self, level: u32) -> [u32; 2] {
        self.sides.map(|side| u64::from(side).div_ceil(1 << level) as u32)
    }

    /// Returns the number of blocks.
    pub(super) fn count(&self) -> usize {
        self.shape(self.block_level).iter().map(|&side| side as usize).product()
    }

    /// Returns the pixels of a level that a block covers; they are no larger than the block.
    pub(super) fn pixels(&self, block: usize, level: u32) -> Rectangle {
        let [width, height] = self.shape(level);
        let across = self.shape(self.block_level)[0] as usize;
        let range = |at: usize, side: u32| {
            let place = |at: usize| ((at as u64) << (self.block_level - level)).min(side.into());
            place(at) as u32..place(at + 1) as u32
        };
        Rectangle { columns: range(block % across, width), rows: range(block / across, height) }
    }

    /// Returns the cells of a block.
    pub(super) fn cells(&self, block: usize) -> Rectangle {
        self.pixels(block, 0)
    }

    /// Returns whether a block lies outside the box or the simplex: its first cell is that of the least token sum, so
    /// that with it all of them do.
    pub(super) fn is_outside(&self, block: usize, plane: &Plane) -> bool {
        let cells = self.cells(block);
        plane.place(cells.columns.start, cells.rows.start).is_none()
    }

    /// Returns the blocks that have a part in a rectangle of pixels of a level.
    pub(super) fn blocks(&self, level: u32, pixels: &Rectangle) -> impl Iterator<Item = usize> {
        let [across, down] = self.shape(self.block_level);
        let range = |pixels: &Range<u32>, side: u32| {
            let cell = |pixel: u32| u64::from(pixel) << level;
            let edge = 1_u64 << self.block_level;
            let end = cell(pixels.end).div_ceil(edge).min(side.into());
            cell(pixels.start) / edge..end
        };
        let (columns, rows) = (range(&pixels.columns, across), range(&pixels.rows, down));
        rows.flat_map(move |row| {
            columns.clone().map(move |column| (row * u64::from(across) + column) as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches cells that no block covers, or two do, and blocks that are not found by their pixels.
    #[test]
    fn the_blocks_cover_the_table_once() {
        for (sides, block_level) in [([100, 37], 5), ([1, 300], 6), ([257, 256], 7), ([5, 5], 3)] {
            let grid = Grid::of_levels(sides, 3, block_level);
            let cells: u64 = (0..grid.count()).map(|block| grid.cells(block).count()).sum();
            assert_eq!(cells, u64::from(sides[0]) * u64::from(sides[1]), "{grid:?}");
            for level in 3..block_level + 3 {
                let [width, height] = grid.shape(level);
                let mut found = vec![0; grid.count()];
                for (column, row) in (0..width).flat_map(|c| (0..height).map(move |r| (c, r))) {
                    let pixel = Rectangle { columns: column..column + 1, rows: row..row + 1 };
                    for block in grid.blocks(level, &pixel) {
                        found[block] += 1;
                        let in_block = grid.pixels(block, level.min(block_level));
                        let at = [column, row].map(|at| at << level.saturating_sub(block_level));
                        assert!(level > block_level || in_block.contains(at[0], at[1]), "{grid:?}");
                    }
                }
                // Each pixel that is no larger than a block lies in one, and each block is in one larger pixel.
                let least = if level > block_level { 1 } else { grid.pixels(0, level).count() };
                assert_eq!(found[0], least, "{grid:?} {level}");
                assert!(found.iter().all(|&count| count > 0), "{grid:?} {level}");
            }
            let all = Rectangle { columns: 0..sides[0], rows: 0..sides[1] };
            assert!(grid.blocks(0, &all).eq(0..grid.count()), "{grid:?}");
        }
    }

    /// Catches pixels that take more memory than they may, or are larger than they must be.
    #[test]
    fn pixels_are_as_small_as_memory_allows() {
        let first_level = |sides, most| Grid::new(sides, 1, 2, most).first_level;
        assert_eq!(first_level([20_000, 20_000], u64::MAX), 3);
        // 32768 by 32768 cells have 2^24 pixels of 8 by 8.
        assert_eq!(first_level([1 << 15, 1 << 15], u64::MAX), 3);
        assert_eq!(first_level([(1 << 15) + 1, 1 << 15], u64::MAX), 4);
        assert_eq!(first_level([1 << 18, 1 << 18], u64::MAX), 6);
        // Two numbers of 4 bytes for each of 2500 by 2500 pixels, and a third of that for larger ones.
        assert_eq!(first_level([20_000, 20_000], 2500 * 2500 * 8 * 4 / 3), 3);
        assert_eq!(first_level([20_000, 20_000], 2500 * 2500 * 8 * 4 / 3 - 1), 4);
        assert_eq!(first_level([20_000, 20_000], 0), 31);
        assert_eq!(first_level([u32::MAX, 3], u64::MAX), 8);
        // Blocks of whole tiles.
        assert_eq!(Grid::new([5, 5], 1, 1, u64::MAX).block_level, 11);
        assert_eq!(Grid::new([5, 5], 4096, 1, u64::MAX).block_level, 12);
        assert_eq!(Grid::new([5, 5], 4097, 1, u64::MAX).block_level, 13);
    }
}
