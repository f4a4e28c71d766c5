//! P-positions of games whose rules are written as clauses. `docs/rules.md` has these games as users write them.

use super::published::{Games, Theorem, TheoremClaim};

/// What theorems about the P-positions of rules have in common; these are given by their canonical text.
macro_rules! of {
    ($rules:literal) => {
        Theorem { games: Games::One($rules), decided: &[$rules], ..Theorem::PROVED }
    };
}

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "wythoff-2-floors",
        words: "P iff {x, y} = {a_n, a_n + 2 n}, n >= 0, with a_n = floor(n sqrt(2))",
        source: FRAENKEL_1982,
        claim: TheoremClaim::Text(
            "p iff abs(x - y) % 2 == 0 and min(x, y) == floor(sqrt(2)*(abs(x - y)/2))",
        ),
        ..of!("rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
             (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 2")
    },
    Theorem {
        name: "wythoff-3-floors",
        words: "P iff {x, y} = {a_n, a_n + 3 n}, n >= 0, with a_n = floor(n (sqrt(13) - 1) / 2)",
        source: FRAENKEL_1982,
        // Said of each half: a sentence about the least and the largest heap takes three times as long to decide.
        claim: TheoremClaim::Text(
            "(p iff p(y, x)) and (x <= y implies (p iff (y - x) % 3 == 0 and \
             x == floor((sqrt(13) - 1)/2*((y - x)/3))))",
        ),
        ..of!("rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; \
             (x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 3")
    },
    Theorem {
        name: "wythoff-larger-heap",
        words: "the P-positions are those of Wythoff Nim",
        source: "Ho, Two variants of Wythoff's game preserving its P-positions, 2012",
        claim: TheoremClaim::Text("p iff min(x, y) == floor_phi(abs(x - y))"),
        ..of!("rules: (x - k, y) for 1 <= k <= x if x >= y; (x, y - k) for 1 <= k <= y if y >= x; \
             (x - k, y - k) for 1 <= k <= min(x, y)")
    },
    Theorem {
        name: "moore",
        words: "P iff x = y = z: on three heaps, of which one or two are reduced",
        source: "Moore, A generalization of the game called Nim, 1910",
        claim: TheoremClaim::Text("p iff x == y == z"),
        ..of!("rules: (x - k, y - l, z) for 0 <= k <= x, 0 <= l <= y if k + l > 0; \
             (x - k, y, z - l) for 0 <= k <= x, 0 <= l <= z if k + l > 0; \
             (x, y - k, z - l) for 0 <= k <= y, 0 <= l <= z if k + l > 0")
    },
    Theorem {
        name: "exact-2-nim",
        words: "P iff min(floor(t/2), t - max(x, y, z)) = 0, with t = x + y + z",
        source: "Boros, Gurvich, Ho, Makino and Mursic, On the Sprague-Grundy function of exact k-Nim, 2015",
        claim: TheoremClaim::Text("p iff min(tokens / 2, tokens - max(x, y, z)) == 0"),
        ..of!("rules: (x - k, y - l, z) for 1 <= k <= x, 1 <= l <= y; \
             (x - k, y, z - l) for 1 <= k <= x, 1 <= l <= z; \
             (x, y - k, z - l) for 1 <= k <= y, 1 <= l <= z")
    },
    Theorem {
        name: "greedy-nim",
        words: "P iff all heaps are empty, or the number of largest heaps is even",
        source: "Albert and Nowakowski, Nim restrictions, 2004",
        claim: TheoremClaim::Text(
            "p iff tokens == 0 or x == y and y > z or y == z and z > x or x == z and z > y",
        ),
        ..of!("rules: (x - k, y, z) for 1 <= k <= x if x >= y and x >= z; \
             (x, y - k, z) for 1 <= k <= y if y >= x and y >= z; \
             (x, y, z - k) for 1 <= k <= z if z >= x and z >= y")
    },
    Theorem {
        name: "end-nim",
        words: "P iff the heaps at the ends of the row are equal, and that between them, if there is one, is not equal to both",
        source: "Albert and Nowakowski, The game of End-Nim, 2001",
        claim: TheoremClaim::Text(
            "p iff if(x == 0, y == z, if(z == 0, x == y, x == z and x != y))",
        ),
        ..of!("rules: (x - k, y, z) for 1 <= k <= x; (x, y, z - k) for 1 <= k <= z; \
             (x, y - k, z) for 1 <= k <= y if x == 0 or z == 0")
    },
    Theorem {
        name: "staircase-nim",
        words: "P iff x = z",
        source: "Sprague 1937",
        claim: TheoremClaim::Text("p iff x == z"),
        ..of!("rules: grade x + 2 * y + 3 * z; (x - k, y, z) for 1 <= k <= x; \
             (x + k, y - k, z) for 1 <= k <= y; (x, y + k, z - k) for 1 <= k <= z")
    },
    Theorem {
        name: "delete-nim",
        words: "P iff both heaps are even",
        source: "Abuku and Suetsugu, Delete Nim, 2021",
        claim: TheoremClaim::Text("p iff x % 2 == 0 and y % 2 == 0"),
        ..of!("rules: (k, x - 1 - k) for 0 <= k < x; (k, y - 1 - k) for 0 <= k < y")
    },
    Theorem {
        name: "mark",
        words: "P iff x = 0 or x ends in an odd number of binary zeros: x is even and x/2 is not P, which says so by induction",
        source: "Fraenkel, The vile, dopey, evil and odious game players, 2012",
        claim: TheoremClaim::Text("p iff x == 0 or x % 2 == 0 and not p(x / 2)"),
        ..of!("rules: (x - 1) if x > 0; (x / 2) if x > 0")
    },
    Theorem {
        name: "maximum-nim",
        words: "P iff x + 1 is a power of 2",
        source: "Levine, Fractal sequences and restricted Nim, 2006",
        claim: TheoremClaim::Text("p iff (x & (x + 1)) == 0"),
        ..of!("rules: (x - k) for 1 <= k <= x / 2")
    },
    Theorem {
        name: "take-away-as-many",
        words: "P iff x = 0 or y is less than the largest power of 2 that divides x",
        source: SCHWENK,
        claim: TheoremClaim::Text("p iff x == 0 or y < ((x ^ x - 1) + 1) / 2"),
        ..of!("rules: grade x; (x - k, k) for 1 <= k <= min(x, y)")
    },
    Theorem {
        name: "take-away-twice",
        words: "P iff x = 0 or 2 y is less than the smallest part of the Zeckendorf representation of x",
        source: SCHWENK,
        claim: TheoremClaim::Text("p iff x == 0 or 2*y < zeckendorf_part(x)"),
        ..of!("rules: grade x; (x - k, k) for 1 <= k <= min(x, 2 * y)")
    },
    Theorem {
        name: "knight",
        words: "P iff x mod 4 < 2 and y mod 4 < 2",
        source: "HackerRank, A chessboard game",
        claim: TheoremClaim::Text("p iff x % 4 < 2 and y % 4 < 2"),
        ..of!("rules: (x - 2, y + 1) if x >= 2; (x - 2, y - 1) if x >= 2 and y >= 1; \
             (x + 1, y - 2) if y >= 2; (x - 1, y - 2) if x >= 1 and y >= 2")
    },
];

const FRAENKEL_1982: &str = "Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89, 1982";
const SCHWENK: &str = "Schwenk, Take-away games, Fibonacci Quart. 8, 1970";
