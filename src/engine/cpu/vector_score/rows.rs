//! Scores where no multiple of a ray is removed, row by row.
//!
//! A row of a plain tile is computed in two passes. The first takes the maximum over all lines but those along
//! the row, for many cells at once; the second follows the lines along the row.

use fearless_simd::{Level, dispatch};

use super::{Best, NO_OPTION, Points, advanced};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cpu::vector::wavefront::{Exceptions, LineRule, TileWithLines};
use crate::engine::{Sink, Stop};
use crate::values::{Value, on_values};

/// The rule of scores where no multiple of a ray is removed.
pub(super) struct ScoreRule(Points);

impl LineRule for ScoreRule {
    /// What the best option along the line is worth at its next cell.
    type State = Best;

    #[inline]
    fn visit(&self, states: &mut [Best], lines: &[u32], exceptions: &[Exceptions]) -> u32 {
        let exceptions = &exceptions[0];
        let best = lines.iter().map(|&line| states[line as usize].0).max().unwrap_or(NO_OPTION);
        let best = best.max(self.0.best_added(exceptions));
        let score = if exceptions.terminal { 0 } else { best };
        self.record(states, lines, score as u32);
        score as u32
    }

    #[inline]
    fn record(&self, states: &mut [Best], lines: &[u32], value: u32) {
        for (&line, &points) in lines.iter().zip(&self.0.of_steps) {
            let Best(state) = &mut states[line as usize];
            *state = advanced(*state, value as i32, points);
        }
    }

    fn fill_plain(
        &self,
        tile: &mut TileWithLines<'_, Best>,
        _: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let level = Level::new();
        let runs = tile.runs(u32::MAX);
        let TileWithLines { map, states, values, .. } = tile;
        let mut row = Vec::new();
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_of(run.offset);
            on_values!(&mut *values, cells => {
                let cells = &mut cells[run.offset..][..run.length];
                row.clear();
                row.resize(run.length, NO_OPTION);
                dispatch!(level, _ => self.fill_row(cells, &mut row, lines, states));
            });
        }
        Ok(())
    }

    fn replay(&self, tile: &mut TileWithLines<'_, Best>, sink: &dyn Sink) -> Result<(), Stop> {
        let level = Level::new();
        let runs = tile.runs(u32::MAX);
        let TileWithLines { map, states, values, .. } = tile;
        let mut row: Vec<i32> = Vec::new();
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_of(run.offset);
            on_values!(&*values, cells => {
                let cells = &cells[run.offset..][..run.length];
                row.clear();
                row.extend(cells.iter().map(|cell| cell.to_u32() as i32));
                dispatch!(level, _ => self.record_row(&row, lines, states));
            });
        }
        Ok(())
    }
}

impl ScoreRule {
    /// Returns the rule of a game.
    pub(super) fn new(points: Points) -> Self {
        ScoreRule(points)
    }

    /// Computes a row of cells that begins on these lines. Its neighbouring cells lie on neighbouring lines,
    /// see `line_map.rs`. `row` is as long, and holds no option yet.
    #[inline(always)]
    fn fill_row<V: Value>(
        &self,
        cells: &mut [V],
        row: &mut [i32],
        lines: &[u32],
        states: &mut [Best],
    ) {
        best_across(self.0.rays.iter().zip(lines), row, states);
        self.follow_row(row, lines, states);
        self.record_across(row, lines, states);
        cells.iter_mut().zip(&*row).for_each(|(cell, &score)| *cell = V::from_u32(score as u32));
    }

    /// Makes scores of what the best options across the row are worth, by the lines along the row.
    #[inline(always)]
    fn follow_row(&self, row: &mut [i32], lines: &[u32], states: &mut [Best]) {
        let along = self.0.rays.iter().zip(lines).zip(&self.0.of_steps);
        let along = along.filter(|((ray, _), _)| is_along_a_row(ray));
        // The first line, after how many cells it comes again, and what a step pays.
        let along: Vec<(usize, usize, i32)> = along
            .map(|((ray, &line), &points)| (line as usize, ray[MAX_HEAPS - 1] as usize, points))
            .collect();
        if let [(line, 1, points)] = along[..] {
            let Best(state) = &mut states[line];
            let mut best = *state;
            for score in row {
                *score = (*score).max(best);
                best = advanced(best, *score, points);
            }
            *state = best;
            return;
        }
        for (cell, score) in row.iter_mut().enumerate() {
            let best = along.iter().map(|&(line, width, _)| states[line + cell % width].0);
            *score = best.fold(*score, i32::max);
            for &(line, width, points) in &along {
                let Best(state) = &mut states[line + cell % width];
                *state = advanced(*state, *score, points);
            }
        }
    }

    /// Records the scores of a row on the lines that cross it.
    #[inline(always)]
    fn record_across(&self, row: &[i32], lines: &[u32], states: &mut [Best]) {
        for ((ray, &line), &points) in self.0.rays.iter().zip(lines).zip(&self.0.of_steps) {
            if !is_along_a_row(ray) {
                let states = states[line as usize..][..row.len()].iter_mut();
                states
                    .zip(row)
                    .for_each(|(state, &score)| state.0 = advanced(state.0, score, points));
            }
        }
    }

    /// Records the scores of a row that begins on these lines.
    #[inline(always)]
    fn record_row(&self, row: &[i32], lines: &[u32], states: &mut [Best]) {
        self.record_across(row, lines, states);
        for ((ray, &line), &points) in self.0.rays.iter().zip(lines).zip(&self.0.of_steps) {
            if is_along_a_row(ray) {
                // Along the row a line comes again after as many cells as it steps.
                for (cell, &score) in row.iter().enumerate() {
                    let Best(state) =
                        &mut states[line as usize + cell % ray[MAX_HEAPS - 1] as usize];
                    *state = advanced(*state, score, points);
                }
            }
        }
    }
}

/// Takes the maximum over the lines that cross a row, each given by its ray and its number at the row's first cell.
#[inline(always)]
pub(in crate::engine::cpu) fn best_across<'a>(
    lines: impl Iterator<Item = (&'a Coordinates, &'a u32)>,
    row: &mut [i32],
    states: &[Best],
) {
    for (ray, &line) in lines {
        if !is_along_a_row(ray) {
            let states = &states[line as usize..][..row.len()];
            row.iter_mut().zip(states).for_each(|(best, state)| *best = (*best).max(state.0));
        }
    }
}

/// Returns whether a ray changes the last coordinate alone.
#[inline]
pub(in crate::engine::cpu) fn is_along_a_row(ray: &Coordinates) -> bool {
    matches!(ray, Coordinates([0, 0, 0, _]))
}
