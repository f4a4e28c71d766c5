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
//! Added vectors lead to single cells, which are looked up. If multiples of the ray are removed, up to M
//! times ℓ, then a line remembers the scores of the last M cells too: a score enters B when it is M + 1
//! steps behind, and the nearer ones are compared one by one where they can be reached. Such a game takes
//! M comparisons for each cell and ray.
//!
//! Rows of plain tiles are computed in two passes. The first takes the maximum over all lines but those
//! along the row, for many cells at once; the second follows the lines along the row.

use std::collections::VecDeque;

use fearless_simd::{Level, dispatch};

use super::vector::wavefront::{self, Exceptions, LineRule, TileWithLines};
use crate::domain::Coordinates;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::{LineNumbering, multiple, numberings};
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;
use crate::ruleset::VectorGame;
use crate::values::{Value, on_values};

/// What a line has before its first cell: no option. It is less than whatever an option is worth, since no
/// score of 32 bits is the least number of 32 bits.
const NO_OPTION: i32 = i32::MIN;

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
fn advanced(best: i32, score: i32, points: i32) -> i32 {
    best.max(score.wrapping_neg()).wrapping_add(points)
}

/// The rule of scores where no multiple of a ray is removed.
struct ScoreRule(Points);

impl LineRule for ScoreRule {
    /// What the best option along the line is worth at its next cell.
    type State = Best;

    #[inline]
    fn visit(&self, states: &mut [Best], lines: &[u32], exceptions: &[Exceptions]) -> u32 {
        let exceptions = &exceptions[0];
        let best = lines.iter().map(|&line| states[line as usize].0).max().unwrap_or(NO_OPTION);
        let best = best.max(self.0.best_added(exceptions));
        let score = if exceptions.terminal { 0 } else { best };
        self.record(states, lines, score as u32);
        score as u32
    }

    #[inline]
    fn record(&self, states: &mut [Best], lines: &[u32], value: u32) {
        for (&line, &points) in lines.iter().zip(&self.0.of_steps) {
            let Best(state) = &mut states[line as usize];
            *state = advanced(*state, value as i32, points);
        }
    }

    fn fill_plain(
        &self,
        tile: &mut TileWithLines<'_, Best>,
        _: usize,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let level = Level::new();
        let runs = tile.runs(u32::MAX);
        let TileWithLines { map, states, values, .. } = tile;
        let mut row = Vec::new();
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_of(run.offset);
            on_values!(&mut *values, cells => {
                let cells = &mut cells[run.offset..][..run.length];
                row.clear();
                row.resize(run.length, NO_OPTION);
                dispatch!(level, _ => self.fill_row(cells, &mut row, lines, states));
            });
        }
        Ok(())
    }

    fn replay(&self, tile: &mut TileWithLines<'_, Best>, sink: &dyn Sink) -> Result<(), Stop> {
        let level = Level::new();
        let runs = tile.runs(u32::MAX);
        let TileWithLines { map, states, values, .. } = tile;
        let mut row: Vec<i32> = Vec::new();
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_of(run.offset);
            on_values!(&*values, cells => {
                let cells = &cells[run.offset..][..run.length];
                row.clear();
                row.extend(cells.iter().map(|cell| cell.to_u32() as i32));
                dispatch!(level, _ => self.record_row(&row, lines, states));
            });
        }
        Ok(())
    }
}

impl ScoreRule {
    /// Computes a row of cells that begins on these lines. Its neighbouring cells lie on neighbouring lines,
    /// see `line_map.rs`. `row` is as long, and holds no option yet.
    #[inline(always)]
    fn fill_row<V: Value>(
        &self,
        cells: &mut [V],
        row: &mut [i32],
        lines: &[u32],
        states: &mut [Best],
    ) {
        for (ray, &line) in self.0.rays.iter().zip(lines) {
            if !is_along_a_row(ray) {
                let states = &states[line as usize..][..row.len()];
                row.iter_mut().zip(states).for_each(|(best, state)| *best = (*best).max(state.0));
            }
        }
        self.follow_row(row, lines, states);
        self.record_across(row, lines, states);
        cells.iter_mut().zip(&*row).for_each(|(cell, &score)| *cell = V::from_u32(score as u32));
    }

    /// Makes scores of what the best options across the row are worth, by the lines along the row.
    #[inline(always)]
    fn follow_row(&self, row: &mut [i32], lines: &[u32], states: &mut [Best]) {
        let along = self.0.rays.iter().zip(lines).zip(&self.0.of_steps);
        let along: Vec<_> = along.filter(|((ray, _), _)| is_along_a_row(ray)).collect();
        match along[..] {
            [] => {}
            [((Coordinates([_, _, 1]), &line), &points)] => {
                let Best(state) = &mut states[line as usize];
                let mut best = *state;
                for score in row {
                    *score = (*score).max(best);
                    best = advanced(best, *score, points);
                }
                *state = best;
            }
            _ => {
                for step in 0..row.len() {
                    let line = |&((ray, &line), _): &((&Coordinates, &u32), &i32)| {
                        line as usize + step % ray[2] as usize
                    };
                    let score =
                        along.iter().map(|along| states[line(along)].0).fold(row[step], i32::max);
                    row[step] = score;
                    for along in &along {
                        let Best(state) = &mut states[line(along)];
                        *state = advanced(*state, score, *along.1);
                    }
                }
            }
        }
    }

    /// Records the scores of a row on the lines that cross it.
    #[inline(always)]
    fn record_across(&self, row: &[i32], lines: &[u32], states: &mut [Best]) {
        for ((ray, &line), &points) in self.0.rays.iter().zip(lines).zip(&self.0.of_steps) {
            if !is_along_a_row(ray) {
                let states = states[line as usize..][..row.len()].iter_mut();
                states
                    .zip(row)
                    .for_each(|(state, &score)| state.0 = advanced(state.0, score, points));
            }
        }
    }

    /// Records the scores of a row that begins on these lines.
    #[inline(always)]
    fn record_row(&self, row: &[i32], lines: &[u32], states: &mut [Best]) {
        self.record_across(row, lines, states);
        for ((ray, &line), &points) in self.0.rays.iter().zip(lines).zip(&self.0.of_steps) {
            if is_along_a_row(ray) {
                // Along the row a line comes again after as many cells as it steps.
                for (cell, &score) in row.iter().enumerate() {
                    let Best(state) = &mut states[line as usize + cell % ray[2] as usize];
                    *state = advanced(*state, score, points);
                }
            }
        }
    }
}

/// Returns whether a ray changes the last coordinate alone.
#[inline]
fn is_along_a_row(ray: &Coordinates) -> bool {
    ray[0] == 0 && ray[1] == 0
}

/// What the best option along a line is worth at its next cell.
#[repr(transparent)]
struct Best(i32);

impl Default for Best {
    fn default() -> Self {
        Best(NO_OPTION)
    }
}

/// The rule of scores where multiples of rays are removed.
struct RemovingScoreRule {
    points: Points,
    /// For each ray and each multiple of it, from once on, whether it is a move; as far as the largest
    /// multiple that is removed.
    nearest: Vec<Vec<bool>>,
}

/// A line of a ray of which multiples are removed.
#[derive(Default)]
struct RememberingLine {
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

/// Lists the rays along which lines are kept: all that fit into the domain. A multiple of another ray may
/// pay more.
fn rays_of(plan: &Plan, game: &VectorGame) -> Vec<Coordinates> {
    let sides = plan.job().domain().sides();
    game.rays().iter().copied().filter(|ray| ray.is_inside(sides)).collect()
}

/// Numbers the lines of the rays.
pub(super) fn lines_of(plan: &Plan, game: &VectorGame) -> Vec<LineNumbering> {
    numberings(plan, &rays_of(plan, game))
}

/// Returns for each ray which of its nearest multiples are moves, up to the largest that is not.
fn nearest_moves(plan: &Plan, game: &VectorGame) -> Vec<Vec<bool>> {
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
        return wavefront::run::<ScoreRule>(plan, sink, &[game], &lines, &ScoreRule(points));
    }
    let rule = RemovingScoreRule { points, nearest };
    wavefront::run::<RemovingScoreRule>(plan, sink, &[game], &lines, &rule)
}

/// Returns the bytes of the lines and the unfinished tiles.
pub(super) fn memory_bytes(plan: &Plan, game: &VectorGame) -> u64 {
    let lines = lines_of(plan, game);
    let remembered = nearest_moves(plan, game).iter().map(Vec::len).max().unwrap_or(0) as u64;
    match remembered {
        0 => wavefront::memory_bytes::<ScoreRule>(plan, &[game], &lines, 0),
        // A queue grows to a power of two that has room for one score more.
        scores => {
            let bytes = 4 * (scores + 1).next_power_of_two();
            wavefront::memory_bytes::<RemovingScoreRule>(plan, &[game], &lines, bytes)
        }
    }
}
