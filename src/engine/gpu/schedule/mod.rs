//! Schedules: how the cells of a table are spread over dispatches.
//!
//! | schedule | a stage computes | a workgroup computes | kernels |
//! |---|---|---|---|
//! | [`Layers`](layers::Layers) | the positions of one rank | 64 of them | Euclid, Fibonacci Nim |
//! | [`Wavefront`](wavefront::Wavefront) | a front of blocks | a block | vector and partizan games |
//! | [`Canonical`](canonical::Canonical) | the canonical positions of one rank | 64 of them | digraph games |
//!
//! A *stage* is what one dispatch of each entry point of a kernel computes, from the stages before
//! it. Its values are contiguous in the output buffer.

pub(super) mod canonical;
pub(super) mod canonical_rows;
pub(super) mod layers;
pub(super) mod wavefront;

use super::rectangle::LayerRectangle;
use crate::domain::tiling::TileRegion;
use crate::plan::Plan;

/// How the cells of a table are spread over dispatches.
pub(super) trait Schedule: Send + Sync {
    /// Returns the constants of its shaders.
    fn constants(&self, plan: &Plan) -> Vec<(&'static str, u32)>;

    /// Lists the stages in the order in which they are computed.
    fn stages(&self) -> Box<dyn Iterator<Item = Stage> + '_>;

    /// Returns the words of the largest stage, and the number of stages.
    fn extent(&self) -> (usize, u32) {
        self.stages().fold((0, 0), |(words, count), stage| (words.max(stage.words), count + 1))
    }

    /// Returns the steps of a workgroup in a stage, which a barrier divides.
    fn steps(&self) -> u32 {
        1
    }

    /// Returns the indices of the first and the last stage that a tile meets.
    fn stages_of(&self, region: &TileRegion) -> (u32, u32);

    /// Returns whether some cell of a tile may be one that is computed, and not only the image of one.
    fn may_compute_in(&self, region: &TileRegion) -> bool;
}

/// `Stage` of `shaders/output.wgsl`: the uniform of a dispatch.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct StageUniform {
    pub(super) slots: LayerRectangle,
    pub(super) index: u32,
    pub(super) first_workgroup_row: u32,
    pub(super) workgroup_columns: u32,
    pub(super) first_word: u32,
    pub(super) first_total: u32,
}

/// `StagePlace` of `shaders/tiles.wgsl`: where the values of a stage lie.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct StagePlace {
    pub(super) first_word: u32,
    pub(super) first_row: u32,
    pub(super) first_column: u32,
    pub(super) columns: u32,
}

/// What one dispatch of each entry point computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Stage {
    /// The rank of its layer, or the number of its front.
    pub(super) index: u32,
    /// The slots of its cells or blocks. Canonical positions have none: closed formulas lead from a
    /// position to its word.
    pub(super) slots: LayerRectangle,
    /// Words of its values.
    pub(super) words: usize,
    /// Workgroups that compute it. The shader numbers them row by row of the dispatch.
    pub(super) workgroups: usize,
}

/// Workgroups of a row of a dispatch. Rows are what a stage can be cut into.
const USUAL_COLUMNS: usize = 256;

impl Stage {
    /// Returns columns and rows of the grid of workgroups, of which neither exceeds `largest`. As far as that allows,
    /// there are rows for this number of parts.
    pub(super) fn grid(&self, largest: u32, parts: u32) -> (u32, u32) {
        let workgroups = self.workgroups.max(1);
        let of_parts = (workgroups / parts.max(1) as usize).clamp(1, USUAL_COLUMNS);
        let columns = workgroups.div_ceil(largest as usize).max(of_parts);
        (columns as u32, workgroups.div_ceil(columns) as u32)
    }

    /// Returns where its values lie if they begin at this word, as `shaders/tiles.wgsl` asks to find the value of a
    /// position.
    pub(super) fn place(&self, first_word: u32) -> StagePlace {
        let LayerRectangle { first_row, first_column, columns, .. } = self.slots;
        StagePlace { first_word, first_row, first_column, columns }
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
                let stage = Stage { workgroups: count, ..Stage::default() };
                let (columns, rows) = stage.grid(65_535, parts);
                assert!((1..=65_535).contains(&columns) && (1..=65_535).contains(&rows));
                assert!(columns as usize * rows as usize >= count);
                // A part is a row at least, if there are that many rows.
                let possible = parts.min(count.max(1) as u32).min(65_535);
                assert!(rows >= possible || columns as usize == count.div_ceil(65_535), "{count}");
            }
        }
        let usual = Stage { workgroups: 1000, ..Stage::default() };
        assert_eq!(usual.grid(65_535, 1), (256, 4));
    }
}
