//! Fibonacci Nim, on positions (n, r) of a heap and a limit: x and y in claims.

use super::published::{Games, Subject, Theorem, TheoremClaim};

/// The position after the smallest part of the Zeckendorf representation is taken: the limit is twice as much, but no
/// more than what is left.
macro_rules! after_smallest_part {
    () => {
        "x - zeckendorf_part(x), min(2*zeckendorf_part(x), x - zeckendorf_part(x))"
    };
}

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "fibonacci-outcomes",
        games: Games::One("fibonacci"),
        subject: Subject::PPositions,
        words: "(n, r) is P iff r is less than the smallest part of the Zeckendorf \
                representation of n, or n = 0",
        source: "Whinihan, Fibonacci Nim, 1963",
        claim: TheoremClaim::Text("p iff x == 0 or y < zeckendorf_part(x)"),
        decided: &["fibonacci"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-strategy",
        games: Games::One("fibonacci"),
        subject: Subject::PPositions,
        words: "(n, r), n > 0, is N if r is at least the smallest part of the Zeckendorf \
                representation of n: to take this part leads to P",
        source: "Whinihan, Fibonacci Nim, 1963",
        claim: TheoremClaim::Text(concat!(
            "x > 0 and y >= zeckendorf_part(x) implies not p and p(",
            after_smallest_part!(),
            ")"
        )),
        decided: &["fibonacci"],
        // A table does not know which moves there are.
        beyond: Some(concat!(
            "forall x, y: x > 0 and y >= zeckendorf_part(x) implies move[fibonacci](x, y; ",
            after_smallest_part!(),
            ")"
        )),
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-starts",
        games: Games::One("fibonacci"),
        subject: Subject::PPositions,
        words: "the starting position (n, n-1), n >= 1, is P iff n is a Fibonacci number",
        source: "Whinihan, Fibonacci Nim, 1963",
        claim: TheoremClaim::Text("x == y + 1 implies (p iff zeckendorf_part(x) == x)"),
        decided: &["fibonacci"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-start-values",
        games: Games::One("fibonacci"),
        subject: Subject::GrundyValues,
        words: "at (n, n-1), n = 1..20: 0 0 0 3 0 4 4 0 5 5 5 6 0 6 6 7 7 7 7 7",
        source: "Larsson and Rubinstein-Salzedo, Grundy values of Fibonacci nim, 2016",
        claim: TheoremClaim::Text(
            "x == y + 1 and x <= 20 implies \
             g == if(zeckendorf_part(x) == x, 0, 3 + (x > 5) + (x > 8) + (x > 11) + (x > 15))",
        ),
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-starts-grow",
        games: Games::One("fibonacci"),
        subject: Subject::GrundyValues,
        words: "g(n, n-1) never falls when n runs through the numbers that are not Fibonacci \
                numbers",
        source: "Larsson and Rubinstein-Salzedo, Grundy values of Fibonacci nim, 2016",
        // The first such number is 4, and from 5 on no two Fibonacci numbers follow one another.
        claim: TheoremClaim::Text(
            "x == y + 1 and x > 4 and zeckendorf_part(x) != x implies \
             g >= if(zeckendorf_part(x - 1) == x - 1, g(x - 2, x - 3), g(x - 1, x - 2))",
        ),
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-limits",
        games: Games::One("fibonacci"),
        subject: Subject::GrundyValues,
        source: "elementary: the options of (n, r) are among those of (n, r + 1)",
        claim: TheoremClaim::Text("y > 0 implies g(x, y - 1) <= g"),
        ..Theorem::PROVED
    },
];
