//! The definition: the value that the options of a position give it. The options are those of the family
//! (`ruleset/`).
//!
//! Everything else is judged by this file. It is never optimised. It knows rulesets, the mex and which
//! values mark P-positions (`Quantity::is_p_position`, which the CPU engine and verification use too;
//! the shaders and the brute force in `tests/oracle.py` have their own); it shares no other code
//! with the fast engines.

use crate::domain::{Coordinates, Sum};
use crate::mex::mex;
use crate::quantity::{
    Convention, DRAWN_OUTCOME, Mover, PlayResult, Quantity, class_of_results, results_of_class,
};
use crate::ruleset::Ruleset;

/// Lists the options of the position with these padded coordinates, for a partizan game those of both
/// players. In nearly all games an option is a single position. An option that several moves reach is listed once for a
/// vector game, because palace numbers count it once; for other games it may be listed more often.
pub fn options(ruleset: &Ruleset, at: Coordinates) -> Vec<Sum<Coordinates>> {
    ruleset.definition().options(at)
}

/// Returns the value of the position with these padded coordinates, where `value` returns the values
/// of its options. In a loopy game that is what the values of options demand, which more than one table may satisfy; its Grundy
/// values are not asked for here, but of [`InfiniteSets`](crate::engine::InfiniteSets). For scores of a partizan game those of the positions two moves ahead. Where moves lead to sums of
/// positions, `value` returns Grundy values for outcomes too ([`Ruleset::quantity_of_options`]).
pub fn value_by_definition(
    ruleset: &Ruleset,
    quantity: Quantity,
    convention: Convention,
    at: Coordinates,
    value: impl Fn(Coordinates) -> u32,
) -> u32 {
    if quantity.is_score() {
        let after = |option| score_after_move(ruleset, quantity, option, &value);
        // Plan::new refuses a job whose scores may need more than 32 bits.
        return score(ruleset, quantity, at, after) as u32;
    }
    if ruleset.is_partizan() {
        return outcome_class(ruleset, convention, at, value);
    }
    let options = options(ruleset, at);
    let terminal_in_misere = options.is_empty() && convention == Convention::Misere;
    let of_options = ruleset.quantity_of_options(quantity);
    let is_p = |value: &u32| of_options.is_p_position(*value, ruleset.blocking_number());
    // The xor of Grundy values; other values are those of single positions.
    let values = options.iter().map(|option| option.value(&value));
    match quantity {
        Quantity::Grundy if terminal_in_misere => 1,
        Quantity::Grundy => mex(values),
        Quantity::Palaces => values.filter(is_p).count() as u32,
        Quantity::Remoteness => remoteness(values),
        Quantity::Outcome if ruleset.is_loopy() => {
            let values: Vec<u32> = values.collect();
            match (values.iter().any(is_p), values.contains(&DRAWN_OUTCOME)) {
                (true, _) => 0,
                (false, true) => DRAWN_OUTCOME,
                (false, false) => u32::from(!terminal_in_misere),
            }
        }
        _ => {
            let palaces = values.filter(is_p).count();
            u32::from(palaces <= ruleset.blocking_number() as usize && !terminal_in_misere)
        }
    }
}

/// Returns the remoteness of a position whose options have these. The player to move wins by a move to a position that
/// is lost for the other one, whose remoteness is even, and takes that where the game is over soonest; else all
/// moves lose, and it is over latest by the largest.
fn remoteness(options: impl Iterator<Item = u32>) -> u32 {
    let (even, odd): (Vec<u32>, Vec<u32>) = options.partition(|option| option % 2 == 0);
    // That of a draw stays what it is: it is the largest, and odd.
    let best = even.into_iter().min().or(odd.into_iter().max());
    best.map_or(0, |option| option.saturating_add(1))
}

/// Returns the positions whose values give that of the position with these padded coordinates, some perhaps
/// more than once: those of its options; for the scores of a partizan game what the other player answers to, see
/// [`score_after_move`].
pub fn positions_looked_up<'a>(
    ruleset: &'a Ruleset,
    quantity: Quantity,
    at: Coordinates,
) -> Box<dyn Iterator<Item = Coordinates> + 'a> {
    let answers = move |first: Mover, second: Mover| {
        let options = options_of(ruleset, first, at).into_iter();
        options.flat_map(move |option| options_of(ruleset, second, option))
    };
    match quantity.beginner() {
        Mover::Left => Box::new(answers(Mover::Left, Mover::Right)),
        Mover::Right => Box::new(answers(Mover::Right, Mover::Left)),
        Mover::Next => {
            let options = options(ruleset, at).into_iter();
            Box::new(options.flat_map(|option| option.into_parts()))
        }
    }
}

/// Lists the options of a position for a player, each once; in an impartial game those of both players. They are single
/// positions: this is asked of partizan games, of which none is tabulated whose moves lead to sums.
fn options_of(ruleset: &Ruleset, mover: Mover, at: Coordinates) -> Vec<Coordinates> {
    ruleset.definition().options_of(mover, at).iter().filter_map(Sum::single).collect()
}

/// A move of the player who begins.
pub struct MoveWithScore {
    /// The option that it leads to.
    pub option: Coordinates,
    /// What it pays the player who makes it.
    pub points: i64,
    /// What becomes of the score if this move is made, and both players go on as well as they can.
    pub score: i64,
}

/// Lists the moves of the player who begins, each with the score that it leads to; none of a game without
/// scores. `after` returns the score of an option for the player who moves next, as [`score_after_move`] does.
///
/// - In a vector game v(p) is the maximum of w - v(p') over all moves to options p' that pay w points
///   (Milnor, Sums of positional games, 1953).
/// - In a partizan game, where SL(p) and SR(p) are Left's points less Right's if Left or Right begins,
///   SL(p) is the maximum of w + SR(p') over Left's moves, and SR(p) the minimum of SL(p') - w over Right's
///   (Stewart, Scoring play combinatorial games, 2012).
pub fn moves_with_scores(
    ruleset: &Ruleset,
    quantity: Quantity,
    at: Coordinates,
    after: impl Fn(Coordinates) -> i64,
) -> Vec<MoveWithScore> {
    if !quantity.is_score() {
        return Vec::new();
    }
    let score: fn(i64, i64) -> i64 = match quantity.beginner() {
        Mover::Next => |points, after| points - after,
        Mover::Left => |points, after| points + after,
        Mover::Right => |points, after| after - points,
    };
    let with_score = |(option, points)| {
        let score = score(points, after(option));
        MoveWithScore { option, points, score }
    };
    ruleset
        .definition()
        .moves_that_pay(quantity.beginner(), at)
        .into_iter()
        .map(with_score)
        .collect()
}

/// Returns the score of a position for the player who does not begin in the table, where `value` returns the
/// stored values. In a vector game that is the stored score, whoever moves. A table of SL knows nothing of SR,
/// which follows by one move: it is the minimum of SL(p') - w over Right's moves. So the definition of SL looks
/// two moves ahead.
pub fn score_after_move(
    ruleset: &Ruleset,
    quantity: Quantity,
    at: Coordinates,
    value: impl Fn(Coordinates) -> u32,
) -> i64 {
    let stored = |at| i64::from(value(at) as i32);
    let other = match quantity {
        Quantity::ScoreLeft => Quantity::ScoreRight,
        Quantity::ScoreRight => Quantity::ScoreLeft,
        _ => return stored(at),
    };
    score(ruleset, other, at, stored)
}

/// Returns the score of a position: that of the best move of the player who begins, or 0 without a move.
pub fn score(
    ruleset: &Ruleset,
    quantity: Quantity,
    at: Coordinates,
    after: impl Fn(Coordinates) -> i64,
) -> i64 {
    let scores = moves_with_scores(ruleset, quantity, at, after).into_iter().map(|one| one.score);
    let best = if quantity == Quantity::ScoreRight { scores.min() } else { scores.max() };
    best.unwrap_or(0)
}

/// Returns the outcome class of a position. Left, moving first, wins iff an option is lost for Right, who moves next there; in
/// misère play also without any option. Else the play is drawn iff an option is drawn for Right.
fn outcome_class(
    ruleset: &Ruleset,
    convention: Convention,
    at: Coordinates,
    value: impl Fn(Coordinates) -> u32,
) -> u32 {
    let result = |mover: Mover, next: usize| {
        let options = options_of(ruleset, mover, at);
        let after: Vec<PlayResult> =
            options.into_iter().map(|option| results_of_class(value(option))[next]).collect();
        match (after.contains(&PlayResult::Lost), after.contains(&PlayResult::Drawn)) {
            (true, _) => PlayResult::Won,
            (false, true) => PlayResult::Drawn,
            (false, false) if after.is_empty() && convention == Convention::Misere => {
                PlayResult::Won
            }
            (false, false) => PlayResult::Lost,
        }
    };
    class_of_results(result(Mover::Left, 1), result(Mover::Right, 0))
}
