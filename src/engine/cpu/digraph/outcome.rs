//! Outcomes: only the value 0 matters, and one threshold per row is left.
//!
//! P-positions are few: for any numbers of tokens beside an edge and on its receiving vertex there
//! is at most one. So a table is blank but for them, and they are found by comparing vectors: in a
//! row of a layer, with x and the sum y + z fixed, whether an edge allows a cell is decided by x
//! alone, or by a number that depends on y alone or on z alone and must be at most x, or y + z.

use std::collections::HashMap;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};
use rayon::prelude::*;

use super::search::{BLOCK, open};
use crate::domain::Coordinates;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::assemble::window::{ending_with, tiles_by_last_rank};
use crate::engine::digraph_edges::{edge_axes, movable_axes, nim_axes, other_axes};
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::DigraphGame;
use crate::values::{Value, on_values};

pub(super) fn run(
    plan: &Plan,
    game: &DigraphGame,
    sink: &dyn Sink,
    level: Level,
) -> Result<(), EngineError> {
    let mut rule = Rule::new(plan, game);
    let mut tiles = SparseTiles::new(plan, sink);
    let mut found = Vec::new();
    for rank in 0..=plan.job().domain().largest_token_sum() {
        sink.proceed()?;
        found.clear();
        dispatch!(level, simd => rule.p_positions(simd, rank, &mut found));
        for &at in &found {
            rule.remember(at);
            tiles.mark(at);
        }
        tiles.hand_over(rank)?;
    }
    Ok(())
}

/// What decides whether a cell is a P-position.
struct Rule {
    sides: Coordinates,
    /// The edges, as axes [from, to, beside].
    arcs: Vec<[usize; 3]>,
    /// By tokens on the first axis: the fewest on the second, and on the third.
    fewest: [Vec<u32>; 2],
    /// By tokens on the second axis: what x must reach, and y + z. Then the same by tokens on the
    /// third axis, in reverse: side - 1 - z. What is beyond the side is never reached.
    bounds: [Vec<u32>; 4],
    /// The axes of Nim heaps, and which lines along them have a P-position.
    nim: Vec<(usize, Vec<bool>)>,
    /// In misère play the axes along which tokens can be taken: a position without is won.
    misere: Option<Vec<usize>>,
}

impl Rule {
    fn new(plan: &Plan, game: &DigraphGame) -> Self {
        let sides = plan.job().domain().sides();
        let nim = nim_axes(game).map(|axis| {
            let lines: usize = other_axes(axis).iter().map(|&axis| sides[axis] as usize).product();
            (axis, vec![false; lines])
        });
        let bound = |axis: usize| {
            let side = sides[axis] as usize;
            (0..side + BLOCK).map(|i| if i < side { 0 } else { u32::MAX }).collect()
        };
        Rule {
            sides,
            arcs: edge_axes(game).collect(),
            fewest: std::array::from_fn(|_| vec![0; sides[0] as usize]),
            bounds: [bound(1), bound(1), bound(2), bound(2)],
            nim: nim.collect(),
            misere: (plan.job().convention() == Convention::Misere).then(|| movable_axes(game)),
        }
    }

    /// Adds the P-positions of a layer, from those of earlier ones.
    #[inline(always)]
    fn p_positions<S: Simd>(&self, simd: S, rank: u32, found: &mut Vec<Coordinates>) {
        for x in 0..=rank.min(self.sides[0] - 1) {
            let sum = rank - x;
            let [fewest_y, fewest_z] = [0, 1].map(|i| self.fewest[i][x as usize]);
            let last = sum.checked_sub(fewest_z);
            let most = [x, sum, x, sum].map(|most| S::u32s::splat(simd, most));
            // Empty if there is no last column.
            for first in (fewest_y..last.map_or(0, |last| last + 1)).step_by(BLOCK) {
                let mut allowed = open::<S, u32, 4>(simd, self.windows(first, sum), most);
                while allowed != 0 {
                    let y = first + allowed.trailing_zeros();
                    allowed &= allowed - 1;
                    let at = [x, y, sum.wrapping_sub(y)];
                    if Some(y) <= last && !self.is_won(Coordinates(at)) {
                        found.push(Coordinates(at));
                    }
                }
            }
        }
    }

    /// The bounds of the cells from the column `first` on, with this sum of y and z.
    #[inline(always)]
    fn windows(&self, first: u32, sum: u32) -> [&[u32; BLOCK]; 4] {
        let from_y = first as usize;
        let from_z = (self.sides[2] - 1 - sum + first) as usize;
        let starts = [from_y, from_y, from_z, from_z];
        std::array::from_fn(|i| {
            // The vectors are longer than the side by a block.
            self.bounds[i][starts[i]..].first_chunk().unwrap_or(&[u32::MAX; BLOCK])
        })
    }

    /// Whether a Nim heap or a misère ending makes an N-position of a cell that all edges allow.
    fn is_won(&self, at: Coordinates) -> bool {
        self.nim.iter().any(|&(axis, ref lines)| lines[self.line(axis, at)])
            || self.misere.iter().any(|movable| movable.iter().all(|&axis| at[axis] == 0))
    }

    fn line(&self, axis: usize, at: Coordinates) -> usize {
        let [row, line] = other_axes(axis);
        at[row] as usize * self.sides[line] as usize + at[line] as usize
    }

    /// Raises the bounds by a P-position.
    fn remember(&mut self, at: Coordinates) {
        let last_z = self.sides[2] - 1;
        for &[_, to, beside] in &self.arcs {
            let threshold = at[to] + 1;
            let (bounds, place, bound) = match (beside, to) {
                (0, 1) => (&mut self.fewest[0], at[0], threshold),
                (0, _) => (&mut self.fewest[1], at[0], threshold),
                (1, 0) => (&mut self.bounds[0], at[1], threshold),
                (1, _) => (&mut self.bounds[1], at[1], threshold + at[1]),
                (_, 0) => (&mut self.bounds[2], last_z - at[2], threshold),
                (_, _) => (&mut self.bounds[3], last_z - at[2], threshold + at[2]),
            };
            let old = &mut bounds[place as usize];
            *old = bound.max(*old);
        }
        for i in 0..self.nim.len() {
            let line = self.line(self.nim[i].0, at);
            self.nim[i].1[line] = true;
        }
    }
}

/// Tiles that are blank but for a few cells.
struct SparseTiles<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// By their last rank, the next one last.
    waiting: Vec<(u32, TileIndex)>,
    /// The cells with a P-position, by tile.
    marked: HashMap<TileIndex, Vec<usize>>,
}

impl<'a> SparseTiles<'a> {
    fn new(plan: &'a Plan, sink: &'a dyn Sink) -> Self {
        SparseTiles { plan, sink, waiting: tiles_by_last_rank(plan), marked: HashMap::new() }
    }

    fn mark(&mut self, at: Coordinates) {
        let (index, cell) = self.plan.tiling().locate(at);
        self.marked.entry(index).or_default().push(cell);
    }

    /// Hands over the tiles that end with a rank.
    fn hand_over(&mut self, rank: u32) -> Result<(), Stop> {
        let ended = ending_with(rank, &mut self.waiting);
        let marked = |index| (index, self.marked.remove(&index).unwrap_or_default());
        let tiles: Vec<(TileIndex, Vec<usize>)> = ended.into_iter().map(marked).collect();
        tiles.into_par_iter().try_for_each(|(index, marked)| {
            let mut values = self.plan.blank_tile();
            on_values!(&mut values, cells => mark_cells(cells, &marked));
            self.sink.tile(Tile { index, values })
        })
    }
}

fn mark_cells<V: Value>(cells: &mut [V], marked: &[usize]) {
    marked.iter().for_each(|&cell| cells[cell] = V::from_u32(1));
}

/// Bytes of the bounds, the lines, and the P-positions of tiles in the making.
pub(super) fn memory_bytes(plan: &Plan, game: &DigraphGame) -> u64 {
    let sides = plan.job().domain().sides().map(u64::from);
    let bounds = 4 * 2 * sides.iter().sum::<u64>();
    let lines = nim_axes(game)
        .map(|axis| other_axes(axis).iter().map(|&axis| sides[axis]).product::<u64>());
    let tiles = plan.tiling().count().saturating_mul(size_of::<(u32, TileIndex)>() as u64);
    // At most one P-position for each pair of numbers of tokens, in a vector with room to grow.
    let p_positions = sides[1].saturating_mul(sides[2]).saturating_mul(size_of::<usize>() as u64);
    lines.fold(bounds + tiles, u64::saturating_add).saturating_add(p_positions)
}
