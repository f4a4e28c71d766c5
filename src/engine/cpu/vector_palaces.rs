//! Palace numbers and outcomes of vector games on the CPU. Twin of
//! `shaders/vector_palaces.wgsl`, hosted by `engine/gpu/vector_palaces.rs`.
//!
//! Each line counts the P-positions on it. The palace number of a cell is the weighted sum of
//! its lines' counts (the weights make an option count once, see
//! [`counting_rays`](crate::engine::lines::counting_rays)); the cell is a P-position iff that is
//! at most the number of options that may be blocked. Added vectors count with the line's sum,
//! removed ones are taken out of it. Tiles that have nothing beside their lines are swept row by
//! row, many cells at once, see `rows.rs`.

use fearless_simd::Level;

use super::vector::rows::RowCounting;
use super::vector::wavefront::{self, BesideLines, LineRule, OpenTile};
use crate::domain::Coordinates;
use crate::engine::lines::{LineNumbering, counting_rays, numberings};
use crate::engine::{EngineError, Sink, Stop};
use crate::job::most_palaces;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::VectorGame;
use crate::values::Value;

struct Count {
    weights: Vec<i32>,
    block: u32,
    quantity: Quantity,
    convention: Convention,
    /// If tiles can be swept row by row.
    rows: Option<RowCounting>,
}

impl LineRule for Count {
    /// P-positions on the line, times the weight of its ray.
    type Line = i32;

    #[inline]
    fn visit(&self, lines: &mut [i32], ids: &[u32], beside: &[BesideLines]) -> u32 {
        let beside = &beside[0];
        let mut palaces = ids.iter().map(|&id| lines[id as usize]).sum::<i32>();
        let is_palace = |value: u32| i32::from(self.quantity.is_p_position(value, self.block));
        palaces += beside.added.iter().map(|&value| is_palace(value)).sum::<i32>();
        palaces -= beside.removed.iter().map(|&(_, value)| is_palace(value)).sum::<i32>();
        let palaces = if beside.terminal { 0 } else { palaces as u32 };
        let misere_win = beside.terminal && self.convention == Convention::Misere;
        let is_p = palaces <= self.block && !misere_win;
        for (&id, weight) in ids.iter().zip(&self.weights) {
            lines[id as usize] += weight * i32::from(is_p);
        }
        match self.quantity {
            Quantity::Outcome => u32::from(is_p),
            _ => palaces,
        }
    }

    fn sweep_plain<V: Value>(
        &self,
        tile: &mut OpenTile<'_, V, i32>,
        games: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let Some(rows) = &self.rows else {
            return wavefront::sweep_cell_by_cell(self, tile, games, sink);
        };
        match self.quantity {
            Quantity::Outcome => {
                let outcome = |palaces| V::from_u32(u32::from(u32::from(palaces) <= self.block));
                rows.sweep(tile, outcome, sink)
            }
            _ => rows.sweep(tile, |palaces| V::from_u32(palaces.into()), sink),
        }
    }
}

pub(super) fn weighted_lines(plan: &Plan, game: &VectorGame) -> (Vec<LineNumbering>, Vec<i32>) {
    let rays = counting_rays(game, plan.job().domain().sides());
    let vectors: Vec<Coordinates> = rays.iter().map(|ray| ray.ray).collect();
    let weights = rays.iter().map(|ray| ray.weight).collect();
    (numberings(plan, &vectors), weights)
}

pub(super) fn run<V: Value>(
    plan: &Plan,
    game: &VectorGame,
    sink: &dyn Sink,
) -> Result<(), EngineError> {
    run_at::<V>(plan, game, sink, Level::new())
}

/// Runs with the vectors of a level, which the machine has.
pub(super) fn run_at<V: Value>(
    plan: &Plan,
    game: &VectorGame,
    sink: &dyn Sink,
    level: Level,
) -> Result<(), EngineError> {
    let (numberings, weights) = weighted_lines(plan, game);
    // Below the bound on palace numbers, or else every cell is a P-position.
    let block = u16::try_from(game.blocking_number()).unwrap_or(u16::MAX);
    let rays: Vec<Coordinates> = numberings.iter().map(|numbering| numbering.ray).collect();
    let largest_weight = weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(1);
    let fits_16_bits = most_palaces(game) * u64::from(largest_weight) < i16::MAX as u64;
    let rule = Count {
        rows: RowCounting::new(level, &rays, &weights, block).filter(|_| fits_16_bits),
        weights,
        block: game.blocking_number(),
        quantity: plan.job().quantity(),
        convention: plan.job().convention(),
    };
    wavefront::run::<V, Count>(plan, sink, &[game], &numberings, &rule)
}

pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    wavefront::memory_bytes::<Count>(plan, &[game], &weighted_lines(plan, game).0, 0)
}

#[cfg(test)]
mod tests {
    use crate::domain::Domain;
    use crate::engine::cpu::simd_levels::{AtLevel, levels};
    use crate::engine::reference::ReferenceEngine;
    use crate::job::Job;
    use crate::plan::Plan;
    use crate::quantity::{Convention, Quantity};
    use crate::ruleset::Ruleset;
    use crate::table::InMemoryTable;

    fn assert_agrees(text: &str, domain: &Domain, quantity: Quantity, tile: Option<u32>) {
        let game = Ruleset::parse(text).expect("a game");
        let job = Job::new(game, domain.clone(), quantity, Convention::Normal).expect("a job");
        let plan = Plan::new(job, tile).expect("a plan");
        let truth = InMemoryTable::run(&ReferenceEngine, &plan).expect("the reference runs");
        for level in levels() {
            let found = InMemoryTable::run(&AtLevel(level), &plan).expect("the engine runs");
            if let Err(difference) = truth.compare(&found) {
                panic!(
                    "{text} in {domain}, {quantity:?}, tiles of {tile:?}, {level:?}: {difference}"
                );
            }
        }
    }

    /// Catches a P-position that is missed, found twice or counted on the wrong cells, in blocks of
    /// every width, at the end of rows, and where a line enters the next block, row or tile.
    #[test]
    fn every_level_agrees_with_the_definition() {
        for (text, sides) in [
            ("wythoff+block=3", &[70, 67][..]),
            ("wythoff+block=60", &[40, 40]),
            ("nim:2+block=1", &[1, 90]),
            ("nim:2+block=1", &[90, 1]),
            ("vector:0,1/1,0/1,1/2,1/1,2+block=2", &[50, 45]),
            ("vector:0,1/1,0/1,1/2,1/1,2/3,1+block=2", &[40, 35]),
            ("vector:0,1/1,0/1,1/2,1/1,2/3,1/1,3+block=2", &[40, 35]),
            // Blocks of 30 cells; with weights; no block is long enough.
            ("vector:0,3/1,0/1,4/3,1+block=2", &[45, 99]),
            ("vector:0,2/0,3/2,0/3,0/1,1+block=1", &[40, 70]),
            ("vector:0,5/0,7/1,1", &[40, 40]),
            // Long steps down and across.
            ("vector:3,50/40,2/0,1+block=1", &[99, 99]),
            ("vector:2/32+block=4", &[150]),
            ("nim:3+block=2", &[9, 8, 37]),
            ("vector:1,2,3/2,0,1/0,3,2/0,0,1/4,1,0+block=2", &[9, 10, 36]),
            // Tiles that are swept cell by cell hand lines on, and take them over.
            ("vector:0,2/0,3/1,0/1,1+terminal=20,30/35,9+block=2", &[50, 50]),
            ("vector:0,2/0,3/1,0/1,1+terminal=20,30/35,9+block=40", &[50, 50]),
        ] {
            let domain = Domain::boxed(sides).expect("a domain");
            for quantity in [Quantity::Palaces, Quantity::Outcome] {
                for tile in [Some(7), Some(33), Some(64), None] {
                    assert_agrees(text, &domain, quantity, tile);
                }
            }
        }
    }

    /// Catches rows that are swept beyond a slanted edge.
    #[test]
    fn simplices_agree_with_the_definition() {
        for (text, heaps, tokens) in [("wythoff+block=2", 2, 80), ("nim:3+block=1", 3, 22)] {
            let domain = Domain::simplex(heaps, tokens).expect("a domain");
            for tile in [Some(16), Some(40)] {
                assert_agrees(text, &domain, Quantity::Palaces, tile);
                assert_agrees(text, &domain, Quantity::Outcome, tile);
            }
        }
    }
}
