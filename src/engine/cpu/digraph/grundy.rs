//! Grundy values, layer by layer: the values of the least positions from the thresholds, then the
//! thresholds and the whole layer from these values.

use fearless_simd::Level;
use rayon::prelude::*;

use super::nim::{self, NimHeap, NimLines, nim_heaps};
use super::search::{Rows, SEGMENT, Walk, search};
use super::thresholds::{Group, Layout, Threshold, Thresholds};
use crate::domain::Coordinates;
use crate::engine::assemble::canonical::{self, CanonicalValues};
use crate::engine::assemble::window::{self, LayerWindow};
use crate::engine::digraph_edges::{edge_axes, movable_axes};
use crate::engine::symmetry::{Line, Symmetry};
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::DigraphGame;

/// Layers of fewer cells are left to one thread: they take less time than waking another.
const CELLS_FOR_MANY_THREADS: usize = 1 << 12;

/// Rows and segments are handed to threads by so many: a thread that is done finds work, and is done
/// about when the others are.
const ROWS_PER_TASK: usize = 8;

/// Floors are renewed after so many layers. In between they are too low, and spare less.
const LAYERS_BETWEEN_FLOORS: u32 = 2;

/// Cells of a layer, side by side along the second axis.
struct Segment<'a, T> {
    first: Coordinates,
    values: &'a mut [T],
}

struct Game<'a> {
    level: Level,
    symmetry: Symmetry,
    /// The edges, as axes [from, to, beside].
    arcs: Vec<[usize; 3]>,
    /// The axes along which tokens can be taken, where a position with none of them has value 1.
    misere: Option<Vec<usize>>,
    game: &'a DigraphGame,
}

pub(super) fn run<T: Threshold>(
    plan: &Plan,
    game: &DigraphGame,
    sink: &dyn Sink,
    level: Level,
) -> Result<(), EngineError> {
    let domain = plan.job().domain();
    let sides = domain.sides();
    let misere = plan.job().convention() == Convention::Misere;
    let game = Game {
        level,
        symmetry: Symmetry::of(game),
        arcs: edge_axes(game).collect(),
        misere: misere.then(|| movable_axes(game)),
        game,
    };
    let mut thresholds = Thresholds::<T>::new(Layout::new(game.game, &game.symmetry, sides));
    let mut nim_heaps = nim_heaps(game.game, sides, thresholds.layout.blocks);
    let mut values = CanonicalValues::<T>::new(&game.symmetry, sides);
    let mut recent = LayerWindow::<T>::new(plan, &game.symmetry, sink, level);
    for rank in 0..=domain.largest_token_sum() {
        sink.proceed()?;
        game.compute(rank, &thresholds, &nim_heaps, &mut values);
        let keep = || recent.keep(&values);
        rayon::join(|| game.remember(&values, &mut thresholds), keep);
        for heap in &mut nim_heaps {
            heap.remember(&game.symmetry, &values);
        }
        recent.hand_over(rank)?;
    }
    Ok(())
}

impl Game<'_> {
    /// Computes the values of the least positions of a layer.
    fn compute<T: Threshold>(
        &self,
        rank: u32,
        thresholds: &Thresholds<T>,
        nim_heaps: &[NimHeap],
        values: &mut CanonicalValues<T>,
    ) {
        let mut segments = Vec::new();
        for (x, columns, row) in values.rows(&self.symmetry, rank) {
            for (y, values) in columns.step_by(SEGMENT).zip(row.chunks_mut(SEGMENT)) {
                segments.push(Segment { first: Coordinates([x, y, rank - x - y]), values });
            }
        }
        let cells: usize = segments.iter().map(|segment| segment.values.len()).sum();
        let fill = |mut segment: Segment<T>| self.fill(&mut segment, thresholds, nim_heaps);
        for_each_row(segments, cells, fill);
    }

    fn fill<T: Threshold>(
        &self,
        segment: &mut Segment<T>,
        thresholds: &Thresholds<T>,
        nim_heaps: &[NimHeap],
    ) {
        let layout = &thresholds.layout;
        let rows = Rows {
            blocks: thresholds.blocks(),
            floor_blocks: layout.floor_blocks,
            blocks_per_row: layout.blocks,
        };
        let walks: Vec<Walk> =
            self.arcs.iter().map(|&arc| self.walk(arc, layout, segment.first)).collect();
        let nim: Vec<NimLines> = nim_heaps.iter().map(|heap| heap.lines(segment.first)).collect();
        search(self.level, rows, &walks, &nim, segment.values);
        if let Some(movable) = &self.misere {
            let Coordinates([x, y, z]) = segment.first;
            for (value, step) in segment.values.iter_mut().zip(0..) {
                let at = [x, y + step, z - step];
                if movable.iter().all(|&axis| at[axis] == 0) {
                    *value = T::from_u32(1);
                }
            }
        }
    }

    /// The rows of an edge, as seen from `first` and the cells beside it along the second axis.
    fn walk(&self, arc: [usize; 3], layout: &Layout, first: Coordinates) -> Walk {
        const STEP: [i32; 3] = [0, 1, -1];
        let [_, to, beside] = arc;
        let representative = self.symmetry.representative(arc);
        let row = layout.arcs.iter().position(|&arc| arc == representative).unwrap_or(0);
        Walk {
            row: layout.row(row, first[beside]),
            row_step: STEP[beside] as isize * layout.group_blocks() as isize,
            tokens: first[to],
            tokens_step: STEP[to],
        }
    }

    /// Raises the thresholds by the values of a layer.
    fn remember<T: Threshold>(&self, values: &CanonicalValues<T>, thresholds: &mut Thresholds<T>) {
        let arcs = thresholds.layout.arcs.clone();
        let rank = values.rank;
        let one = |(fixed, mut group): (u32, Group<T>)| {
            for (thresholds, &[_, to, beside]) in group.rows().zip(&arcs) {
                let line = Line { beside, fixed, to, shared: rank - fixed };
                self.raise(values, &line, thresholds);
            }
            if rank.is_multiple_of(LAYERS_BETWEEN_FLOORS) {
                group.renew_floors(self.level, rank);
            }
        };
        let rows = (0..=rank).zip(thresholds.groups()).collect();
        for_each_row(rows, (rank as usize).pow(2), one);
    }

    /// Raises a row of thresholds by the values of the layer's positions with equal tokens beside
    /// the edge. No edge excludes the value of a position, so its threshold is at most the tokens
    /// on the receiving vertex: in ascending order of these each new one is the larger.
    fn raise<T: Threshold>(&self, values: &CanonicalValues<T>, line: &Line, thresholds: &mut [T]) {
        for piece in self.symmetry.pieces(line) {
            values.along(&piece, |tokens, value| {
                thresholds[value.to_u32() as usize] = T::from_u32(tokens + 1);
            });
        }
    }
}

/// Does the same to each row, or part of one, of a layer with so many cells.
fn for_each_row<R: Send>(rows: Vec<R>, cells: usize, each: impl Fn(R) + Sync + Send) {
    match cells < CELLS_FOR_MANY_THREADS {
        true => rows.into_iter().for_each(each),
        false => rows
            .into_par_iter()
            .with_min_len(ROWS_PER_TASK)
            .with_max_len(ROWS_PER_TASK)
            .for_each(each),
    }
}

/// Bytes of the thresholds, the bitsets, the layers that are kept and the cubes, with values of this
/// type.
pub(super) fn memory_bytes<T: Threshold>(plan: &Plan, game: &DigraphGame) -> u64 {
    let sides = plan.job().domain().sides();
    let symmetry = Symmetry::of(game);
    let layout = Layout::new(game, &symmetry, sides);
    let entry = size_of::<T>() as u64;
    let values = canonical::length(&symmetry, sides) as u64 + window::entries(plan, &symmetry);
    let nim = nim::memory_bytes(game, sides, layout.blocks);
    layout.bytes(entry).saturating_add(values.saturating_mul(entry)).saturating_add(nim)
}
