//! Fibonacci Nim, on positions (n, r) of a heap and a limit.

use super::{Cell, Games, Known, Subject, Theorem};
use crate::numeration::Zeckendorf;
use crate::quantity::Convention;

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "fibonacci-outcomes",
        games: Games::One("fibonacci"),
        subject: Subject::PPositions,
        convention: Convention::Normal,
        statement: "(n, r) is P iff r is less than the smallest part of the Zeckendorf \
                    representation of n, or n = 0",
        source: "Whinihan, Fibonacci Nim, 1963",
        known: Known::Proved,
        test: |job| {
            let heaps = u64::from(job.domain().sides()[1]);
            let smallest: Vec<Option<u128>> =
                (0..heaps).map(|n| Zeckendorf::of(n).smallest_part()).collect();
            Box::new(move |cell| {
                let [_, heap, limit] = cell.at;
                let smallest = smallest[heap as usize];
                Some(cell.is_p == smallest.is_none_or(|smallest| u128::from(limit) < smallest))
            })
        },
    },
    Theorem {
        name: "fibonacci-starts",
        games: Games::One("fibonacci"),
        subject: Subject::PPositions,
        convention: Convention::Normal,
        statement: "the starting position (n, n-1), n >= 1, is P iff n is a Fibonacci number",
        source: "Whinihan, Fibonacci Nim, 1963",
        known: Known::Proved,
        test: |_| {
            Box::new(|cell| {
                let heap = start(cell)?;
                let smallest = Zeckendorf::of(heap.into()).smallest_part();
                Some(cell.is_p == (smallest == Some(heap.into())))
            })
        },
    },
    Theorem {
        name: "fibonacci-start-values",
        games: Games::One("fibonacci"),
        subject: Subject::GrundyValues,
        convention: Convention::Normal,
        statement: "at (n, n-1), n = 1..20: 0 0 0 3 0 4 4 0 5 5 5 6 0 6 6 7 7 7 7 7",
        source: "Larsson and Rubinstein-Salzedo, Grundy values of Fibonacci nim, 2016",
        known: Known::Proved,
        test: |_| {
            const FIRST: [u32; 20] = [0, 0, 0, 3, 0, 4, 4, 0, 5, 5, 5, 6, 0, 6, 6, 7, 7, 7, 7, 7];
            Box::new(|cell| {
                let heap = start(cell)?;
                FIRST.get(heap as usize - 1).map(|&value| cell.value == value)
            })
        },
    },
    Theorem {
        name: "fibonacci-limits",
        games: Games::One("fibonacci"),
        subject: Subject::GrundyValues,
        convention: Convention::Normal,
        statement: "g(n, r) never falls when r grows",
        source: "the options of (n, r) are among those of (n, r + 1)",
        known: Known::Proved,
        test: |_| {
            Box::new(|cell| {
                let [x, heap, limit] = cell.at;
                let before = cell.value_at([x, heap, limit.checked_sub(1)?]);
                Some(before <= cell.value)
            })
        },
    },
];

/// The heap n of a starting position (n, n-1), n >= 1.
fn start(cell: &Cell) -> Option<u32> {
    let [_, heap, limit] = cell.at;
    (heap == limit + 1).then_some(heap)
}
