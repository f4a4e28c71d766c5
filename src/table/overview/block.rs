//! The pixels of a block: of each level from the first on, up to the one of the whole block.

use super::pixels::{Channel, PixelTotals, Pixels};
use crate::domain::Rectangle;

/// A block whose cells were read. What its pixels show is kept, and of their totals those of all its cells alone:
/// pixels that are larger are added up of blocks.
#[derive(Debug, Default)]
pub struct Block {
    /// The pixels of the first level, then those of the next ones; none if no position is in the block.
    levels: Vec<Level>,
    /// The totals of all cells.
    pub(super) totals: PixelTotals,
}

/// The pixels of a level.
#[derive(Debug)]
struct Level {
    columns: usize,
    rows: usize,
    /// What they show, channel after channel, and row after row in each.
    numbers: Vec<f32>,
}

impl Block {
    /// Makes the block of these pixels of the first level, with those of the next levels: `levels` in all.
    pub(super) fn new(mut pixels: Pixels, levels: u32, channels: &[Channel]) -> Self {
        let mut block = Block::default();
        for at in 0..levels {
            if at > 0 {
                pixels = pixels.halved();
            }
            let numbers = channels.iter().flat_map(|&channel| pixels.channel(channel)).collect();
            block.levels.push(Level { columns: pixels.columns(), rows: pixels.rows(), numbers });
        }
        pixels.totals().iter().for_each(|pixel| block.totals.merge(pixel));
        block
    }

    /// Returns the numbers of a channel in the rows of a part of the pixels of a level, which are counted from the
    /// first one; nothing if no position is in the block.
    pub(super) fn rows(
        &self,
        level: u32,
        channel: usize,
        part: &Rectangle,
    ) -> impl Iterator<Item = &[f32]> {
        let (columns, level) = (part.columns.clone(), self.levels.get(level as usize));
        let rows = part.rows.clone().zip(std::iter::repeat(level));
        rows.filter_map(move |(row, level)| {
            let Level { columns: width, rows: height, numbers } = level?;
            let start = (channel * height + row as usize) * width;
            numbers.get(start + columns.start as usize..start + columns.end as usize)
        })
    }
}
