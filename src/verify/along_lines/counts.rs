//! Outcomes, palace numbers and outcome classes of vector games, which follow from numbers of options: of all, and of
//! those that are won by the player who moves to them.
//!
//! On a line these are the numbers of positions met so far. Rays of one direction share options, which count
//! once: they are subtracted again on the line of the least common multiple of two rays, added again for three, and so
//! on (inclusion and exclusion). Options behind altered moves are looked up one by one.

use std::collections::BTreeMap;

use super::vector_moves::Moves;
use super::walk::{LineRule, Through};
use crate::domain::Coordinates;
use crate::job::Job;
use crate::quantity::{Convention, Quantity, class_of_wins};
use crate::ruleset::VectorGame;

/// The most rays, with common multiples of those of one direction; games of more are checked without lines.
const MOST_LINES: usize = 64;

pub(super) struct Counts {
    job: Job,
    /// Those of all players, with the common multiples of those of one direction.
    rays: Vec<Coordinates>,
    /// The next player of an impartial game, or Left and Right.
    players: Vec<Player>,
}

/// The moves of a player.
struct Player {
    /// For rays by number, how often a position on their lines is counted, negative where it is subtracted.
    lines: Vec<(usize, i64)>,
    moves: Moves,
}

/// Positions of a line that were met.
#[derive(Default)]
pub(super) struct Met {
    all: i64,
    /// For each player those that the player wins who has moved to them.
    won: [i64; 2],
}

/// Options of a player.
#[derive(Clone, Copy, Default)]
struct Options {
    all: i64,
    won: i64,
}

impl Counts {
    pub(super) const BYTES_OF_LINE: u64 = size_of::<Met>() as u64;

    /// Returns the rule for these players; `None` if their lines are too many.
    pub(super) fn of(games: &[&VectorGame], job: &Job) -> Option<Self> {
        let mut rays = Vec::new();
        let mut players = Vec::new();
        for game in games {
            let moves = Moves::of(game, job.domain().sides());
            let of_game = with_common_multiples(&moves.rays, job.domain().sides())?;
            let mut lines = Vec::new();
            for (ray, sign) in of_game {
                let number = rays.iter().position(|&known| known == ray).unwrap_or(rays.len());
                if number == rays.len() {
                    rays.push(ray);
                }
                lines.push((number, sign));
            }
            players.push(Player { lines, moves });
        }
        Some(Counts { job: job.clone(), rays, players })
    }

    /// A guess on the careful side.
    pub(super) fn nanoseconds_of_position(&self) -> f64 {
        let altered: usize = self.players.iter().map(|player| player.moves.altered()).sum();
        8.0 + 4.0 * self.rays.len() as f64 + 8.0 * altered as f64
    }

    /// Whether a player who has moved to a position of this value wins.
    fn is_won(&self, player: usize, value: u32) -> bool {
        match (self.job.quantity(), player) {
            // 0 is P, 2 is L and 3 is R.
            (Quantity::OutcomeClass, 0) => value == 0 || value == 2,
            (Quantity::OutcomeClass, _) => value == 0 || value == 3,
            _ => self.job.is_p_position(value),
        }
    }

    /// Counts the options of a player.
    fn options(
        &self,
        player: usize,
        at: Coordinates,
        through: &mut Through<Met>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> Options {
        let mut options = Options::default();
        let Player { lines, moves } = &self.players[player];
        if moves.is_terminal(at) {
            return options;
        }
        for &(ray, sign) in lines {
            let line = through.line(ray);
            options.all += sign * line.all;
            options.won += sign * line.won[player];
        }
        let mut count = |option: Coordinates, sign: i64| {
            options.all += sign;
            options.won += sign * i64::from(self.is_won(player, value(option)));
        };
        for (vectors, sign) in [(&moves.added, 1), (&moves.removed, -1)] {
            let behind = vectors.iter().filter_map(|&vector| at.checked_sub(vector));
            behind.for_each(|option| count(option, sign));
        }
        if moves.has_own_move_to_zero(at) {
            count(Coordinates::ZERO, 1);
        }
        options
    }

    /// Returns what the definition makes of these numbers of options.
    fn value(&self, options: &[Options]) -> u32 {
        let is_misere = self.job.convention() == Convention::Misere;
        let wins = |of: &Options| if of.all == 0 { is_misere } else { of.won > 0 };
        match (self.job.quantity(), options) {
            (Quantity::Palaces, [of]) => of.won as u32,
            (Quantity::OutcomeClass, [left, right]) => class_of_wins(wins(left), wins(right)),
            (_, [of, ..]) => {
                let blocked = i64::from(self.job.ruleset().blocking_number());
                u32::from(of.won <= blocked && !(of.all == 0 && is_misere))
            }
            (_, []) => 0,
        }
    }
}

impl LineRule for Counts {
    type Line = Met;

    fn rays(&self) -> &[Coordinates] {
        &self.rays
    }

    fn agrees(
        &self,
        at: Coordinates,
        stored: u32,
        through: &mut Through<Met>,
        value: &dyn Fn(Coordinates) -> u32,
    ) -> bool {
        let mut options = [Options::default(); 2];
        for (player, of) in options.iter_mut().enumerate().take(self.players.len()) {
            *of = self.options(player, at, through, value);
        }
        let is_won = [0, 1].map(|player| i64::from(self.is_won(player, stored)));
        for ray in 0..self.rays.len() {
            let line = through.line(ray);
            line.all += 1;
            line.won[0] += is_won[0];
            line.won[1] += is_won[1];
        }
        stored == self.value(&options[..self.players.len()])
    }
}

/// Returns rays and the common multiples of those of one direction, each with the number of times that a position
/// on its lines is to be counted, so that every option counts once. Leaves out what is not within the sides; `None`
/// if too many are left.
fn with_common_multiples(
    rays: &[Coordinates],
    sides: Coordinates,
) -> Option<BTreeMap<Coordinates, i64>> {
    let mut times: BTreeMap<Coordinates, i64> = BTreeMap::new();
    for &ray in rays.iter().filter(|ray| ray.is_inside(sides)) {
        let common =
            times.iter().filter_map(|(&other, &sign)| Some((common_multiple(ray, other)?, -sign)));
        let common: Vec<_> = common.filter(|(multiple, _)| multiple.is_inside(sides)).collect();
        for (multiple, sign) in common.into_iter().chain([(ray, 1)]) {
            *times.entry(multiple).or_default() += sign;
        }
        times.retain(|_, sign| *sign != 0);
        if times.len() > MOST_LINES {
            return None;
        }
    }
    Some(times)
}

/// Returns the least common multiple of two rays of one direction; `None` for others, and beyond 32 bits.
fn common_multiple(one: Coordinates, other: Coordinates) -> Option<Coordinates> {
    let [first, second] = [one.common_divisor(), other.common_divisor()];
    let direction = Coordinates::from_fn(|axis| one[axis] / first.max(1));
    if other.multiple_of(direction) != Some(second) {
        return None;
    }
    // The greatest common divisor of two numbers.
    let divisor = Coordinates([0, 0, first, second]).common_divisor();
    let multiple = first.checked_mul(second / divisor)?;
    let product = direction.map(|c| c.checked_mul(multiple));
    let [Some(w), Some(x), Some(y), Some(z)] = product else { return None };
    Some(Coordinates([w, x, y, z]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches options that several rays share and that are counted more than once, or not at all.
    #[test]
    fn every_option_of_rays_of_one_direction_counts_once() {
        let sides = Coordinates([1, 1, 200, 200]);
        for steps in
            [vec![1], vec![2, 3], vec![2, 4, 3], vec![6, 10, 15], vec![4, 6, 9, 10], vec![1, 2, 3]]
        {
            let rays: Vec<_> = steps.iter().map(|&m| Coordinates([0, 0, m, 2 * m])).collect();
            let times = with_common_multiples(&rays, sides).expect("few");
            for m in 1..100 {
                let at = Coordinates([0, 0, m, 2 * m]);
                let counted: i64 = times
                    .iter()
                    .filter(|(ray, _)| at.multiple_of(**ray).is_some())
                    .map(|(_, sign)| sign)
                    .sum();
                let is_option = steps.iter().any(|step| m % step == 0);
                assert_eq!(counted, i64::from(is_option), "{steps:?}, {m}");
            }
        }
        let other = [Coordinates([0, 0, 1, 2]), Coordinates([0, 0, 2, 1])];
        assert_eq!(with_common_multiples(&other, sides).map(|times| times.len()), Some(2));
    }
}
