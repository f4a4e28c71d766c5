//! Steps of scoring games: the vectors by which a position is handed on as an option, and what is handed on.
//!
//! Along a ray ℓ whose steps pay w, let
//!
//! ```text
//! W(n, p) = max over 0 <= m < n of (m w - v(p - mℓ)),
//! ```
//!
//! a *window*: what the best of the n positions at p and behind it is worth. If p hands W(n, p) on by the vector aℓ,
//! for a w more, then p + aℓ knows what the best of its options aℓ, ..., (a + n - 1)ℓ is worth. Windows follow from
//! narrower ones that were handed on:
//!
//! ```text
//! W(2n, p) = max(W(n, p), W(n, p - nℓ) + n w),
//! W(∞, p) = max(-v(p), W(∞, p - ℓ) + w).
//! ```
//!
//! If all multiples of a ray are moves, it hands W(∞) on itself. Of the others, those between two removed ones are
//! one or two windows whose width is a power of two, and those beyond the largest removed one are W(∞): that is few
//! steps, however far out a multiple is removed. An added vector hands the position itself on, W(1).

use std::collections::BTreeSet;
use std::iter;
use std::ops::Range;

use super::alterations::Alterations;
use super::line_numbering::{LineNumbering, numberings};
use crate::domain::Coordinates;
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// A vector by which windows are handed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) vector: Coordinates,
    /// What it pays.
    pub(crate) points: i32,
    /// Whether it hands on the maximum of the window and of what it has handed on to this position: it is a ray.
    pub(crate) repeats: bool,
    /// The number of the window that it hands on.
    pub(crate) window: usize,
    /// The number of the window, if any, that is this maximum. Then what it hands on are no options.
    pub(crate) wider: Option<usize>,
}

impl Step {
    /// Returns whether what it hands on are options.
    #[inline(always)]
    pub(crate) fn is_move(&self) -> bool {
        self.wider.is_none()
    }
}

/// The steps of one player, or of two players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Steps {
    /// Those of the first player, then those of the second. Windows are widened before they are handed on.
    pub(crate) all: Vec<Step>,
    /// Whose steps are whose.
    pub(crate) of_players: Vec<Range<usize>>,
    /// Number of windows. The first are those of a position alone, one for each player who begins there: the other
    /// one has moved.
    pub(crate) windows: usize,
}

impl Steps {
    /// Lists the steps that fit into the domain. There is a game for each player, or one for both.
    pub(crate) fn new(plan: &Plan, games: &[VectorGame]) -> Self {
        let sides = plan.job().domain().sides();
        let mut steps = Steps { all: Vec::new(), of_players: Vec::new(), windows: games.len() };
        for (game, other) in games.iter().zip((0..games.len()).rev()) {
            let first = steps.all.len();
            steps.add_those_of(game, sides, other);
            steps.of_players.push(first..steps.all.len());
        }
        steps
    }

    /// Adds the steps of a player. A multiple of another ray may pay more than that, and is a ray of its own.
    fn add_those_of(&mut self, game: &VectorGame, sides: Coordinates, position: usize) {
        let Alterations { added, removed, .. } = &Alterations::new(game, sides);
        let single = |vector: Coordinates| Step {
            vector,
            // What fits into the domain pays no more than the bound on the scores, which has 32 bits.
            points: game.points_of(vector) as i32,
            repeats: false,
            window: position,
            wider: None,
        };
        for &vector in game.rays().iter().filter(|ray| ray.is_inside(sides)) {
            let ray = Step { repeats: true, ..single(vector) };
            let multiples = removed.iter().filter_map(|vector| vector.multiple_of(ray.vector));
            match multiples.collect::<BTreeSet<u32>>() {
                removed if removed.is_empty() => self.all.push(ray),
                removed => self.add_multiples_of(&ray, &removed, sides),
            }
        }
        self.all.extend(added.iter().copied().map(single));
    }

    /// Adds the steps for the multiples of a ray, but for these.
    fn add_multiples_of(&mut self, ray: &Step, removed: &BTreeSet<u32>, sides: Coordinates) {
        let largest = removed.last().copied().unwrap_or(0);
        let times = |m: u32, window| Step {
            vector: ray.vector.saturating_multiple(m),
            points: ray.points.wrapping_mul(m as i32),
            repeats: false,
            window,
            ..*ray
        };
        if times(largest + 1, 0).vector.is_inside(sides) {
            let all = self.widened(*ray);
            self.all.push(times(largest + 1, all));
        }
        let past = iter::once(0).chain(removed.iter().copied()).map(|m| m + 1);
        let between = past.zip(removed).filter_map(|(first, end)| {
            let length = end - first;
            Some((first, length, length.checked_ilog2()?))
        });
        let between: Vec<(u32, u32, u32)> = between.collect();
        let most = between.iter().map(|&(_, _, log_width)| log_width).max().unwrap_or(0);
        let mut window = ray.window;
        for log_width in 0..=most {
            let width = 1 << log_width;
            for &(first, length, _) in between.iter().filter(|(_, _, log)| *log == log_width) {
                self.all.push(times(first, window));
                if length > width {
                    self.all.push(times(first + length - width, window));
                }
            }
            if log_width < most {
                window = self.widened(times(width, window));
            }
        }
    }

    /// Adds a step by which a window is widened, and returns the number of the wider one.
    fn widened(&mut self, step: Step) -> usize {
        let wider = self.windows;
        self.windows += 1;
        self.all.push(Step { wider: Some(wider), ..step });
        wider
    }

    /// Numbers the lines of all steps.
    pub(crate) fn lines(&self, plan: &Plan) -> Vec<LineNumbering> {
        numberings(plan, &self.all.iter().map(|step| step.vector).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Method;

    fn steps(game: &str, domain: &str) -> Steps {
        let plan = Plan::parse(game, domain, "score").expect("a plan");
        let Method::Scores(games) = plan.job().method() else { panic!("{game} has scores") };
        Steps::new(&plan, games)
    }

    /// Catches a step for each multiple, whose lines take the square of the largest one.
    #[test]
    fn steps_are_few_however_far_out_a_multiple_is_removed() {
        assert_eq!(steps("nim:1", "200000").all.len(), 1);
        // The ray, the multiples beyond, two windows of 65536, and 16 vectors that widen them.
        assert_eq!(steps("nim:1+alter=70000", "200000").all.len(), 20);
        // Nothing beyond is in the domain.
        assert_eq!(steps("nim:1+alter=70000", "70001").all.len(), 18);
        // Those between are covered by windows of 65536 as well.
        assert_eq!(steps("nim:1+alter=1/70000", "200000").all.len(), 20);
        // The ray, the multiples beyond, and a window that is as wide as what it covers.
        assert_eq!(steps("nim:1+alter=2", "100").all.len(), 3);
    }
}
