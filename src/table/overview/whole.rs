//! The overview of a table in the making: block by block, each from one reading of its cells.
//!
//! The pixels of the first level of a block are added up from its cells, those of each level from the level before,
//! and those that are larger than blocks from blocks. Totals are added up as integers, so that the result does not
//! depend on the order. A block is there, whole, or not at all: so what is finished is shown while the rest is made,
//! and what is looked at can be made first.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use rayon::prelude::*;

use super::super::error::TableError;
use super::super::reading::reader::TableReader;
use super::block::Block;
use super::grid::Grid;
use super::pixels::{Channel, Pixels};
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::invalid_input::InvalidInput;
use crate::memory::available_memory_bytes;
use crate::sync::{into_inner, lock};

/// The part of the available memory that an overview takes at most.
const SHARE_OF_MEMORY: u64 = 4;

/// A table of two heaps from afar, in memory.
///
/// Its pixels take 5.4 bytes for each channel and each pixel of the first level, of which there are at most 2^24; less
/// if little memory is available.
#[derive(Debug)]
pub struct Overview<'a> {
    table: &'a TableReader,
    plane: Plane,
    channels: &'static [Channel],
    pub(super) grid: Grid,
    blocks: Vec<OnceLock<Block>>,
    cells_done: AtomicU64,
}

impl<'a> Overview<'a> {
    /// Prepares the overview of a table; nothing is read.
    ///
    /// # Errors
    /// When the table has not two heaps.
    pub fn new(table: &'a TableReader) -> Result<Self, InvalidInput> {
        let (plan, most_bytes) = (table.plan(), available_memory_bytes() / SHARE_OF_MEMORY);
        let channels = Channel::of(plan.job().quantity()).len();
        let tile_edge = plan.tiling().edges().largest();
        Overview::of_grid(table, |sides| Grid::new(sides, tile_edge, channels, most_bytes))
    }

    /// Prepares an overview of such blocks, given the sides of the table.
    pub(super) fn of_grid(
        table: &'a TableReader,
        grid: impl FnOnce([u32; 2]) -> Grid,
    ) -> Result<Self, InvalidInput> {
        let plane = Plane::whole(table.plan().job().domain())?;
        let grid = grid([plane.columns(), plane.rows()]);
        Ok(Overview {
            table,
            plane,
            channels: Channel::of(table.plan().job().quantity()),
            grid,
            blocks: (0..grid.count()).map(|_| OnceLock::new()).collect(),
            cells_done: AtomicU64::new(0),
        })
    }

    /// Returns what is shown of each pixel.
    #[cfg(test)]
    pub fn channels(&self) -> &'static [Channel] {
        self.channels
    }

    /// Returns the level of the smallest pixels.
    pub fn first_level(&self) -> u32 {
        self.grid.first_level
    }

    /// Returns which share of the cells has been read, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let cells = u64::from(self.plane.columns()) * u64::from(self.plane.rows());
        self.cells_done.load(Ordering::Relaxed) as f64 / cells as f64
    }

    /// Makes what is not there yet, on all threads of rayon's pool. What cannot be read is left out.
    ///
    /// # Errors
    /// When the table is incomplete; when a part of it is damaged, after all others are made; when the control
    /// interrupts.
    pub fn make(&self, control: &Control) -> Result<(), TableError> {
        self.make_blocks((0..self.blocks.len()).collect(), control)
    }

    /// Makes what a rectangle of pixels of a level shows, in the same way.
    ///
    /// # Errors
    /// As those of [`make`](Overview::make).
    pub fn make_part(
        &self,
        level: u32,
        pixels: &Rectangle,
        control: &Control,
    ) -> Result<(), TableError> {
        self.make_blocks(self.grid.blocks(level, pixels).collect(), control)
    }

    /// Returns how many cells have to be read for a rectangle of pixels of a level.
    pub fn cells_missing(&self, level: u32, pixels: &Rectangle) -> u64 {
        let blocks = self.grid.blocks(level, pixels);
        let missing = blocks.filter(|&block| self.blocks[block].get().is_none());
        missing.map(|block| self.grid.cells(block).count()).sum()
    }

    fn make_blocks(&self, blocks: Vec<usize>, control: &Control) -> Result<(), TableError> {
        let failure = Mutex::new(None);
        blocks.into_par_iter().with_max_len(1).for_each(|block| {
            if let Err(error) = self.make_block(block, control) {
                lock(&failure).get_or_insert(error);
            }
        });
        into_inner(failure).map_or(Ok(()), Err)
    }

    fn make_block(&self, block: usize, control: &Control) -> Result<(), TableError> {
        control.proceed()?;
        let place = &self.blocks[block];
        if place.get().is_some() {
            return Ok(());
        }
        let Grid { first_level, block_level, .. } = self.grid;
        let cells = self.grid.cells(block);
        let made = if self.grid.is_outside(block, &self.plane) {
            self.table.require_complete()?;
            Block::default()
        } else {
            let factor = 1 << first_level;
            let pixels = self.table.pixels(&self.plane, &cells, factor, 0, false, control)?;
            Block::new(pixels, block_level - first_level + 1, self.channels)
        };
        // Two threads may have made it.
        if place.set(made).is_ok() {
            self.cells_done.fetch_add(cells.count(), Ordering::Relaxed);
        }
        Ok(())
    }

    /// Returns a rectangle of pixels of a level, the first one or a later one: channel after channel, and row after row
    /// in each. Pixels without positions are no numbers, and neither are those that are not made yet; of pixels that are
    /// larger than blocks the cells that were read count.
    pub fn pixels(&self, level: u32, pixels: &Rectangle) -> Vec<f32> {
        if level > self.grid.block_level {
            return self.pixels_of_blocks(level, pixels);
        }
        let [width, height] = pixels.sides().map(|side| side as usize);
        let mut found = vec![f32::NAN; self.channels.len() * width * height];
        let Some(of_level) = level.checked_sub(self.grid.first_level) else { return found };
        for (at, block) in self.made(level, pixels) {
            let of_block = self.grid.pixels(at, level);
            let part = of_block.intersection(pixels);
            let in_block = part.seen_from(&of_block);
            let Rectangle { columns, rows } = part.seen_from(pixels);
            for channel in 0..self.channels.len() {
                let first = channel * height + rows.start as usize;
                for (row, numbers) in block.rows(of_level, channel, &in_block).enumerate() {
                    let start = (first + row) * width + columns.start as usize;
                    found[start..start + numbers.len()].copy_from_slice(numbers);
                }
            }
        }
        found
    }

    /// Does what [`pixels`](Overview::pixels) does, of pixels that are larger than blocks.
    fn pixels_of_blocks(&self, level: u32, pixels: &Rectangle) -> Vec<f32> {
        let [width, height] = pixels.sides().map(|side| side as usize);
        let mut found = Pixels::empty(width, height);
        let up = level - self.grid.block_level;
        for (at, block) in self.made(level, pixels) {
            let Rectangle { columns, rows } = self.grid.pixels(at, self.grid.block_level);
            let place = |at: u32, start: u32| ((at >> up) - start) as usize;
            let column = place(columns.start, pixels.columns.start);
            found.at(column, place(rows.start, pixels.rows.start)).merge(&block.totals);
        }
        self.channels.iter().flat_map(|&channel| found.channel(channel)).collect()
    }

    /// Returns the blocks that have a part in a rectangle of pixels, as far as they are made.
    fn made(&self, level: u32, pixels: &Rectangle) -> impl Iterator<Item = (usize, &Block)> {
        let blocks = self.grid.blocks(level, pixels);
        blocks.filter_map(|at| self.blocks[at].get().map(|block| (at, block)))
    }
}
