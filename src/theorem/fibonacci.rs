//! Fibonacci Nim, on positions (n, r) of a heap and a limit.

use super::published::{Games, Subject, Test, Theorem};
use super::statement::Statement;
use crate::domain::Coordinates;
use crate::golden_ratio::Zeckendorf;
use crate::table::PositionView;

pub(super) const THEOREMS: &[Theorem] = &[
    Theorem {
        name: "fibonacci-outcomes",
        games: Games::One("fibonacci"),
        subject: Subject::PPositions,
        statement: "(n, r) is P iff r is less than the smallest part of the Zeckendorf \
                    representation of n, or n = 0",
        source: "Whinihan, Fibonacci Nim, 1963",
        sentence: Some("forall n, r: p[fibonacci](n, r) iff n == 0 or r < zeckendorf_part(n)"),
        test: Test::Of(|job| {
            let Coordinates([.., heaps, limits]) = job.domain().sides();
            // A table of the limits 0 alone, whose heaps may be very many, needs no smallest part.
            let heaps = if limits > 1 { heaps.into() } else { 0 };
            let smallest =
                |n| Zeckendorf::of(n).smallest_part().map_or(u32::MAX, |part| part as u32);
            let smallest: Vec<u32> = (0..heaps).map(smallest).collect();
            Statement::new(move |position| {
                let Coordinates([.., heap, limit]) = position.at;
                Some(position.is_p == (limit == 0 || limit < smallest[heap as usize]))
            })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-strategy",
        games: Games::One("fibonacci"),
        subject: Subject::PPositions,
        statement: "(n, r), n > 0, is N if r is at least the smallest part of the Zeckendorf \
                    representation of n: to take this part leads to P",
        source: "Whinihan, Fibonacci Nim, 1963",
        sentence: Some(STRATEGY),
        test: Test::Of(|job| {
            let quantity = job.quantity();
            Statement::new(move |position| {
                let Coordinates([.., heap, limit]) = position.at;
                let part = Zeckendorf::of(heap.into()).smallest_part()? as u32;
                let left = heap.checked_sub(part).filter(|_| limit >= part)?;
                let option = Coordinates([0, 0, left, left.min(part.saturating_mul(2))]);
                let leads_to_p = quantity.is_p_position(position.value_of(option), 0);
                Some(!position.is_p && leads_to_p)
            })
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-starts",
        games: Games::One("fibonacci"),
        subject: Subject::PPositions,
        statement: "the starting position (n, n-1), n >= 1, is P iff n is a Fibonacci number",
        source: "Whinihan, Fibonacci Nim, 1963",
        sentence: Some(
            "forall n: n >= 1 implies (p[fibonacci](n, n - 1) iff zeckendorf_part(n) == n)",
        ),
        test: Test::At(|position| {
            let heap = start(position)?;
            Some(position.is_p == is_fibonacci(heap))
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-start-values",
        games: Games::One("fibonacci"),
        subject: Subject::GrundyValues,
        statement: "at (n, n-1), n = 1..20: 0 0 0 3 0 4 4 0 5 5 5 6 0 6 6 7 7 7 7 7",
        source: "Larsson and Rubinstein-Salzedo, Grundy values of Fibonacci nim, 2016",
        test: Test::At(|position| {
            const FIRST: [u32; 20] = [0, 0, 0, 3, 0, 4, 4, 0, 5, 5, 5, 6, 0, 6, 6, 7, 7, 7, 7, 7];
            let heap = start(position)?;
            FIRST.get(heap as usize - 1).map(|&value| position.value == value)
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-starts-grow",
        games: Games::One("fibonacci"),
        subject: Subject::GrundyValues,
        statement: "g(n, n-1) never falls when n runs through the numbers that are not Fibonacci \
                    numbers",
        source: "Larsson and Rubinstein-Salzedo, Grundy values of Fibonacci nim, 2016",
        test: Test::At(|position| {
            let heap = start(position).filter(|&heap| !is_fibonacci(heap))?;
            let before = (1..heap).rev().find(|&n| !is_fibonacci(n))?;
            Some(position.value_of(Coordinates([0, 0, before, before - 1])) <= position.value)
        }),
        ..Theorem::PROVED
    },
    Theorem {
        name: "fibonacci-limits",
        games: Games::One("fibonacci"),
        subject: Subject::GrundyValues,
        statement: "g(n, r) never falls when r grows",
        source: "elementary: the options of (n, r) are among those of (n, r + 1)",
        test: Test::At(|position| {
            let Coordinates([.., heap, limit]) = position.at;
            let before = position.value_of(Coordinates([0, 0, heap, limit.checked_sub(1)?]));
            Some(before <= position.value)
        }),
        ..Theorem::PROVED
    },
];

const STRATEGY: &str = "forall n, r: n > 0 and r >= zeckendorf_part(n) implies \
    not p[fibonacci](n, r) and \
    move[fibonacci](n, r; n - zeckendorf_part(n), min(2*zeckendorf_part(n), n - zeckendorf_part(n))) and \
    p[fibonacci](n - zeckendorf_part(n), min(2*zeckendorf_part(n), n - zeckendorf_part(n)))";

/// Returns the heap n of a starting position (n, n-1), n >= 1.
fn start(position: &PositionView) -> Option<u32> {
    let Coordinates([.., heap, limit]) = position.at;
    (heap == limit + 1).then_some(heap)
}

fn is_fibonacci(n: u32) -> bool {
    Zeckendorf::of(n.into()).smallest_part() == Some(n.into())
}
