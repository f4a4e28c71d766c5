//! Grundy values of games whose rules are written as clauses. `docs/rules.md` has these games as users write them.

use super::published::{Games, Subject, Theorem, TheoremClaim};

/// Says of all positions on two heaps what their Grundy value is. Each value has an automaton of its own, and there may
/// be infinitely many; but a position has the value z exactly if it is a P-position beside a heap of z tokens of Nim
/// (Sprague 1935, Grundy 1939).
macro_rules! values {
    ($value:literal, $($clause:literal),+) => {
        concat!(
            "(forall x, y, z: p[rules: ",
            $($clause, "; ",)+
            "(x, y, z - m) for 1 <= m <= z](x, y, z) iff z == ",
            $value,
            ")"
        )
    };
}

/// The same of a bar of chocolate that is floor(x / k) squares high at the distance x from the bitter square.
macro_rules! chocolate {
    ($k:literal) => {
        concat!(
            "(forall x, y, z: p[rules: positions y <= x / ",
            $k,
            "; (k, min(y, k / ",
            $k,
            "), z) for 0 <= k < x; (x, k, z) for 0 <= k < y; (x, y, k) for 0 <= k < z](x, y, z) iff z == (x ^ y))"
        )
    };
}

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "ryuo-values",
        games: Games::One("nim:2+alter=1,1"),
        words: "g = (x + y) mod 3 + 3 (floor(x/3) xor floor(y/3))",
        source: "Miyadera et al., Ryuo Nim, 2017",
        claim: TheoremClaim::Text("g == (x + y) % 3 + 3*(x / 3 ^ y / 3)"),
        beyond: Some(values!(
            "(x + y) % 3 + 3*(x / 3 ^ y / 3)",
            "(x - k, y, z) for 1 <= k <= x",
            "(x, y - k, z) for 1 <= k <= y",
            "(x - 1, y - 1, z) if x > 0 and y > 0"
        )),
        ..VALUES
    },
    Theorem {
        name: "gale-values",
        games: Games::One(
            "rules: (x - k, y) for 1 <= k <= x if y > 0; (x, y - k) for 1 <= k <= y if x > 0",
        ),
        words: "g = ((x - 1) xor (y - 1)) + 1, but 0 if a heap is empty",
        source: "Gale; Guy",
        claim: TheoremClaim::Text("g == if(x == 0 or y == 0, 0, (x - 1 ^ y - 1) + 1)"),
        beyond: Some(values!(
            "if(x == 0 or y == 0, 0, (x - 1 ^ y - 1) + 1)",
            "(x - k, y, z) for 1 <= k <= x if y > 0",
            "(x, y - k, z) for 1 <= k <= y if x > 0"
        )),
        ..VALUES
    },
    Theorem {
        name: "welter-2-coins",
        games: Games::One(
            "rules: positions x != y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y",
        ),
        words: "g = (x xor y) - 1",
        source: "Conway, On numbers and games, 1976",
        claim: TheoremClaim::Text("g == (x ^ y) - 1"),
        beyond: Some(values!(
            "(x ^ y) - 1",
            "positions x != y",
            "(x - k, y, z) for 1 <= k <= x",
            "(x, y - k, z) for 1 <= k <= y"
        )),
        ..VALUES
    },
    Theorem {
        name: "yama-values",
        games: Games::One("rules: (x - k, y + 1) for 2 <= k <= x; (x + 1, y - k) for 2 <= k <= y"),
        words: "g = 0 if |x - y| <= 1, else min(x, y) + 1",
        source: "Kimura and Yamashita, On variations of Yama Nim and Triangular Nim, 2023",
        claim: TheoremClaim::Text("g == if(abs(x - y) <= 1, 0, min(x, y) + 1)"),
        beyond: Some(values!(
            "if(abs(x - y) <= 1, 0, min(x, y) + 1)",
            "(x - k, y + 1, z) for 2 <= k <= x",
            "(x + 1, y - k, z) for 2 <= k <= y"
        )),
        ..VALUES
    },
    Theorem {
        name: "chocolate-even",
        games: Games::One(
            "rules: positions y <= x / 2; (k, min(y, k / 2)) for 0 <= k < x; (x, k) for 0 <= k < y",
        ),
        words: "g = x xor y, where the bar is floor(x/k) squares high, for every even k: here k = 2; k = 4 is decided, too",
        source: "Nakamura and Miyadera, Impartial chocolate bar games, Integers 15, 2015",
        claim: TheoremClaim::Text("g == x ^ y"),
        beyond: Some(concat!(chocolate!("2"), " and ", chocolate!("4"))),
        ..VALUES
    },
    Theorem {
        name: "cutcake-values",
        games: Games::One(
            "rules: positions x > 0 and y > 0; (a, y) + (x - a, y) for 1 <= a < x; \
             (x, a) + (x, y - a) for 1 <= a < y",
        ),
        words: "g = 1 if a side is even, else 0: every play has xy - 1 cuts",
        source: "elementary",
        claim: TheoremClaim::Text(
            "(g == 0 iff x % 2 == 1 and y % 2 == 1) and (g == 1 iff x % 2 == 0 or y % 2 == 0)",
        ),
        decided: &["rules: positions x > 0 and y > 0; (a, y) + (x - a, y) for 1 <= a < x; \
             (x, a) + (x, y - a) for 1 <= a < y"],
        ..VALUES
    },
    Theorem {
        name: "lasker-values",
        games: Games::One("rules: (x - k) for 1 <= k <= x; (a) + (x - a) for 1 <= a < x"),
        words: "g = x - 1 if x > 0 is 0 mod 4, x + 1 if x is 3 mod 4, else x",
        source: "Berlekamp, Conway and Guy, Winning Ways, chapter 4",
        // Not decided: its moves lead to sums, and only finitely many values of sums can be.
        claim: TheoremClaim::Text("g == if(x > 0 and x % 4 == 0, x - 1, if(x % 4 == 3, x + 1, x))"),
        ..VALUES
    },
];

/// What theorems about the values of rules have in common.
const VALUES: Theorem = Theorem { subject: Subject::GrundyValues, ..Theorem::PROVED };
