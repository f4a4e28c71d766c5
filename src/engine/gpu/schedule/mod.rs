//! Schedules: how the cells of a table are spread over dispatches, and how their values become tiles.
//!
//! | schedule | a stage computes | a workgroup computes | kernels |
//! |---|---|---|---|
//! | [`Layers`](layers::Layers) | the positions of one rank | 64 of them | Euclid, Fibonacci Nim |
//! | [`Wavefront`](wavefront::Wavefront) | a front of blocks | a block | vector and partizan games |
//! | [`Canonical`](canonical::Canonical) | the canonical positions of one rank | 64 of them | digraph games |
//!
//! A *stage* is what one dispatch of each entry point of a kernel computes, from the stages before
//! it. It has a uniform of its own, and its values are contiguous in the output buffer.

pub(super) mod canonical;
pub(super) mod canonical_rows;
pub(super) mod layers;
mod open_tiles;
pub(super) mod wavefront;
mod wrong_value;

pub(super) use wrong_value::WrongValue;

use crate::engine::{Sink, Stop};
use crate::plan::Plan;

/// How the cells of a table are spread over dispatches.
pub(super) trait Schedule: Send + Sync {
    /// Lists the stages in the order in which they are computed.
    fn stages(&self) -> Box<dyn Iterator<Item = Stage> + '_>;

    /// Returns the size of a stage's uniform in bytes.
    fn uniform_bytes(&self) -> usize;

    /// Returns the uniform of a stage whose values begin at word `first_word` of the output.
    fn uniform(&self, stage: &Stage, first_word: u32) -> Vec<u8>;

    /// Returns the bytes of the tiles, and of what they are assembled from, that the host holds at
    /// once.
    fn assembly_bytes(&self, plan: &Plan) -> u64;

    /// Returns what turns the values of the stages into tiles.
    fn assembler<'a>(&'a self, plan: &'a Plan, sink: &'a dyn Sink) -> Box<dyn Assembler + 'a>;
}

/// What one dispatch of each entry point computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stage {
    /// The rank of its layer, or the number of its front.
    pub(super) index: u32,
    /// Words of its values.
    pub(super) words: usize,
    pub(super) workgroups: Workgroups,
}

/// How many workgroups compute a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Workgroups {
    /// This many, which the shader numbers row by row.
    Numbered(usize),
}

impl Workgroups {
    /// Returns width and height of the dispatch, of which neither exceeds `largest`.
    pub(super) fn dispatch(self, largest: u32) -> (u32, u32) {
        match self {
            Workgroups::Numbered(count) => {
                let width = count.clamp(1, largest as usize);
                (width as u32, count.max(1).div_ceil(width) as u32)
            }
        }
    }
}

/// Turns the values of stages into tiles.
pub(super) trait Assembler {
    /// Takes the values of a stage as they come from the GPU. Stages come in order, all of them.
    ///
    /// # Errors
    /// When a cell has not been written, or has a value beyond the bound.
    fn take(&mut self, stage: &Stage, words: &[u32]) -> Result<(), WrongValue>;

    /// Hands the tiles that the stage has completed to the sink.
    ///
    /// # Errors
    /// When the sink asks to stop.
    fn hand_over(&mut self, stage: &Stage) -> Result<(), Stop>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every workgroup is dispatched, within the limit of a dimension.
    #[test]
    fn dispatches_cover_all_workgroups() {
        for count in [1, 2, 65_535, 65_536, 468_750] {
            let (width, height) = Workgroups::Numbered(count).dispatch(65_535);
            assert!((1..=65_535).contains(&width) && (1..=65_535).contains(&height));
            assert!(width as usize * height as usize >= count);
        }
    }
}
