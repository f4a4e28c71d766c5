//! Outcome classes of partizan vector games on the CPU. Counterpart of
//! `shaders/vector_palaces.wgsl`, whose host half is `engine/gpu/kernels/vector_palaces.rs`.
//!
//! Left, moving first, wins iff Right, moving first, loses at one of Left's options. So Left's lines
//! count the positions that Right loses moving first (classes P and L), and Right's lines those that
//! Left loses moving first (P and R). Each player's options are counted as in an impartial game, see
//! `vector_palaces.rs`.

use super::time::{ProcessorTime, of_wavefront};
use super::vector::history::History;
use super::vector::wavefront::{self, CellRule, Exceptions, LineRule, TileWithLines, Wavefront};
use super::vector::work::Work;
use super::vector_palaces::{count, weighted_lines, wins_behind};
use crate::domain::tiling::TileRegion;
use crate::engine::rates::thread;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::{Sink, Stop};
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

    fn is_plain(&self, region: &TileRegion, games: &[Alterations]) -> bool {
        wavefront::is_plain(region, games, false)
    }

    fn fill(
        &self,
        tile: &mut TileWithLines<'_, i32>,
        games: &[Alterations],
        history: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        match self.is_plain(&tile.region, games) {
            true => wavefront::fill_cell_by_cell(self, tile, sink),
            false => wavefront::fill_with_exceptions(self, tile, games, history, sink),
        }
    }

    fn replay(
        &self,
        tile: &mut TileWithLines<'_, i32>,
        _: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        wavefront::replay_cell_by_cell(self, tile, sink)
    }
}

impl CellRule for OutcomeClassRule {
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
