//! Euclid, with and without the rule that heaps stay positive.
//!
//! The larger heap is less than phi times the smaller one if it is at most floor(phi x) for the smaller heap x, since
//! phi is irrational.

use super::published::{Games, Subject, Theorem, TheoremClaim};
use grundytab::quantity::Convention;

/// floor(|y/x - x/y|)
macro_rules! nivasch {
    () => {
        "abs(x*x - y*y) / (x*y)"
    };
}

/// The heaps are k F_i and k F_(i+1) for the Fibonacci numbers F_1 = F_2 = 1, 2, 3, ...: positive numbers a <= b are
/// neighbours among these exactly if |b^2 - ab - a^2| = 1 (Jones, Diophantine representation of the Fibonacci numbers,
/// Fibonacci Quart. 13, 1975), and k is the greatest common divisor.
macro_rules! are_fibonacci_neighbours {
    () => {
        "abs(abs(x*x - y*y) - x*y) == gcd(x, y)*gcd(x, y)"
    };
}

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "euclid-positive-outcomes",
        games: Games::One("euclid+positive"),
        subject: Subject::PPositions,
        words: "for x, y > 0: P iff the larger heap is less than phi times the smaller one",
        source: "Cole and Davie 1969; Larsson, CombinArtorial games",
        claim: TheoremClaim::Text(
            "x > 0 and y > 0 implies (p iff max(x, y) <= floor_phi(min(x, y)))",
        ),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-positive-values",
        games: Games::One("euclid+positive"),
        subject: Subject::GrundyValues,
        words: "for x, y > 0: g = floor(|y/x - x/y|)",
        source: "Nivasch, The Sprague-Grundy function of the game Euclid, 2006",
        claim: TheoremClaim::Text(concat!("x > 0 and y > 0 implies g == ", nivasch!())),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-positive-misere-values",
        games: Games::One("euclid+positive"),
        subject: Subject::GrundyValues,
        convention: Convention::Misere,
        words: "for x, y > 0: g is as in normal play, except at {k F_i, k F_(i+1)}, where it is \
                1 minus that",
        source: "Gurvich 2007, with the values of Nivasch 2006",
        claim: TheoremClaim::Text(concat!(
            "x > 0 and y > 0 implies if(",
            are_fibonacci_neighbours!(),
            ", g == 1 - ",
            nivasch!(),
            ", g == ",
            nivasch!(),
            ")"
        )),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-positive-tame",
        games: Games::One("euclid+positive"),
        subject: Subject::GrundyPairs,
        words: "for x, y > 0: normal and misère values are equal, except at {k F_i, k F_(i+1)}, \
                where they are 0 and 1",
        source: "Gurvich 2007",
        claim: TheoremClaim::Text(concat!(
            "x > 0 and y > 0 implies if(",
            are_fibonacci_neighbours!(),
            ", g + other == 1, g == other)"
        )),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-outcomes",
        games: Games::One("euclid"),
        subject: Subject::PPositions,
        words: "P iff a heap is 0, or x != y and the larger heap is less than phi times the \
                smaller one",
        source: "Cole and Davie 1969",
        claim: TheoremClaim::Text(
            "p iff x == 0 or y == 0 or x != y and max(x, y) <= floor_phi(min(x, y))",
        ),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-diagonal",
        games: Games::One("euclid"),
        subject: Subject::GrundyValues,
        source: "elementary: the options are (0, x) and (x, 0), of value 0",
        claim: TheoremClaim::Text("x == y and x > 0 implies g == 1"),
        ..Theorem::PROVED
    },
];
