//! Scores where multiples of rays are removed, cell by cell.
//!
//! If the largest removed multiple of a ray is M, a line remembers the scores of its last M cells. A score enters
//! what the line keeps of its best option when it is M + 1 steps behind; the nearer ones are compared one by one
//! where they can be reached. That is M comparisons for each cell and ray.

use std::collections::VecDeque;

use super::{Best, NO_OPTION, Points};
use crate::engine::cpu::vector::wavefront::{Exceptions, LineRule};

/// The rule of scores where multiples of rays are removed.
pub(super) struct RemovingScoreRule {
    points: Points,
    /// For each ray and each multiple of it, from once on, whether it is a move; as far as the largest
    /// multiple that is removed.
    nearest: Vec<Vec<bool>>,
}

impl RemovingScoreRule {
    /// Returns the rule of a game, with which of the nearest multiples of each ray are moves, as far as the
    /// largest that is not.
    pub(super) fn new(points: Points, nearest: Vec<Vec<bool>>) -> Self {
        RemovingScoreRule { points, nearest }
    }
}

/// A line of a ray of which multiples are removed.
#[derive(Default)]
pub(in crate::engine::cpu) struct RememberingLine {
    /// What the best option beyond the remembered cells is worth at the next cell.
    best: Best,
    /// The scores of the last cells, the latest first.
    scores: VecDeque<i32>,
}

impl RememberingLine {
    /// Returns what the best option along the line is worth at its next cell. A step pays `points`, and
    /// `is_move` says which of the nearest multiples of the ray are moves.
    pub(in crate::engine::cpu) fn best(&self, is_move: &[bool], points: i32) -> i32 {
        let mut best = self.best.0;
        let mut paid = 0i32;
        for (&score, &is_move) in self.scores.iter().zip(is_move) {
            paid = paid.wrapping_add(points);
            if is_move {
                best = best.max(paid.wrapping_sub(score));
            }
        }
        best
    }

    /// Records the score of the next cell. Unless the vector of the line `repeats`, only the nearest option
    /// is within reach.
    pub(in crate::engine::cpu) fn push(
        &mut self,
        score: i32,
        is_move: &[bool],
        points: i32,
        repeats: bool,
    ) {
        self.scores.push_front(score);
        if self.scores.len() > is_move.len() {
            // From the next cell on, this score is one step more behind than there are remembered ones.
            let score = self.scores.pop_back().unwrap_or_default();
            let paid = points.wrapping_mul(is_move.len() as i32);
            let Best(best) = &mut self.best;
            let further = if repeats { *best } else { NO_OPTION };
            *best = further.max(paid.wrapping_sub(score)).wrapping_add(points);
        }
    }

    /// Returns the bytes of the scores of this number of cells, which are remembered. A queue grows to a power of two,
    /// at least 4, that has room for one score more.
    pub(in crate::engine::cpu) fn bytes(cells: usize) -> u64 {
        4 * (cells as u64 + 1).next_power_of_two().max(4)
    }
}

impl LineRule for RemovingScoreRule {
    type State = RememberingLine;

    fn visit(
        &self,
        states: &mut [RememberingLine],
        lines: &[u32],
        exceptions: &[Exceptions],
    ) -> u32 {
        let exceptions = &exceptions[0];
        let mut best = self.points.best_added(exceptions);
        for ((&line, is_move), &points) in
            lines.iter().zip(&self.nearest).zip(&self.points.of_steps)
        {
            best = best.max(states[line as usize].best(is_move, points));
        }
        let score = if exceptions.terminal { 0 } else { best };
        self.record(states, lines, score as u32);
        score as u32
    }

    fn record(&self, states: &mut [RememberingLine], lines: &[u32], value: u32) {
        for ((&line, is_move), &points) in
            lines.iter().zip(&self.nearest).zip(&self.points.of_steps)
        {
            states[line as usize].push(value as i32, is_move, points, true);
        }
    }
}
