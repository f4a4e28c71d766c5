//! The definition: the options of a position, and the value that they give it.
//!
//! Everything else is judged by this file. It is never optimised. It knows rulesets, the mex and which
//! values mark P-positions (`Quantity::is_p_position`, which the CPU engine and verification use too;
//! the shaders and the brute force in `tests/zarr_reader.py` have their own); it shares no other code
//! with the fast engines.

use crate::domain::{Coordinates, MAX_HEAPS};
use crate::mex::mex;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::{DigraphGame, EuclidGame, PartizanGame, Ruleset, VectorGame};

/// Lists the options of the position with these padded coordinates, for a partizan game those of both
/// players. An option that several moves reach is listed once for a vector game, because palace
/// numbers count it once; for other games it may be listed more often.
pub fn options(ruleset: &Ruleset, at: Coordinates) -> Vec<Coordinates> {
    match ruleset {
        Ruleset::Vector(game) => vector_options(game, at),
        Ruleset::Digraph(game) => digraph_options(game, at),
        Ruleset::Euclid(game) => euclid_options(*game, at),
        Ruleset::Fibonacci => fibonacci_options(at),
        Ruleset::Partizan(game) => {
            [vector_options(game.left(), at), vector_options(game.right(), at)].concat()
        }
    }
}

/// Subtract m·ℓ for a ray ℓ and m >= 1, as long as no heap becomes negative. An altered vector is a
/// move exactly if it is no multiple of a ray.
fn vector_options(game: &VectorGame, at: Coordinates) -> Vec<Coordinates> {
    if game.terminals().contains(&at) {
        return Vec::new();
    }
    let mut options = Vec::new();
    for ray in game.rays() {
        let mut option = at;
        while let Some(next) = option.checked_sub(*ray) {
            options.push(next);
            option = next;
        }
    }
    // The options along a ray are in order already, which this sort makes use of.
    options.sort();
    options.dedup();
    // What both reach is no option.
    options.extend(game.alterations().iter().filter_map(|&vector| at.checked_sub(vector)));
    options.sort();
    options
        .chunk_by(|one, other| one == other)
        .filter(|same| same.len() == 1)
        .flatten()
        .copied()
        .collect()
}

/// Take i >= 1 tokens from one end of an edge, return 0 <= j < i to the other.
fn digraph_options(game: &DigraphGame, at: Coordinates) -> Vec<Coordinates> {
    let mut options = Vec::new();
    let padding = MAX_HEAPS - game.heaps();
    for edge in game.edges() {
        for taken in 1..=at[padding + edge.from] {
            for returned in 0..taken {
                let mut option = at;
                option[padding + edge.from] -= taken;
                option[padding + edge.to] += returned;
                options.push(option);
            }
        }
    }
    options
}

/// Take a positive multiple of the smaller heap from the larger one.
fn euclid_options(game: EuclidGame, Coordinates([.., x, y]): Coordinates) -> Vec<Coordinates> {
    let mut options = Vec::new();
    if x == 0 || y == 0 {
        return options;
    }
    let least = u32::from(game.is_positive());
    for (larger, smaller) in [(2, 3), (3, 2)] {
        let mut option = [0, 0, x, y];
        let taken = option[smaller];
        while option[larger] >= taken + least {
            option[larger] -= taken;
            options.push(Coordinates(option));
        }
    }
    options
}

/// Take 1 <= m <= min(limit, heap); the next limit is 2m, or the heap that is left if that is
/// smaller.
fn fibonacci_options(Coordinates([.., heap, limit]): Coordinates) -> Vec<Coordinates> {
    let option = |taken: u32| Coordinates([0, 0, heap - taken, (2 * taken).min(heap - taken)]);
    (1..=limit.min(heap)).map(option).collect()
}

/// Returns the value of the position with these padded coordinates, where `value` returns the values
/// of its options; for scores of a partizan game those of the positions two moves ahead.
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
    if let Ruleset::Partizan(game) = ruleset {
        return outcome_class(game, convention, at, value);
    }
    let options = options(ruleset, at);
    let terminal_in_misere = options.is_empty() && convention == Convention::Misere;
    let is_p =
        |option: &Coordinates| quantity.is_p_position(value(*option), ruleset.blocking_number());
    match quantity {
        Quantity::Grundy if terminal_in_misere => 1,
        Quantity::Grundy => mex(options.into_iter().map(value)),
        Quantity::Palaces => options.iter().filter(|option| is_p(option)).count() as u32,
        Quantity::Outcome => {
            let palaces = options.iter().filter(|option| is_p(option)).count();
            u32::from(palaces <= ruleset.blocking_number() as usize && !terminal_in_misere)
        }
        // Of a game whose players have the same moves: the next player wins, or the previous one.
        Quantity::OutcomeClass => u32::from(terminal_in_misere || options.iter().any(is_p)),
        // Returned above.
        Quantity::Score | Quantity::ScoreLeft | Quantity::ScoreRight => 0,
    }
}

/// Returns the positions whose values give that of the position with these padded coordinates, some perhaps
/// more than once: its options; for the scores of a partizan game what the other player answers to, see
/// [`score_after_move`].
pub(crate) fn positions_looked_up<'a>(
    ruleset: &'a Ruleset,
    quantity: Quantity,
    at: Coordinates,
) -> Box<dyn Iterator<Item = Coordinates> + 'a> {
    let answers = |first: &'a VectorGame, second: &'a VectorGame| {
        let answers = |option| vector_options(second, option);
        Box::new(vector_options(first, at).into_iter().flat_map(answers))
    };
    match ruleset {
        Ruleset::Partizan(game) => match quantity {
            Quantity::ScoreLeft => answers(game.left(), game.right()),
            Quantity::ScoreRight => answers(game.right(), game.left()),
            Quantity::Grundy
            | Quantity::Outcome
            | Quantity::Palaces
            | Quantity::OutcomeClass
            | Quantity::Score => Box::new(options(ruleset, at).into_iter()),
        },
        Ruleset::Vector(_) | Ruleset::Digraph(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci => {
            Box::new(options(ruleset, at).into_iter())
        }
    }
}

/// A move of the player who begins.
pub(crate) struct MoveWithScore {
    /// The option that it leads to.
    pub(crate) option: Coordinates,
    /// What it pays the player who makes it.
    pub(crate) points: i64,
    /// What becomes of the score if this move is made, and both players go on as well as they can.
    pub(crate) score: i64,
}

/// Lists the moves of the player who begins, each with the score that it leads to; none of a game without
/// scores. `after` returns the score of an option for the player who moves next, as [`score_after_move`] does.
///
/// - In a vector game v(p) is the maximum of w - v(p') over all moves to options p' that pay w points
///   (Milnor, Sums of positional games, 1953).
/// - In a partizan game, where SL(p) and SR(p) are Left's points less Right's if Left or Right begins,
///   SL(p) is the maximum of w + SR(p') over Left's moves, and SR(p) the minimum of SL(p') - w over Right's
///   (Stewart, Scoring play combinatorial games, 2012).
pub(crate) fn moves_with_scores(
    ruleset: &Ruleset,
    quantity: Quantity,
    at: Coordinates,
    after: impl Fn(Coordinates) -> i64,
) -> Vec<MoveWithScore> {
    let (moves, score): (_, fn(i64, i64) -> i64) = match (ruleset, quantity) {
        (Ruleset::Vector(game), _) => (game, |points, after| points - after),
        (Ruleset::Partizan(game), Quantity::ScoreLeft) => {
            (game.left(), |points, after| points + after)
        }
        (Ruleset::Partizan(game), Quantity::ScoreRight) => {
            (game.right(), |points, after| after - points)
        }
        (
            Ruleset::Partizan(_),
            Quantity::Grundy
            | Quantity::Outcome
            | Quantity::Palaces
            | Quantity::OutcomeClass
            | Quantity::Score,
        )
        | (Ruleset::Digraph(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci, _) => return Vec::new(),
    };
    let with_score = |(option, points)| {
        let score = score(points, after(option));
        MoveWithScore { option, points, score }
    };
    moves_that_pay(moves, at).into_iter().map(with_score).collect()
}

/// Returns the score of a position for the player who does not begin in the table, where `value` returns the
/// stored values. In a vector game that is the stored score, whoever moves. A table of SL knows nothing of SR,
/// which follows by one move: it is the minimum of SL(p') - w over Right's moves. So the definition of SL looks
/// two moves ahead.
pub(crate) fn score_after_move(
    ruleset: &Ruleset,
    quantity: Quantity,
    at: Coordinates,
    value: impl Fn(Coordinates) -> u32,
) -> i64 {
    let stored = |at| i64::from(value(at) as i32);
    let other = match quantity {
        Quantity::ScoreLeft => Quantity::ScoreRight,
        Quantity::ScoreRight => Quantity::ScoreLeft,
        Quantity::Grundy
        | Quantity::Outcome
        | Quantity::Palaces
        | Quantity::OutcomeClass
        | Quantity::Score => return stored(at),
    };
    score(ruleset, other, at, stored)
}

/// Returns the score of a position: that of the best move of the player who begins, or 0 without a move.
pub(crate) fn score(
    ruleset: &Ruleset,
    quantity: Quantity,
    at: Coordinates,
    after: impl Fn(Coordinates) -> i64,
) -> i64 {
    let scores = moves_with_scores(ruleset, quantity, at, after).into_iter().map(|one| one.score);
    let best = if quantity == Quantity::ScoreRight { scores.min() } else { scores.max() };
    best.unwrap_or(0)
}

/// Lists the moves of a vector game, each as its option and the points that it pays. A move that several
/// rays make is listed with the points of each.
pub(crate) fn moves_that_pay(game: &VectorGame, at: Coordinates) -> Vec<(Coordinates, i64)> {
    let mut moves = Vec::new();
    // With terminal positions and altered vectors.
    let options = vector_options(game, at);
    let is_option = |option: &Coordinates| options.binary_search(option).is_ok();
    for ray in game.rays() {
        let (mut option, mut points) = (at, 0);
        while let Some(next) = option.checked_sub(*ray) {
            points += game.points_of(*ray);
            option = next;
            if is_option(&option) {
                moves.push((option, points));
            }
        }
    }
    // An altered vector that leads to an option is no multiple of a ray.
    for &vector in game.alterations() {
        if let Some(option) = at.checked_sub(vector).filter(is_option) {
            moves.push((option, game.points_of(vector)));
        }
    }
    moves
}

/// Returns the outcome class of a position: 0 P, 1 N, 2 L, 3 R. Left, moving first, wins iff an option is
/// won by Left with Right to move (P or L); in misère play also without any option.
fn outcome_class(
    game: &PartizanGame,
    convention: Convention,
    at: Coordinates,
    value: impl Fn(Coordinates) -> u32,
) -> u32 {
    let moving_first_wins = |moves: &VectorGame, won: [u32; 2]| {
        let options = vector_options(moves, at);
        match options.is_empty() {
            true => convention == Convention::Misere,
            false => options.into_iter().any(|option| won.contains(&value(option))),
        }
    };
    let left_wins = moving_first_wins(game.left(), [0, 2]);
    let right_wins = moving_first_wins(game.right(), [0, 3]);
    match (left_wins, right_wins) {
        (false, false) => 0,
        (true, true) => 1,
        (true, false) => 2,
        (false, true) => 3,
    }
}
