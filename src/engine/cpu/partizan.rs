//! Outcome classes of partizan vector games on the CPU. Counterpart of
//! `shaders/vector_palaces.wgsl`, whose host half is `engine/gpu/kernels/vector_palaces.rs`.
//!
//! Left, moving first, wins iff Right, moving first, loses at one of Left's options. So Left's lines
//! count the positions that Right loses moving first (classes P and L), and Right's lines those that
//! Left loses moving first (P and R). Each player's options are counted as in an impartial game, see
//! `vector_palaces.rs`.

use super::time::{ProcessorTime, of_wavefront};
use super::vector::wavefront::{Exceptions, LineRule, Wavefront};
use super::vector::work::Work;
use super::vector_palaces::{count, weighted_lines, wins_behind};
use crate::engine::rates::thread;
use crate::plan::Plan;
use crate::quantity::{Convention, class_of_wins, is_won_by_left, is_won_by_right};
use crate::ruleset::PartizanGame;

/// The rule of outcome classes.
pub(super) struct OutcomeClassRule {
    /// Per ray.
    weights: Vec<i32>,
    /// How many of the rays are Left's.
    left: usize,
    convention: Convention,
}

impl LineRule for OutcomeClassRule {
    /// The number of positions on the line that the player whose ray it is wins by moving to, times the weight of the
    /// ray.
    type State = i32;

    fn time(&self, work: &Work) -> ProcessorTime {
        of_wavefront(work, work.rays, &thread::OUTCOME_CLASSES)
    }

    #[inline]
    fn visit(&self, states: &mut [i32], lines: &[u32], exceptions: &[Exceptions]) -> u32 {
        // Whether a player with these lines wins moving first.
        let wins = |lines: &[u32], exceptions: &Exceptions, is_won: fn(u32) -> bool| {
            if exceptions.terminal {
                return self.convention == Convention::Misere;
            }
            wins_behind(states, lines, exceptions, is_won) > 0
        };
        let (left, right) = lines.split_at(self.left);
        let class = class_of_wins(
            wins(left, &exceptions[0], is_won_by_left),
            wins(right, &exceptions[1], is_won_by_right),
        );
        self.record(states, lines, class);
        class
    }

    #[inline]
    fn record(&self, states: &mut [i32], lines: &[u32], class: u32) {
        let (left, right) = lines.split_at(self.left);
        let (left_weights, right_weights) = self.weights.split_at(self.left);
        count(states, left, left_weights, is_won_by_left(class));
        count(states, right, right_weights, is_won_by_right(class));
    }
}

/// Prepares the outcome classes of a plan: the lines of Left's rays, then those of Right's.
pub(super) fn wavefront<'a>(
    plan: &'a Plan,
    game: &PartizanGame,
) -> Wavefront<'a, OutcomeClassRule> {
    let (mut numberings, mut weights) = weighted_lines(plan, game.left());
    let left = numberings.len();
    let (of_right, right_weights) = weighted_lines(plan, game.right());
    numberings.extend(of_right);
    weights.extend(right_weights);
    let rule = OutcomeClassRule { weights, left, convention: plan.job().convention() };
    Wavefront::new(plan, [game.left(), game.right()], numberings, rule)
}
