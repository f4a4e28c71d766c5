//! Grids: what is known of each pixel, put together from the tiles of a table in bounded memory.
//!
//! A pixel of a reduced picture is the mean of a square of cells, a block. Each tile adds up the blocks of
//! its cells on its own thread. A block that lies in the tile is finished then; of one that neighbouring
//! tiles share the sums are kept until the last of them has come. So a picture takes the memory of its
//! pixels, and of the sums along the edges of the tiles that are at work, however large the table is.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;

use super::bands::Bands;
use super::source::{Patch, Source};
use grundytab::control::Control;
use grundytab::domain::{Plane, Rectangle};
use grundytab::sync::{into_inner, lock};
use grundytab::table::TableError;

/// What is known of each pixel. Pixel (0, 0) belongs to the least column and row.
pub(super) struct Grid<P> {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<P>,
}

impl<P: Copy> Grid<P> {
    /// Returns what is known of a pixel.
    pub(super) fn get(&self, column: u32, row: u32) -> Option<P> {
        let inside = column < self.width && row < self.height;
        let at = row as usize * self.width as usize + column as usize;
        inside.then(|| self.pixels.get(at).copied()).flatten()
    }

    /// Returns a row of pixels.
    pub(super) fn row(&self, row: u32) -> &[P] {
        let width = self.width as usize;
        self.pixels.get(row as usize * width..(row as usize + 1) * width).unwrap_or_default()
    }
}

/// How the cells of a block are added up, and what becomes of the sums.
pub(super) trait Reduction: Sync {
    /// The sum over the cells of a block.
    type Sum: Default + Clone + Send;

    /// What the block becomes.
    type Pixel: bytemuck::Pod + Send;

    /// Adds a cell with a value.
    fn add(&self, sum: &mut Self::Sum, value: u32);

    /// Adds the cells of another sum.
    fn merge(&self, sum: &mut Self::Sum, other: &Self::Sum);

    /// Returns what a block of `cells` cells becomes, some of which may lie outside the domain.
    fn finish(&self, sum: &Self::Sum, cells: u64) -> Self::Pixel;
}

/// Returns the grid of a rectangle of a plane, by blocks with a side of `block` cells. The ranks that share a table divide
/// it among themselves.
///
/// # Errors
/// Those of the table, and when the control interrupts.
pub(super) fn reduce<R: Reduction>(
    source: &Source,
    plane: &Plane,
    cells: &Rectangle,
    block: u32,
    reduction: &R,
    control: &Control,
) -> Result<Grid<R::Pixel>, TableError> {
    let is_layer = plane.token_sum().is_some();
    let pixels = Bands::of(source, cells, block).pixels(|cells| {
        let [width, height] = cells.sides().map(|side| side.div_ceil(block));
        let blank = reduction.finish(&R::Sum::default(), 1);
        let pixels = vec![blank; width as usize * height as usize];
        let grid = Grid { width, height, pixels };
        let known = Mutex::new(Known { grid, unfinished: HashMap::new() });
        let blocks = Blocks { cells: &cells, block, is_layer, reduction, known };
        source.scan(plane, &cells, control, |patch| blocks.add(patch))?;
        Ok(blocks.finished().pixels)
    })?;
    let [width, height] = cells.sides().map(|side| side.div_ceil(block));
    Ok(Grid { width, height, pixels })
}

/// The blocks of a rectangle: those that are finished, and the sums of those that are not.
struct Blocks<'a, R: Reduction> {
    cells: &'a Rectangle,
    block: u32,
    is_layer: bool,
    reduction: &'a R,
    known: Mutex<Known<R::Pixel, R::Sum>>,
}

/// What is known so far: the pixels of finished blocks, and the sums of those of which some cells are still to come, with
/// the numbers of cells that have come, by the indices of their pixels.
struct Known<P, S> {
    grid: Grid<P>,
    unfinished: HashMap<usize, (S, u64)>,
}

impl<R: Reduction> Blocks<'_, R> {
    /// Returns the grid; of blocks that a table has no tile for, the sums are what is known.
    fn finished(self) -> Grid<R::Pixel> {
        let (cells, block, reduction) = (self.cells, self.block, self.reduction);
        let Known { mut grid, unfinished } = into_inner(self.known);
        for (at, (sum, _)) in unfinished {
            let (column, row) = (at % grid.width as usize, at / grid.width as usize);
            let cells = cells_of_block(cells, block, column as u32, row as u32);
            grid.pixels[at] = reduction.finish(&sum, cells.count());
        }
        grid
    }

    /// Adds the cells of a patch.
    fn add(&self, patch: &Patch) {
        let (block, of_patch) = (self.block, patch.cells());
        if of_patch.sides().contains(&0) {
            return;
        }
        let first_column = (of_patch.columns.start - self.cells.columns.start) / block;
        let first_row = (of_patch.rows.start - self.cells.rows.start) / block;
        let end_column = (of_patch.columns.end - self.cells.columns.start).div_ceil(block);
        let end_row = (of_patch.rows.end - self.cells.rows.start).div_ceil(block);
        let (width, height) = (end_column - first_column, end_row - first_row);
        let mut sums = vec![R::Sum::default(); width as usize * height as usize];
        // Several tiles of a layer of equal token sum share these columns and rows: their cells are counted.
        let mut counts = self.is_layer.then(|| vec![0_u64; sums.len()]);
        // Rows come upwards: the block changes only where its last row has passed.
        let (mut column_now, mut at, mut end) = (None, 0, 0);
        patch.visit(|column, row, value| {
            if column_now != Some(column) || row >= end {
                column_now = Some(column);
                let of_row = (row - self.cells.rows.start) / block;
                let of_column = (column - self.cells.columns.start) / block;
                end = self.cells.rows.start.saturating_add((of_row + 1).saturating_mul(block));
                at = (of_row - first_row) as usize * width as usize
                    + (of_column - first_column) as usize;
            }
            self.reduction.add(&mut sums[at], value);
            if let Some(counts) = &mut counts {
                counts[at] += 1;
            }
        });
        let blocks = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let parts: Vec<Part<R::Pixel>> = blocks
            .zip(sums.iter().enumerate())
            .map(|((column, row), (index, sum))| {
                let (column, row) = (first_column + column, first_row + row);
                let of_block = cells_of_block(self.cells, block, column, row);
                let cells = of_block.count();
                let here = match &counts {
                    Some(counts) => counts[index],
                    None => of_block.intersection(of_patch).count(),
                };
                let finished = (here == cells).then(|| self.reduction.finish(sum, cells));
                Part { column, row, cells, here, finished }
            })
            .collect();
        let mut known = lock(&self.known);
        let Known { grid, unfinished } = &mut *known;
        for (part, sum) in parts.into_iter().zip(&sums).filter(|(part, _)| part.here > 0) {
            let at = part.row as usize * grid.width as usize + part.column as usize;
            if let Some(pixel) = part.finished {
                grid.pixels[at] = pixel;
                continue;
            }
            let (merged, come) = unfinished.entry(at).or_default();
            self.reduction.merge(merged, sum);
            *come += part.here;
            if *come == part.cells {
                grid.pixels[at] = self.reduction.finish(merged, part.cells);
                unfinished.remove(&at);
            }
        }
    }
}

/// Returns the cells of a block; those at the upper ends of the rectangle may be cut off.
fn cells_of_block(cells: &Rectangle, block: u32, column: u32, row: u32) -> Rectangle {
    let side = |range: &Range<u32>, at: u32| {
        let start = range.start + at * block;
        start..start.saturating_add(block).min(range.end)
    };
    Rectangle { columns: side(&cells.columns, column), rows: side(&cells.rows, row) }
}

/// The part of a block that a patch holds.
struct Part<P> {
    column: u32,
    row: u32,
    /// The cells of the block.
    cells: u64,
    /// Those that the patch holds.
    here: u64,
    /// What the block becomes, if the patch holds all of it.
    finished: Option<P>,
}
