//! Scores where multiples of rays are removed, cell by cell.
//!
//! If the largest removed multiple of a ray is M, a line remembers the scores of its last M cells. A score enters
//! what the line keeps of its best option when it is M + 1 steps behind; the nearer ones are compared one by one
//! where they can be reached. That is M comparisons for each cell and ray.

use std::collections::VecDeque;

use super::{Best, Points};
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
pub(super) struct RememberingLine {
    /// What the best option beyond the remembered cells is worth at the next cell.
    best: Best,
    /// The scores of the last cells, the latest first.
    scores: VecDeque<i32>,
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
            let line = &states[line as usize];
            best = best.max(line.best.0);
            let mut paid = 0i32;
            for (&score, &is_move) in line.scores.iter().zip(is_move) {
                paid = paid.wrapping_add(points);
                if is_move {
                    best = best.max(paid.wrapping_sub(score));
                }
            }
        }
        let score = if exceptions.terminal { 0 } else { best };
        self.record(states, lines, score as u32);
        score as u32
    }

    fn record(&self, states: &mut [RememberingLine], lines: &[u32], value: u32) {
        for ((&line, is_move), &points) in
            lines.iter().zip(&self.nearest).zip(&self.points.of_steps)
        {
            let line = &mut states[line as usize];
            line.scores.push_front(value as i32);
            let Best(best) = &mut line.best;
            if line.scores.len() > is_move.len() {
                // From the next cell on, this score is one step more behind than there are remembered ones.
                let score = line.scores.pop_back().unwrap_or_default();
                let paid = points.wrapping_mul(is_move.len() as i32);
                *best = (*best).max(paid.wrapping_sub(score)).wrapping_add(points);
            }
        }
    }
}
