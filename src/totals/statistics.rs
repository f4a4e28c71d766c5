//! Totals of values: their sum, the number of P-positions, the extremes.

use std::fmt;

use fearless_simd::{Level, dispatch};
use serde::{Deserialize, Serialize};

use crate::domain::tiling::TileRegion;
use crate::job::Job;
use crate::quantity::PValues;
use crate::values::{Value, Values, on_values};
use crate::wording::counted;

/// Totals over positions. Totals of disjoint sets of positions can be merged in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Statistics {
    /// The number of positions.
    pub positions: u64,
    /// The sum of the values; an outcome counts 1 at P-positions.
    pub sum: i64,
    /// The number of P-positions, if the values determine these: scores do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(with = "u64"))]
    pub p_positions: Option<u64>,
    /// The least value, if it is negative, or else 0. A whole table of scores has the score 0 at its terminal
    /// positions.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub minimum: i64,
    /// The largest value, if it is positive, or else 0.
    pub maximum: i64,
}

fn is_zero(minimum: &i64) -> bool {
    *minimum == 0
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { positions, sum, p_positions, minimum, maximum } = self;
        write!(f, "{}, sum {sum}, ", counted(positions, "position"))?;
        if let Some(p_positions) = p_positions {
            write!(f, "{}, ", counted(p_positions, "P-position"))?;
        }
        if *minimum < 0 {
            write!(f, "minimum {minimum}, ")?;
        }
        write!(f, "maximum {maximum}")
    }
}

impl Statistics {
    /// Returns the first total that other values have another of: its name, that of these values and that of the others.
    pub(crate) fn first_difference(self, other: Self) -> Option<(&'static str, i128, i128)> {
        // Neither has P-positions in tables of scores.
        let p_positions = |totals: Statistics| totals.p_positions.unwrap_or_default().into();
        let pairs: [(&str, i128, i128); 5] = [
            ("number of positions", self.positions.into(), other.positions.into()),
            ("sum", self.sum.into(), other.sum.into()),
            ("number of P-positions", p_positions(self), p_positions(other)),
            ("minimum", self.minimum.into(), other.minimum.into()),
            ("maximum", self.maximum.into(), other.maximum.into()),
        ];
        pairs.into_iter().find(|(_, own, other)| own != other)
    }

    /// Adds up the values of a tile. Cells outside the domain do not count.
    pub fn of_tile(job: &Job, region: &TileRegion, values: &Values) -> Self {
        let totals = on_values!(values, cells => of_cells(job.p_values(), region, cells));
        let has_p_positions = job.quantity().has_p_positions();
        Statistics { p_positions: totals.p_positions.filter(|_| has_p_positions), ..totals }
    }

    /// Returns the totals of both sets of positions together.
    pub fn merge(self, other: Self) -> Self {
        let p_positions = [self.p_positions, other.p_positions].into_iter().flatten();
        Statistics {
            positions: self.positions + other.positions,
            sum: self.sum + other.sum,
            p_positions: p_positions.reduce(|one, other| one + other),
            minimum: self.minimum.min(other.minimum),
            maximum: self.maximum.max(other.maximum),
        }
    }

    /// Returns a value whose distance from 0 is the largest.
    pub fn furthest_from_0(&self) -> i64 {
        if self.minimum.unsigned_abs() > self.maximum.unsigned_abs() {
            self.minimum
        } else {
            self.maximum
        }
    }
}

/// Adds up the cells of a tile that are in the domain.
fn of_cells<V: Value>(p_values: PValues, region: &TileRegion, cells: &[V]) -> Statistics {
    if region.is_whole() {
        return of_run(p_values, cells);
    }
    let runs = region.runs().map(|run| of_run(p_values, &cells[run.offset..][..run.length]));
    runs.fold(Statistics::default(), Statistics::merge)
}

/// Adds up neighbouring cells.
fn of_run<V: Value>(p_values: PValues, cells: &[V]) -> Statistics {
    let PValues { first, last, are_even } = p_values;
    let (first, last) = (V::saturating_from(first), V::saturating_from(last));
    let positions = cells.len() as u64;
    let is_between = |value: V| u16::from(first <= value) & u16::from(value <= last);
    let is_even = |value: V| u16::from(value.to_u32() & 1 == 0);
    let totals = match are_even {
        true => {
            let is_p = |value| is_between(value) & is_even(value);
            dispatch!(Level::new(), _ => sum_up(cells, is_p))
        }
        false => dispatch!(Level::new(), _ => sum_up(cells, is_between)),
    };
    Statistics { positions, ..totals }
}

/// Computes the sum, the number of values for which `is_p` is 1 and not 0, the minimum and the maximum. It is inlined into
/// a copy for each SIMD level, of which the widest of the machine is used.
#[inline(always)]
fn sum_up<V: Value>(cells: &[V], is_p: impl Fn(V) -> u16) -> Statistics {
    /// Cells that are counted with 16 bits and, of the narrow types, summed with 32.
    const PIECE: usize = 1 << 12;
    let mut totals = Statistics::default();
    for piece in cells.chunks(PIECE) {
        let zero = V::from_u32(0);
        // The compiler leaves out the minimum of values that are never negative.
        let (mut p_positions, mut minimum, mut maximum) = (0u16, zero, zero);
        for &value in piece {
            p_positions += is_p(value);
            minimum = minimum.min(value);
            maximum = maximum.max(value);
        }
        totals = totals.merge(Statistics {
            positions: 0,
            sum: V::sum(piece),
            p_positions: Some(p_positions.into()),
            minimum: minimum.number(),
            maximum: maximum.number(),
        });
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches cells that are left out where a piece ends, and bounds of P-values that are off by one.
    #[test]
    fn pieces_are_added_up() {
        let cells: Vec<u16> = (0..9000).map(|cell| (cell * 7 % 1000) as u16).collect();
        for length in [0, 1, 4095, 4096, 4097, 9000] {
            let cells = &cells[..length];
            let between = PValues { first: 3, last: 6, are_even: false };
            let totals = of_run(between, cells);
            assert_eq!(totals.sum, cells.iter().map(|&value| i64::from(value)).sum::<i64>());
            let p_positions = cells.iter().filter(|value| (3..=6).contains(*value)).count() as u64;
            assert_eq!(totals.p_positions.unwrap_or(0), p_positions);
            let even = of_run(PValues { are_even: true, ..between }, cells);
            let p_positions = cells.iter().filter(|value| [4, 6].contains(*value)).count() as u64;
            assert_eq!(even.p_positions.unwrap_or(0), p_positions);
            assert_eq!(Statistics { p_positions: totals.p_positions, ..even }, totals);
            assert_eq!(totals.maximum, cells.iter().max().map_or(0, |&value| i64::from(value)));
            assert_eq!(totals.minimum, 0);
        }
    }

    /// Catches totals that are lost when sets are put together, and extremes of the wrong sign.
    #[test]
    fn totals_are_merged_and_told() {
        let one =
            Statistics { positions: 3, sum: -4, p_positions: Some(1), minimum: -5, maximum: 1 };
        let other = Statistics { positions: 2, sum: 9, p_positions: None, minimum: 0, maximum: 7 };
        let both = one.merge(other);
        let expected =
            Statistics { positions: 5, sum: 5, p_positions: Some(1), minimum: -5, maximum: 7 };
        assert_eq!((both, other.merge(one)), (expected, expected));
        assert_eq!(one.merge(one).p_positions, Some(2));
        assert_eq!(other.merge(other).p_positions, None);
        assert_eq!((one.furthest_from_0(), both.furthest_from_0()), (-5, 7));
        assert_eq!(Statistics { maximum: 5, ..one }.furthest_from_0(), 5);
        assert_eq!(one.to_string(), "3 positions, sum -4, 1 P-position, minimum -5, maximum 1");
        assert_eq!(other.to_string(), "2 positions, sum 9, maximum 7");
        // What is not known and what is 0 is left out where totals are stored.
        let stored = |totals: Statistics| serde_json::to_value(totals).expect("JSON");
        let expected = serde_json::json!({ "positions": 2, "sum": 9, "maximum": 7 });
        assert_eq!(stored(other), expected);
        assert_eq!(stored(one)["minimum"], -5);
    }
}
