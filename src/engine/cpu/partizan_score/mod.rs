//! Scores of partizan vector games on the CPU.
//!
//! Let SL(p) and SR(p) be Left's points less Right's if Left or Right begins (Stewart, Scoring play
//! combinatorial games, 2012). What each player gets beyond the other if that player begins is
//!
//! ```text
//! A(p) = SL(p)  = max over Left's moves to p' that pay w of (w - B(p')),
//! B(p) = -SR(p) = max over Right's moves to p' that pay w of (w - A(p')),
//! ```
//!
//! or 0 without a move. So each player's lines hold what the best option is worth, as in a vector game
//! (`vector_score/mod.rs`), but of the other player's scores: Left's lines record B, Right's record A.
//!
//! Every cell computes both scores, and one is stored. The lines do not follow from the stored values alone.
//! Hence an added vector, which could be looked up if both scores were stored, has lines too: along them only
//! the nearest option counts. And a resumed run computes finished tiles again, and compares.
//!
//! Rows of cells are computed at once (`rows.rs`), unless multiples of a ray are removed (`removing.rs`).

mod removing;
mod rows;

use removing::RemovingRule;
use rows::RowRule;

use super::vector::needs::{self, Work};
use super::vector::wavefront;
use super::vector_score::{Best, NO_OPTION, RememberingLine, advanced, nearest_moves, rays_of};
use crate::domain::Coordinates;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::{LineNumbering, numberings};
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{PartizanGame, VectorGame};

/// The moves along one ray, or by one added vector.
struct Step {
    vector: Coordinates,
    points: i32,
    /// Whether it can be made several times in one move: the vector is a ray.
    repeats: bool,
    /// Which of the nearest multiples of a ray are moves, up to the largest that is not.
    nearest: Vec<bool>,
}

impl Step {
    /// Returns what the best option on a line is worth one step further, where the nearest option has this
    /// score for the player who moves next.
    #[inline]
    fn advanced(&self, best: i32, score: i32) -> i32 {
        advanced(if self.repeats { best } else { NO_OPTION }, score, self.points)
    }
}

/// Lists the steps of a player.
fn steps_of(plan: &Plan, game: &VectorGame) -> Vec<Step> {
    let added = Alterations::new(game, plan.job().domain().sides()).added;
    // A vector that fits into the domain pays no more than the bound on the scores, which has 32 bits.
    let points = |vector: Coordinates| game.points_of(vector) as i32;
    let rays = rays_of(plan, game).into_iter().zip(nearest_moves(plan, game));
    let rays = rays.map(|(vector, nearest)| (vector, true, nearest));
    let added = added.into_iter().map(|vector| (vector, false, Vec::new()));
    rays.chain(added)
        .map(|(vector, repeats, nearest)| Step { vector, points: points(vector), repeats, nearest })
        .collect()
}

/// The steps of both players, and which score is stored. The lines of a cell are those of Left's steps, then
/// those of Right's.
struct Players {
    left: Vec<Step>,
    right: Vec<Step>,
    stores_left: bool,
}

impl Players {
    fn new(plan: &Plan, game: &PartizanGame) -> Self {
        Players {
            left: steps_of(plan, game.left()),
            right: steps_of(plan, game.right()),
            stores_left: plan.job().quantity() == Quantity::ScoreLeft,
        }
    }

    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.left.iter().chain(&self.right)
    }

    /// Numbers the lines of all steps.
    fn lines(&self, plan: &Plan) -> Vec<LineNumbering> {
        numberings(plan, &self.steps().map(|step| step.vector).collect::<Vec<_>>())
    }

    /// Returns how many scores a line remembers at most.
    fn remembered(&self) -> usize {
        self.steps().map(|step| step.nearest.len()).max().unwrap_or(0)
    }

    /// Returns the score that is stored, by what Left has if Left begins, and Right if Right begins.
    #[inline]
    fn stored(&self, of_left: i32, of_right: i32) -> u32 {
        (if self.stores_left { of_left } else { of_right.wrapping_neg() }) as u32
    }
}

/// Returns the score of a player whose best move is worth this much.
#[inline]
fn score_of(best: i32, is_terminal: bool) -> i32 {
    if is_terminal || best == NO_OPTION { 0 } else { best }
}

/// Numbers the lines of a plan.
pub(super) fn lines_of(plan: &Plan, game: &PartizanGame) -> Vec<LineNumbering> {
    Players::new(plan, game).lines(plan)
}

/// Tabulates the scores of a plan.
pub(super) fn run(plan: &Plan, game: &PartizanGame, sink: &dyn Sink) -> Result<(), EngineError> {
    let players = Players::new(plan, game);
    let (lines, games) = (players.lines(plan), [game.left(), game.right()]);
    match players.remembered() {
        0 => wavefront::run(plan, sink, &games, &lines, &RowRule(players)),
        _ => wavefront::run(plan, sink, &games, &lines, &RemovingRule(players)),
    }
}

/// Counts the work of a run, and returns how many scores the lines of a cell remember.
pub(super) fn work(plan: &Plan, game: &PartizanGame) -> (Work, usize) {
    let players = Players::new(plan, game);
    let remembered = players.steps().map(|step| step.nearest.len()).sum();
    let games = [game.left(), game.right()];
    (Work::of::<RowRule>(plan, &games, &players.lines(plan)), remembered)
}

/// Returns the bytes of the lines and the unfinished tiles.
pub(super) fn memory_bytes(plan: &Plan, game: &PartizanGame) -> u64 {
    let players = Players::new(plan, game);
    let (lines, games) = (players.lines(plan), [game.left(), game.right()]);
    match players.remembered() {
        0 => needs::memory_bytes::<RowRule>(plan, &games, &lines, |_| 0),
        scores => {
            let bytes = RememberingLine::bytes(scores);
            needs::memory_bytes::<RemovingRule>(plan, &games, &lines, |_| bytes)
        }
    }
}
