//! Palace numbers and outcomes of vector games on the CPU. Twin of
//! `shaders/vector_palaces.wgsl`, hosted by `engine/gpu/vector_palaces.rs`.
//!
//! Each line counts the P-positions on it. The palace number of a cell is the weighted sum of
//! its lines' counts (the weights make an option count once, see
//! [`counting_rays`](crate::engine::lines::counting_rays)); the cell is a P-position iff that is
//! at most the number of options that may be blocked. Added vectors count with the line's sum,
//! removed ones are taken out of it. Tiles that have nothing beside their lines are swept many at
//! once, see `lanes.rs`.

use super::lanes::{self, LANES};
use super::wavefront::{self, BesideLines, LineRule, OpenTile};
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
    /// A bound on palace numbers and on the P-positions of a line.
    largest_count: u64,
}

impl LineRule for Count {
    /// P-positions on the line.
    type Line = i32;
    const LANES: usize = LANES;

    #[inline]
    fn visit(&self, lines: &mut [i32], ids: &[u32], beside: &[BesideLines]) -> u32 {
        let beside = &beside[0];
        let weighted = ids.iter().zip(&self.weights).map(|(&id, &w)| w * lines[id as usize]);
        let mut palaces = weighted.sum::<i32>();
        let is_palace = |value: u32| i32::from(self.quantity.is_p_position(value, self.block));
        palaces += beside.added.iter().map(|&value| is_palace(value)).sum::<i32>();
        palaces -= beside.removed.iter().map(|&(_, value)| is_palace(value)).sum::<i32>();
        let palaces = if beside.terminal { 0 } else { palaces as u32 };
        let misere_win = beside.terminal && self.convention == Convention::Misere;
        let is_p = palaces <= self.block && !misere_win;
        for &id in ids {
            lines[id as usize] += i32::from(is_p);
        }
        match self.quantity {
            Quantity::Outcome => u32::from(is_p),
            _ => palaces,
        }
    }

    fn sweep_plain<V: Value>(
        &self,
        tiles: &mut [OpenTile<'_, V, i32>],
        games: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let is_narrow = |tile: &OpenTile<'_, V, i32>| tile.block.edges[2] <= lanes::WIDEST_ROW;
        let fits_lanes = self.largest_count < u64::from(u16::MAX)
            && self.weights.iter().all(|&weight| weight == 1)
            && tiles.iter().all(is_narrow);
        match if fits_lanes { self.weights.len() } else { 0 } {
            1 => self.sweep_lanes::<V, 1>(tiles, sink),
            2 => self.sweep_lanes::<V, 2>(tiles, sink),
            3 => self.sweep_lanes::<V, 3>(tiles, sink),
            4 => self.sweep_lanes::<V, 4>(tiles, sink),
            5 => self.sweep_lanes::<V, 5>(tiles, sink),
            _ => wavefront::sweep_cell_by_cell(self, tiles.iter_mut(), games, sink),
        }
    }
}

impl Count {
    /// Sweeps tiles of a game with this many rays whose cells have nothing beside their lines.
    fn sweep_lanes<V: Value, const RAYS: usize>(
        &self,
        tiles: &mut [OpenTile<'_, V, i32>],
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        // Below the bound on palace numbers, or else every cell is a P-position.
        let block = u16::try_from(self.block).unwrap_or(u16::MAX);
        match self.quantity {
            Quantity::Outcome => {
                let outcome = |palaces: u16| V::from_u32(u32::from(palaces <= block));
                lanes::sweep::<V, RAYS>(tiles, block, outcome, sink)
            }
            _ => lanes::sweep::<V, RAYS>(tiles, block, |palaces| V::from_u32(palaces.into()), sink),
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
    let (numberings, weights) = weighted_lines(plan, game);
    let rule = Count {
        weights,
        block: game.block(),
        quantity: plan.job().quantity(),
        convention: plan.job().convention(),
        largest_count: most_palaces(game),
    };
    wavefront::run::<V, Count>(plan, sink, &[game], &numberings, &rule)
}

pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    let numberings = weighted_lines(plan, game).0;
    let edges = plan.tiling().edges();
    let of_lanes = lanes::bytes(wavefront::lines_of_tile(&numberings, edges), edges[2]);
    wavefront::memory_bytes::<Count>(plan, &[game], &numberings, 0)
        .saturating_add(of_lanes.saturating_mul(rayon::current_num_threads() as u64))
}
