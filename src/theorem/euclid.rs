//! Euclid, with and without the rule that heaps stay positive.

use super::golden_ratio::exceeds_phi_times;
use super::published::{Games, Subject, Test, Theorem};
use crate::domain::Coordinates;
use crate::quantity::Convention;

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "euclid-positive-outcomes",
        games: Games::One("euclid+positive"),
        subject: Subject::PPositions,
        statement: "for x, y > 0: P iff the larger heap is less than phi times the smaller one",
        source: "Cole and Davie 1969; Larsson, CombinArtorial games",
        test: Test::At(|position| {
            let (low, high) = positive_heaps(position.at)?;
            Some(position.is_p != exceeds_phi_times(high, low))
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-positive-values",
        games: Games::One("euclid+positive"),
        subject: Subject::GrundyValues,
        statement: "for x, y > 0: g = floor(|y/x - x/y|)",
        source: "Nivasch, The Sprague-Grundy function of the game Euclid, 2006",
        test: Test::At(|position| {
            let (low, high) = positive_heaps(position.at)?;
            Some(position.value == nivasch(low, high))
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-positive-misere-values",
        games: Games::One("euclid+positive"),
        subject: Subject::GrundyValues,
        convention: Convention::Misere,
        statement: "for x, y > 0: g is as in normal play, except at {k F_i, k F_(i+1)}, where it is \
                    1 minus that",
        source: "Gurvich 2007, with the values of Nivasch 2006",
        test: Test::At(|position| {
            let (low, high) = positive_heaps(position.at)?;
            let normal = nivasch(low, high);
            Some(if are_fibonacci_neighbours(low, high) {
                position.value.checked_add(normal) == Some(1)
            } else {
                position.value == normal
            })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-positive-tame",
        games: Games::One("euclid+positive"),
        subject: Subject::GrundyPairs,
        statement: "for x, y > 0: normal and misère values are equal, except at {k F_i, k F_(i+1)}, \
                    where they are 0 and 1",
        source: "Gurvich 2007",
        test: Test::At(|position| {
            let (low, high) = positive_heaps(position.at)?;
            let other = position.other_value()?;
            Some(if are_fibonacci_neighbours(low, high) {
                position.value.checked_add(other) == Some(1)
            } else {
                position.value == other
            })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-outcomes",
        games: Games::One("euclid"),
        subject: Subject::PPositions,
        statement: "P iff a heap is 0, or x != y and the larger heap is less than phi times the \
                    smaller one",
        source: "Cole and Davie 1969",
        test: Test::At(|position| {
            let is_p = match positive_heaps(position.at) {
                None => true,
                Some((low, high)) => low != high && !exceeds_phi_times(high, low),
            };
            Some(position.is_p == is_p)
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "euclid-diagonal",
        games: Games::One("euclid"),
        subject: Subject::GrundyValues,
        statement: "g(x, x) = 1 for x > 0",
        source: "elementary: the options are (0, x) and (x, 0), of value 0",
        test: Test::At(|position| {
            let (low, high) = positive_heaps(position.at)?;
            (low == high).then_some(position.value == 1)
        }),
        ..Theorem::PROVED
    },
];

/// Returns the smaller and the larger heap, if both are positive.
fn positive_heaps(Coordinates([.., x, y]): Coordinates) -> Option<(u32, u32)> {
    (x > 0 && y > 0).then_some((x.min(y), x.max(y)))
}

/// Returns floor(high/low - low/high), computed in integers.
fn nivasch(low: u32, high: u32) -> u32 {
    let (low, high) = (u64::from(low), u64::from(high));
    // Heaps are below 2^30, so their squares are below 2^60.
    ((high * high - low * low) / (low * high)) as u32
}

/// Returns whether (low, high) is a multiple of two neighbours of the Fibonacci sequence 1, 1, 2, 3,
/// 5, ...
fn are_fibonacci_neighbours(low: u32, high: u32) -> bool {
    let pairs = std::iter::successors(Some((1u64, 1u64)), |&(a, b)| Some((b, a + b)));
    let (low, high) = (u64::from(low), u64::from(high));
    let is_multiple = |&(a, b): &(u64, u64)| low % a == 0 && low / a * b == high;
    // The heap is no multiple of a larger number.
    pairs.take_while(|&(a, _)| a <= low).any(|pair| is_multiple(&pair))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_and_values_of_small_heaps() {
        for (low, high, neighbours) in
            [(1, 1, true), (7, 7, true), (2, 4, true), (4, 6, true), (3, 5, true), (3, 4, false)]
        {
            assert_eq!(are_fibonacci_neighbours(low, high), neighbours, "({low}, {high})");
        }
        assert_eq!((nivasch(3, 3), nivasch(1, 2), nivasch(2, 5), nivasch(2, 8)), (0, 1, 2, 3));
    }
}
