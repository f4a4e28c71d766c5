//! Numerations that suit a game, from the slopes of the lines along which its P-positions lie.
//!
//! If a slope is a number of a quadratic field, such as (1 + sqrt(3))/2, its multiples are computed by automata in the
//! numeration of a Pisot number of the same field, and in none of another field (compare Hieronymi and Terry, Ostrowski
//! numeration systems, addition, and finite automata, 2018). So the slopes are measured, and the field is recognised by a
//! quadratic equation with small coefficients.
//!
//! A field has several numerations. Sets that automata recognise in two of them whose bases have no common power can be
//! defined by addition alone (Bès, An extension of the Cobham-Semënov theorem, J. Symb. Logic 65, 2000). Two units of a field have a
//! common power, up to its sign; a number that is no unit has none with them. So numerations of both kinds are tried.

use std::ops::RangeInclusive;

use super::caps::Caps;
use super::columns::Columns;
use super::definition::{Definition, SetName};
use super::end::{End, Halt};
use super::evidence::{Evidence, Tables};
use crate::automata::{Numeration, NumerationError};
use grundytab::control::Control;
use grundytab::error::Error;

/// P-positions below this side are listed, and below the larger one if this takes few steps.
const SIDE: u32 = 1 << 14;
const LARGER_SIDE: u32 = 1 << 17;

/// A larger list is made if a column takes at most this many steps.
const STEPS_OF_COLUMN: u64 = 32;

/// Neighbours in direction that are this many tokens apart at the side, or more, lie on different lines.
const GAP: f64 = 64.0;

/// So many P-positions make a line.
const FEWEST: usize = 100;

/// The positions of the table from which slopes are measured where P-positions are not listed.
const POSITIONS_OF_TABLE: u64 = 4_000_000;

/// How far a slope that is fitted may be from the true one, times the side: the P-positions are some tokens from their
/// line, most of them in turn on either side.
const ERROR: f64 = 0.125;

/// The coefficients of an equation are at most this.
const LARGEST: i64 = 12;

/// The largest A of a suggested `recurrence:A,B`: others have more digits than are read in useful time.
const LARGEST_OF_SUMS: u32 = 5;

/// A numeration that was made.
type Made = Result<Numeration, NumerationError>;

/// Returns the numerations of the quadratic fields in which the slopes of a game on two heaps lie, by the number of slopes;
/// none of other games. Where P-positions are not listed, those of a table are taken.
///
/// # Errors
/// When the control interrupts it.
pub fn numerations_of_slopes(
    definition: &Definition,
    control: &Control,
) -> Result<Vec<Numeration>, Error> {
    let (members, side) = match Columns::of(definition).filter(|columns| columns.heaps() == 2) {
        Some(columns) => {
            let below = |side| columns.below(0, side, control).map_err(|_| Error::Interrupted);
            let (mut side, mut list) = (SIDE, below(SIDE)?);
            if list.steps <= STEPS_OF_COLUMN * u64::from(SIDE) {
                (side, list) = (LARGER_SIDE, below(LARGER_SIDE)?);
            }
            (list.members, side)
        }
        None => p_positions_of_table(definition, control)?,
    };
    let field = |slope| field(slope, ERROR / f64::from(side));
    let fields: Vec<i64> = slopes(members, side).into_iter().filter_map(field).collect();
    let count = |field: &i64| fields.iter().filter(|other| *other == field).count();
    let mut found = fields.clone();
    found.sort_by_key(|field| (usize::MAX - count(field), *field));
    found.dedup();
    Ok(found.into_iter().flat_map(numerations).collect())
}

/// Returns the P-positions of a table of a game on two heaps, and its side; none of other games.
fn p_positions_of_table(
    definition: &Definition,
    control: &Control,
) -> Result<(Vec<[u32; 2]>, u32), Error> {
    let has_two_heaps = definition.ruleset().heaps() == 2 && definition.sets() == [SetName::P];
    let caps = Caps { positions: POSITIONS_OF_TABLE, control: *control, ..Caps::default() };
    let mut tables = Tables { definition, caps: &caps, tell: &mut |_| () };
    let mut table = match Evidence::first(&mut tables) {
        Ok(table) if has_two_heaps && table.domain().is_box() => table,
        Err(Halt::Error(error)) => return Err(error),
        _ => return Ok((Vec::new(), 1)),
    };
    loop {
        match table.grown(&mut tables) {
            Ok(larger) => table = larger,
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::End(End::Time)) => return Err(Error::Interrupted),
            Err(Halt::End(_)) => break,
        }
    }
    let sides = table.domain().shape();
    let side = sides.iter().copied().min().unwrap_or(1);
    let pairs = (0..side).flat_map(|x| (0..side).map(move |y| [x, y]));
    let is_p = |[x, y]: &[u32; 2]| {
        table.is_member(definition, SetName::P, &[(*x).into(), (*y).into()]) == Some(true)
    };
    Ok((pairs.filter(is_p).collect(), side))
}

/// Returns the slopes y / x of the lines along which most of the pairs lie.
fn slopes(mut pairs: Vec<[u32; 2]>, side: u32) -> Vec<f64> {
    pairs.retain(|[x, y]| x.max(y) >= &(side / 2));
    let direction = |&[x, y]: &[u32; 2]| f64::from(y) / (f64::from(x) + f64::from(y));
    pairs.sort_by(|one, two| direction(one).total_cmp(&direction(two)));
    let is_near =
        |one: &[u32; 2], two: &[u32; 2]| direction(two) - direction(one) < GAP / f64::from(side);
    let lines = pairs.chunk_by(is_near).filter(|line| line.len() >= FEWEST);
    lines.map(slope).filter(|slope| slope.is_finite()).collect()
}

/// Fits a line by least squares.
fn slope(points: &[[u32; 2]]) -> f64 {
    let mean = |axis: usize| {
        points.iter().map(|point| f64::from(point[axis])).sum::<f64>() / points.len() as f64
    };
    let (mean_x, mean_y) = (mean(0), mean(1));
    let [product, square] = points.iter().fold([0.0; 2], |[product, square], &[x, y]| {
        let (x, y) = (f64::from(x) - mean_x, f64::from(y) - mean_y);
        [product + x * y, square + x * x]
    });
    product / square
}

/// Returns the number d without square divisors for which a slope seems to be a number p + q sqrt(d), by the equation with
/// the smallest coefficients of which it is a root; `None` if it seems to be rational, or there is none.
fn field(slope: f64, error: f64) -> Option<i64> {
    let equations = (1..=LARGEST).flat_map(|most| {
        let pairs = (0..=most).flat_map(move |a| (-most..=most).map(move |b| (a, b)));
        pairs.filter(move |(a, b)| a.max(&b.abs()) == &most)
    });
    let mut roots = equations.filter_map(|(a, b)| {
        let value = a as f64 * slope * slope + b as f64 * slope;
        let c = -value.round() as i64;
        let error = error * (2.0 * a as f64 * slope + b as f64).abs().max(1.0);
        ((value + c as f64).abs() < error && c.abs() <= LARGEST && (a, b) != (0, 0))
            .then_some((a, b, c))
    });
    let (a, b, c) = roots.next()?;
    let mut rest = b * b - 4 * a * c;
    for factor in 2..=LARGEST {
        while rest % (factor * factor) == 0 && rest > 0 {
            rest /= factor * factor;
        }
    }
    (rest > 1).then_some(rest)
}

/// Returns numerations of a quadratic field: the one with the fewest digits whose base is a unit or whose recurrence has a
/// minus, the one with the fewest digits whose base is a unit, and the one with the fewest digits of the rest.
fn numerations(field: i64) -> Vec<Numeration> {
    // Whether sqrt(number) is in the field.
    let is_in_field = |number: i64| {
        number > 0 && number % field == 0 && ((number / field) as f64).sqrt().fract() == 0.0
    };
    let quotients =
        (1..=9).filter(|&k: &u32| is_in_field(i64::from(k * k) + 4)).map(Numeration::ostrowski);
    let differences = |norms: RangeInclusive<u32>| {
        (3..=10)
            .flat_map(move |a: u32| norms.clone().filter(move |b| *b + 2 <= a).map(move |b| (a, b)))
            .filter(|&(a, b)| is_in_field(i64::from(a * a) - 4 * i64::from(b)))
            .map(|(a, b)| Numeration::quadratic(a, b))
    };
    let sums = (2..=LARGEST_OF_SUMS)
        .flat_map(|a: u32| (2..=a).map(move |b| (a, b)))
        .filter(|&(a, b)| is_in_field(i64::from(a * a) + 4 * i64::from(b)))
        .map(|(a, b)| Numeration::recurrence_of(a, b));
    let of_units: Vec<Made> = quotients.chain(differences(1..=1)).collect();
    let of_all: Vec<Made> = of_units.iter().cloned().chain(differences(2..=8)).collect();
    let mut found: Vec<Numeration> = Vec::new();
    for kind in [of_all, of_units, sums.collect()] {
        let smallest = kind.into_iter().flatten().min_by_key(Numeration::digit_count);
        found.extend(smallest.filter(|numeration| !found.contains(numeration)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a field that is not that of the slope, and a rational slope that is taken for an irrational one.
    #[test]
    fn fields_are_recognised() {
        let root = |number: f64| number.sqrt();
        for (slope, expected) in [
            ((1.0 + root(5.0)) / 2.0, Some(5)),
            (root(2.0) - 1.0, Some(2)),
            ((1.0 + root(7.0 / 3.0)) / 2.0, Some(21)),
            (1.0 / 6.0 + root(13.0) / 6.0, Some(13)),
            (1.5, None),
            (7.0 / 11.0, None),
            (std::f64::consts::PI, None),
        ] {
            assert_eq!(field(slope, 1e-6), expected, "{slope}");
        }
        let names = [5, 2, 13, 3, 17, 21, 7, 10].map(|field| {
            let names = numerations(field).iter().map(ToString::to_string).collect::<Vec<_>>();
            names.join(" ")
        });
        assert_eq!(
            names,
            [
                "fibonacci recurrence:5,5",
                "pell recurrence:4,4",
                "ostrowski:3",
                "quadratic:4,1 recurrence:2,2",
                "quadratic:5,2 ostrowski:8 recurrence:3,2",
                "quadratic:5,1 recurrence:3,3",
                "quadratic:6,2 recurrence:4,3",
                "ostrowski:6"
            ]
        );
    }
}
