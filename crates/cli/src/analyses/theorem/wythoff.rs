//! Wythoff Nim and Maharaja Nim.
//!
//! The P-positions of Wythoff Nim are the pairs (a_n, b_n) and their mirror images. There are four
//! characterizations of the pairs (Larsson, CombinArtorial games). That by floors and that by Zeckendorf
//! representations tell whether a position is a pair by its heaps alone, and are claims. By the least number that has not
//! occurred and by the Fibonacci word the n-th pair follows from those before: no claim about a position says that, and
//! the pairs are computed here.

use super::published::{Games, ProofStatus, Subject, Theorem, TheoremClaim};
use super::statement::Statement;
use grundytab::domain::Coordinates;
use grundytab::job::Job;
use grundytab::quantity::Convention;
use grundytab::table::PositionView;
use heap_rules::golden_ratio::fibonacci_word;

/// The pair (a, a + n) is that of n: a is in no earlier pair, and each smaller number is in one. Sentences
/// with `p` of negative numbers say nothing.
macro_rules! by_mex {
    () => {
        "(forall x, y: p[wythoff](x, y) iff p[wythoff](y, x)) and forall a, n: p[wythoff](a, a + n) iff \
         (not exists i: i < n and (p[wythoff](a, a + i) or p[wythoff](a - i, a))) and forall m: m < a implies \
         exists i: i < n and (p[wythoff](m, m + i) or p[wythoff](m - i, m))"
    };
}

/// The pairs match the indices of the letter 0 with those of the letter 1, in order: the n-th with the n-th.
macro_rules! by_word {
    () => {
        "p[wythoff](0, 0) and (forall x, y: p[wythoff](x, y) iff p[wythoff](y, x)) and (forall x, y: \
         p[wythoff](x, y) and x + y > 0 implies x > 0 and y > 0 and fibonacci_word(x) + fibonacci_word(y) == 1) \
         and (forall i: i > 0 implies exists j: j > 0 and p[wythoff](i, j)) and forall x, y, u, v: \
         x > 0 and y > 0 and u > 0 and v > 0 and p[wythoff](x, y) and p[wythoff](u, v) and \
         fibonacci_word(x) == 0 and fibonacci_word(u) == 0 implies (x < u iff y < v)"
    };
}

/// The heaps are a pair by floors: for the difference n of the heaps, a_n = floor(n phi) and b_n = a_n + n.
macro_rules! floors {
    () => {
        "min(x, y) == floor_phi(abs(x - y))"
    };
}

/// The heaps are (0, 0) or a pair by Zeckendorf representations.
macro_rules! zeckendorf {
    () => {
        "(x + y == 0 or min(x, y) > 0 and max(x, y) == zeckendorf_shift(min(x, y)) and \
         zeckendorf_zeros(min(x, y)) % 2 == 0)"
    };
}

/// In misère play (0, 1), (1, 0) and (2, 2) replace (0, 0), (1, 2) and (2, 1).
macro_rules! misere {
    ($normal:expr) => {
        concat!("p iff x + y == 1 or x == 2 and y == 2 or x + y > 3 and ", $normal)
    };
}

/// The same, where it is said of all heaps.
macro_rules! misere_sentence {
    ($normal:expr) => {
        concat!(
            "(forall x, y: p[wythoff, misere](x, y) iff x + y == 1 or x == 2 and y == 2 or x + y > 3 and \
             p[wythoff](x, y)) and ",
            $normal
        )
    };
}

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "wythoff-mex",
        words: "P iff {x, y} = {a_n, b_n}, n >= 0: a_n is the least number that is no earlier a_i \
                or b_i, b_n = a_n + n",
        source: WYTHOFF,
        claim: TheoremClaim::Computed(|job| normal(job, by_mex)),
        beyond: Some(by_mex!()),
        ..P_POSITIONS
    },
    Theorem {
        name: "wythoff-floors",
        words: "P iff {x, y} = {floor(n phi), floor(n phi^2)}, n >= 0",
        source: WYTHOFF,
        claim: TheoremClaim::Text(concat!("p iff ", floors!())),
        decided: &["wythoff"],
        ..P_POSITIONS
    },
    Theorem {
        name: "wythoff-word",
        words: "P iff (0, 0), or {x, y} = {a_n, b_n}, n >= 1, the indices of the n-th 0 and the \
                n-th 1 of the Fibonacci word, the fixed point of 0 -> 01, 1 -> 0",
        source: "Stolarsky, Beatty sequences, continued fractions, and certain shift operators, Canad. Math. \
                 Bull. 19, 1976",
        claim: TheoremClaim::Computed(|job| normal(job, by_word)),
        beyond: Some(by_word!()),
        ..P_POSITIONS
    },
    Theorem {
        name: "wythoff-zeckendorf",
        words: "P iff (0, 0), or {x, y} = {a_n, b_n}, n >= 1: a_n is the n-th number whose \
                Zeckendorf representation ends in an even number of 0s, b_n its left shift",
        source: "Silber, Wythoff's Nim and Fibonacci representations, Fibonacci Quart. 15, 1977",
        claim: TheoremClaim::Text(concat!("p iff ", zeckendorf!())),
        decided: &["wythoff"],
        ..P_POSITIONS
    },
    Theorem {
        name: "wythoff-mex-misere",
        words: "as wythoff-mex, without (0,0), (1,2), (2,1), with (0,1), (1,0), (2,2)",
        claim: TheoremClaim::Computed(|job| misere(job, by_mex)),
        beyond: Some(misere_sentence!(by_mex!())),
        ..P_POSITIONS_MISERE
    },
    Theorem {
        name: "wythoff-floors-misere",
        words: "as wythoff-floors, without (0,0), (1,2), (2,1), with (0,1), (1,0), (2,2)",
        claim: TheoremClaim::Text(misere!(floors!())),
        decided: &["wythoff"],
        ..P_POSITIONS_MISERE
    },
    Theorem {
        name: "wythoff-word-misere",
        words: "as wythoff-word, without (0,0), (1,2), (2,1), with (0,1), (1,0), (2,2)",
        claim: TheoremClaim::Computed(|job| misere(job, by_word)),
        beyond: Some(misere_sentence!(by_word!())),
        ..P_POSITIONS_MISERE
    },
    Theorem {
        name: "wythoff-zeckendorf-misere",
        words: "as wythoff-zeckendorf, without (0,0), (1,2), (2,1), with (0,1), (1,0), (2,2)",
        claim: TheoremClaim::Text(misere!(zeckendorf!())),
        decided: &["wythoff"],
        ..P_POSITIONS_MISERE
    },
    Theorem {
        name: "wythoff-rows",
        games: Games::One("wythoff"),
        subject: Subject::GrundyValues,
        words: "rows 0 to 2 begin 0 1 2 3 4 5 6 7 8, 1 2 0 4 5 3 7 8 6, 2 0 1 5 3 4 8 6 7",
        source: "OEIS A004481",
        claim: TheoremClaim::Text("x <= 2 and y <= 8 implies g == y - y % 3 + (x + y) % 3"),
        ..Theorem::PROVED
    },
    Theorem {
        name: "wythoff-bounds",
        games: Games::One("wythoff"),
        subject: Subject::GrundyValues,
        // Let v = g(x, y) for x <= y. For each y' < y, the value of (x, y') is less than v, or v is the value of
        // an option of (x, y'), which lies in a row x' < x, because v occurs only once in row x. At
        // most v of these y' are of the first kind. At most 2x are of the second kind: v occurs in a
        // row x' at most once, at a position that is an option of two positions of row x, in its
        // column and on its diagonal. So y <= v + 2x. And no play is longer than x + y.
        source: "elementary",
        claim: TheoremClaim::Text("max(x, y) - 2*min(x, y) <= g <= x + y"),
        ..Theorem::PROVED
    },
    Theorem {
        name: "maharaja-first",
        games: Games::One("maharaja"),
        subject: Subject::PPositions,
        words: "the P-positions with x <= y, x <= 14 are (0,0) (1,3) (2,6) (4,5) (7,10) (8,13) \
                (9,16) (11,19) (12,18) (14,23)",
        source: LARSSON_WASTLUND,
        claim: TheoremClaim::Text(MAHARAJA_FIRST),
        decided: &["maharaja"],
        ..Theorem::PROVED
    },
    Theorem {
        name: "maharaja-beams",
        games: Games::One("maharaja"),
        subject: Subject::PPositions,
        words: "if (x, y) is P, x <= y, then y is at least floor(phi x) - 3 and at most floor(phi x) + 4",
        // The paper proves that there are such numbers; the certificate that these are the least ones.
        source: LARSSON_WASTLUND,
        known: ProofStatus::ProvedInTheDocumentation,
        claim: TheoremClaim::Text(
            "p implies floor_phi(min(x, y)) - 3 <= max(x, y) <= floor_phi(min(x, y)) + 4",
        ),
        decided: &["maharaja"],
        // There are P-positions where the bounds are met.
        beyond: Some(
            "(exists x, y: p[maharaja](x, y) and x <= y and floor_phi(x) == y + 3) and \
             exists x: p[maharaja](x, floor_phi(x) + 4)",
        ),
        ..Theorem::PROVED
    },
];

/// What the theorems about the P-positions of Wythoff Nim have in common,
const P_POSITIONS: Theorem =
    Theorem { games: Games::One("wythoff"), subject: Subject::PPositions, ..Theorem::PROVED };

/// and in misère play.
const P_POSITIONS_MISERE: Theorem = Theorem {
    convention: Convention::Misere,
    source: "Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, Theoret. Comput. Sci. \
             29, 1984",
    ..P_POSITIONS
};

const WYTHOFF: &str = "Wythoff, A modification of the game of Nim, Nieuw Arch. Wisk. 7, 1907";
const LARSSON_WASTLUND: &str = "Larsson and Wästlund, Maharaja Nim: Wythoff's queen meets the knight, \
                                Integers 14, 2014";

const MAHARAJA_FIRST: &str = "min(x, y) <= 14 implies (p iff x + y == 0 or \
    min(x, y) == 1 and max(x, y) == 3 or min(x, y) == 2 and max(x, y) == 6 or \
    min(x, y) == 4 and max(x, y) == 5 or min(x, y) == 7 and max(x, y) == 10 or \
    min(x, y) == 8 and max(x, y) == 13 or min(x, y) == 9 and max(x, y) == 16 or \
    min(x, y) == 11 and max(x, y) == 19 or min(x, y) == 12 and max(x, y) == 18 or \
    min(x, y) == 14 and max(x, y) == 23)";

/// Returns the pairs (a_n, b_n), n >= 1, with a_n below a number.
type Pairs = fn(u64) -> Vec<(u64, u64)>;

/// Computes a_n as the least number that has not occurred yet.
fn by_mex(end: u64) -> Vec<(u64, u64)> {
    let mut taken = vec![false; 2 * end as usize + 2];
    let mut pairs = Vec::new();
    let mut a = 1;
    while a < end {
        let b = a + pairs.len() as u64 + 1;
        pairs.push((a, b));
        taken[a as usize] = true;
        taken[b as usize] = true;
        while taken[a as usize] {
            a += 1;
        }
    }
    pairs
}

/// Finds the letters of the Fibonacci word.
fn by_word(end: u64) -> Vec<(u64, u64)> {
    // b_n = a_n + n <= 2 a_n.
    let indices = |letter: u8| (1..2 * end + 1).filter(move |&i| fibonacci_word(i) == Some(letter));
    indices(0).zip(indices(1)).take_while(|&(a, _)| a < end).collect()
}

/// Returns, for each smaller heap a of a table, the larger heap b of the pair (a, b), if there is one.
/// The smaller heap is less than the shorter side of the table.
fn larger_heaps(job: &Job, pairs: Pairs) -> Vec<Option<u32>> {
    let Coordinates([.., rows, columns]) = job.domain().sides();
    let end = rows.min(columns);
    let mut larger = vec![None; end as usize];
    for (a, b) in pairs(end.into()) {
        larger[a as usize] = u32::try_from(b).ok();
    }
    larger
}

/// Returns the statement that the P-positions of normal play are (0, 0) and the pairs.
fn normal(job: &Job, pairs: Pairs) -> Statement {
    let mut larger = larger_heaps(job, pairs);
    larger[0] = Some(0);
    Statement::new(move |position| Some(position.is_p == is_pair(position, &larger)))
}

/// Returns the statement that the P-positions of misère play are the pairs, but (0, 1), (1, 0) and
/// (2, 2) instead of (1, 2) and (2, 1).
fn misere(job: &Job, pairs: Pairs) -> Statement {
    let larger = larger_heaps(job, pairs);
    Statement::new(move |position| {
        let is_p = match (position.at[2], position.at[3]) {
            (0, 1) | (1, 0) | (2, 2) => true,
            (0, 0) | (1, 2) | (2, 1) => false,
            _ => is_pair(position, &larger),
        };
        Some(position.is_p == is_p)
    })
}

/// Returns whether the heaps of a position are a pair.
fn is_pair(position: &PositionView, larger: &[Option<u32>]) -> bool {
    let Coordinates([.., x, y]) = position.at;
    larger[x.min(y) as usize] == Some(x.max(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a computation whose pairs are not those of Wythoff's paper, or of the other one.
    #[test]
    fn both_ways_lead_to_the_same_pairs() {
        let first = [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)];
        for pairs in [by_mex, by_word] {
            assert_eq!(pairs(13), first);
            assert_eq!(pairs(1), []);
            assert_eq!(pairs(5000), by_mex(5000));
        }
    }
}
