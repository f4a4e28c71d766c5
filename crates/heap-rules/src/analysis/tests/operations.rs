//! Tests of the bounds of single operations: they are compared with all pairs of numbers of small intervals, near 0 and where
//! 64 bits end. Every value lies between the bounds, and the bounds are as near as is promised of them.

use super::naive::{is_true, truth};
use crate::intervals::{Bounds, hull, narrowed, of_function, possible};
use crate::language::bounds::{fold_bounds, function_bounds};
use crate::language::{FOLDS, Fold, Function, OF_NATURAL, OfNatural, Sign, of_natural};

/// Returns the largest number of as many binary digits as the ends of two intervals have behind their signs.
fn largest_of_digits(a: Bounds, b: Bounds) -> i64 {
    let all = [a.0, a.1, b.0, b.1].map(i128::from);
    let power = (0..).map(|digits| 1i128 << digits);
    let mut enough = power.filter(|power| all.iter().all(|n| (-power..*power).contains(n)));
    i64::try_from(enough.next().expect("64 bits") - 1).expect("64 bits")
}

/// Returns bounds of what an operation makes of two numbers between others, as near as the documentation of each operation
/// promises. The whole intervals matter for the digits alone, and for what has no sharper bound where signs differ.
fn promised(fold: Fold, (x, y): (i64, i64), a: Bounds, b: Bounds) -> Option<Bounds> {
    let value = fold.of(x, y)?;
    let most = largest_of_digits(a, b);
    let are_natural = x >= 0 && y >= 0;
    let sum = x.checked_add(y).unwrap_or(i64::MAX);
    Some(match fold {
        // A common divisor divides both, and everything divides 0.
        Fold::GreatestCommonDivisor if x == 0 || y == 0 => (i64::from(x != y), x.max(y)),
        Fold::GreatestCommonDivisor => (1, x.min(y)),
        Fold::Remainder => {
            let quotient = |x, y| Fold::Quotient.of(x, y);
            let is_constant = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)]
                .into_iter()
                .all(|(x, y)| quotient(x, y) == quotient(a.0, b.0));
            if is_constant && (quotient(a.0, b.0) == Some(0) || b.0 == b.1) {
                (value, value)
            } else {
                let most = i64::try_from(y.unsigned_abs() - 1).expect("63 bits");
                (0, if a.0 >= 0 { most.min(x) } else { most })
            }
        }
        Fold::BitAnd if are_natural => (0, x.min(y)),
        Fold::BitAnd if x < 0 && y < 0 => (-most - 1, -1),
        Fold::BitAnd => (0, x.max(y)),
        Fold::BitOr if are_natural => (x.max(y), most.min(sum)),
        Fold::BitOr => (x.min(y), -1),
        Fold::Xor if a.0 >= 0 && b.0 >= 0 => ((x - y).abs(), most.min(sum)),
        Fold::Xor if (x < 0) == (y < 0) => (0, most),
        Fold::Xor => (-most - 1, -1),
        // These are extreme at corners, so that nothing but their values is promised.
        _ => (value, value),
    })
}

fn pairs((p, q): Bounds, (r, s): Bounds) -> impl Iterator<Item = (i64, i64)> {
    (p..=q).flat_map(move |x| (r..=s).map(move |y| (x, y)))
}

/// Returns all intervals of small numbers.
fn small() -> Vec<Bounds> {
    (-9..=8).flat_map(|low| (low..=8).map(move |high| (low, high))).collect()
}

/// Returns short intervals where 64 bits end and where shifts do, and some around 0.
fn far() -> Vec<Bounds> {
    let beginnings = [i64::MIN, -(1 << 62) - 1, 60, (1 << 62) - 1, i64::MAX - 3];
    let short = (0..3).flat_map(|low| (low..4).map(move |high| (low, high)));
    let far = short.flat_map(|(low, high)| beginnings.map(|at| (at + low, at + high)));
    far.chain([(-2, 3), (0, 0), (-1, -1), (-3, -1), (1, 2)]).collect()
}

/// Catches bounds between which a value does not lie, whose error would be a cell that does not fit into the bits that were
/// chosen for it; bounds of what has no value somewhere; and bounds that are further apart than they need to be.
#[test]
fn bounds_of_operations_are_those_of_all_pairs() {
    let folds = [
        Fold::Plus,
        Fold::Minus,
        Fold::Times,
        Fold::Quotient,
        Fold::Remainder,
        Fold::ShiftLeft,
        Fold::ShiftRight,
        Fold::BitAnd,
        Fold::Xor,
        Fold::BitOr,
    ];
    for fold in folds.into_iter().chain(FOLDS.map(|(_, fold)| fold)) {
        for intervals in [small(), far()] {
            for (&a, &b) in intervals.iter().flat_map(|a| intervals.iter().map(move |b| (a, b))) {
                let found = fold_bounds(fold, a, b);
                let values: Option<Vec<i64>> = pairs(a, b).map(|(x, y)| fold.of(x, y)).collect();
                let Some(values) = values else {
                    assert_eq!(found, None, "{fold:?} of {a:?} and {b:?}");
                    continue;
                };
                let (low, high) = found.expect("there is a value everywhere");
                let is_within = values.iter().all(|value| (low..=high).contains(value));
                assert!(is_within, "{fold:?} of {a:?} and {b:?}: {low} to {high}");
                let nearest = if a.0 == a.1 && b.0 == b.1 {
                    Some((values[0], values[0]))
                } else {
                    let of_pair = |pair| promised(fold, pair, a, b).expect("a value");
                    pairs(a, b).map(of_pair).reduce(hull)
                };
                assert_eq!(Some((low, high)), nearest, "{fold:?} of {a:?} and {b:?}");
            }
        }
    }
}

/// Catches the bounds of an absolute value on the wrong side of 0, or where it has more than 64 bits.
#[test]
fn bounds_of_absolute_values_are_exact() {
    for (low, high) in small().into_iter().chain(far()) {
        let values: Option<Vec<i64>> = (low..=high).map(i64::checked_abs).collect();
        let exact = values.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)));
        assert_eq!(of_function(Function::Abs, (low, high)), exact, "{low} to {high}");
    }
}

/// Catches bounds of functions between which a value does not lie, and those that are further apart than is promised.
#[test]
fn bounds_of_functions_are_those_of_all_numbers() {
    // Fibonacci numbers end with the most digits 0 in their numeration; from some on, a bound that grows too slowly is passed.
    let ends = [-2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 13, 20, 21, 34, 100, 987, 4181, 10_946];
    for (name, function) in OF_NATURAL {
        for (low, high) in ends.iter().flat_map(|&low| ends.map(|high| (low, high))) {
            if low > high {
                continue;
            }
            let found = function_bounds(function, (low, high));
            let values: Option<Vec<i64>> = (low..=high).map(|n| of_natural(function, n)).collect();
            let Some(values) = values else {
                assert_eq!(found, None, "{name} from {low} to {high}");
                continue;
            };
            let (least, most) = found.expect("there is a value everywhere");
            let is_within = values.iter().all(|value| (least..=most).contains(value));
            assert!(is_within, "{name} from {low} to {high}: {least} to {most}");
            let exact = (values.iter().copied().min(), values.iter().copied().max());
            let promised = match function {
                _ if low == high => exact,
                OfNatural::FibonacciWord => (Some(0), Some(1)),
                OfNatural::ZeckendorfPart => (Some(1), Some(high)),
                OfNatural::ZeckendorfZeros => (Some(0), Some(2 * i64::from(high.ilog2()))),
                OfNatural::CountOnes => {
                    (Some(i64::from(low > 0)), Some(i64::from((high + 1).ilog2())))
                }
                OfNatural::FirstOne => (Some(0), Some(i64::from(high.ilog2()))),
                _ => exact,
            };
            assert_eq!((Some(least), Some(most)), promised, "{name} from {low} to {high}");
        }
    }
}

/// Catches a comparison that is said to be decided although it is not, or the other way round, and numbers that are left out,
/// or left in, where it holds.
#[test]
fn comparisons_are_those_of_all_pairs() {
    let intervals = || (-3i64..=3).flat_map(|low| (low..=3).map(move |high| (low, high)));
    for (text, sign) in [
        ("x == y", Sign::Equal),
        ("x != y", Sign::NotEqual),
        ("x < y", Sign::Less),
        ("x <= y", Sign::AtMost),
        ("x > y", Sign::Greater),
        ("x >= y", Sign::AtLeast),
    ] {
        let comparison = truth(&["x", "y"], text);
        let opposite = truth(&["x", "y"], &format!("not ({text})"));
        for (a, b) in intervals().flat_map(|a| intervals().map(move |b| (a, b))) {
            let where_it_is = |holds: bool| {
                pairs(a, b).filter(move |(x, y)| sign.test()(x, y) == holds).collect::<Vec<_>>()
            };
            let both = [true, false].map(where_it_is);
            let found = possible(&comparison, &[a, b]).expect("a value everywhere");
            let expected = both.each_ref().map(|pairs| !pairs.is_empty());
            assert_eq!([found.truth, found.falsity], expected, "{text} in {a:?} and {b:?}");
            for (holds, left) in [true, false].into_iter().zip(both) {
                let points = left.into_iter().map(|(x, y)| [(x, x), (y, y)]);
                let around = points.reduce(|one, two| [hull(one[0], two[0]), hull(one[1], two[1])]);
                let found = narrowed(&comparison, holds, &[a, b]);
                let expected = around.map(|around| around.to_vec());
                assert_eq!(found, expected, "{text} in {a:?} and {b:?}: {holds}");
                let found = narrowed(&opposite, !holds, &[a, b]);
                assert_eq!(found, expected, "not {text} in {a:?} and {b:?}: {}", !holds);
            }
        }
    }
}

/// Catches places at which a condition holds and that are left out of what is narrowed by it; and for those conditions that
/// hold in a box, places that are left in.
#[test]
fn conditions_narrow_to_where_they_hold() {
    let intervals = || (-1i64..=3).flat_map(|low| (low..=3).map(move |high| (low, high)));
    for (text, box_of) in [
        ("x < 2 and y > 0", Some(true)),
        ("x < 2 or y > 0", Some(false)),
        ("x < 2 implies y > 0", Some(false)),
        ("not (x < 2 implies not y > 0)", Some(true)),
        ("x < 2 iff y > 0", None),
    ] {
        let condition = truth(&["x", "y"], text);
        for (a, b) in intervals().flat_map(|a| intervals().map(move |b| (a, b))) {
            for holds in [true, false] {
                let is_there = |(x, y): &(i64, i64)| is_true(&condition, &[*x, *y]) == Some(holds);
                let points = pairs(a, b).filter(is_there).map(|(x, y)| [(x, x), (y, y)]);
                let around = points.reduce(|one, two| [hull(one[0], two[0]), hull(one[1], two[1])]);
                let found = narrowed(&condition, holds, &[a, b]);
                if box_of == Some(holds) {
                    let expected = around.map(|around| around.to_vec());
                    assert_eq!(found, expected, "{text} in {a:?} and {b:?}: {holds}");
                } else if let Some(around) = around {
                    let found = found.expect("there are places");
                    let is_within = (0..2).all(|at| hull(found[at], around[at]) == found[at]);
                    assert!(is_within, "{text} in {a:?} and {b:?}: {found:?}");
                }
            }
        }
    }
}
