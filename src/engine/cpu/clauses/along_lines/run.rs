//! A run: block after block, and the tiles.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use rayon::prelude::*;

use super::blocks::{self, Blocks};
use super::line_moves::LineMoves;
use super::sets::{GrundyOnLines, LineRule, OutcomesOnLines};
use super::table::SharedCell;
use crate::domain::Coordinates;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::engine::cpu::digraph::waiting::WaitingTiles;
use crate::engine::{EngineError, Sink, Stop, hand_over, is_wanted};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::values::Values;

/// A block has at least this many cells, if the domain has: enough that it is worth the way of its lines there and back.
const LEAST_CELLS: u64 = 1 << 12;
/// The cells of a block where there are enough blocks for all threads: lines pass from block to block less often than with
/// fewer cells, and the sets of a block still stay in a near cache.
const USUAL_CELLS: u64 = 1 << 14;

/// Tabulates a quantity of a plan.
pub(in crate::engine::cpu::clauses) fn run(
    plan: &Plan,
    moves: &LineMoves,
    sink: &dyn Sink,
) -> Result<(), EngineError> {
    let (convention, largest) = (plan.job().convention(), plan.bound().largest_value as u32);
    match plan.job().quantity() {
        Quantity::Grundy => run_with(plan, GrundyOnLines { largest, convention }, moves, sink),
        _ => run_with(plan, OutcomesOnLines { convention }, moves, sink),
    }
}

fn run_with<R: LineRule>(
    plan: &Plan,
    rule: R,
    moves: &LineMoves,
    sink: &dyn Sink,
) -> Result<(), EngineError> {
    let tiling = block_tiling(plan);
    match rule.no_values().pending {
        0..=0xff => Filling::<R, AtomicU8>::new(plan, rule, moves, tiling, sink).run(),
        0x100..=0xffff => Filling::<R, AtomicU16>::new(plan, rule, moves, tiling, sink).run(),
        _ => Filling::<R, AtomicU32>::new(plan, rule, moves, tiling, sink).run(),
    }
}

/// Cuts the domain into blocks.
fn block_tiling(plan: &Plan) -> Tiling {
    let domain = plan.job().domain();
    let of_cells = |least: u64| {
        let cut = |log: u32| Tiling::new(domain, Some(1 << log)).ok();
        let is_large =
            |tiling: &Tiling| tiling.tile_cells() >= least || tiling.edges() == domain.sides();
        (3..31).filter_map(cut).find(is_large)
    };
    let are_enough = |tiling: &Tiling| {
        let fronts = tiling.grid().map(|blocks| u64::from(blocks) - 1).iter().sum::<u64>() + 1;
        tiling.count() / fronts >= 2 * rayon::current_num_threads() as u64
    };
    let usual = of_cells(USUAL_CELLS).filter(are_enough);
    // There are no more blocks than there may be tiles, so that the tiles would do as well.
    usual.or_else(|| of_cells(LEAST_CELLS)).unwrap_or_else(|| plan.tiling().clone())
}

struct Filling<'a, R: LineRule, C> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    blocks: Blocks<'a, R, C>,
}

impl<'a, R: LineRule, C: SharedCell> Filling<'a, R, C> {
    fn new(
        plan: &'a Plan,
        rule: R,
        moves: &'a LineMoves,
        tiling: Tiling,
        sink: &'a dyn Sink,
    ) -> Self {
        let has_stored = plan.tiling().tiles().any(|tile| sink.is_finished(tile));
        Filling { plan, sink, blocks: Blocks::new(rule, moves, tiling, has_stored) }
    }

    fn run(&self) -> Result<(), EngineError> {
        let tiles: Vec<TileIndex> = self.plan.tiling().tiles().collect();
        tiles.par_iter().try_for_each(|&tile| self.begin(tile))?;
        self.sink.computes();
        let mut waiting = WaitingTiles::of(self.last_fronts(tiles));
        for front in self.blocks.tiling.fronts() {
            self.sink.proceed()?;
            let block = |&block: &TileIndex| -> Result<(), Stop> {
                if self.blocks.is_mirror_image(block) {
                    return Ok(());
                }
                self.sink.proceed()?;
                self.blocks.fill(&self.blocks.tiling.region(block));
                Ok(())
            };
            match front.as_slice() {
                [] => {}
                [only] => block(only)?,
                several => several.par_iter().with_max_len(1).try_for_each(block)?,
            }
            let sum = front.first().map_or(0, |block| block.sum());
            let ended = waiting.take_up_to(sum);
            if !ended.is_empty() {
                ended.par_iter().with_max_len(1).try_for_each(|&tile| self.hand_over(tile))?;
            }
        }
        let rest = waiting.take_up_to(u32::MAX);
        Ok(rest.par_iter().with_max_len(1).try_for_each(|&tile| self.hand_over(tile))?)
    }

    /// Says which cells of a tile are positions, and takes the values of an earlier run.
    fn begin(&self, tile: TileIndex) -> Result<(), Stop> {
        self.sink.proceed()?;
        let (sides, pending) =
            (self.plan.job().domain().sides(), self.blocks.rule.no_values().pending);
        let region = self.plan.tiling().region(tile);
        let stored =
            self.sink.is_finished(tile).then(|| self.sink.finished_tile(tile)).transpose()?;
        for run in region.runs() {
            let first = run.at.row_major_index(sides);
            for (step, cell) in self.blocks.table[first..first + run.length].iter().enumerate() {
                let value = stored.as_ref().map(|values| values.get(run.offset + step));
                cell.set(value.map_or(pending, |value| value.min(pending)));
            }
        }
        Ok(())
    }

    /// Lists the tiles that are to be handed over, each with the number of the front that fills its last cells.
    fn last_fronts(&self, tiles: Vec<TileIndex>) -> Vec<(u32, TileIndex)> {
        let wanted = tiles.into_iter().filter(|&tile| is_wanted(self.sink, tile));
        let with_front = |tile: TileIndex| {
            let last = self.plan.tiling().region(tile).last_cell();
            ((last / self.blocks.tiling.edges()).sum(), tile)
        };
        wanted.map(with_front).collect()
    }

    fn hand_over(&self, tile: TileIndex) -> Result<(), Stop> {
        hand_over(self.sink, tile, self.values(tile))
    }

    /// Returns the values of a tile.
    fn values(&self, tile: TileIndex) -> Values {
        let sides = self.plan.job().domain().sides();
        self.plan.tile_of_runs(tile, |run| {
            let first = run.at.row_major_index(sides);
            self.blocks.table[first..first + run.length].iter().map(SharedCell::get)
        })
    }
}

/// Returns the bytes of the lines and of the blocks.
pub(in crate::engine::cpu::clauses) fn memory_bytes(plan: &Plan, moves: &LineMoves) -> u64 {
    let (convention, largest) = (plan.job().convention(), plan.bound().largest_value as u32);
    let tiling = block_tiling(plan);
    let blocks = tiling.count().saturating_mul(size_of::<Coordinates>() as u64);
    let lines = match plan.job().quantity() {
        Quantity::Grundy => {
            let rule = GrundyOnLines { largest, convention };
            blocks::memory_bytes(&rule, moves, &tiling, largest as usize)
        }
        _ => blocks::memory_bytes(&OutcomesOnLines { convention }, moves, &tiling, 1),
    };
    lines.saturating_add(blocks)
}
