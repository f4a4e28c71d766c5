//! Grundy values of vector games: each is the least value on none of the lines behind its position.
//!
//! A position p whose stored value is v agrees if v is in none of the sets of the lines behind p, and every smaller value
//! is in one of them. Altered moves are few. Values behind added moves join the sets in one of their own. Positions
//! behind removed moves are taken out of their lines before p is looked at, and put back afterwards, for which the
//! lines count how often each value was met.

use super::seen::{Seen, is_mex};
use super::vector_moves::Moves;
use super::walk::{LineRule, Through};
use crate::domain::Coordinates;
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::VectorGame;

pub(super) struct Mexes {
    game: VectorGame,
    moves: Moves,
    /// The rays of the moves that are no multiples of others.
    rays: Vec<Coordinates>,
    /// The removed vectors, each with the rays on whose lines it leads to a position.
    removed: Vec<(usize, Coordinates)>,
    is_misere: bool,
    /// No value of a true table is larger. Sets hold no such value: a position that has one is suspected.
    largest: u32,
}

impl Mexes {
    pub(super) fn of(game: VectorGame, plan: &Plan) -> Self {
        let moves = Moves::of(&game, plan.job().domain().sides());
        let is_multiple = |vector: Coordinates, of: Coordinates| vector.multiple_of(of).is_some();
        let is_first = |&ray: &Coordinates| {
            moves.rays.iter().all(|&other| other == ray || !is_multiple(ray, other))
        };
        let rays: Vec<Coordinates> = moves.rays.iter().copied().filter(is_first).collect();
        let with_lines = |&vector: &Coordinates| {
            let lines = rays.iter().enumerate();
            let crossed = lines.filter(move |(_, ray)| is_multiple(vector, **ray));
            crossed.map(move |(line, _)| (line, vector))
        };
        Mexes {
            removed: moves.removed.iter().flat_map(with_lines).collect(),
            is_misere: plan.job().convention() == Convention::Misere,
            largest: u32::try_from(plan.bound().largest_value).unwrap_or(u32::MAX),
            rays,
            moves,
            game,
        }
    }

    pub(super) fn bytes_of_line(&self) -> u64 {
        Seen::bytes(self.largest.into(), !self.removed.is_empty())
    }

    /// Was measured on Wythoff Nim; the more values there are, the longer it takes to pass those on lines.
    pub(super) fn nanoseconds_of_position(&self) -> f64 {
        let altered = self.removed.len() + self.moves.added.len();
        let of_ray = 12.0 + 1e-3 * f64::from(self.largest);
        8.0 + of_ray * self.rays.len() as f64 + 30.0 * altered as f64
    }

    /// Whether a stored value is the least one that no option has, of a position that is not listed as terminal.
    fn is_right(
        &self,
        at: Coordinates,
        stored: u32,
        through: &mut Through<Seen>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> bool {
        // Only where lines begin may all their moves be removed.
        let may_be_terminal =
            || through.iter().all(|line| line.positions as usize <= self.removed.len());
        if self.is_misere && may_be_terminal() && self.game.options(at).is_empty() {
            return stored == 1;
        }
        let known =
            |option: Coordinates| Some(value(option)).filter(|&value| value <= self.largest);
        let behind = |vector: Coordinates| at.checked_sub(vector).and_then(known);
        let removed = |&(ray, vector): &(usize, Coordinates)| Some((ray, behind(vector)?));
        let taken_out: Vec<(usize, u32)> = self.removed.iter().filter_map(removed).collect();
        let to_zero = self.moves.has_own_move_to_zero(at).then_some(Coordinates::ZERO);
        let added = self.moves.added.iter().filter_map(|&vector| behind(vector));
        let added: Vec<u32> = added.chain(to_zero.and_then(known)).collect();
        taken_out.iter().for_each(|&(ray, value)| through.line(ray).count_out(value));
        added.iter().for_each(|&value| through.spare.insert(value));

        let behind_added = (!added.is_empty()).then_some(&*through.spare);
        let is_right = is_mex(stored, through.iter().chain(behind_added));

        added.iter().for_each(|&value| through.spare.remove(value));
        taken_out.iter().for_each(|&(ray, value)| through.line(ray).count_in(value));
        is_right
    }
}

impl LineRule for Mexes {
    type Line = Seen;

    fn rays(&self) -> &[Coordinates] {
        &self.rays
    }

    fn agrees(
        &self,
        at: Coordinates,
        stored: u32,
        through: &mut Through<Seen>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> bool {
        let is_right = match stored {
            _ if stored > self.largest => false,
            _ if self.moves.is_terminal(at) => stored == u32::from(self.is_misere),
            _ => self.is_right(at, stored, through, value),
        };
        for ray in 0..self.rays.len() {
            let line = through.line(ray);
            line.positions += 1;
            match stored {
                _ if stored > self.largest => {}
                _ if self.removed.is_empty() => line.insert(stored),
                _ => line.count_in(stored),
            }
        }
        is_right
    }
}
