//! Layers of cells: a wave computes all positions of one grade, an invocation each.
//!
//! A layer has a slot of one word for every row and column. Where the grade is the token sum, these
//! are the first two coordinates, and the position is (x, y, grade - x - y); where the grade is the
//! heap, there is one row, and the position of a column is (0, grade, column).
//! `shaders/layer.wgsl` numbers slots in the same way.

use super::{Schedule, Wave};
use crate::domain::tiling::TileRegion;
use crate::domain::{Coordinates, Grading};
use crate::engine::gpu::limits::WORKGROUP_SIZE;
use crate::engine::gpu::rectangle::LayerRectangle;
use crate::engine::gpu::shader::constants::{Constant, Constants, constants};
use crate::plan::Plan;

constants! {
    /// Constants of `shaders/layer.wgsl`.
    pub(in crate::engine::gpu) struct LayerConstants {
        grade_is_heap: bool,
    }
}

/// The layers of a domain.
pub(in crate::engine::gpu) struct Layers {
    sides: Coordinates,
    grading: Grading,
    /// Number of layers.
    count: u64,
}

impl Layers {
    /// Lists the layers of a plan.
    pub(in crate::engine::gpu) fn new(plan: &Plan) -> Self {
        let job = plan.job();
        let (sides, grading) = (job.domain().sides(), job.grading());
        Layers { sides, grading, count: job.layer_count() }
    }

    /// Returns the slots of a layer.
    fn slots_of(&self, grade: u32) -> LayerRectangle {
        match self.by_heap() {
            false => LayerRectangle::of_sum(self.sides, grade),
            true => LayerRectangle::new(0..1, 0..self.sides[3]),
        }
    }

    /// Whether the grade is the heap, and not the token sum.
    fn by_heap(&self) -> bool {
        matches!(self.grading, Grading::Heap)
    }
}

impl Schedule for Layers {
    fn constants(&self) -> Vec<Constant> {
        LayerConstants { grade_is_heap: self.by_heap() }.list()
    }

    fn waves(&self) -> Box<dyn Iterator<Item = Wave> + '_> {
        Box::new((0..self.count as u32).map(|grade| {
            let slots = self.slots_of(grade);
            let workgroups = slots.slots().div_ceil(WORKGROUP_SIZE as usize);
            Wave { index: grade, slots, words: slots.slots(), workgroups }
        }))
    }

    fn waves_of(&self, region: &TileRegion) -> (u32, u32) {
        let last = region.last_grade(&self.grading);
        (region.first_grade(&self.grading), last.min(self.count as u32 - 1))
    }

    fn may_compute_in(&self, _: &TileRegion) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::plan;

    /// Every slot has an invocation.
    #[test]
    fn workgroups_cover_all_slots() {
        let plan = plan("nim:2", "300x900", "grundy");
        for wave in Layers::new(&plan).waves() {
            assert!(wave.workgroups * WORKGROUP_SIZE as usize >= wave.words);
        }
    }
}
