//! Steps of scoring games: the vectors that have lines, and what their lines are for.
//!
//! The lines of a ray know what the best of all its multiples is worth. An added vector has lines too, along which
//! the nearest option alone counts. Where multiples of a ray are removed, those before the largest of them,
//! Mℓ, that are moves are single vectors like the added ones. So is Mℓ itself, which is no move: its lines hold what
//! its option would be worth, and are the *source* of the ray's lines, which know of the options beyond.

use std::ops::Range;

use super::alterations::Alterations;
use super::lines::{LineNumbering, check_line_count, multiple, numberings};
use crate::domain::Coordinates;
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// Steps of a game at most. Each is looked at in every position.
const MOST_STEPS: usize = 1 << 16;

/// A vector that has lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) vector: Coordinates,
    /// What it pays.
    pub(crate) points: i32,
    /// Whether it is a move, and not the largest removed multiple of a ray.
    pub(crate) is_move: bool,
    /// Whether its multiples are moves too: it is a ray.
    pub(crate) repeats: bool,
    /// The index of the step whose lines tell what the nearest option is worth, before the points of this one are
    /// paid: of the largest removed multiple of a ray, or of this step, which has the last cell's score. The former
    /// comes after the ray.
    pub(crate) source: usize,
}

/// The steps of one player, or of two players.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Steps {
    /// Those of the first player, then those of the second.
    pub(crate) all: Vec<Step>,
    /// Whose steps are whose.
    pub(crate) of_players: Vec<Range<usize>>,
}

impl Steps {
    /// Lists the steps that fit into the domain. There is a game for each player, or one for both.
    pub(crate) fn new(plan: &Plan, games: &[VectorGame]) -> Self {
        let sides = plan.job().domain().sides();
        let mut steps = Steps::default();
        for game in games {
            let first = steps.all.len();
            steps.add_those_of(game, sides);
            steps.of_players.push(first..steps.all.len());
        }
        steps
    }

    /// Adds the steps of a player. A multiple of another ray may pay more than that, and is a ray of its own.
    fn add_those_of(&mut self, game: &VectorGame, sides: Coordinates) {
        let Alterations { added, removed, .. } = &Alterations::new(game, sides);
        // What fits into the domain pays no more than the bound on the scores, which has 32 bits.
        let points_of = |vector: Coordinates| game.points_of(vector) as i32;
        let first = self.all.len();
        for &ray in game.rays().iter().filter(|ray| ray.is_inside(sides)) {
            self.add(ray, points_of(ray), true, true);
        }
        let past = self.all.len();
        added.iter().for_each(|&vector| self.add(vector, points_of(vector), true, false));
        for index in first..past {
            let Step { vector: ray, points, .. } = self.all[index];
            let multiples = removed.iter().filter_map(|&vector| multiple(vector, ray));
            let largest = multiples.max().unwrap_or(0);
            for m in 1..=largest {
                let vector = ray.saturating_multiple(m);
                let is_move = !removed.contains(&vector);
                if m == largest {
                    self.all[index].source = self.all.len();
                }
                if m == largest || is_move {
                    self.add(vector, points.wrapping_mul(m as i32), is_move, false);
                }
                if self.all.len() > MOST_STEPS {
                    return;
                }
            }
        }
    }

    fn add(&mut self, vector: Coordinates, points: i32, is_move: bool, repeats: bool) {
        self.all.push(Step { vector, points, is_move, repeats, source: self.all.len() });
    }

    /// Returns whether some step has other lines than those of a ray that has all its multiples.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_singles(&self) -> bool {
        self.all.iter().any(|step| !step.repeats)
    }

    /// Numbers the lines of all steps.
    pub(crate) fn lines(&self, plan: &Plan) -> Vec<LineNumbering> {
        numberings(plan, &self.all.iter().map(|step| step.vector).collect::<Vec<_>>())
    }

    /// Checks that the steps are few enough, and so are their lines.
    ///
    /// # Errors
    /// When there are too many.
    pub(crate) fn check(&self, plan: &Plan) -> Result<(), EngineError> {
        if self.all.len() > MOST_STEPS {
            return Err(EngineError::TooLarge {
                what: "up to the largest removed multiples of rays the game has".into(),
                needed: self.all.len() as u64,
                unit: "moves or more",
                limit: MOST_STEPS as u64,
            });
        }
        check_line_count(&self.lines(plan))
    }
}
