//! Outcomes: only the value 0 matters, so that each row keeps a single threshold.
//!
//! P-positions are few: for each number of tokens on the spectator heap of an edge and each on the
//! vertex that it leads to there is at most one. So tiles are filled with N-positions, and the few
//! P-positions are marked. They are found by comparing vectors, a row of a layer at a time. There x and
//! the sum y + z are fixed, and whether an edge allows a P-position depends on one of these:
//!
//! - x alone, which gives a smallest y or a smallest z;
//! - y alone or z alone, which gives a number that x or y + z has to reach.

use std::collections::HashMap;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};
use rayon::prelude::*;

use super::bucket::{BUCKET, open_entries};
use super::replay;
use super::waiting::WaitingTiles;
use crate::domain::Coordinates;
use crate::domain::Grading;
use crate::domain::tiling::{Run, Tile, TileIndex};
use crate::engine::digraph_games::edges::{
    EdgeAxes, edge_axes, movable_axes, nim_axes, other_axes,
};
use crate::engine::{EngineError, Sink, Stop, is_wanted};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::DigraphGame;
use crate::values::{Value, on_values};

/// Tabulates the outcomes of a plan.
pub(super) fn run(
    plan: &Plan,
    game: &DigraphGame,
    sink: &dyn Sink,
    level: Level,
) -> Result<(), EngineError> {
    let mut rule = OutcomeRule::new(plan, game);
    let first_grade = replay::first_grade_to_search(plan, sink);
    for at in stored_p_positions(plan, sink, first_grade)? {
        rule.record(at);
    }
    sink.computes();
    let mut tiles = SparseTiles::new(plan, sink);
    let mut found = Vec::new();
    for grade in first_grade..=plan.job().domain().largest_token_sum() {
        sink.proceed()?;
        found.clear();
        dispatch!(level, simd => rule.find_p_positions(simd, grade, &mut found));
        for &at in &found {
            rule.record(at);
            tiles.mark(at);
        }
        tiles.hand_over(grade)?;
    }
    Ok(())
}

/// Returns the P-positions of the layers below a grade, all of which are stored. Bounds only rise, so that
/// their order does not matter.
fn stored_p_positions(
    plan: &Plan,
    sink: &dyn Sink,
    first_grade: u32,
) -> Result<Vec<Coordinates>, Stop> {
    let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
    let of_tile = |&index: &TileIndex| {
        let region = plan.tiling().region(index);
        if region.first_grade(&Grading::TokenSum) >= first_grade {
            return Ok(Vec::new());
        }
        sink.proceed()?;
        let values = sink.finished_tile(index)?;
        let cells = region.runs().flat_map(Run::cells);
        let found = cells.filter(|&(at, cell)| at.sum() < first_grade && values.get(cell) == 1);
        Ok(found.map(|(at, _)| at).collect())
    };
    let found = tiles.par_iter().map(of_tile).collect::<Result<Vec<Vec<Coordinates>>, Stop>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// What the P-positions of earlier layers demand of one in the next layer.
struct OutcomeRule {
    sides: Coordinates,
    edges: Vec<EdgeAxes>,
    /// By x: the smallest y, and the smallest z.
    smallest: [Vec<u32>; 2],
    /// Lower bounds, which a P-position has to reach:
    ///
    /// | vector | at index | bound on |
    /// |---|---|---|
    /// | 0 | y | x |
    /// | 1 | y | y + z |
    /// | 2 | side - 1 - z | x |
    /// | 3 | side - 1 - z | y + z |
    ///
    /// Each vector is longer than the side by a bucket, filled with bounds that are never reached.
    bounds: [Vec<u32>; 4],
    /// The axes of Nim heaps, and which lines along them have a P-position.
    nim: Vec<(usize, Vec<bool>)>,
    /// In misère play, the axes along which tokens can be taken. Where they hold none, the position is
    /// an N-position.
    movable: Option<Vec<usize>>,
}

impl OutcomeRule {
    fn new(plan: &Plan, game: &DigraphGame) -> Self {
        let sides = plan.job().domain().sides();
        let nim = nim_axes(game).map(|axis| {
            let lines: usize = other_axes(axis).iter().map(|&axis| sides[axis] as usize).product();
            (axis, vec![false; lines])
        });
        let bound = |axis: usize| {
            let side = sides[axis] as usize;
            (0..side + BUCKET).map(|i| if i < side { 0 } else { u32::MAX }).collect()
        };
        OutcomeRule {
            sides,
            edges: edge_axes(game).collect(),
            smallest: std::array::from_fn(|_| vec![0; sides[1] as usize]),
            bounds: [bound(2), bound(2), bound(3), bound(3)],
            nim: nim.collect(),
            movable: (plan.job().convention() == Convention::Misere).then(|| movable_axes(game)),
        }
    }

    /// Appends the P-positions of a layer.
    #[inline(always)]
    fn find_p_positions<S: Simd>(&self, simd: S, grade: u32, found: &mut Vec<Coordinates>) {
        for x in 0..=grade.min(self.sides[1] - 1) {
            let sum = grade - x;
            let [smallest_y, smallest_z] = [0, 1].map(|i| self.smallest[i][x as usize]);
            let last = sum.checked_sub(smallest_z);
            let reached = [x, sum, x, sum].map(|reached| S::u32s::splat(simd, reached));
            // There are no columns if no z is large enough.
            for first in (smallest_y..last.map_or(0, |last| last + 1)).step_by(BUCKET) {
                let bounds = self.bounds_from(first, sum);
                let mut allowed = open_entries::<S, u32, 4>(simd, bounds, reached);
                while allowed != 0 {
                    let y = first + allowed.trailing_zeros();
                    allowed &= allowed - 1;
                    let at = Coordinates([0, x, y, sum.wrapping_sub(y)]);
                    if Some(y) <= last && !self.is_won(at) {
                        found.push(at);
                    }
                }
            }
        }
    }

    /// Returns the bounds on the cells from the column `first` on whose y and z have this sum.
    #[inline(always)]
    fn bounds_from(&self, first: u32, sum: u32) -> [&[u32; BUCKET]; 4] {
        let from_y = first as usize;
        let from_z = (self.sides[3] - 1 - sum + first) as usize;
        let starts = [from_y, from_y, from_z, from_z];
        std::array::from_fn(|i| {
            self.bounds[i][starts[i]..].first_chunk().unwrap_or(&[u32::MAX; BUCKET])
        })
    }

    /// Returns whether a position that all edges allow is an N-position nevertheless, because of a Nim
    /// heap or because it is terminal in misère play.
    fn is_won(&self, at: Coordinates) -> bool {
        self.nim.iter().any(|&(axis, ref lines)| lines[self.line(axis, at)])
            || self.movable.iter().any(|movable| movable.iter().all(|&axis| at[axis] == 0))
    }

    /// Returns the index of the line along a Nim heap's axis through a position.
    fn line(&self, axis: usize, at: Coordinates) -> usize {
        let [row, line] = other_axes(axis);
        at[row] as usize * self.sides[line] as usize + at[line] as usize
    }

    /// Raises the bounds by a P-position.
    fn record(&mut self, at: Coordinates) {
        let Coordinates([_, x, y, z]) = at;
        let last_z = self.sides[3] - 1;
        for &[_, to, spectator] in &self.edges {
            let threshold = at[to] + 1;
            let (bounds, index, bound) = match (spectator, to) {
                (1, 2) => (&mut self.smallest[0], x, threshold),
                (1, _) => (&mut self.smallest[1], x, threshold),
                (2, 1) => (&mut self.bounds[0], y, threshold),
                (2, _) => (&mut self.bounds[1], y, threshold + y),
                (_, 1) => (&mut self.bounds[2], last_z - z, threshold),
                (_, _) => (&mut self.bounds[3], last_z - z, threshold + z),
            };
            let old = &mut bounds[index as usize];
            *old = bound.max(*old);
        }
        for i in 0..self.nim.len() {
            let line = self.line(self.nim[i].0, at);
            self.nim[i].1[line] = true;
        }
    }
}

/// Tiles of N-positions but for a few cells.
struct SparseTiles<'a> {
    plan: &'a Plan,
    sink: &'a dyn Sink,
    /// The tiles by their last grades.
    waiting: WaitingTiles,
    /// The offsets of the P-positions of each tile.
    marked: HashMap<TileIndex, Vec<usize>>,
}

impl<'a> SparseTiles<'a> {
    /// Begins with all tiles that are to be handed over.
    fn new(plan: &'a Plan, sink: &'a dyn Sink) -> Self {
        let waiting = WaitingTiles::by_last_grade(plan, |&index| is_wanted(sink, index));
        SparseTiles { plan, sink, waiting, marked: HashMap::new() }
    }

    /// Marks a P-position.
    fn mark(&mut self, at: Coordinates) {
        let (index, cell) = self.plan.tiling().locate(at);
        self.marked.entry(index).or_default().push(cell);
    }

    /// Hands over the tiles whose last layer is that of this grade.
    fn hand_over(&mut self, grade: u32) -> Result<(), Stop> {
        let ended = self.waiting.take_up_to(grade);
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
    marked.iter().for_each(|&offset| cells[offset] = V::from_u32(1));
}

/// Returns the bytes of the bounds, the lines, and the P-positions of unfinished tiles.
pub(super) fn memory_bytes(plan: &Plan, game: &DigraphGame) -> u64 {
    let sides = plan.job().domain().sides().map(u64::from);
    let bounds = 4 * 2 * sides.iter().sum::<u64>();
    let lines = nim_axes(game)
        .map(|axis| other_axes(axis).iter().map(|&axis| sides[axis]).product::<u64>());
    let tiles = plan.tiling().count().saturating_mul(size_of::<(u32, TileIndex)>() as u64);
    // There is at most one P-position for each y and z, in a vector that has grown by doubling.
    let p_positions = sides[2].saturating_mul(sides[3]).saturating_mul(size_of::<usize>() as u64);
    lines.fold(bounds + tiles, u64::saturating_add).saturating_add(p_positions)
}
