//! Disjunctive sums of scoring games: a move in a sum is a move in one of its components, which pays there.
//!
//! The scores v of the components do not determine the score of their sum. They bound it where no player gains
//! by waiting: Milnor's condition of nonnegative incentive says that at every position the player to move gets
//! at least as much as when the other player had to move. In an impartial game the left stop is v and the
//! right stop is -v, so that the condition is v >= 0 at every position that can be reached.
//!
//! Claim (Milnor, Sums of positional games, 1953; Hanner 1959). Two games under this condition satisfy
//!
//! ```text
//! |v(G) - v(H)| <= v(G + H) <= v(G) + v(H).
//! ```
//!
//! Proof by induction over the positions of the sum.
//!
//! - Upper bound: a move from G to G' that pays w leads to w - v(G' + H) <= w - v(G') + v(H) <= v(G) + v(H), by
//!   the lower bound for G' + H; a move in H likewise. Without any move v(G + H) = 0.
//! - Lower bound: if G has a move, let the best one lead to G' and pay w. Then v(G + H) >= w - v(G' + H) >=
//!   w - v(G') - v(H) = v(G) - v(H), by the upper bound for G' + H. If G has none, v(G) = 0 and v(G + H) = v(H),
//!   which is at least -v(H), by the condition. Exchange G and H for the other sign.
//!
//! So a sum fulfils the condition again. The score of several components, added one after another, is at most
//! the sum of their scores, and at least the excess of the greatest one over the sum of the others, if that
//! is positive.

use super::played::play_through;
use super::reached::Reached;
use super::stops::{Comparison, Component, Stops};
use crate::control::Control;
use crate::domain::Position;
use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::{Ruleset, VectorGame};
use crate::table::{OtherTables, TableReader};
use crate::theorem::{self, Scope, nonnegative_incentive};

/// What tables of scores tell of a disjunctive sum of their positions, none of which can reach a negative score.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreSumAnswer {
    /// The scores of the components, which are their left stops; the right stops are the same numbers negated.
    pub scores: Vec<i64>,
    /// The least score that the sum can have, by Milnor's bounds.
    pub at_least: i64,
    /// The greatest score that the sum can have.
    pub at_most: i64,
    /// The score of the sum by its definition; `None` if its positions have more moves than
    /// [`MOST_MOVES_OF_A_SUM`](super::MOST_MOVES_OF_A_SUM).
    pub played: Option<PlayedSum>,
}

impl ScoreSumAnswer {
    /// Returns how the first of two components compares with the second in all sums with games of Milnor, if the sum
    /// was played. An impartial game is its own negative, so that their sum is their difference, too.
    pub fn comparison(&self) -> Option<Comparison> {
        let score = self.played.as_ref()?.score;
        (self.scores.len() == 2)
            .then(|| Comparison::by_difference(Stops { left: score, right: -score }))
    }
}

/// The score of a sum, computed by the definition at every position of the sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedSum {
    /// The points of the player to move less those of the other player, when both play as well as they can.
    pub score: i64,
    /// The moves that attain the score: the index of the component, and the option to which it is moved.
    pub best: Vec<(usize, Position)>,
}

/// Says what the tables of scores of impartial games tell of a disjunctive sum of positions, and computes its
/// score by the definition, without the tables, if its positions have at most
/// [`MOST_MOVES_OF_A_SUM`](super::MOST_MOVES_OF_A_SUM) moves. `control` can interrupt that.
///
/// # Errors
/// When a table holds something else, a position is not in its table, or one that moves lead to has a negative score, with
/// this position; when a table is incomplete or damaged; when it is interrupted.
pub fn score_sum(
    components: &[(&TableReader, &[u32])],
    control: &Control,
) -> Result<ScoreSumAnswer, Error> {
    let mut scores = Vec::new();
    let mut summands = Vec::new();
    for &(table, heaps) in components {
        let game = game_with_scores(table)?;
        let position = table.position(heaps)?;
        check_incentive(table, position, control)?;
        scores.push(i64::from(table.value(heaps)? as i32));
        summands.push((game, position.coordinates()));
    }
    let total: i64 = scores.iter().sum();
    let greatest = scores.iter().copied().max().unwrap_or(0);
    let parts = summands.into_iter().map(|(game, at)| Component::of(&[game], at, control));
    let played = match parts.collect::<Result<Option<Vec<Component>>, _>>()? {
        Some(parts) => play_through(components, &parts, control)?,
        None => None,
    };
    let played =
        played.map(|played| PlayedSum { score: played.stops.left, best: played.best_of_left });
    let at_least = (2 * greatest - total).max(0);
    Ok(ScoreSumAnswer { scores, at_least, at_most: total, played })
}

/// Returns what is sought of the game of a complete table of scores.
pub(super) fn with_scores<'a, T>(
    table: &'a TableReader,
    of: impl FnOnce(&'a Ruleset) -> Option<T>,
    hint: &str,
) -> Result<T, Error> {
    table.require_complete()?;
    table.require_game()?;
    let job = table.plan().job();
    let found = if job.quantity().is_score() { of(job.ruleset()) } else { None };
    found.ok_or_else(|| {
        let held = job.quantity().values_name();
        let problem = format!("the table holds {held}, and others of the sum hold scores");
        InvalidInput::new(InvalidInputKind::NoScores, table.path().display(), problem, hint).into()
    })
}

/// Returns the game of a complete table of scores of an impartial game.
fn game_with_scores(table: &TableReader) -> Result<&VectorGame, Error> {
    let hint = "add tables of scores, or tables of Grundy values";
    with_scores(table, Ruleset::vector_game, hint)
}

/// Checks that no position that moves lead to has a negative score.
fn check_incentive(
    table: &TableReader,
    position: Position,
    control: &Control,
) -> Result<(), Error> {
    let (scope, none) = (Scope::Below(position), OtherTables::default());
    let findings = theorem::check(table, &none, &[nonnegative_incentive()], scope, control)?;
    let Some(first) = findings.iter().find_map(|finding| finding.counterexample()) else {
        return Ok(());
    };
    let lookup = table.lookup();
    let is_negative = |at| (lookup.value(at) as i32) < 0;
    let (from, of_first) = (position.coordinates(), first.position.coordinates());
    let reached = Reached::from(table, from, of_first, is_negative, control)?;
    let at = match reached {
        Reached::Nothing => return Ok(lookup.finish()?),
        Reached::At(at) => at,
        Reached::Undecided => of_first,
    };
    let score = lookup.value(at) as i32;
    lookup.finish()?;
    Err(InvalidInput::new(
        InvalidInputKind::WaitingPays,
        table.path().display(),
        format!(
            "the scores of the components do not determine that of a sum, nor bound it where a player may \
             gain by waiting: the score of {} is {score}{}",
            table.plan().job().domain().position(at),
            reached.doubt()
        ),
        "play the sum as one vector game on all heaps, or sum positions that reach no negative score",
    )
    .into())
}
