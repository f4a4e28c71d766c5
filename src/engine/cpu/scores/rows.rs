//! Rows of scores.
//!
//! A row of a plain tile is computed in two passes. The first takes the maximum over all lines but those along
//! the row, for many cells at once, for each player. The second follows the lines of all players along the row.

use fearless_simd::{Level, dispatch};

use super::{Best, NO_OPTION, ScoreRule};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cpu::vector::wavefront::TileWithLines;
use crate::engine::vector_games::steps::{Step, Steps};
use crate::engine::{Sink, Stop};
use crate::values::{Value, on_values};

/// Returns whether a step changes the last coordinate alone.
#[inline]
fn is_along_a_row(step: &Step) -> bool {
    matches!(step.vector, Coordinates([0, 0, 0, _]))
}

/// A step along rows, and where a row stands on its lines.
#[derive(Clone, Copy)]
pub(super) struct AlongRow {
    step: Step,
    /// The index of the step, and whose it is.
    index: usize,
    player: usize,
    /// Where its source is in the list of these, if that is another step.
    source: Option<usize>,
    /// The number of its line at the first cell of the row, and how many cells further the present cell is, modulo
    /// the length of the step: then the line comes again.
    line: usize,
    phase: usize,
}

impl AlongRow {
    /// Lists the steps along rows.
    pub(super) fn all(steps: &Steps) -> Vec<Self> {
        let mut along: Vec<AlongRow> = Vec::new();
        for (player, range) in steps.of_players.iter().enumerate() {
            let indices = range.clone().filter(|&index| is_along_a_row(&steps.all[index]));
            along.extend(indices.map(|index| {
                let step = steps.all[index];
                AlongRow { step, index, player, source: None, line: 0, phase: 0 }
            }));
        }
        for index in 0..along.len() {
            let AlongRow { step, index: own, .. } = along[index];
            // The multiples of a ray along rows are along rows too.
            along[index].source = along
                .binary_search_by_key(&step.source, |line| line.index)
                .ok()
                .filter(|_| step.source != own);
        }
        along
    }

    /// Returns after how many cells a line comes again.
    #[inline(always)]
    fn width(&self) -> usize {
        self.step.vector[MAX_HEAPS - 1] as usize
    }

    /// Returns the number of the line that the present cell lies on.
    #[inline(always)]
    fn at(&self) -> usize {
        self.line + self.phase
    }
}

impl<const PLAYERS: usize> ScoreRule<PLAYERS> {
    /// Fills a plain tile.
    pub(super) fn fill_rows(
        &self,
        tile: &mut TileWithLines<'_, Best>,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let level = Level::new();
        let runs = tile.runs(u32::MAX);
        let TileWithLines { map, states, values, .. } = tile;
        let mut rows: [Vec<i32>; PLAYERS] = std::array::from_fn(|_| Vec::new());
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_of(run.offset);
            for row in &mut rows {
                row.clear();
                row.resize(run.length, NO_OPTION);
            }
            on_values!(&mut *values, cells => {
                let cells = &mut cells[run.offset..][..run.length];
                dispatch!(level, _ => self.fill_row(cells, &mut rows, lines, states));
            });
        }
        Ok(())
    }

    /// Records the values of a finished tile.
    pub(super) fn replay_rows(
        &self,
        tile: &mut TileWithLines<'_, Best>,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
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

    /// Computes a row of cells that begins on these lines. Its neighbouring cells lie on neighbouring lines,
    /// see `line_map.rs`. The rows of the players are as long, and hold no option yet.
    #[inline(always)]
    fn fill_row<V: Value>(
        &self,
        cells: &mut [V],
        rows: &mut [Vec<i32>; PLAYERS],
        lines: &[u32],
        states: &mut [Best],
    ) {
        for (player, row) in rows.iter_mut().enumerate() {
            for (index, step) in self.steps_of(player) {
                if step.is_move && !is_along_a_row(step) {
                    let states = &states[lines[index] as usize..][..row.len()];
                    row.iter_mut()
                        .zip(states)
                        .for_each(|(best, state)| *best = (*best).max(state.0));
                }
            }
        }
        self.follow_row(rows, lines, states);
        self.record_across(rows.each_ref().map(Vec::as_slice), lines, states);
        let stored = cells.iter_mut().zip(&rows[self.stored_player()]);
        stored.for_each(|(cell, &score)| *cell = V::from_u32(self.stored(score)));
    }

    /// Lists the lines along a row that begins on these lines.
    #[inline(always)]
    fn along_row(&self, lines: &[u32]) -> Vec<AlongRow> {
        let mut along = self.along_rows.clone();
        along.iter_mut().for_each(|line| line.line = lines[line.index] as usize);
        along
    }

    /// Makes scores of what the best options across the row are worth, by the lines along the row.
    #[inline(always)]
    fn follow_row(&self, rows: &mut [Vec<i32>; PLAYERS], lines: &[u32], states: &mut [Best]) {
        let mut along = self.along_row(lines);
        if along.iter().all(|line| line.width() == 1 && line.source.is_none())
            && along.is_sorted_by(|line, next| line.player < next.player)
        {
            return follow_one_line_each(rows, &along, states);
        }
        for cell in 0..rows[0].len() {
            for line in along.iter().filter(|line| line.step.is_move) {
                let score = &mut rows[line.player][cell];
                *score = (*score).max(states[line.at()].0);
            }
            record_along(&mut along, rows.each_ref().map(|row| row[cell]), states);
        }
    }

    /// Records the scores of a row on the lines that cross it.
    #[inline(always)]
    fn record_across(&self, rows: [&[i32]; PLAYERS], lines: &[u32], states: &mut [Best]) {
        for player in 0..PLAYERS {
            let of_other = rows[PLAYERS - 1 - player];
            for (index, step) in self.steps_of(player).filter(|(_, step)| !is_along_a_row(step)) {
                let line = lines[index] as usize;
                if step.source == index {
                    let states = states[line..][..of_other.len()].iter_mut();
                    states.zip(of_other).for_each(|(state, &score)| {
                        state.0 = step.advanced(state.0, score.wrapping_neg());
                    });
                } else {
                    // The lines of the source have larger numbers, and are still at the cells before.
                    let (states, sources) = states.split_at_mut(lines[step.source] as usize);
                    let states = states[line..][..of_other.len()].iter_mut();
                    states.zip(sources).for_each(|(state, source)| {
                        state.0 = step.advanced_if_any(state.0, source.0);
                    });
                }
            }
        }
    }

    /// Records the scores of a row that begins on these lines.
    #[inline(always)]
    fn record_row(&self, row: &[i32], lines: &[u32], states: &mut [Best]) {
        self.record_across([row; PLAYERS], lines, states);
        let mut along = self.along_row(lines);
        row.iter().for_each(|&score| record_along(&mut along, [score; PLAYERS], states));
    }
}

/// Records the scores of the cell of the moment on the lines along its row, and goes on to the next cell.
#[inline(always)]
fn record_along<const PLAYERS: usize>(
    along: &mut [AlongRow],
    scores: [i32; PLAYERS],
    states: &mut [Best],
) {
    for index in 0..along.len() {
        let source = along[index].source.map(|source| states[along[source].at()].0);
        let line = &mut along[index];
        let Best(best) = &mut states[line.at()];
        *best = match source {
            None => line.step.advanced(*best, scores[PLAYERS - 1 - line.player].wrapping_neg()),
            Some(source) => line.step.advanced_if_any(*best, source),
        };
        line.phase = if line.phase + 1 == line.width() { 0 } else { line.phase + 1 };
    }
}

/// Does what [`ScoreRule::follow_row`] does where each player has at most one line along the row, which steps from
/// cell to cell. What it holds need not be written after every cell.
#[inline(always)]
fn follow_one_line_each<const PLAYERS: usize>(
    rows: &mut [Vec<i32>; PLAYERS],
    along: &[AlongRow],
    states: &mut [Best],
) {
    let line_of = |player: usize| along.iter().find(|line| line.player == player);
    let lines: [Option<&AlongRow>; PLAYERS] = std::array::from_fn(line_of);
    let mut best = lines.map(|line| line.map_or(NO_OPTION, |line| states[line.line].0));
    for cell in 0..rows[0].len() {
        for player in 0..PLAYERS {
            rows[player][cell] = rows[player][cell].max(best[player]);
        }
        for player in 0..PLAYERS {
            if let Some(line) = lines[player] {
                let of_other = rows[PLAYERS - 1 - player][cell].wrapping_neg();
                best[player] = line.step.advanced(best[player], of_other);
            }
        }
    }
    for (line, best) in lines.into_iter().zip(best) {
        if let Some(line) = line {
            states[line.line] = Best(best);
        }
    }
}
