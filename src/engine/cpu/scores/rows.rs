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
pub(super) fn is_along_a_row(step: &Step) -> bool {
    matches!(step.vector, Coordinates([0, 0, 0, _]))
}

/// A step along rows, and where a row stands on its lines.
#[derive(Clone, Copy)]
pub(super) struct AlongRow {
    points: i32,
    is_move: bool,
    repeats: bool,
    /// The index of the step.
    index: u32,
    /// Where its source is among those of the player: itself, or a later one.
    source: u32,
    /// After how many cells a line comes again.
    width: u32,
    /// The number of its line at the first cell of the row, and how many cells further the present cell is, modulo
    /// the width.
    line: u32,
    phase: u32,
}

impl AlongRow {
    /// Lists the steps of each player along rows.
    pub(super) fn all<const PLAYERS: usize>(steps: &Steps) -> [Vec<Self>; PLAYERS] {
        std::array::from_fn(|player| {
            let own = steps.of_players[player].clone();
            let indices: Vec<usize> =
                own.filter(|&index| is_along_a_row(&steps.all[index])).collect();
            let along = |&index: &usize| {
                let Step { vector, points, is_move, repeats, source } = steps.all[index];
                AlongRow {
                    points,
                    is_move,
                    repeats,
                    index: index as u32,
                    // The multiples of a ray along rows are along rows too.
                    source: indices.partition_point(|&index| index < source) as u32,
                    width: vector[MAX_HEAPS - 1],
                    line: 0,
                    phase: 0,
                }
            };
            indices.iter().map(along).collect()
        })
    }

    /// Returns the number of the line that the present cell lies on.
    #[inline(always)]
    fn at(&self) -> usize {
        (self.line + self.phase) as usize
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

    /// Lists the lines of each player along a row that begins on these lines.
    #[inline(always)]
    fn along_row(&self, lines: &[u32]) -> [Vec<AlongRow>; PLAYERS] {
        let mut along = self.along_rows.clone();
        along.iter_mut().flatten().for_each(|line| line.line = lines[line.index as usize]);
        along
    }

    /// Makes scores of what the best options across the row are worth, by the lines along the row.
    #[inline(always)]
    fn follow_row(&self, rows: &mut [Vec<i32>; PLAYERS], lines: &[u32], states: &mut [Best]) {
        let is_simple = |along: &Vec<AlongRow>| match along[..] {
            [] => true,
            [line] => line.width == 1 && line.repeats,
            _ => false,
        };
        if self.along_rows.iter().all(is_simple) {
            return self.follow_one_line_each(rows, lines, states);
        }
        let mut along = self.along_row(lines);
        let length = rows[0].len();
        let rows = rows.each_mut().map(|row| &mut row[..length]);
        #[expect(clippy::needless_range_loop, reason = "a cell is in the rows of all players")]
        for cell in 0..length {
            let scores: [i32; PLAYERS] = std::array::from_fn(|player| {
                let moves = along[player].iter().filter(|line| line.is_move);
                moves.fold(rows[player][cell], |best, line| best.max(states[line.at()].0))
            });
            (0..PLAYERS).for_each(|player| rows[player][cell] = scores[player]);
            record_along(&mut along, scores, states);
        }
    }

    /// Does the same where each player has at most one line along the row, of a ray that steps from cell to cell. What
    /// it holds need not be written after every cell.
    #[inline(always)]
    fn follow_one_line_each(
        &self,
        rows: &mut [Vec<i32>; PLAYERS],
        lines: &[u32],
        states: &mut [Best],
    ) {
        let along: [Option<&AlongRow>; PLAYERS] = self.along_rows.each_ref().map(|all| all.first());
        let points = along.map(|line| line.map_or(0, |line| line.points));
        // Without a line there goes on being no option.
        let is_any = along.map(|line| line.is_some());
        let place = |line: &AlongRow| lines[line.index as usize] as usize;
        let mut best = along.map(|line| line.map_or(NO_OPTION, |line| states[place(line)].0));
        let length = rows[0].len();
        let rows = rows.each_mut().map(|row| &mut row[..length]);
        #[expect(clippy::needless_range_loop, reason = "a cell is in the rows of all players")]
        for cell in 0..length {
            let scores: [i32; PLAYERS] =
                std::array::from_fn(|player| rows[player][cell].max(best[player]));
            for player in 0..PLAYERS {
                rows[player][cell] = scores[player];
                if is_any[player] {
                    let of_other = scores[PLAYERS - 1 - player].wrapping_neg();
                    best[player] = best[player].max(of_other).wrapping_add(points[player]);
                }
            }
        }
        for (line, best) in along.into_iter().zip(best) {
            if let Some(line) = line {
                states[place(line)] = Best(best);
            }
        }
    }

    /// Records the scores of a row on the lines that cross it.
    #[inline(always)]
    fn record_across(&self, rows: [&[i32]; PLAYERS], lines: &[u32], states: &mut [Best]) {
        for player in 0..PLAYERS {
            let of_other = rows[PLAYERS - 1 - player];
            for (index, step) in self.steps_of(player).filter(|(_, step)| !is_along_a_row(step)) {
                let (line, step) = (lines[index] as usize, *step);
                if step.source != index {
                    // The lines of the source have larger numbers, and are still at the cells before.
                    let (states, sources) = states.split_at_mut(lines[step.source] as usize);
                    let states = states[line..][..of_other.len()].iter_mut();
                    states.zip(sources).for_each(|(state, source)| {
                        state.0 = step.advanced_if_any(state.0, source.0);
                    });
                    continue;
                }
                let states = states[line..][..of_other.len()].iter_mut().zip(of_other);
                // Whether the step repeats is asked once, not for every cell.
                if step.repeats {
                    states.for_each(|(state, score)| {
                        state.0 = state.0.max(score.wrapping_neg()).wrapping_add(step.points);
                    });
                } else {
                    states.for_each(|(state, score)| {
                        state.0 = score.wrapping_neg().wrapping_add(step.points);
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

/// Records the scores of the present cell on the lines along its row, and goes on to the next cell.
#[inline(always)]
fn record_along<const PLAYERS: usize>(
    along: &mut [Vec<AlongRow>; PLAYERS],
    scores: [i32; PLAYERS],
    states: &mut [Best],
) {
    for (player, along) in along.iter_mut().enumerate() {
        let of_other = scores[PLAYERS - 1 - player].wrapping_neg();
        for index in 0..along.len() {
            let line = along[index];
            let source = line.source as usize;
            let is_own = source == index;
            let nearest = if is_own { of_other } else { states[along[source].at()].0 };
            let Best(state) = &mut states[line.at()];
            let best = if line.repeats { nearest.max(*state) } else { nearest };
            // There may be no option so far behind.
            *state = if best == NO_OPTION { best } else { best.wrapping_add(line.points) };
            let phase = line.phase + 1;
            along[index].phase = if phase == line.width { 0 } else { phase };
        }
    }
}
