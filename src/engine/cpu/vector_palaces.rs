//! Palace numbers and outcomes of vector games on the CPU. Twin of
//! `shaders/vector_palaces.wgsl`, hosted by `engine/gpu/vector_palaces.rs`.
//!
//! Each line counts the P-positions on it. The palace number of a cell is the weighted sum of
//! its lines' counts (the weights make an option count once, see
//! [`counting_rays`](crate::engine::lines::counting_rays)); the cell is a P-position iff that is
//! at most the number of options that may be blocked. Added vectors count with the line's sum,
//! removed ones are taken out of it.

use super::wavefront::{self, BesideLines, LineRule};
use crate::domain::Coordinates;
use crate::engine::lines::{LineNumbering, counting_rays, numberings};
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::VectorGame;
use crate::values::Value;

struct Count {
    weights: Vec<i32>,
    block: u32,
    quantity: Quantity,
    convention: Convention,
}

impl LineRule for Count {
    /// P-positions on the line.
    type Line = i32;

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
    };
    wavefront::run::<V, Count>(plan, sink, &[game], &numberings, &rule)
}

pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    wavefront::memory_bytes::<Count>(plan, &[game], &weighted_lines(plan, game).0, 0)
}
