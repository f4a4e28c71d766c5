//! Take-and-break games on the CPU: of each heap in turn, the values of all options are marked, and the least number without a
//! mark is the value of the heap. The values of all smaller heaps stay in memory.
//!
//! A stored outcome does not tell the Grundy value that larger heaps need, so that a resumed table of outcomes computes the
//! values of its finished tiles again, and compares.

use crate::domain::tiling::Tile;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::stored::compare;
use crate::engine::{EngineError, Sink, Stop, is_wanted};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::TakeAndBreakGame;
use crate::values::Values;

/// Tabulates the Grundy values or the outcomes of a plan.
pub(super) fn run(
    plan: &Plan,
    game: &TakeAndBreakGame,
    sink: &dyn Sink,
) -> Result<(), EngineError> {
    let edge = plan.tiling().edges()[MAX_HEAPS - 1] as usize;
    let heaps = plan.job().domain().sides()[MAX_HEAPS - 1] as usize;
    let is_outcome = plan.job().quantity() == Quantity::Outcome;
    let mut known = Known { game, values: Vec::with_capacity(heaps), marks: Vec::new() };
    let index = |tile: usize| Coordinates::ZERO.with_last(tile as u32);
    let tiles = 0..heaps.div_ceil(edge);
    // Of several ranks the first one has all.
    if !tiles.clone().any(|tile| is_wanted(sink, index(tile))) {
        return Ok(());
    }
    for tile in tiles {
        let (first, index) = (tile * edge, index(tile));
        let end = (first + edge).min(heaps);
        let is_finished = sink.is_finished(index);
        if is_finished && !is_outcome {
            let stored = sink.finished_tile(index)?;
            known.values.extend((0..end - first).map(|cell| stored.get(cell)));
            continue;
        }
        if !is_finished {
            sink.computes();
        }
        known.grow(end, sink)?;
        let value = |&value: &u32| if is_outcome { u32::from(value == 0) } else { value };
        let fill = std::iter::repeat_n(plan.value_type().fill(), first + edge - end);
        let cells = known.values[first..].iter().map(value).chain(fill);
        let values = Values::from_u32(plan.value_type(), cells);
        if is_finished {
            compare(plan, index, &values, &sink.finished_tile(index)?)?;
        } else if is_wanted(sink, index) {
            sink.tile(Tile { index, values })?;
        }
    }
    Ok(())
}

/// Returns the bytes of the values of all heaps, of the marks and of the tile that is handed over.
pub(super) fn memory_bytes(plan: &Plan) -> u64 {
    let heaps = u64::from(plan.job().domain().sides()[MAX_HEAPS - 1]);
    // There is a mark for each value, of which the largest is far below the largest heap.
    heaps.saturating_mul(2 * size_of::<u32>() as u64) + 2 * plan.tile_bytes()
}

/// The values of the heaps from 0 on.
struct Known<'a> {
    game: &'a TakeAndBreakGame,
    values: Vec<u32>,
    /// For each value the last heap with an option that has it.
    marks: Vec<u32>,
}

impl Known<'_> {
    /// Computes values until there are so many.
    fn grow(&mut self, count: usize, sink: &dyn Sink) -> Result<(), Stop> {
        while self.values.len() < count {
            sink.proceed()?;
            self.mark_options();
            let heap = self.values.len() as u32;
            let value = self.marks.iter().position(|&mark| mark != heap);
            self.values.push(value.unwrap_or(self.marks.len()) as u32);
        }
        Ok(())
    }

    /// Marks the values of the options of the next heap.
    fn mark_options(&mut self) {
        let heap = self.values.len();
        let values = &self.values;
        let marks = &mut self.marks;
        let mut mark = |value: u32| {
            let index = value as usize;
            if marks.len() <= index {
                // No heap has been marked: heaps that have options are not empty.
                marks.resize(index + 1, 0);
            }
            marks[index] = heap as u32;
        };
        for taken in 0..=(self.game.most_taken() as usize).min(heap) {
            let rest = heap - taken;
            let may_leave = |heaps| self.game.may_leave(taken as u32, heaps);
            if rest == 0 && may_leave(0) {
                mark(0);
            }
            if rest > 0 && may_leave(1) {
                mark(values[rest]);
            }
            if may_leave(2) {
                let end = if self.game.is_unequal() { rest.div_ceil(2) } else { rest / 2 + 1 };
                (1..end).for_each(|first| mark(values[first] ^ values[rest - first]));
            }
            if may_leave(3) {
                for first in 1..=rest / 3 {
                    let others = rest - first;
                    let ends = first..=others / 2;
                    ends.for_each(|one| mark(values[first] ^ values[one] ^ values[others - one]));
                }
            }
        }
    }
}
