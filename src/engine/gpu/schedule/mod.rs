//! Schedules: how the cells of a table are distributed over dispatches.
//!
//! | schedule | a wave computes | a workgroup computes | kernels |
//! |---|---|---|---|
//! | [`Wavefront`](wavefront::Wavefront) | a front of blocks | a block | vector and partizan games |
//! | [`Grades`](grades::Grades) | the positions of one grade | 64 of them, or one | rules that the user writes, Euclid, Fibonacci Nim |
//! | [`Canonical`](canonical::Canonical) | the canonical positions of one grade | 64 of them | digraph games |
//!
//! A *wave* is a set of cells that do not need one another's values, but those of the waves before. Each entry point of a
//! kernel is dispatched for one wave after another. The values of a wave are contiguous in the output buffer.

pub(super) mod canonical;
pub(super) mod canonical_rows;
pub(super) mod grades;
pub(super) mod wavefront;

use super::rectangle::LayerRectangle;
use super::shader::Constant;
use crate::domain::tiling::TileRegion;

/// The distribution of the cells of a table over dispatches.
pub(super) trait Schedule: Send + Sync {
    /// Returns the constants of its shaders.
    fn constants(&self) -> Vec<Constant> {
        Vec::new()
    }

    /// Lists the waves in the order in which they are computed.
    fn waves(&self) -> Box<dyn Iterator<Item = Wave> + '_>;

    /// Returns the words of the largest wave, and the number of waves.
    fn extent(&self) -> (usize, u32) {
        self.waves().fold((0, 0), |(words, count), wave| (words.max(wave.words), count + 1))
    }

    /// Returns the number of steps of a workgroup in a wave; barriers separate the steps.
    fn steps(&self) -> u32 {
        1
    }

    /// Returns the indices of the first and the last wave that a tile meets.
    fn waves_of(&self, region: &TileRegion) -> (u32, u32);

    /// Returns whether a tile may contain a computed cell, and not only images of computed cells.
    fn may_compute_in(&self, _region: &TileRegion) -> bool {
        true
    }
}

/// `Wave` of `shaders/dispatch.wgsl`: the uniform of a dispatch.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct WaveUniform {
    pub(super) slots: LayerRectangle,
    pub(super) index: u32,
    pub(super) first_workgroup_row: u32,
    pub(super) workgroup_columns: u32,
    pub(super) first_word: u32,
    pub(super) first_total: u32,
}

/// `WavePlace` of `shaders/tiles.wgsl`: the place of a wave's values.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct WavePlace {
    pub(super) first_word: u32,
    pub(super) first_row: u32,
    pub(super) first_column: u32,
    pub(super) columns: u32,
}

/// A wave: its number, its slots, its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Wave {
    /// The grade of its layer, or the number of its front.
    pub(super) index: u32,
    /// The slots of its cells or blocks. Canonical positions have none: closed formulas lead from a
    /// position to its word.
    pub(super) slots: LayerRectangle,
    /// The number of words of its values.
    pub(super) words: usize,
    /// The number of its workgroups. The shader numbers them row by row of the dispatch.
    pub(super) workgroups: usize,
}

/// The number of workgroups of a row of a dispatch. A wave can be cut between rows.
const USUAL_COLUMNS: usize = 256;

impl Wave {
    /// Returns the columns and rows of the grid of workgroups; neither number exceeds `largest`. As far as possible
    /// there are at least as many rows as parts.
    pub(super) fn grid(&self, largest: u32, parts: u32) -> (u32, u32) {
        let workgroups = self.workgroups.max(1);
        let of_parts = (workgroups / parts.max(1) as usize).clamp(1, USUAL_COLUMNS);
        let columns = workgroups.div_ceil(largest as usize).max(of_parts);
        (columns as u32, workgroups.div_ceil(columns) as u32)
    }

    /// Returns where its values lie if they begin at this word, as `shaders/tiles.wgsl` asks to find the value of a
    /// position.
    pub(super) fn place(&self, first_word: u32) -> WavePlace {
        let LayerRectangle { first_row, first_column, columns, .. } = self.slots;
        WavePlace { first_word, first_row, first_column, columns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every workgroup is dispatched, within the limit of a dimension.
    #[test]
    fn dispatches_cover_all_workgroups() {
        for count in [0, 1, 2, 1000, 65_535, 65_536, 468_750, 300_000_000] {
            for parts in [1, 2, 7, 1000, 70_000, u32::MAX] {
                let wave = Wave { workgroups: count, ..Wave::default() };
                let (columns, rows) = wave.grid(65_535, parts);
                assert!((1..=65_535).contains(&columns) && (1..=65_535).contains(&rows));
                assert!(columns as usize * rows as usize >= count);
                // A part is a row at least, if there are that many rows.
                let possible = parts.min(count.max(1) as u32).min(65_535);
                assert!(rows >= possible || columns as usize == count.div_ceil(65_535), "{count}");
            }
        }
        let usual = Wave { workgroups: 1000, ..Wave::default() };
        assert_eq!(usual.grid(65_535, 1), (256, 4));
    }
}
