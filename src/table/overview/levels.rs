//! The levels of an overview, and the chunks that they are cut into.

use std::ops::Range;

use crate::domain::{Plane, Rectangle};

/// The first level that is stored: its arrays have a 64th of the table's cells. Pixels of lower levels are
/// added up when they are requested.
pub(super) const FIRST_LEVEL: u32 = 3;
/// The least edge of a chunk, in pixels.
const LEAST_CHUNK_EDGE: u32 = 256;

/// The levels of the overview of a table of two heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Levels {
    /// The sides of the table, in cells.
    pub(super) sides: [u32; 2],
    /// The edge of the chunks of all levels, in pixels.
    pub(super) chunk_edge: u32,
    /// The last level, whose pixels fit into one chunk.
    pub(super) last: u32,
}

/// A chunk of a level, by its indices along x and y.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChunkIndex {
    pub(super) level: u32,
    pub(super) x: u32,
    pub(super) y: u32,
}

impl Levels {
    /// Returns the levels of a table of these sides, whose tiles have at most this edge: a chunk of the first
    /// level covers whole tiles, where their edges are powers of two, so that each is read once.
    pub(super) fn new(sides: [u32; 2], tile_edge: u32) -> Self {
        let covering = tile_edge.div_ceil(1 << FIRST_LEVEL).next_power_of_two();
        Levels::of_chunks(sides, covering.max(LEAST_CHUNK_EDGE))
    }

    /// Returns the levels whose chunks have this edge, a power of two.
    pub(super) fn of_chunks(sides: [u32; 2], chunk_edge: u32) -> Self {
        let longest = sides[0].max(sides[1]);
        let fits = |level: &u32| u64::from(longest) <= u64::from(chunk_edge) << level;
        let last = (FIRST_LEVEL..32).find(fits).unwrap_or(31);
        Levels { sides, chunk_edge, last }
    }

    /// Returns the shape of the array of a level: pixels along x and y.
    pub(super) fn shape(&self, level: u32) -> [u32; 2] {
        self.sides.map(|side| u64::from(side).div_ceil(1 << level) as u32)
    }

    /// Returns the number of chunks of a level along x and y.
    pub(super) fn grid(&self, level: u32) -> [u32; 2] {
        self.shape(level).map(|side| side.div_ceil(self.chunk_edge))
    }

    /// Returns the pixels of a chunk.
    pub(super) fn pixels(&self, index: ChunkIndex) -> Rectangle {
        let [width, height] = self.shape(index.level);
        let range = |at: u32, side: u32| {
            let start = at * self.chunk_edge;
            start..side.min(start + self.chunk_edge)
        };
        Rectangle { columns: range(index.x, width), rows: range(index.y, height) }
    }

    /// Returns whether a chunk has no position, and is not stored: its first cell is that of the least token sum,
    /// so that with it all of them are outside the domain.
    pub(super) fn is_outside(&self, index: ChunkIndex, plane: &Plane) -> bool {
        let cells = self.cells(index);
        plane.position(cells.columns.start, cells.rows.start).is_none()
    }

    /// Returns the cells of a chunk.
    pub(super) fn cells(&self, index: ChunkIndex) -> Rectangle {
        let cells = |pixels: &Range<u32>, side: u32| {
            let cell = |pixel: u32| (u64::from(pixel) << index.level).min(side.into()) as u32;
            cell(pixels.start)..cell(pixels.end)
        };
        let Rectangle { columns, rows } = self.pixels(index);
        Rectangle { columns: cells(&columns, self.sides[0]), rows: cells(&rows, self.sides[1]) }
    }

    /// Returns the chunks of the level below that a chunk is made of.
    pub(super) fn parts(&self, index: ChunkIndex) -> Vec<ChunkIndex> {
        let level = index.level - 1;
        let [width, height] = self.grid(level);
        let halves = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let part = |(x, y)| ChunkIndex { level, x: 2 * index.x + x, y: 2 * index.y + y };
        halves.map(part).into_iter().filter(|part| part.x < width && part.y < height).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches cells that no chunk covers, or two do, and chunks that are not made of those they cover.
    #[test]
    fn the_chunks_of_a_level_cover_the_table_once() {
        for (sides, edge) in [([100, 37], 4), ([1, 300], 8), ([257, 256], 16), ([5, 5], 2)] {
            let levels = Levels::of_chunks(sides, edge);
            assert_eq!(levels.grid(levels.last), [1, 1], "{levels:?}");
            for level in FIRST_LEVEL..=levels.last {
                let [width, height] = levels.grid(level);
                let mut covered = 0;
                for index in
                    (0..width).flat_map(|x| (0..height).map(move |y| ChunkIndex { level, x, y }))
                {
                    let cells = levels.cells(index);
                    covered += cells.columns.len() * cells.rows.len();
                    if level > FIRST_LEVEL {
                        let parts = levels.parts(index);
                        let [width, height] = levels.grid(level - 1);
                        assert!(parts.iter().all(|part| part.x < width && part.y < height));
                        let inside = |part: &ChunkIndex| {
                            let part = levels.cells(*part);
                            cells.columns.start <= part.columns.start
                                && part.columns.end <= cells.columns.end
                                && cells.rows.start <= part.rows.start
                                && part.rows.end <= cells.rows.end
                        };
                        assert!(parts.iter().all(inside), "{levels:?} {index:?}");
                        let of = |part: &ChunkIndex| {
                            let part = levels.cells(*part);
                            part.columns.len() * part.rows.len()
                        };
                        let sum: usize = parts.iter().map(of).sum();
                        assert_eq!(sum, cells.columns.len() * cells.rows.len());
                    }
                }
                assert_eq!(covered, sides[0] as usize * sides[1] as usize, "{levels:?} {level}");
            }
        }
        assert_eq!(Levels::new([9000, 9000], 256).chunk_edge, 256);
        assert_eq!(Levels::new([9000, 9000], 4096).chunk_edge, 512);
    }
}
