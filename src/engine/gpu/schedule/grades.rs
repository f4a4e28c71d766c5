//! Grades of positions: a stage computes all positions of one grade, with an invocation or a workgroup for each.
//!
//! By the token sum the slots are those of [`Layers`]. By a grade that rules state the positions are sorted, and the slots
//! of a stage are a range of the sorted list; stages are numbered one after another, whatever the grades between them.
//! `shaders/rules.wgsl` numbers slots in the same way. All values stay in one table, so that a stage has no words of its
//! own.

use std::collections::HashMap;

use super::layers::Layers;
use super::{Schedule, Stage};
use crate::domain::Coordinates;
use crate::domain::tiling::TileRegion;
use crate::engine::clause_games::grades::Sorted;
use crate::engine::gpu::limits::WORKGROUP_SIZE;
use crate::engine::gpu::rectangle::LayerRectangle;
use crate::plan::Plan;

/// The positions of a table, grade by grade.
pub(in crate::engine::gpu) struct Grades {
    order: Order,
    /// Invocations that share a position.
    lanes: u32,
}

enum Order {
    Sums(Layers),
    Sorted {
        /// The number of positions up to the end of each stage.
        ends: Vec<u32>,
        /// The first and the last stage of each tile, by its first cell.
        of_tiles: HashMap<Coordinates, (u32, u32)>,
    },
}

impl Grades {
    /// Lists the token sums of a plan.
    pub(in crate::engine::gpu) fn of_sums(plan: &Plan, lanes: u32) -> Self {
        Grades { order: Order::Sums(Layers::new(plan)), lanes }
    }

    /// Lists the grades by which the positions of a plan are sorted.
    pub(in crate::engine::gpu) fn of_sorted(plan: &Plan, sorted: &Sorted, lanes: u32) -> Self {
        let grade = |position: &u64| (position >> 32) as u32;
        let (mut grades, mut ends) = (Vec::new(), Vec::new());
        for stage in sorted.positions.chunk_by(|one, two| grade(one) == grade(two)) {
            grades.extend(stage.first().map(grade));
            ends.push(ends.last().unwrap_or(&0) + stage.len() as u32);
        }
        let stage_of = |grade: u32| grades.partition_point(|&other| other < grade) as u32;
        let of_tile = |&([first, last], tile): &([u32; 2], Coordinates)| {
            let origin = plan.tiling().region(tile).origin;
            // A tile without a position belongs to the first stage.
            let stages = if first > last { (0, 0) } else { (stage_of(first), stage_of(last)) };
            (origin, stages)
        };
        let of_tiles = sorted.tiles.iter().map(of_tile).collect();
        Grades { order: Order::Sorted { ends, of_tiles }, lanes }
    }
}

impl Schedule for Grades {
    fn constants(&self, _: &Plan) -> Vec<(&'static str, u32)> {
        vec![("IS_SORTED", u32::from(matches!(self.order, Order::Sorted { .. })))]
    }

    fn stages(&self) -> Box<dyn Iterator<Item = Stage> + '_> {
        let stage = |slots: LayerRectangle, index: u32| {
            let of_workgroup = (WORKGROUP_SIZE / self.lanes) as usize;
            Stage { index, slots, words: 0, workgroups: slots.slots().div_ceil(of_workgroup) }
        };
        match &self.order {
            Order::Sums(layers) => {
                Box::new(layers.stages().map(move |layer| stage(layer.slots, layer.index)))
            }
            Order::Sorted { ends, .. } => {
                let begins = [0].into_iter().chain(ends.iter().copied());
                let slots =
                    begins.zip(ends).map(|(begin, &end)| LayerRectangle::new(0..1, begin..end));
                Box::new(slots.zip(0..).map(move |(slots, index)| stage(slots, index)))
            }
        }
    }

    fn stages_of(&self, region: &TileRegion) -> (u32, u32) {
        match &self.order {
            Order::Sums(layers) => layers.stages_of(region),
            // The tiles are those of the plan.
            Order::Sorted { of_tiles, .. } => {
                of_tiles.get(&region.origin).copied().unwrap_or((0, 0))
            }
        }
    }

    fn may_compute_in(&self, _: &TileRegion) -> bool {
        true
    }
}
