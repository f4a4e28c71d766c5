//! Subtraction games.

use super::nim::heaps;
use super::published::{Games, Subject, Theorem, TheoremClaim};
use grundytab::ruleset::{Ruleset, VectorGame};

/// Says that the heaps of a value do not repeat from any heap on.
macro_rules! no_period {
    ($value:literal) => {
        concat!(
            "(not exists n, d: d > 0 and forall x: x >= n implies (g[subtraction:fibonacci-odd](x) == ",
            $value,
            " iff g[subtraction:fibonacci-odd](x + d) == ",
            $value,
            "))"
        )
    };
}

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "subtraction-two-moves-period",
        games: Games::Family("subtraction:A,B", |ruleset| two_moves(ruleset).is_some()),
        subject: Subject::GrundyValues,
        words: "with a < b, g(x) = g(x - p) for x >= p: p = 2a if b is an odd multiple of a, else \
                a + b",
        source: "Berlekamp, Conway and Guy, Winning Ways, chapter 4",
        claim: TheoremClaim::OfGame(|game| {
            let (a, b) = two_moves(game).unwrap_or((1, 2));
            repeats(0, if b % a == 0 && b / a % 2 == 1 { 2 * a } else { a + b })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "subtraction-two-moves-outcomes",
        games: Games::Family("subtraction:A,B", |ruleset| two_moves(ruleset).is_some()),
        subject: Subject::PPositions,
        words: "for x >= a + b, x is P iff x - a - b is P",
        source: "Berlekamp, Conway and Guy, Winning Ways, chapter 4",
        claim: TheoremClaim::OfGame(|game| {
            let (a, b) = two_moves(game).unwrap_or((1, 2));
            format!("x >= {} implies (p iff p(x - {a} - {b}))", a + b)
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "subtraction-periods",
        games: Games::Family("subtraction:1,2, 1,3,4, 2,5,7, 2,4,7 or 2,5,8", |ruleset| {
            known_period(ruleset).is_some()
        }),
        subject: Subject::GrundyValues,
        words: "the periods are 3, 7, 22, 3 (from 8 on) and 10",
        source: "Berlekamp, Conway and Guy, Winning Ways",
        claim: TheoremClaim::OfGame(|game| {
            let (from, period) = known_period(game).unwrap_or((0, 1));
            repeats(from, period)
        }),
        decided: &[
            "subtraction:1,2",
            "subtraction:1,3,4",
            "subtraction:2,5,7",
            "subtraction:2,4,7",
            "subtraction:2,5,8",
        ],
        ..Theorem::PROVED
    },
    Theorem {
        name: "subtraction-2-5-8",
        games: Games::One("subtraction:2,5,8"),
        subject: Subject::GrundyValues,
        words: "the values repeat 0 0 1 1 0 2 1 0 2 1",
        source: "Berlekamp, Conway and Guy, Winning Ways",
        claim: TheoremClaim::Text(
            "g <= 2 and (g == 0 iff x % 10 == 0 or x % 10 == 1 or x % 10 == 4 or x % 10 == 7) and \
             (g == 1 iff x % 10 == 2 or x % 10 == 3 or x % 10 == 6 or x % 10 == 9)",
        ),
        decided: &["subtraction:2,5,8"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "subtraction-1-2-sum",
        games: Games::Family("subtraction:1,2+heaps=K", |ruleset| {
            set(ruleset).is_some_and(|set| set == [1, 2])
        }),
        subject: Subject::GrundyValues,
        words: "g is the xor of the heap sizes modulo 3",
        source: "Sprague 1935, Grundy 1939",
        claim: TheoremClaim::OfGame(|game| {
            let remainders: Vec<String> = heaps(game).map(|heap| format!("({heap} % 3)")).collect();
            format!("g == {}", remainders.join(" ^ "))
        }),
        decided: &["subtraction:1,2", "subtraction:1,2+heaps=2"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "larsson-fox",
        games: Games::One("subtraction:fibonacci-odd"),
        subject: Subject::GrundyValues,
        words: "g = 0 iff x = 0 or x is some floor(k phi^2); else g = 1 iff x - 1 is; else g = 2; so \
                no value is periodic from some heap on",
        source: "Larsson and Fox, An aperiodic subtraction game of nim-dimension two, J. Integer Seq. 18, \
                 2015; OEIS A242082",
        // The numbers floor(k phi^2) are the indices of the letter 1 in the Fibonacci word, which begins with index 1.
        claim: TheoremClaim::Text(
            "g <= 2 and (g == 0 iff x == 0 or fibonacci_word(x) == 1) and \
             (g == 1 iff x == 1 or x > 1 and fibonacci_word(x) == 0 and fibonacci_word(x - 1) == 1)",
        ),
        decided: &["subtraction:fibonacci-odd"],
        // There is no period d from a heap n on, neither of the heaps of value 0, 1 and 2 nor of all.
        beyond: Some(concat!(no_period!(0), " and ", no_period!(1), " and ", no_period!(2))),
        ..Theorem::PROVED
    },
];

/// Returns the claim that the values repeat from a heap on.
pub(super) fn repeats(from: u32, period: u32) -> String {
    format!("x >= {} implies g == g(x - {period})", from + period)
}

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
