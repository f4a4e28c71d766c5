//! Scores of partizan games where no multiple of a ray is removed, row by row.
//!
//! As in `vector_score/rows.rs` a row of a plain tile is computed in two passes. The first takes the maximum over
//! all lines but those along the row, for many cells at once, first for Left and then for Right. The second follows the
//! lines of both players along the row.

use fearless_simd::{Level, dispatch};

use super::{Best, NO_OPTION, Players, Step, score_of};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cpu::vector::wavefront::{Exceptions, LineRule, TileWithLines};
use crate::engine::cpu::vector_score::{best_across, is_along_a_row};
use crate::engine::{Sink, Stop};
use crate::values::{Value, on_values};

/// The rule of scores where no multiple of a ray is removed.
pub(super) struct RowRule(pub(super) Players);

/// Returns what the best move of a player is worth.
#[inline]
fn best_move(states: &[Best], lines: &[u32]) -> i32 {
    lines.iter().map(|&line| states[line as usize].0).max().unwrap_or(NO_OPTION)
}

/// Records the other player's score on the lines of a player.
#[inline]
fn record(steps: &[Step], states: &mut [Best], lines: &[u32], score: i32) {
    for (step, &line) in steps.iter().zip(lines) {
        let Best(best) = &mut states[line as usize];
        *best = step.advanced(*best, score);
    }
}

impl LineRule for RowRule {
    /// What the best option along the line is worth at its next cell.
    type State = Best;
    const VALUES_SUFFICE: bool = false;

    #[inline]
    fn visit(&self, states: &mut [Best], lines: &[u32], exceptions: &[Exceptions]) -> u32 {
        let RowRule(players) = self;
        let (left, right) = lines.split_at(players.left.len());
        let of_left = score_of(best_move(states, left), exceptions[0].terminal);
        let of_right = score_of(best_move(states, right), exceptions[1].terminal);
        record(&players.left, states, left, of_right);
        record(&players.right, states, right, of_left);
        players.stored(of_left, of_right)
    }

    /// Finished tiles are computed again: one score is not enough to record.
    fn record(&self, _: &mut [Best], _: &[u32], _: u32) {}

    fn fill_plain(
        &self,
        tile: &mut TileWithLines<'_, Best>,
        _: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let level = Level::new();
        let runs = tile.runs(u32::MAX);
        let TileWithLines { map, states, values, .. } = tile;
        let mut rows = [Vec::new(), Vec::new()];
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_of(run.offset);
            for row in &mut rows {
                row.clear();
                row.resize(run.length, NO_OPTION);
            }
            let [left, right] = &mut rows;
            on_values!(&mut *values, cells => {
                let cells = &mut cells[run.offset..][..run.length];
                dispatch!(level, _ => self.fill_row(cells, left, right, lines, states));
            });
        }
        Ok(())
    }
}

/// A line along a row: its number at the first cell of the row, after how many cells it comes again, and its
/// step.
type AlongRow<'a> = (usize, usize, &'a Step);

/// Lists the steps of a player along a row that begins on these lines.
#[inline(always)]
fn along_row<'a>(steps: &'a [Step], lines: &[u32]) -> Vec<AlongRow<'a>> {
    let along = steps.iter().zip(lines).filter(|(step, _)| is_along_a_row(&step.vector));
    along.map(|(step, &line)| (line as usize, step.vector[MAX_HEAPS - 1] as usize, step)).collect()
}

/// Lists the vectors of steps.
#[inline(always)]
fn vectors(steps: &[Step]) -> impl Iterator<Item = &Coordinates> {
    steps.iter().map(|step| &step.vector)
}

impl RowRule {
    /// Computes a row of cells that begins on these lines. Its neighbouring cells lie on neighbouring lines, see
    /// `line_map.rs`. The rows of the players are as long, and hold no option yet.
    #[inline(always)]
    fn fill_row<V: Value>(
        &self,
        cells: &mut [V],
        left: &mut [i32],
        right: &mut [i32],
        lines: &[u32],
        states: &mut [Best],
    ) {
        let RowRule(players) = self;
        let (left_lines, right_lines) = lines.split_at(players.left.len());
        best_across(vectors(&players.left).zip(left_lines), left, states);
        best_across(vectors(&players.right).zip(right_lines), right, states);
        let left_along = along_row(&players.left, left_lines);
        let right_along = along_row(&players.right, right_lines);
        follow_row([left, right], [&left_along, &right_along], states);
        record_across(&players.left, right, left_lines, states);
        record_across(&players.right, left, right_lines, states);
        let scores = left.iter().zip(right.iter());
        for (cell, (&of_left, &of_right)) in cells.iter_mut().zip(scores) {
            *cell = V::from_u32(players.stored(of_left, of_right));
        }
    }
}

/// Makes scores of what the best options across the row are worth to Left and to Right, by the lines along the
/// row.
#[inline(always)]
fn follow_row(
    [left, right]: [&mut [i32]; 2],
    [left_along, right_along]: [&[AlongRow<'_>]; 2],
    states: &mut [Best],
) {
    if let (Some(left_line), Some(right_line)) = (one_line(left_along), one_line(right_along)) {
        follow_one_line_each([left, right], [left_line, right_line], states);
        return;
    }
    let best_along = |along: &[AlongRow<'_>], states: &[Best], cell: usize, best: i32| {
        let on_lines = along.iter().map(|&(line, width, _)| states[line + cell % width].0);
        score_of(on_lines.fold(best, i32::max), false)
    };
    let record_along = |along: &[AlongRow<'_>], states: &mut [Best], cell: usize, score: i32| {
        for &(line, width, step) in along {
            let Best(best) = &mut states[line + cell % width];
            *best = step.advanced(*best, score);
        }
    };
    for (cell, (of_left, of_right)) in left.iter_mut().zip(right).enumerate() {
        *of_left = best_along(left_along, states, cell, *of_left);
        *of_right = best_along(right_along, states, cell, *of_right);
        record_along(left_along, states, cell, *of_right);
        record_along(right_along, states, cell, *of_left);
    }
}

/// Returns the line of a player along a row, if there is at most one, which steps from cell to cell.
fn one_line<'a>(along: &[AlongRow<'a>]) -> Option<Option<(usize, &'a Step)>> {
    match along {
        [] => Some(None),
        &[(line, 1, step)] => Some(Some((line, step))),
        _ => None,
    }
}

/// Does what [`follow_row`] does where each player has at most one line along the row. What it holds need not
/// be written after every cell.
#[inline(always)]
fn follow_one_line_each(
    [left, right]: [&mut [i32]; 2],
    lines: [Option<(usize, &Step)>; 2],
    states: &mut [Best],
) {
    let [mut left_best, mut right_best] =
        lines.map(|line| line.map_or(NO_OPTION, |(line, _)| states[line].0));
    let [left_step, right_step] = lines.map(|line| line.map(|(_, step)| step));
    for (of_left, of_right) in left.iter_mut().zip(right) {
        *of_left = score_of((*of_left).max(left_best), false);
        *of_right = score_of((*of_right).max(right_best), false);
        if let Some(step) = left_step {
            left_best = step.advanced(left_best, *of_right);
        }
        if let Some(step) = right_step {
            right_best = step.advanced(right_best, *of_left);
        }
    }
    for (line, best) in lines.into_iter().zip([left_best, right_best]) {
        if let Some((line, _)) = line {
            states[line] = Best(best);
        }
    }
}

/// Records the other player's scores of a row on the lines of a player that cross it.
#[inline(always)]
fn record_across(steps: &[Step], scores: &[i32], lines: &[u32], states: &mut [Best]) {
    for (step, &line) in steps.iter().zip(lines) {
        if !is_along_a_row(&step.vector) {
            let states = states[line as usize..][..scores.len()].iter_mut();
            states.zip(scores).for_each(|(state, &score)| state.0 = step.advanced(state.0, score));
        }
    }
}
