//! Remoteness and scores of vector games: each follows from the best option.
//!
//! A line keeps the best of the positions that were met, as seen from the next one. Moves to the m-th position of a line
//! from the n-th pay (n - m) w points, where w are those of a step: the best one for a score has the largest
//! -m w - v, for its score v, whatever n is. Options behind added moves are looked up one by one. In games with
//! removed moves the best position of a line may be no option: they are checked without lines.

use super::vector_moves::Moves;
use super::walk::{LineRule, Through};
use crate::domain::Coordinates;
use crate::job::Job;
use crate::ruleset::VectorGame;

pub(super) struct Bests {
    game: VectorGame,
    moves: Moves,
    is_score: bool,
}

/// The best of some options.
#[derive(Clone, Copy, Default)]
pub(super) struct Best {
    /// How many options there are.
    options: i64,
    least_even: Option<u32>,
    largest_odd: Option<u32>,
    score: Option<i64>,
}

impl Best {
    /// Adds an option with a remoteness, and what a move to it makes of a score.
    fn add(&mut self, remoteness: u32, score: i64) {
        self.options += 1;
        self.score = self.score.max(Some(score));
        match remoteness % 2 {
            0 => self.least_even = self.least_even.into_iter().chain([remoteness]).min(),
            _ => self.largest_odd = self.largest_odd.max(Some(remoteness)),
        }
    }

    /// Adds the best of a line, where this many points are added to scores.
    fn add_all(&mut self, line: &Best, points: i64) {
        self.score = self.score.max(line.score.map(|score| score + points));
        self.least_even = self.least_even.into_iter().chain(line.least_even).min();
        self.largest_odd = self.largest_odd.max(line.largest_odd);
    }
}

impl Bests {
    pub(super) const BYTES_OF_LINE: u64 = size_of::<Best>() as u64;

    /// Returns the rule of a game; `None` if moves are removed.
    pub(super) fn of(game: VectorGame, job: &Job) -> Option<Self> {
        let moves = Moves::of(&game, job.domain().sides());
        let is_score = job.quantity().is_score();
        moves.removed.is_empty().then_some(Bests { game, moves, is_score })
    }

    /// A guess on the careful side.
    pub(super) fn nanoseconds_of_position(&self) -> f64 {
        8.0 + 6.0 * self.moves.rays.len() as f64 + 8.0 * self.moves.altered() as f64
    }

    /// Returns the best option of a position.
    fn best(
        &self,
        at: Coordinates,
        through: &mut Through<Best>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> Best {
        let mut best = Best::default();
        if self.moves.is_terminal(at) {
            return best;
        }
        for (ray, &vector) in self.moves.rays.iter().enumerate() {
            let line = through.line(ray);
            best.add_all(line, line.options * self.game.points_of(vector));
        }
        let mut add = |option: Coordinates, points: i64| {
            let stored = value(option);
            best.add(stored, points - i64::from(stored as i32));
        };
        for &vector in &self.moves.added {
            if let Some(option) = at.checked_sub(vector) {
                add(option, self.game.points_of(vector));
            }
        }
        if self.moves.has_own_move_to_zero(at) {
            add(Coordinates::ZERO, at.iter().map(|&heap| i64::from(heap)).sum());
        }
        best
    }
}

impl LineRule for Bests {
    type Line = Best;

    fn rays(&self) -> &[Coordinates] {
        &self.moves.rays
    }

    fn agrees(
        &self,
        at: Coordinates,
        stored: u32,
        through: &mut Through<Best>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> bool {
        let best = self.best(at, through, value);
        let score = i64::from(stored as i32);
        for (ray, &vector) in self.moves.rays.iter().enumerate() {
            let line = through.line(ray);
            line.add(stored, -line.options * self.game.points_of(vector) - score);
        }
        match self.is_score {
            true => best.score.unwrap_or(0) == score,
            // The player to move takes an even one, if there is any.
            false => {
                let option = best.least_even.or(best.largest_odd).map(u64::from);
                option.map_or(0, |option| option + 1) == u64::from(stored)
            }
        }
    }
}
