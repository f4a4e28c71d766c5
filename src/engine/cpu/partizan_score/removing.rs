//! Scores of partizan games where multiples of rays are removed, cell by cell.

use super::{NO_OPTION, Players, RememberingLine, Step, score_of};
use crate::engine::cpu::vector::wavefront::{Exceptions, LineRule};

/// The rule of scores where multiples of rays are removed.
pub(super) struct RemovingRule(pub(super) Players);

/// Returns what the best move of a player is worth.
fn best_move(steps: &[Step], states: &[RememberingLine], lines: &[u32]) -> i32 {
    let on_line =
        |(step, &line): (&Step, &u32)| states[line as usize].best(&step.nearest, step.points);
    steps.iter().zip(lines).map(on_line).max().unwrap_or(NO_OPTION)
}

/// Records the other player's score on the lines of a player.
fn record(steps: &[Step], states: &mut [RememberingLine], lines: &[u32], score: i32) {
    for (step, &line) in steps.iter().zip(lines) {
        states[line as usize].push(score, &step.nearest, step.points, step.repeats);
    }
}

impl LineRule for RemovingRule {
    type State = RememberingLine;
    const VALUES_SUFFICE: bool = false;

    fn visit(
        &self,
        states: &mut [RememberingLine],
        lines: &[u32],
        exceptions: &[Exceptions],
    ) -> u32 {
        let RemovingRule(players) = self;
        let (left, right) = lines.split_at(players.left.len());
        let of_left = score_of(best_move(&players.left, states, left), exceptions[0].terminal);
        let of_right = score_of(best_move(&players.right, states, right), exceptions[1].terminal);
        record(&players.left, states, left, of_right);
        record(&players.right, states, right, of_left);
        players.stored(of_left, of_right)
    }

    /// Finished tiles are computed again: one score is not enough to record.
    fn record(&self, _: &mut [RememberingLine], _: &[u32], _: u32) {}
}
