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
//!
//! If the slope is itself the base of one of Fraenkel's numerations, a digit 0 leads from the one heap of a P-position to the
//! other, or nearly so, and this numeration comes first.

use std::ops::RangeInclusive;

use super::caps::Caps;
use super::columns::Columns;
use super::definition::{Definition, SetName};
use super::end::{End, Halt};
use super::evidence::{Evidence, Tables};
use crate::automata::{Numeration, NumerationError};
use grundytab::control::Control;
use grundytab::error::Error;
use grundytab::wording::joined;

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

/// A table with fewer positions, after which no time was left for a larger one, does not tell slopes.
const FEWEST_OF_TABLE: u64 = 250_000;

/// How far a slope that is fitted may be from the true one, times the side: the P-positions are some tokens from their
/// line, most of them in turn on either side.
const ERROR: f64 = 0.125;

/// The coefficients of an equation are at most this.
const LARGEST: i64 = 12;

/// The largest A of a suggested `recurrence:A,B`: others have more digits than are read in useful time.
const LARGEST_OF_SUMS: u32 = 5;

/// Points lie along a line if they are at most this many tokens away from it, in the mean.
const FURTHEST: f64 = 8.0;

/// Slopes of mirror images have a product that is this close to 1.
const MIRRORED: f64 = 1e-3;

/// The slopes of the lines along which the P-positions of a game on two heaps lie.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Slopes {
    /// Numerations of the quadratic fields in which they lie, those of the most slopes first.
    pub numerations: Vec<Numeration>,
    /// Those that are roots of no equation a x^2 + b x + c = 0 with integers from -12 to 12, as far as they are measured: no
    /// automaton multiplies by them, if they are no quadratic numbers.
    pub unknown: Vec<f64>,
}

impl Slopes {
    /// Says that some slopes are in no field of a numeration, if there are such.
    pub fn obstacle(&self) -> Option<String> {
        let shown = self.unknown.iter().map(|slope| format!("{slope:.3}"));
        (!self.unknown.is_empty()).then(|| {
            format!(
                "the P-positions lie along lines of slopes of about {}, which are, as far as they are measured, roots of no \
                 quadratic equation with integers up to {LARGEST}; no numeration here fits such slopes",
                joined(shown, ", ")
            )
        })
    }
}

/// A numeration that was made.
type Made = Result<Numeration, NumerationError>;

/// Measures the slopes of a game on two heaps; there are none of other games. Where P-positions are not listed, those of a table
/// are taken.
///
/// # Errors
/// When the control interrupts it.
pub fn slopes_of(definition: &Definition, control: &Control) -> Result<Slopes, Error> {
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
    let (mut fields, mut fraenkel, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines(members, side) {
        match equation(line.slope, ERROR / f64::from(side)) {
            Some(equation) => {
                fields.extend(field(equation));
                fraenkel.extend(fraenkel_of(equation).filter(|_| line.slope > 0.0));
            }
            None if line.is_straight => unknown.push(line.slope),
            None => {}
        }
    }
    // A line and its mirror image are named once.
    let steep: Vec<f64> = unknown.iter().copied().filter(|slope: &f64| slope.abs() > 1.0).collect();
    unknown.retain(|slope| steep.iter().all(|steep| (steep * slope - 1.0).abs() > MIRRORED));
    let count = |field: &i64| fields.iter().filter(|other| *other == field).count();
    let mut found = fields.clone();
    found.sort_by_key(|field| (usize::MAX - count(field), *field));
    found.dedup();
    let numerations = fraenkel.into_iter().chain(found.into_iter().flat_map(numerations)).collect();
    Ok(Slopes { numerations, unknown })
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
            Err(Halt::End(End::Time)) if table.domain().positions() < FEWEST_OF_TABLE => {
                return Err(Error::Interrupted);
            }
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

/// A line along which P-positions lie.
struct Line {
    /// y / x
    slope: f64,
    /// Whether they lie close to it, in the mean.
    is_straight: bool,
}

/// Returns the lines along which most of the pairs lie.
fn lines(mut pairs: Vec<[u32; 2]>, side: u32) -> Vec<Line> {
    pairs.retain(|[x, y]| x.max(y) >= &(side / 2));
    let direction = |&[x, y]: &[u32; 2]| f64::from(y) / (f64::from(x) + f64::from(y));
    pairs.sort_by(|one, two| direction(one).total_cmp(&direction(two)));
    let is_near =
        |one: &[u32; 2], two: &[u32; 2]| direction(two) - direction(one) < GAP / f64::from(side);
    let lines = pairs.chunk_by(is_near).filter(|line| line.len() >= FEWEST);
    lines.map(line_along).filter(|line| line.slope.is_finite()).collect()
}

/// Fits a line by least squares.
fn line_along(points: &[[u32; 2]]) -> Line {
    let mean = |axis: usize| {
        points.iter().map(|point| f64::from(point[axis])).sum::<f64>() / points.len() as f64
    };
    let (mean_x, mean_y) = (mean(0), mean(1));
    let from_mean = |&[x, y]: &[u32; 2]| (f64::from(x) - mean_x, f64::from(y) - mean_y);
    let [product, of_x, of_y] = points.iter().fold([0.0; 3], |[product, of_x, of_y], point| {
        let (x, y) = from_mean(point);
        [product + x * y, of_x + x * x, of_y + y * y]
    });
    // Steep lines are fitted as their mirror images are.
    let slope = if of_y > of_x { of_y / product } else { product / of_x };
    // Across the line, so that a line and its mirror image are alike.
    let squares =
        points.iter().map(from_mean).map(|(x, y)| (y - slope * x).powi(2) / (1.0 + slope * slope));
    let is_straight = squares.sum::<f64>() <= points.len() as f64 * FURTHEST * FURTHEST;
    Line { slope, is_straight }
}

/// Returns the equation a x^2 + b x + c = 0 with the smallest coefficients of which a slope seems to be a root, if there is one.
/// The error is that of the slope or, if it is steep, of its inverse.
fn equation(slope: f64, error: f64) -> Option<[i64; 3]> {
    if slope.abs() > 1.0 {
        let [a, b, c] = equation(slope.recip(), error)?;
        let sign = if c < 0 { -1 } else { 1 };
        return Some([sign * c, sign * b, sign * a]);
    }
    let equations = (1..=LARGEST).flat_map(|most| {
        let pairs = (0..=most).flat_map(move |a| (-most..=most).map(move |b| (a, b)));
        pairs.filter(move |(a, b)| a.max(&b.abs()) == &most)
    });
    let mut roots = equations.filter_map(|(a, b)| {
        let value = a as f64 * slope * slope + b as f64 * slope;
        let c = -value.round() as i64;
        let error = error * (2.0 * a as f64 * slope + b as f64).abs().max(1.0);
        ((value + c as f64).abs() < error && c.abs() <= LARGEST && (a, b) != (0, 0))
            .then_some([a, b, c])
    });
    roots.next()
}

/// Returns Fraenkel's numeration of a root greater than 1 of an equation, if it has one that is no unit: for units there are
/// numerations in which more functions are automatic.
fn fraenkel_of(equation: [i64; 3]) -> Option<Numeration> {
    let [1, b, c] = equation else { return None };
    let (a, s) = (u32::try_from(-b).ok()?, u32::try_from(-c).ok().filter(|s| *s > 1)?);
    Numeration::fraenkel(s, (a + 1).checked_sub(s)?).ok()
}

/// Returns the number d without square divisors for which the roots of an equation are numbers p + q sqrt(d); `None` if they are
/// rational.
fn field([a, b, c]: [i64; 3]) -> Option<i64> {
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
    use grundytab::quantity::Convention;

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
            assert_eq!(equation(slope, 1e-6).and_then(field), expected, "{slope}");
        }
        // The first is no quadratic number, the second the base of Fraenkel's numeration, as it is of (3, 2)-Wythoff.
        assert_eq!(equation(2.0_f64.cbrt(), 1e-6), None);
        assert_eq!(equation(1.0 + 3.0 * root(0.5), 1e-6).and_then(fraenkel_of), None);
        let of_fraenkel = equation(2.0 + root(7.0), 1e-6).and_then(fraenkel_of);
        assert_eq!(of_fraenkel.map(|of| of.to_string()).as_deref(), Some("fraenkel:3,2"));
        let mirrored = equation(1.0 / (2.0 + root(7.0)), 1e-6);
        assert_eq!(mirrored, Some([3, 4, -1]));
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

    /// Catches a numeration that the base suggests and that is not the first one, and slopes that are said to fit no numeration
    /// although they do, or the other way round: Larsson, Blocking Wythoff Nim and the (1, 2)GDWN, measures 1.478 and 2.247.
    #[test]
    fn slopes_are_those_of_the_literature() {
        let slopes = |game: &str| {
            let ruleset = grundytab::ruleset::Ruleset::parse(game).expect(game);
            let definition = Definition::of_outcomes(&ruleset, Convention::Normal).expect(game);
            slopes_of(&definition, &Control::default()).expect("nobody interrupts")
        };
        let split = slopes("vector:1,0/0,1/1,1/1,2/2,1");
        assert_eq!(split.numerations, []);
        let shown: Vec<String> = split.unknown.iter().map(|slope| format!("{slope:.3}")).collect();
        assert_eq!(shown, ["1.478", "2.248"]);
        assert!(split.obstacle().is_some_and(|words| words.contains("1.478, 2.248")));
        let golden = slopes("wythoff+alter=1,2");
        assert_eq!(
            (golden.unknown, golden.numerations[0].to_string().as_str()),
            (vec![], "fibonacci")
        );
    }
}
