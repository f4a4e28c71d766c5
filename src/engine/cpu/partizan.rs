//! Outcome classes of partizan vector games on the CPU. Twin of `shaders/partizan.wgsl`, hosted by
//! `engine/gpu/partizan.rs`.
//!
//! Left, moving first, wins iff one of his options is lost by Right moving first. So Left's lines
//! count the positions that Right loses moving first (classes P and L), Right's lines those that
//! Left loses (P and R), and each player's options are counted as in an impartial game, see
//! `vector_palaces.rs`.

use super::vector::wavefront::{self, BesideLines, LineRule};
use super::vector_palaces::weighted_lines;
use crate::engine::lines::LineNumbering;
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::{Convention, is_won_by_left, is_won_by_right};
use crate::ruleset::PartizanGame;
use crate::values::Value;

/// The lines of Left's rays, then those of Right's.
pub(super) struct Lines {
    pub(super) numberings: Vec<LineNumbering>,
    weights: Vec<i32>,
    /// How many of the rays are Left's.
    left: usize,
}

impl Lines {
    pub(super) fn new(plan: &Plan, game: &PartizanGame) -> Self {
        let (mut numberings, mut weights) = weighted_lines(plan, game.left());
        let left = numberings.len();
        let (of_right, right_weights) = weighted_lines(plan, game.right());
        numberings.extend(of_right);
        weights.extend(right_weights);
        Lines { numberings, weights, left }
    }
}

/// The stored class of a position, by who wins moving first: Left, Right.
fn class(left_wins: bool, right_wins: bool) -> u32 {
    match (left_wins, right_wins) {
        (false, false) => 0,
        (true, true) => 1,
        (true, false) => 2,
        (false, true) => 3,
    }
}

struct Classes {
    weights: Vec<i32>,
    left: usize,
    convention: Convention,
}

impl Classes {
    /// Whether the player with these lines wins moving first.
    #[inline]
    fn wins(
        &self,
        lines: &[i32],
        ids: &[u32],
        weights: &[i32],
        beside: &BesideLines,
        is_won: fn(u32) -> bool,
    ) -> bool {
        if beside.terminal {
            return self.convention == Convention::Misere;
        }
        let won = |value: u32| i32::from(is_won(value));
        let counted = ids.iter().zip(weights).map(|(&id, &weight)| weight * lines[id as usize]);
        let added = beside.added.iter().map(|&value| won(value));
        let removed = beside.removed.iter().map(|&(_, value)| won(value));
        counted.sum::<i32>() + added.sum::<i32>() > removed.sum()
    }
}

impl LineRule for Classes {
    /// Positions on the line that the player whose ray it is moves to.
    type Line = i32;

    #[inline]
    fn visit(&self, lines: &mut [i32], ids: &[u32], beside: &[BesideLines]) -> u32 {
        let (left, right) = ids.split_at(self.left);
        let (left_weights, right_weights) = self.weights.split_at(self.left);
        let class = class(
            self.wins(lines, left, left_weights, &beside[0], is_won_by_left),
            self.wins(lines, right, right_weights, &beside[1], is_won_by_right),
        );
        for &id in left {
            lines[id as usize] += i32::from(is_won_by_left(class));
        }
        for &id in right {
            lines[id as usize] += i32::from(is_won_by_right(class));
        }
        class
    }
}

pub(super) fn run<V: Value>(
    plan: &Plan,
    game: &PartizanGame,
    sink: &dyn Sink,
) -> Result<(), EngineError> {
    let Lines { numberings, weights, left } = Lines::new(plan, game);
    let rule = Classes { weights, left, convention: plan.job().convention() };
    let games = [game.left(), game.right()];
    wavefront::run::<V, Classes>(plan, sink, &games, &numberings, &rule)
}

pub(super) fn memory_bytes(plan: &Plan, game: &PartizanGame) -> u64 {
    let numberings = Lines::new(plan, game).numberings;
    wavefront::memory_bytes::<Classes>(plan, &[game.left(), game.right()], &numberings, 0)
}
