//! Scores of vector games on the CPU.
//!
//! The score of a cell is the maximum, over its options, of the points of the move less the score of the
//! option (Milnor, Sums of positional games, 1953). Along a ray ℓ whose steps pay w, the options of p are
//! p - ℓ, p - 2ℓ, ..., so that their part of the maximum is
//!
//! ```text
//! B(p) = max over m >= 1 of (m w - v(p - mℓ)) = max(B(p - ℓ), -v(p - ℓ)) + w,
//! ```
//!
//! since a step more makes every option that was within reach worth w more. One number per line is enough:
//! what the best option behind the next cell is worth. Lines that share options need no weights, as they do
//! for counts: the maximum of a number with itself is that number.
//!
//! Added vectors lead to single cells, which are looked up. Rows of cells are computed at once (`rows.rs`),
//! unless multiples of a ray are removed (`removing.rs`).

mod removing;
mod rows;

pub(super) use removing::RememberingLine;
use removing::RemovingScoreRule;
use rows::ScoreRule;
pub(super) use rows::{best_across, is_along_a_row};

use super::vector::needs::{self, Work};
use super::vector::wavefront::{self, Exceptions};
use crate::domain::Coordinates;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::{LineNumbering, multiple, numberings};
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// What a line has before its first cell: no option. It is less than whatever an option is worth, since no
/// score of 32 bits is the least number of 32 bits.
pub(super) const NO_OPTION: i32 = i32::MIN;

/// What all cells have in common.
struct Points {
    rays: Vec<Coordinates>,
    /// What a step along each ray pays.
    of_steps: Vec<i32>,
    /// What each added vector pays, in the order of [`Alterations::added`].
    of_added: Vec<i32>,
}

impl Points {
    fn new(plan: &Plan, game: &VectorGame) -> Self {
        let sides = plan.job().domain().sides();
        let rays = rays_of(plan, game);
        // A vector that fits into the domain pays no more than the bound on the scores, which has 32 bits.
        let points = |&vector: &Coordinates| game.points_of(vector) as i32;
        Points {
            of_steps: rays.iter().map(points).collect(),
            of_added: Alterations::new(game, sides).added.iter().map(points).collect(),
            rays,
        }
    }

    /// Returns the most that an added vector is worth; `NO_OPTION` without any.
    #[inline]
    fn best_added(&self, exceptions: &Exceptions) -> i32 {
        let worth =
            |&(index, value): &(usize, u32)| self.of_added[index].wrapping_sub(value as i32);
        exceptions.added.iter().map(worth).max().unwrap_or(NO_OPTION)
    }
}

/// Returns what the best option is worth one step further, where the option of this score is the nearest.
///
/// At a cell of the domain this cannot overflow: it is a part of the maximum that is the cell's score, and is
/// bounded as that is. A line may step out of the domain, where nobody asks for what it holds.
#[inline]
pub(super) fn advanced(best: i32, score: i32, points: i32) -> i32 {
    best.max(score.wrapping_neg()).wrapping_add(points)
}

/// What the best option along a line is worth at its next cell.
#[repr(transparent)]
pub(super) struct Best(pub(super) i32);

impl Default for Best {
    fn default() -> Self {
        Best(NO_OPTION)
    }
}

/// Lists the rays along which lines are kept: all that fit into the domain. A multiple of another ray may
/// pay more.
pub(super) fn rays_of(plan: &Plan, game: &VectorGame) -> Vec<Coordinates> {
    let sides = plan.job().domain().sides();
    game.rays().iter().copied().filter(|ray| ray.is_inside(sides)).collect()
}

/// Numbers the lines of the rays.
pub(super) fn lines_of(plan: &Plan, game: &VectorGame) -> Vec<LineNumbering> {
    numberings(plan, &rays_of(plan, game))
}

/// Returns for each ray which of its nearest multiples are moves, up to the largest that is not.
pub(super) fn nearest_moves(plan: &Plan, game: &VectorGame) -> Vec<Vec<bool>> {
    let removed = Alterations::new(game, plan.job().domain().sides()).removed;
    let of_ray = |ray: &Coordinates| {
        let multiples: Vec<u32> =
            removed.iter().filter_map(|&vector| multiple(vector, *ray)).collect();
        let largest = multiples.iter().max().copied().unwrap_or(0);
        let mut is_move = vec![true; largest as usize];
        multiples.iter().for_each(|&multiple| is_move[multiple as usize - 1] = false);
        is_move
    };
    rays_of(plan, game).iter().map(of_ray).collect()
}

/// Tabulates the scores of a plan.
pub(super) fn run(plan: &Plan, game: &VectorGame, sink: &dyn Sink) -> Result<(), EngineError> {
    let points = Points::new(plan, game);
    let nearest = nearest_moves(plan, game);
    let lines = lines_of(plan, game);
    if nearest.iter().all(Vec::is_empty) {
        return wavefront::run::<ScoreRule>(plan, sink, &[game], &lines, &ScoreRule::new(points));
    }
    let rule = RemovingScoreRule::new(points, nearest);
    wavefront::run::<RemovingScoreRule>(plan, sink, &[game], &lines, &rule)
}

/// Counts the work of a run, and returns how many scores the lines of a cell remember.
pub(super) fn work(plan: &Plan, game: &VectorGame) -> (Work, usize) {
    let remembered = nearest_moves(plan, game).iter().map(Vec::len).sum();
    (Work::of::<ScoreRule>(plan, &[game], &lines_of(plan, game)), remembered)
}

/// Returns the bytes of the lines and the unfinished tiles.
pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    let lines = lines_of(plan, game);
    let remembered = nearest_moves(plan, game).iter().map(Vec::len).max().unwrap_or(0);
    match remembered {
        0 => needs::memory_bytes::<ScoreRule>(plan, &[game], &lines, |_| 0),
        scores => {
            let bytes = RememberingLine::bytes(scores);
            needs::memory_bytes::<RemovingScoreRule>(plan, &[game], &lines, |_| bytes)
        }
    }
}
