//! Grades of positions: a wave computes all positions of one grade, with an invocation or a workgroup for each.
//!
//! By the token sum the slots are rows and columns for the first two coordinates: the position is (x, y, sum - x - y). By a
//! grade that rules state the positions are sorted, and the slots of a wave are a range of the sorted list; waves are
//! numbered one after another, whatever the grades between them.
//! `shaders/rules.wgsl` numbers slots in the same way. All values stay in one table, so that a wave has no words of its
//! own.

use std::collections::HashMap;

use super::{Schedule, Wave};
use crate::domain::tiling::TileRegion;
use crate::domain::{Coordinates, Grading};
use crate::engine::clause_games::grades::Counted;
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
    /// In a box of these sides, from 0 to this token sum.
    Sums(Coordinates, u32),
    Sorted {
        /// The number of positions up to the end of each wave.
        ends: Vec<u32>,
        /// The grade of each wave, and that of any position.
        grades: Vec<u32>,
        grading: Grading,
        /// The first and the last wave of each tile, by its first cell and its extent.
        of_tiles: HashMap<[Coordinates; 2], (u32, u32)>,
    },
}

impl Grades {
    /// Lists the token sums of a plan.
    pub(in crate::engine::gpu) fn of_sums(plan: &Plan, lanes: u32) -> Self {
        let domain = plan.job().domain();
        Grades { order: Order::Sums(domain.sides(), domain.largest_token_sum()), lanes }
    }

    /// Lists the grades by which the positions of a plan are sorted.
    pub(in crate::engine::gpu) fn of_counted(plan: &Plan, counted: &Counted, lanes: u32) -> Self {
        let mut grades: Vec<u32> = counted.grades.keys().copied().collect();
        let end = |before: &mut u32, &count: &u32| {
            *before += count;
            Some(*before)
        };
        let mut ends: Vec<u32> = counted.grades.values().scan(0, end).collect();
        if ends.is_empty() {
            // A table without a position has one wave, which is empty.
            (grades, ends) = (vec![0], vec![0]);
        }
        let of_tile = |&(ends, tile): &([u32; 2], Coordinates)| {
            let region = plan.tiling().region(tile);
            ([region.origin, region.extent], waves_between(&grades, ends))
        };
        let of_tiles = counted.tiles.iter().map(of_tile).collect();
        let grading = plan.job().grading();
        Grades { order: Order::Sorted { ends, grades, grading, of_tiles }, lanes }
    }
}

impl Schedule for Grades {
    fn waves(&self) -> Box<dyn Iterator<Item = Wave> + '_> {
        let wave = |slots: LayerRectangle, index: u32| {
            let of_workgroup = (WORKGROUP_SIZE / self.lanes) as usize;
            Wave { index, slots, words: 0, workgroups: slots.slots().div_ceil(of_workgroup) }
        };
        match &self.order {
            &Order::Sums(sides, last) => {
                Box::new((0..=last).map(move |sum| wave(LayerRectangle::of_sum(sides, sum), sum)))
            }
            Order::Sorted { ends, .. } => {
                let begins = [0].into_iter().chain(ends.iter().copied());
                let slots =
                    begins.zip(ends).map(|(begin, &end)| LayerRectangle::new(0..1, begin..end));
                Box::new(slots.zip(0..).map(move |(slots, index)| wave(slots, index)))
            }
        }
    }

    fn waves_of(&self, region: &TileRegion) -> (u32, u32) {
        match &self.order {
            Order::Sums(_, last) => {
                let last_sum = region.last_grade(&Grading::TokenSum);
                (region.first_grade(&Grading::TokenSum), last_sum.min(*last))
            }
            Order::Sorted { grades, grading, of_tiles, .. } => {
                let of_region = || {
                    let positions = region.runs().flat_map(|run| run.cells());
                    let of_each = positions.map(|(at, _)| grading.grade(at));
                    let ends = of_each.fold([u32::MAX, 0], |[first, last], grade| {
                        [first.min(grade), last.max(grade)]
                    });
                    waves_between(grades, ends)
                };
                // The waves of the plan's tiles are known.
                let known = of_tiles.get(&[region.origin, region.extent]);
                known.copied().unwrap_or_else(of_region)
            }
        }
    }
}

/// Returns the waves of the first and of the last of some grades. No grades at all, of which the first is larger than the
/// last, belong to the first wave.
fn waves_between(grades: &[u32], [first, last]: [u32; 2]) -> (u32, u32) {
    let wave_of = |grade: u32| grades.partition_point(|&other| other < grade) as u32;
    if first > last { (0, 0) } else { (wave_of(first), wave_of(last)) }
}
