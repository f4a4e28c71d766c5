//! Wythoff Nim and Maharaja Nim.
//!
//! The P-positions of Wythoff Nim are the pairs (a_n, b_n) and their mirror images. There are four
//! characterizations of the pairs (Larsson, CombinArtorial games), each of which is computed here.

use super::published::{Games, ProofStatus, Subject, Test, Theorem};
use super::statement::Statement;
use crate::domain::Coordinates;
use crate::golden_ratio::{Zeckendorf, fibonacci_word, floor_phi, floor_phi_squared};
use crate::job::Job;
use crate::quantity::Convention;
use crate::table::PositionView;

pub(super) const THEOREMS: &[Theorem] = &[
    p_positions("wythoff-mex", MEX, BY_MEX, WYTHOFF, |job| normal(job, by_mex)),
    p_positions("wythoff-floors", FLOORS, BY_FLOORS, WYTHOFF, |job| normal(job, by_floors)),
    p_positions("wythoff-word", WORD, BY_WORD, STOLARSKY, |job| normal(job, by_word)),
    p_positions("wythoff-zeckendorf", ZOL, BY_ZECKENDORF, SILBER, |job| normal(job, by_zeckendorf)),
    p_positions_misere("wythoff-mex-misere", MISERE_MEX, BY_MEX_MISERE, |job| misere(job, by_mex)),
    p_positions_misere("wythoff-floors-misere", MISERE_FLOORS, BY_FLOORS_MISERE, |job| {
        misere(job, by_floors)
    }),
    p_positions_misere("wythoff-word-misere", MISERE_WORD, BY_WORD_MISERE, |job| {
        misere(job, by_word)
    }),
    p_positions_misere("wythoff-zeckendorf-misere", MISERE_ZOL, BY_ZECKENDORF_MISERE, |job| {
        misere(job, by_zeckendorf)
    }),
    Theorem {
        name: "wythoff-rows",
        games: Games::One("wythoff"),
        subject: Subject::GrundyValues,
        statement: "rows 0 to 2 begin 0 1 2 3 4 5 6 7 8, 1 2 0 4 5 3 7 8 6, 2 0 1 5 3 4 8 6 7",
        source: "OEIS A004481",
        test: Test::At(rows),
        ..Theorem::PROVED
    },
    Theorem {
        name: "wythoff-bounds",
        games: Games::One("wythoff"),
        subject: Subject::GrundyValues,
        statement: "y - 2x <= g <= x + y for x <= y, and the mirror image",
        // Let v = g(x, y). For each y' < y, the value of (x, y') is less than v, or v is the value of
        // an option of (x, y'), which lies in a row x' < x, because v occurs only once in row x. At
        // most v of these y' are of the first kind. At most 2x are of the second kind: v occurs in a
        // row x' at most once, at a position that is an option of two positions of row x, in its
        // column and on its diagonal. So y <= v + 2x. And no play is longer than x + y.
        source: "elementary",
        test: Test::At(|position| {
            let [.., x, y] = position.at.map(i64::from);
            let (x, y, g) = (x.min(y), x.max(y), i64::from(position.value));
            Some(y - 2 * x <= g && g <= x + y)
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "maharaja-first",
        games: Games::One("maharaja"),
        subject: Subject::PPositions,
        statement: "the P-positions with x <= y, x <= 14 are (0,0) (1,3) (2,6) (4,5) (7,10) (8,13) \
                    (9,16) (11,19) (12,18) (14,23)",
        source: LARSSON_WASTLUND,
        sentence: Some(MAHARAJA_FIRST),
        test: Test::At(maharaja_first),
        ..Theorem::PROVED
    },
    Theorem {
        name: "maharaja-beams",
        games: Games::One("maharaja"),
        subject: Subject::PPositions,
        statement: "if (x, y) is P, x <= y, then y is at least floor(phi x) - 3 and at most floor(phi x) + 4",
        // The paper proves that there are such numbers; the certificate that these are the least ones.
        source: LARSSON_WASTLUND,
        known: ProofStatus::ProvedInTheDocumentation,
        sentence: Some(MAHARAJA_BEAMS),
        test: Test::At(|position| {
            let [.., x, y] = position.at.map(u64::from);
            let (y, floor) = (u128::from(x.max(y)), floor_phi(x.min(y)));
            position.is_p.then_some(floor <= y + 3 && y <= floor + 4)
        }),
        ..Theorem::PROVED
    },
];

const MEX: &str = "P iff {x, y} = {a_n, b_n}, n >= 0: a_n is the least number that is no earlier a_i \
                   or b_i, b_n = a_n + n";
const FLOORS: &str = "P iff {x, y} = {floor(n phi), floor(n phi^2)}, n >= 0";
const WORD: &str = "P iff (0, 0), or {x, y} = {a_n, b_n}, n >= 1, the indices of the n-th 0 and the \
                    n-th 1 of the Fibonacci word, the fixed point of 0 -> 01, 1 -> 0";
const ZOL: &str = "P iff (0, 0), or {x, y} = {a_n, b_n}, n >= 1: a_n is the n-th number whose \
                   Zeckendorf representation ends in an even number of 0s, b_n its left shift";
const MISERE_MEX: &str = "as wythoff-mex, without (0,0), (1,2), (2,1), with (0,1), (1,0), (2,2)";
const MISERE_FLOORS: &str =
    "as wythoff-floors, without (0,0), (1,2), (2,1), with (0,1), (1,0), (2,2)";
const MISERE_WORD: &str = "as wythoff-word, without (0,0), (1,2), (2,1), with (0,1), (1,0), (2,2)";
const MISERE_ZOL: &str =
    "as wythoff-zeckendorf, without (0,0), (1,2), (2,1), with (0,1), (1,0), (2,2)";

const LARSSON_WASTLUND: &str = "Larsson and Wästlund, Maharaja Nim: Wythoff's queen meets the knight, \
                                Integers 14, 2014";

const MAHARAJA_FIRST: &str = "(forall x, y: p[maharaja](x, y) iff p[maharaja](y, x)) and forall x, y: \
    x <= y and x <= 14 implies (p[maharaja](x, y) iff x == 0 and y == 0 or x == 1 and y == 3 or \
    x == 2 and y == 6 or x == 4 and y == 5 or x == 7 and y == 10 or x == 8 and y == 13 or \
    x == 9 and y == 16 or x == 11 and y == 19 or x == 12 and y == 18 or x == 14 and y == 23)";

/// And there are P-positions where the bounds are met.
const MAHARAJA_BEAMS: &str = "(forall x, y: p[maharaja](x, y) iff p[maharaja](y, x)) and \
    (forall x, y: p[maharaja](x, y) and x <= y implies floor_phi(x) <= y + 3 and y <= floor_phi(x) + 4) and \
    (exists x, y: p[maharaja](x, y) and x <= y and floor_phi(x) == y + 3) and \
    exists x: p[maharaja](x, floor_phi(x) + 4)";

/// The pair (a, a + n) is that of n: a is in no earlier pair, and each smaller number is in one. Sentences
/// with `p` of negative numbers say nothing.
macro_rules! by_mex {
    () => {
        "(forall x, y: p[wythoff](x, y) iff p[wythoff](y, x)) and forall a, n: p[wythoff](a, a + n) iff \
         (not exists i: i < n and (p[wythoff](a, a + i) or p[wythoff](a - i, a))) and forall m: m < a implies \
         exists i: i < n and (p[wythoff](m, m + i) or p[wythoff](m - i, m))"
    };
}

macro_rules! floors {
    () => {
        "(exists n: x == floor_phi(n) and y == floor_phi2(n) or y == floor_phi(n) and x == floor_phi2(n))"
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

macro_rules! zeckendorf {
    () => {
        "(x == 0 and y == 0 or x > 0 and zeckendorf_zeros(x) % 2 == 0 and y == zeckendorf_shift(x) or \
         y > 0 and zeckendorf_zeros(y) % 2 == 0 and x == zeckendorf_shift(y))"
    };
}

/// In misère play (0, 1), (1, 0) and (2, 2) replace (0, 0), (1, 2) and (2, 1).
macro_rules! misere {
    ($normal:expr) => {
        concat!(
            "forall x, y: p[wythoff, misere](x, y) iff x + y == 1 or x == 2 and y == 2 or x + y > 3 and ",
            $normal
        )
    };
}

const BY_MEX: &str = by_mex!();
const BY_FLOORS: &str = concat!("forall x, y: p[wythoff](x, y) iff ", floors!());
const BY_WORD: &str = by_word!();
const BY_ZECKENDORF: &str = concat!("forall x, y: p[wythoff](x, y) iff ", zeckendorf!());
const BY_MEX_MISERE: &str = concat!("(", misere!("p[wythoff](x, y)"), ") and ", by_mex!());
const BY_FLOORS_MISERE: &str = misere!(floors!());
const BY_WORD_MISERE: &str = concat!("(", misere!("p[wythoff](x, y)"), ") and ", by_word!());
const BY_ZECKENDORF_MISERE: &str = misere!(zeckendorf!());

const WYTHOFF: &str = "Wythoff, A modification of the game of Nim, Nieuw Arch. Wisk. 7, 1907";
const STOLARSKY: &str = "Stolarsky, Beatty sequences, continued fractions, and certain shift \
                         operators, Canad. Math. Bull. 19, 1976";
const SILBER: &str =
    "Silber, Wythoff's Nim and Fibonacci representations, Fibonacci Quart. 15, 1977";
const FRAENKEL: &str = "Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci \
                        searches, Theoret. Comput. Sci. 29, 1984";

/// Makes a theorem about the P-positions of Wythoff Nim in normal play.
const fn p_positions(
    name: &'static str,
    statement: &'static str,
    sentence: &'static str,
    source: &'static str,
    test: fn(&Job) -> Statement,
) -> Theorem {
    Theorem {
        name,
        games: Games::One("wythoff"),
        subject: Subject::PPositions,
        statement,
        source,
        sentence: Some(sentence),
        test: Test::Of(test),
        ..Theorem::PROVED
    }
}

/// Makes a theorem about the P-positions of Wythoff Nim in misère play.
const fn p_positions_misere(
    name: &'static str,
    statement: &'static str,
    sentence: &'static str,
    test: fn(&Job) -> Statement,
) -> Theorem {
    let normal = p_positions(name, statement, sentence, FRAENKEL, test);
    Theorem { convention: Convention::Misere, ..normal }
}

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

/// Computes a_n = floor(n phi) and b_n = floor(n phi^2).
fn by_floors(end: u64) -> Vec<(u64, u64)> {
    let pairs = (1..).map(|n| (floor_phi(n) as u64, floor_phi_squared(n) as u64));
    pairs.take_while(|&(a, _)| a < end).collect()
}

/// Finds the letters of the Fibonacci word.
fn by_word(end: u64) -> Vec<(u64, u64)> {
    // b_n = a_n + n <= 2 a_n.
    let indices = |letter: u8| (1..2 * end + 1).filter(move |&i| fibonacci_word(i) == Some(letter));
    indices(0).zip(indices(1)).take_while(|&(a, _)| a < end).collect()
}

/// Counts the numbers whose Zeckendorf representations end in an even number of zeros.
fn by_zeckendorf(end: u64) -> Vec<(u64, u64)> {
    let digits = (1..end).map(|n| (n, Zeckendorf::of(n)));
    let lower = digits.filter(|(_, digits)| digits.trailing_zeros().is_some_and(|n| n % 2 == 0));
    lower.map(|(a, digits)| (a, digits.shifted() as u64)).collect()
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

/// Tests the first values of the first rows.
fn rows(position: &PositionView) -> Option<bool> {
    const ROWS: [[u32; 9]; 3] =
        [[0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 0, 4, 5, 3, 7, 8, 6], [2, 0, 1, 5, 3, 4, 8, 6, 7]];
    let [.., x, y] = position.at.map(|heap| heap as usize);
    ROWS.get(x)?.get(y).map(|&value| position.value == value)
}

/// Tests the first P-positions of Maharaja Nim.
fn maharaja_first(position: &PositionView) -> Option<bool> {
    const FIRST: [(u32, u32); 10] =
        [(0, 0), (1, 3), (2, 6), (4, 5), (7, 10), (8, 13), (9, 16), (11, 19), (12, 18), (14, 23)];
    let Coordinates([.., x, y]) = position.at;
    let pair = (x.min(y), x.max(y));
    (pair.0 <= 14).then(|| position.is_p == FIRST.contains(&pair))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a computation whose pairs are not those of Wythoff's paper, or of the others.
    #[test]
    fn four_ways_to_the_same_pairs() {
        let first = [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)];
        for pairs in [by_mex, by_floors, by_word, by_zeckendorf] {
            assert_eq!(pairs(13), first);
            assert_eq!(pairs(1), []);
            assert_eq!(pairs(5000), by_mex(5000));
        }
    }
}
