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
    step: Step,
    /// The index of the step.
    index: usize,
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
            let steps = own.map(|index| (index, steps.all[index]));
            let along = |(index, step): (usize, Step)| {
                let width = step.vector[MAX_HEAPS - 1];
                AlongRow { step, index, width, line: 0, phase: 0 }
            };
            steps.filter(|(_, step)| is_along_a_row(step)).map(along).collect()
        })
    }

    /// Returns the number of the line that the present cell lies on.
    #[inline(always)]
    fn at(&self) -> usize {
        (self.line + self.phase) as usize
    }
}

impl<const PLAYERS: usize, const ARE_REMOTE: bool> ScoreRule<PLAYERS, ARE_REMOTE> {
    /// Fills a plain tile, or records the values of a finished one.
    pub(super) fn go_through_rows(
        &self,
        tile: &mut TileWithLines<'_, Best>,
        is_finished: bool,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let level = Level::new();
        let runs = tile.runs(u32::MAX);
        let TileWithLines { map, states, values, .. } = tile;
        let mut rows = vec![Vec::new(); self.steps.windows];
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_of(run.offset);
            for row in &mut rows {
                row.clear();
                row.resize(run.length, NO_OPTION);
            }
            on_values!(&mut *values, cells => {
                let cells = &mut cells[run.offset..][..run.length];
                if is_finished {
                    let worths = rows[0].iter_mut().zip(&*cells);
                    worths.for_each(|(worth, cell)| *worth = self.worth_of(cell.to_u32()));
                    dispatch!(level, _ => self.record_row(&mut rows, lines, states));
                } else {
                    dispatch!(level, _ => self.fill_row(cells, &mut rows, lines, states));
                }
            });
        }
        Ok(())
    }

    /// Computes a row of cells that begins on these lines. Its neighbouring cells lie on neighbouring lines,
    /// see `line_map.rs`. There is a row as long for each window, those of the players first, which hold no option yet.
    #[inline(always)]
    fn fill_row<V: Value>(
        &self,
        cells: &mut [V],
        rows: &mut [Vec<i32>],
        lines: &[u32],
        states: &mut [Best],
    ) {
        for (player, row) in rows[..PLAYERS].iter_mut().enumerate() {
            for (index, step) in self.steps_of(player) {
                if step.is_move() && !is_along_a_row(step) {
                    let states = &states[lines[index] as usize..][..row.len()];
                    row.iter_mut()
                        .zip(states)
                        .for_each(|(best, state)| *best = (*best).max(state.0));
                }
            }
        }
        if let Some(rows) = rows.first_chunk_mut() {
            self.follow_row(rows, lines, states);
        }
        let stored = cells.iter_mut().zip(&rows[self.stored_player()]);
        stored.for_each(|(cell, &worth)| *cell = V::from_u32(self.stored(worth)));
        self.record_across(rows, lines, states);
    }

    /// Lists the lines of each player along a row that begins on these lines.
    #[inline(always)]
    fn along_row(&self, lines: &[u32]) -> [Vec<AlongRow>; PLAYERS] {
        let mut along = self.along_rows.clone();
        along.iter_mut().flatten().for_each(|line| line.line = lines[line.index]);
        along
    }

    /// Turns what the best options across the row are worth to each player into what a cell is worth to the other one,
    /// who has moved there, by the lines along the row.
    #[inline(always)]
    fn follow_row(&self, rows: &mut [Vec<i32>; PLAYERS], lines: &[u32], states: &mut [Best]) {
        let is_simple = |along: &Vec<AlongRow>| match along[..] {
            [] => true,
            [AlongRow { step, width, .. }] => width == 1 && step.repeats && step.is_move(),
            _ => false,
        };
        if self.along_rows.iter().all(is_simple) {
            self.follow_one_line_each(rows, lines, states);
        } else {
            self.follow_lines(rows, lines, states);
        }
    }

    /// Does the same with any lines along the row. Apart from the short way for simple lines, which is compiled the
    /// better for it.
    #[inline(never)]
    fn follow_lines(&self, rows: &mut [Vec<i32>; PLAYERS], lines: &[u32], states: &mut [Best]) {
        let mut along = self.along_row(lines);
        let length = rows[0].len();
        let rows = rows.each_mut().map(|row| &mut row[..length]);
        let mut windows = vec![NO_OPTION; self.steps.windows];
        #[expect(clippy::needless_range_loop, reason = "a cell is in the rows of all players")]
        for cell in 0..length {
            for player in 0..PLAYERS {
                let moves = along[player].iter().filter(|line| line.step.is_move());
                let worth = &mut rows[player][cell];
                let best = moves.fold(*worth, |best, line| best.max(states[line.at()].0));
                *worth = self.worth(best);
                windows[player] = *worth;
            }
            record_along(&mut along, &mut windows, states);
        }
    }

    /// Does the same where each player has at most one line along the row, of a ray that steps from cell to cell. What
    /// it holds need not be written after every cell.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "a cell is in the rows of all players")]
    fn follow_one_line_each(
        &self,
        rows: &mut [Vec<i32>; PLAYERS],
        lines: &[u32],
        states: &mut [Best],
    ) {
        let along: [Option<&AlongRow>; PLAYERS] = self.along_rows.each_ref().map(|all| all.first());
        let points = along.map(|line| line.map_or(0, |line| line.step.points));
        let place = |line: &AlongRow| lines[line.index] as usize;
        let mut best = along.map(|line| line.map_or(NO_OPTION, |line| states[place(line)].0));
        let length = rows[0].len();
        let mut rows = rows.each_mut().map(|row| &mut row[..length]);
        if along.iter().all(Option::is_some) {
            for cell in 0..length {
                let worths: [i32; PLAYERS] =
                    std::array::from_fn(|player| self.worth(rows[player][cell].max(best[player])));
                for player in 0..PLAYERS {
                    rows[player][cell] = worths[player];
                    let of_other = worths[PLAYERS - 1 - player];
                    best[player] = best[player].max(of_other).wrapping_add(points[player]);
                }
            }
        } else {
            // The cells of a player without a line do not wait for one another: they are done at once, before those of
            // the other player.
            for (row, _) in rows.iter_mut().zip(along).filter(|(_, line)| line.is_none()) {
                row.iter_mut().for_each(|worth| *worth = self.worth(*worth));
            }
            for player in (0..PLAYERS).filter(|&player| along[player].is_some()) {
                let (mut best_here, points) = (best[player], points[player]);
                for cell in 0..length {
                    let of_other = rows[PLAYERS - 1 - player][cell];
                    let worth = &mut rows[player][cell];
                    *worth = self.worth((*worth).max(best_here));
                    best_here = best_here.max(of_other).wrapping_add(points);
                }
                best[player] = best_here;
            }
        }
        for (line, best) in along.into_iter().zip(best) {
            if let Some(line) = line {
                states[place(line)] = Best(best);
            }
        }
    }

    /// Records a row on the lines that cross it. The rows of the players say what a cell is worth to the other one.
    #[inline(always)]
    fn record_across(&self, rows: &mut [Vec<i32>], lines: &[u32], states: &mut [Best]) {
        for (step, &line) in self.steps.all.iter().zip(lines) {
            if is_along_a_row(step) {
                continue;
            }
            // A step that widens no window leaves this one as it is.
            let mut wider = step.wider.map(|index| std::mem::take(&mut rows[index]));
            let window = &rows[step.window][..];
            let states = states[line as usize..][..window.len()].iter_mut().zip(window);
            // What a step does is asked once, not for every cell.
            match &mut wider {
                Some(wider) => states.zip(wider).for_each(|((state, &window), wider)| {
                    *wider = window.max(state.0);
                    let best = if step.repeats { *wider } else { window };
                    state.0 = best.wrapping_add(step.points);
                }),
                None if step.repeats => states.for_each(|(state, &window)| {
                    state.0 = state.0.max(window).wrapping_add(step.points);
                }),
                None => states.for_each(|(state, &window)| {
                    state.0 = window.wrapping_add(step.points);
                }),
            }
            if let (Some(index), Some(wider)) = (step.wider, wider) {
                rows[index] = wider;
            }
        }
    }

    /// Records a row that begins on these lines.
    #[inline(always)]
    fn record_row(&self, rows: &mut [Vec<i32>], lines: &[u32], states: &mut [Best]) {
        self.record_across(rows, lines, states);
        let mut along = self.along_row(lines);
        let mut windows = vec![NO_OPTION; self.steps.windows];
        for &worth in &rows[0] {
            windows[0] = worth;
            record_along(&mut along, &mut windows, states);
        }
    }
}

/// Records the present cell on the lines along its row, and goes on to the next cell.
#[inline(always)]
fn record_along<const PLAYERS: usize>(
    along: &mut [Vec<AlongRow>; PLAYERS],
    windows: &mut [i32],
    states: &mut [Best],
) {
    for line in along.iter_mut().flatten() {
        line.step.record(&mut states[line.at()], windows);
        let phase = line.phase + 1;
        line.phase = if phase == line.width { 0 } else { phase };
    }
}
