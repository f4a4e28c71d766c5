//! Scores that a table does not store, remembered while its positions are checked.
//!
//! A table of the scores of a partizan game if Left begins is checked by those if Right begins, each of which
//! follows from stored values by one move. Every position is reached by many moves, so that these scores are
//! computed once and kept: then a check looks up as many positions as the players have options, and not as many
//! as there are pairs of moves.

use std::sync::atomic::{AtomicI32, Ordering};

use crate::domain::Coordinates;
use crate::engine::{score, score_after_move};
use crate::plan::Plan;

/// Tables with more cells are checked without remembering anything.
const MOST_CELLS: u64 = 1 << 27;

/// A score that is not known yet. A score is never remembered as this number.
const UNKNOWN: i32 = i32::MIN;

/// The scores that are known, of the player who does not begin in the table.
pub(super) struct Answers {
    scores: Vec<AtomicI32>,
    sides: Coordinates,
}

impl Answers {
    /// Returns room for the scores of a plan; `None` if they are stored, or are too many.
    pub(super) fn of(plan: &Plan) -> Option<Self> {
        let job = plan.job();
        let sides = job.domain().sides();
        let cells = sides.iter().map(|&side| u64::from(side)).fold(1, u64::saturating_mul);
        if !job.quantity().is_of_one_player() || cells > MOST_CELLS {
            return None;
        }
        let scores = (0..cells).map(|_| AtomicI32::new(UNKNOWN)).collect();
        Some(Answers { scores, sides })
    }

    /// Returns what [`value_by_definition`](crate::engine::value_by_definition) returns, from remembered scores
    /// as far as they are known.
    pub(super) fn value_by_definition(
        &self,
        plan: &Plan,
        at: Coordinates,
        value: impl Fn(Coordinates) -> u32,
    ) -> u32 {
        let (ruleset, quantity) = (plan.job().ruleset(), plan.job().quantity());
        let after = |option: Coordinates| {
            // All threads that do not know a score find the same one.
            let known = &self.scores[option.row_major_index(self.sides)];
            match known.load(Ordering::Relaxed) {
                UNKNOWN => {
                    let found = score_after_move(ruleset, quantity, option, &value);
                    // From wrong values a score may follow that does not fit.
                    known.store(i32::try_from(found).unwrap_or(UNKNOWN), Ordering::Relaxed);
                    found
                }
                found => found.into(),
            }
        };
        score(ruleset, quantity, at, after) as u32
    }
}
