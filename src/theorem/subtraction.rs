//! Subtraction games.

use super::published::{Games, Subject, Test, Theorem};
use super::statement::Statement;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::golden_ratio::fibonacci_word;
use crate::ruleset::{Ruleset, VectorGame};
use crate::table::PositionView;

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "subtraction-two-moves-period",
        games: Games::Family("subtraction:A,B", |ruleset| two_moves(ruleset).is_some()),
        subject: Subject::GrundyValues,
        statement: "with a < b, g(x) = g(x - p) for x >= p: p = 2a if b is an odd multiple of a, else \
                    a + b",
        source: "Berlekamp, Conway and Guy, Winning Ways, chapter 4",
        test: Test::Of(|job| {
            let period = two_moves(job.ruleset())
                .map(|(a, b)| if b % a == 0 && b / a % 2 == 1 { 2 * a } else { a + b });
            Statement::new(move |position| Some(position.value == value_before(position, period?)?))
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "subtraction-two-moves-outcomes",
        games: Games::Family("subtraction:A,B", |ruleset| two_moves(ruleset).is_some()),
        subject: Subject::PPositions,
        statement: "for x >= a + b, x is P iff x - a - b is P",
        source: "Berlekamp, Conway and Guy, Winning Ways, chapter 4",
        test: Test::Of(|job| {
            let shift = two_moves(job.ruleset()).map(|(a, b)| a + b);
            let (quantity, block) = (job.quantity(), job.ruleset().blocking_number());
            Statement::new(move |position| {
                let before = value_before(position, shift?)?;
                Some(position.is_p == quantity.is_p_position(before, block))
            })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "subtraction-periods",
        games: Games::Family("subtraction:1,2, 1,3,4, 2,5,7, 2,4,7 or 2,5,8", |ruleset| {
            known_period(ruleset).is_some()
        }),
        subject: Subject::GrundyValues,
        statement: "the periods are 3, 7, 22, 3 (from 8 on) and 10",
        source: "Berlekamp, Conway and Guy, Winning Ways",
        sentence: Some(SUBTRACTION_PERIODS),
        test: Test::Of(|job| {
            let (from, period) = known_period(job.ruleset()).unwrap_or((0, 1));
            Statement::new(move |position| {
                let before = value_before(position, period)?;
                (position.at[MAX_HEAPS - 1] >= from + period).then_some(position.value == before)
            })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "subtraction-2-5-8",
        games: Games::One("subtraction:2,5,8"),
        subject: Subject::GrundyValues,
        statement: "the values repeat 0 0 1 1 0 2 1 0 2 1",
        source: "Berlekamp, Conway and Guy, Winning Ways",
        sentence: Some(SUBTRACTION_2_5_8),
        test: Test::At(|position| {
            const PERIOD: [u32; 10] = [0, 0, 1, 1, 0, 2, 1, 0, 2, 1];
            Some(position.value == PERIOD[position.at[MAX_HEAPS - 1] as usize % 10])
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "subtraction-1-2-sum",
        games: Games::Family("subtraction:1,2+heaps=K", |ruleset| {
            set(ruleset).is_some_and(|set| set == [1, 2])
        }),
        subject: Subject::GrundyValues,
        statement: "g is the xor of the heap sizes modulo 3",
        source: "Sprague 1935, Grundy 1939",
        sentence: Some(SUBTRACTION_1_2_SUM),
        test: Test::At(|position| {
            Some(position.value == position.at.iter().fold(0, |sum, heap| sum ^ (heap % 3)))
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "larsson-fox",
        games: Games::One("subtraction:fibonacci-odd"),
        subject: Subject::GrundyValues,
        statement: "g = 0 iff x = 0 or x is some floor(k phi^2); else g = 1 iff x - 1 is; else g = 2; so \
                    no value is periodic from some heap on",
        source: "Larsson and Fox, An aperiodic subtraction game of nim-dimension two, J. Integer Seq. 18, \
                 2015; OEIS A242082",
        sentence: Some(LARSSON_FOX),
        test: Test::At(larsson_fox),
        ..Theorem::PROVED
    },
];

const SUBTRACTION_2_5_8: &str = "forall x: g[subtraction:2,5,8](x) <= 2 and \
    (g[subtraction:2,5,8](x) == 0 iff x % 10 == 0 or x % 10 == 1 or x % 10 == 4 or x % 10 == 7) and \
    (g[subtraction:2,5,8](x) == 1 iff x % 10 == 2 or x % 10 == 3 or x % 10 == 6 or x % 10 == 9)";

/// Says that the values of a game, none of which is above the last one, repeat from some heap on.
macro_rules! repeats {
    ($game:literal, $from:literal, $period:literal, $last:literal: $($value:literal)*) => {
        concat!(
            "(forall x: g[", $game, "](x) <= ", $last, ")",
            $(" and (forall x: x >= ", $from, " implies (g[", $game, "](x) == ", $value, " iff g[",
            $game, "](x + ", $period, ") == ", $value, "))"),*
        )
    };
}

/// Says that the heaps of a value do not repeat from any heap on.
macro_rules! no_period {
    ($value:literal) => {
        concat!(
            " and (not exists n, d: d > 0 and forall x: x >= n implies (g[subtraction:fibonacci-odd](x) == ",
            $value,
            " iff g[subtraction:fibonacci-odd](x + d) == ",
            $value,
            "))"
        )
    };
}

const SUBTRACTION_PERIODS: &str = concat!(
    repeats!("subtraction:1,2", 0, 3, 2: 0 1),
    " and ",
    repeats!("subtraction:1,3,4", 0, 7, 3: 0 1 2),
    " and ",
    repeats!("subtraction:2,5,7", 0, 22, 3: 0 1 2),
    " and ",
    repeats!("subtraction:2,4,7", 8, 3, 3: 0 1 2),
    " and ",
    repeats!("subtraction:2,5,8", 0, 10, 2: 0 1),
);

/// The numbers floor(k phi^2) are the indices of the letter 1 in the Fibonacci word, which begins with index 1. There is no
/// period d from a heap n on, neither of the heaps of value 0, 1 and 2 nor of all.
const LARSSON_FOX: &str = concat!(
    "(forall x: g[subtraction:fibonacci-odd](x) <= 2 and \
     (g[subtraction:fibonacci-odd](x) == 0 iff x == 0 or fibonacci_word(x) == 1) and \
     (g[subtraction:fibonacci-odd](x) == 1 iff x == 1 or x > 1 and fibonacci_word(x) == 0 and \
     fibonacci_word(x - 1) == 1))",
    no_period!(0),
    no_period!(1),
    no_period!(2),
);

/// On one heap and on two.
const SUBTRACTION_1_2_SUM: &str = "(forall x: g[subtraction:1,2](x) <= 2 and \
    (g[subtraction:1,2](x) == 0 iff x % 3 == 0) and (g[subtraction:1,2](x) == 1 iff x % 3 == 1)) and \
    forall x, y: g[subtraction:1,2+heaps=2](x, y) <= 3 and \
    (g[subtraction:1,2+heaps=2](x, y) == 0 iff (x % 3) ^ (y % 3) == 0) and \
    (g[subtraction:1,2+heaps=2](x, y) == 1 iff (x % 3) ^ (y % 3) == 1) and \
    (g[subtraction:1,2+heaps=2](x, y) == 2 iff (x % 3) ^ (y % 3) == 2)";

/// Returns the subtraction set of a game on any number of heaps, if it is a subtraction game without
/// blocking and terminal positions.
fn set(ruleset: &Ruleset) -> Option<Vec<u32>> {
    let is_plain = |game: &&VectorGame| game.is_invariant() && game.blocking_number() == 0;
    ruleset.vector_game().filter(is_plain)?.subtraction_set()
}

/// Returns the subtraction set of such a game on one heap.
fn set_of_one_heap(ruleset: &Ruleset) -> Option<Vec<u32>> {
    set(ruleset).filter(|_| ruleset.heaps() == 1)
}

/// Returns the two numbers of such a set, the smaller one first.
fn two_moves(ruleset: &Ruleset) -> Option<(u32, u32)> {
    match set_of_one_heap(ruleset)?.as_slice() {
        // If the sum is larger than any heap, the theorems say nothing.
        &[a, b] if a.checked_add(b).is_some() => Some((a, b)),
        _ => None,
    }
}

/// Returns the first position of the period and its length, if the period of a game is published.
fn known_period(ruleset: &Ruleset) -> Option<(u32, u32)> {
    match set_of_one_heap(ruleset)?.as_slice() {
        [1, 2] => Some((0, 3)),
        [1, 3, 4] => Some((0, 7)),
        [2, 5, 7] => Some((0, 22)),
        [2, 4, 7] => Some((8, 3)),
        [2, 5, 8] => Some((0, 10)),
        _ => None,
    }
}

/// Returns the value of a position with `shift` tokens less, in a game of one heap.
fn value_before(position: &PositionView, shift: u32) -> Option<u32> {
    let before = position.at[MAX_HEAPS - 1].checked_sub(shift)?;
    Some(position.value_of(Coordinates::ZERO.with_last(before)))
}

/// Tests the statement of Larsson and Fox.
fn larsson_fox(position: &PositionView) -> Option<bool> {
    // The numbers floor(k phi^2) are the indices of the letter 1 in the Fibonacci word.
    let is_zero = |x: u32| x == 0 || fibonacci_word(x.into()) == Some(1);
    let x = position.at[MAX_HEAPS - 1];
    let expected = match x {
        _ if is_zero(x) => 0,
        _ if is_zero(x - 1) => 1,
        _ => 2,
    };
    Some(position.value == expected)
}
