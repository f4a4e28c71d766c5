//! Grundy values, layer by layer: first the values of the canonical positions from the thresholds, then
//! the thresholds and the whole layer from these values.

use fearless_simd::Level;
use rayon::prelude::*;

use super::canonical::{self, CanonicalValues};
use super::nim::{self, NimBitsets, NimCursor, nim_bitsets};
use super::replay::{self, StoredLayers};
use super::search::{BATCH, EdgeCursor, SearchedThreshold, ThresholdRows};
use super::thresholds::{SpectatorRows, ThresholdLayout, Thresholds};
use super::window::{self, LayerWindow};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cluster::layers::Layers;
use crate::engine::digraph_games::edges::{EdgeAxes, edge_axes, movable_axes};
use crate::engine::digraph_games::symmetry::{Section, Symmetry};
use crate::engine::{EngineError, Sink, Traffic};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::DigraphGame;

/// Layers of fewer cells are left to one thread: they take less time than waking another one.
const CELLS_FOR_MANY_THREADS: usize = 1 << 12;

/// Rows, or batches of cells, per rayon task: few enough that threads finish at about the same time,
/// and enough to make up for the cost of scheduling.
const ROWS_PER_TASK: usize = 8;

/// Bucket minima are recomputed every this many layers. An older minimum is still a lower bound, since
/// thresholds only rise; it excludes fewer buckets.
const LAYERS_BETWEEN_MINIMA: u32 = 2;

/// Consecutive cells of a layer along the second axis.
struct CellBatch<'a, T> {
    first: Coordinates,
    values: &'a mut [T],
}

/// How the values of a layer follow from the thresholds: what all layers have in common.
struct ThresholdRule {
    level: Level,
    symmetry: Symmetry,
    edges: Vec<EdgeAxes>,
    /// In misère play, the axes along which tokens can be taken. Where they hold none, the value is 1.
    movable: Option<Vec<usize>>,
}

/// Tabulates the Grundy values of a plan whose values and thresholds fit in `T`.
pub(super) fn run<T: SearchedThreshold>(
    plan: &Plan,
    game: &DigraphGame,
    sink: &dyn Sink,
    level: Level,
) -> Result<Traffic, EngineError> {
    let domain = plan.job().domain();
    let sides = domain.sides();
    let is_misere = plan.job().convention() == Convention::Misere;
    let rule = ThresholdRule {
        level,
        symmetry: Symmetry::of(game),
        edges: edge_axes(game).collect(),
        movable: is_misere.then(|| movable_axes(game)),
    };
    let mut thresholds = Thresholds::<T>::new(ThresholdLayout::new(game, &rule.symmetry, sides));
    let mut nim = nim_bitsets(game, sides, thresholds.layout.buckets);
    let mut values = CanonicalValues::<T>::new(&rule.symmetry, sides);
    let first_grade = replay::first_grade_to_search(plan, sink);
    let mut stored = StoredLayers::new(plan, &rule.symmetry, sink);
    let mut goes_on = (0..first_grade).try_for_each(|grade| {
        sink.proceed()?;
        stored.fill(grade, &mut values)?;
        rule.raise_thresholds(&values, &mut thresholds);
        for bitsets in &mut nim {
            bitsets.record(&rule.symmetry, &values);
        }
        Ok(())
    });
    drop(stored);
    sink.computes();
    let mut window = LayerWindow::<T>::new(plan, &rule.symmetry, sink, level, first_grade);
    let mut layers = Layers::new(sink.share().network);
    for grade in first_grade..=domain.largest_token_sum() {
        goes_on = goes_on.and_then(|()| sink.proceed());
        if goes_on.is_ok() {
            rule.evaluate(grade, &thresholds, &nim, &mut values, &layers);
        }
        let rows = values.rows(&rule.symmetry, grade).map(|(_, _, row)| row);
        layers.gather(goes_on, rows, T::from_u32(grade))?;
        let keep = || window.keep(&values);
        rayon::join(|| rule.raise_thresholds(&values, &mut thresholds), keep);
        for bitsets in &mut nim {
            bitsets.record(&rule.symmetry, &values);
        }
        goes_on = window.hand_over(grade);
    }
    goes_on?;
    Ok(layers.traffic)
}

impl ThresholdRule {
    /// Computes the values of the canonical positions of a layer in the rows of this rank.
    fn evaluate<T: SearchedThreshold>(
        &self,
        grade: u32,
        thresholds: &Thresholds<T>,
        nim: &[NimBitsets],
        values: &mut CanonicalValues<T>,
        layers: &Layers,
    ) {
        let mut batches = Vec::new();
        let rows = values.rows(&self.symmetry, grade);
        for (x, columns, row) in rows.filter(|&(x, ..)| layers.has(x as usize)) {
            for (y, values) in columns.step_by(BATCH).zip(row.chunks_mut(BATCH)) {
                batches.push(CellBatch { first: Coordinates([0, x, y, grade - x - y]), values });
            }
        }
        let cells: usize = batches.iter().map(|batch| batch.values.len()).sum();
        for_each_row(batches, cells, |batch| self.fill(batch, thresholds, nim));
    }

    /// Computes the values of a batch.
    fn fill<T: SearchedThreshold>(
        &self,
        batch: CellBatch<T>,
        thresholds: &Thresholds<T>,
        nim: &[NimBitsets],
    ) {
        let layout = &thresholds.layout;
        let rows = ThresholdRows {
            buckets: thresholds.buckets(),
            minima_buckets: layout.minima_buckets,
            buckets_per_row: layout.buckets,
        };
        let edges: Vec<EdgeCursor> =
            self.edges.iter().map(|&edge| self.cursor(edge, layout, batch.first)).collect();
        let nim: Vec<NimCursor> = nim.iter().map(|bitsets| bitsets.cursor(batch.first)).collect();
        T::search(self.level, rows, &edges, &nim, batch.values);
        if let Some(movable) = &self.movable {
            let Coordinates([_, x, y, z]) = batch.first;
            for (value, step) in batch.values.iter_mut().zip(0..) {
                let at = [0, x, y + step, z - step];
                if movable.iter().all(|&axis| at[axis] == 0) {
                    *value = T::from_u32(1);
                }
            }
        }
    }

    /// Returns where the threshold rows of an edge are, for the cell `first` and the next ones along
    /// the second axis.
    fn cursor(&self, edge: EdgeAxes, layout: &ThresholdLayout, first: Coordinates) -> EdgeCursor {
        const STEP: [i32; MAX_HEAPS] = [0, 0, 1, -1];
        let [_, to, spectator] = edge;
        let representative = self.symmetry.representative(edge);
        let row = layout.edges.iter().position(|&edge| edge == representative).unwrap_or(0);
        EdgeCursor {
            row: layout.row(row, first[spectator]),
            row_step: STEP[spectator] as isize * layout.spectator_buckets() as isize,
            tokens: first[to],
            tokens_step: STEP[to],
        }
    }

    /// Raises the thresholds of all edges by the values of a layer.
    fn raise_thresholds<T: SearchedThreshold>(
        &self,
        values: &CanonicalValues<T>,
        thresholds: &mut Thresholds<T>,
    ) {
        let edges = thresholds.layout.edges.clone();
        let grade = values.grade;
        let raise_rows = |(spectator_tokens, mut rows): (u32, SpectatorRows<T>)| {
            for (thresholds, &[_, to, spectator]) in rows.thresholds().zip(&edges) {
                let section = Section {
                    fixed_axis: spectator,
                    fixed_tokens: spectator_tokens,
                    along: to,
                    shared_tokens: grade - spectator_tokens,
                };
                self.raise(values, &section, thresholds);
            }
            if grade.is_multiple_of(LAYERS_BETWEEN_MINIMA) {
                rows.renew_minima(self.level, grade);
            }
        };
        let rows = (0..=grade).zip(thresholds.by_spectator()).collect();
        for_each_row(rows, (grade as usize).pow(2), raise_rows);
    }

    /// Raises a row of thresholds by the values of a section of the layer, in ascending order of the
    /// tokens on the vertex that the edge leads to. No edge excludes the value of a position, so the
    /// old threshold is at most these tokens, and each new one is larger than those before it.
    fn raise<T: SearchedThreshold>(
        &self,
        values: &CanonicalValues<T>,
        section: &Section,
        thresholds: &mut [T],
    ) {
        for segment in self.symmetry.segments(section) {
            values.for_each_in(&segment, |tokens, value| {
                thresholds[value.to_u32() as usize] = T::from_u32(tokens + 1);
            });
        }
    }
}

/// Calls `each` for every row, on all threads if the layer has enough cells.
fn for_each_row<R: Send>(rows: Vec<R>, cells: usize, each: impl Fn(R) + Sync + Send) {
    if cells < CELLS_FOR_MANY_THREADS {
        return rows.into_iter().for_each(each);
    }
    let rows = rows.into_par_iter();
    rows.with_min_len(ROWS_PER_TASK).with_max_len(ROWS_PER_TASK).for_each(each);
}

/// Returns the bytes of the thresholds, the bitsets, the layers in the window and the cubic tiles, for
/// values of this type.
pub(super) fn memory_bytes<T: SearchedThreshold>(plan: &Plan, game: &DigraphGame) -> u64 {
    let sides = plan.job().domain().sides();
    let symmetry = Symmetry::of(game);
    let layout = ThresholdLayout::new(game, &symmetry, sides);
    let values = canonical::length(&symmetry, sides) as u64 + window::entries(plan, &symmetry);
    let entries = (layout.entries() as u64).saturating_add(values);
    let nim = nim::memory_bytes(game, sides, layout.buckets);
    entries.saturating_mul(size_of::<T>() as u64).saturating_add(nim)
}
