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

use super::stops::{Comparison, Stops};
use crate::control::Control;
use crate::domain::{Coordinates, Position};
use crate::engine::moves_that_pay;
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
    /// [`MOST_MOVES_OF_A_SUM`].
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

/// How many moves the positions of a sum may have in all for it to be played through.
pub const MOST_MOVES_OF_A_SUM: u128 = 1 << 27;

/// Says what the tables of scores of impartial games tell of a disjunctive sum of positions, and computes its
/// score by the definition, without the tables, if its positions have at most [`MOST_MOVES_OF_A_SUM`] moves.
/// `control` can interrupt that.
///
/// # Errors
/// When a table holds something else, a position is not in its table, or a score of a position with no larger heap
/// is negative, with this position; when a table is incomplete or damaged; when it is interrupted.
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
    let movers: Vec<([&VectorGame; 1], Coordinates)> =
        summands.iter().map(|&(game, at)| ([game], at)).collect();
    let total: i64 = scores.iter().sum();
    let greatest = scores.iter().copied().max().unwrap_or(0);
    let is_played = most_moves(&movers) <= MOST_MOVES_OF_A_SUM;
    let played = is_played.then(|| play_through(components, &summands, control)).transpose()?;
    let at_least = (2 * greatest - total).max(0);
    Ok(ScoreSumAnswer { scores, at_least, at_most: total, played })
}

/// Returns how many moves the positions of a sum have at most in all, those of each player.
pub(super) fn most_moves<'a>(summands: &[(impl AsRef<[&'a VectorGame]>, Coordinates)]) -> u128 {
    let mut positions = 1u128;
    let mut moves_of_one = 1u128;
    for (players, at) in summands {
        let boxed =
            at.iter().fold(1u128, |cells, &heap| cells.saturating_mul(u128::from(heap) + 1));
        positions = positions.saturating_mul(boxed);
        let steps = |ray: &Coordinates| {
            let steps = ray.iter().zip(at.iter()).filter(|(step, _)| **step > 0);
            steps.map(|(step, heap)| u128::from(heap / step)).min().unwrap_or(0)
        };
        for game in players.as_ref() {
            moves_of_one +=
                game.rays().iter().map(steps).sum::<u128>() + game.alterations().len() as u128;
            moves_of_one += u128::from(!game.to_zero().is_empty());
        }
    }
    positions.saturating_mul(moves_of_one)
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

/// Checks that no position with no larger heap has a negative score.
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
    Err(InvalidInput::new(
        InvalidInputKind::WaitingPays,
        table.path().display(),
        format!(
            "the scores of the components do not determine that of a sum, nor bound it where a player may \
             gain by waiting: the score of {} is {}",
            first.position, first.value
        ),
        "play the sum as one vector game on all heaps, or sum positions that reach no negative score",
    )
    .into())
}

/// A component of a sum: the positions with no larger heap in row-major order, and the moves from each.
struct Component {
    /// Sides of the box of these positions, one more than the heaps.
    sides: Coordinates,
    /// How far the index of a position of the sum moves when that of this component moves by one.
    stride: usize,
    /// The index of the option and the points of each move.
    moves: Vec<Vec<(u32, i32)>>,
}

/// Computes the score of a sum at every position with no larger heap, by the definition.
fn play_through(
    components: &[(&TableReader, &[u32])],
    summands: &[(&VectorGame, Coordinates)],
    control: &Control,
) -> Result<PlayedSum, Error> {
    let mut stride = 1;
    let mut parts: Vec<Component> = Vec::new();
    for &(game, at) in summands {
        let sides = Coordinates::from_fn(|axis| at[axis] + 1);
        let moves_from = |from| {
            let moves = moves_that_pay(game, from).into_iter();
            // The options are few enough, and a score of 32 bits bounds the points of a move.
            let indexed = |(option, points): (Coordinates, i64)| {
                (option.row_major_index(sides) as u32, points as i32)
            };
            moves.map(indexed).collect()
        };
        let moves: Vec<Vec<(u32, i32)>> =
            Coordinates::cells_of_box(sides).map(moves_from).collect();
        let cells = moves.len();
        parts.push(Component { sides, stride, moves });
        stride *= cells;
    }
    // Every move lowers the index of its component, and so that of the position of the sum.
    let mut scores: Vec<i64> = Vec::with_capacity(stride);
    for index in 0..stride {
        if index % 4096 == 0 {
            control.proceed()?;
        }
        let gains = gains(&parts, &scores, index).map(|(_, _, gain)| gain);
        scores.push(gains.max().unwrap_or(0));
    }
    let last = stride - 1;
    let score = scores[last];
    let mut best: Vec<(usize, Position)> = gains(&parts, &scores, last)
        .filter(|&(_, _, gain)| gain == score)
        .map(|(component, option, _)| {
            let (table, _) = components[component];
            let option = Coordinates::from_row_major_index(option, parts[component].sides);
            (component, table.plan().job().domain().position(option))
        })
        .collect();
    best.sort_unstable();
    best.dedup();
    Ok(PlayedSum { score, best })
}

/// Lists the moves from a position of the sum: the component, its option, and what the move gains.
fn gains<'a>(
    parts: &'a [Component],
    scores: &'a [i64],
    index: usize,
) -> impl Iterator<Item = (usize, usize, i64)> + 'a {
    parts.iter().enumerate().flat_map(move |(component, part)| {
        let from = index / part.stride % part.moves.len();
        part.moves[from].iter().map(move |&(option, points)| {
            let option = option as usize;
            let after = index - (from - option) * part.stride;
            (component, option, i64::from(points) - scores[after])
        })
    })
}
