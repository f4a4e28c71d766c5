//! Numbers with a square root, rounded down, against exact comparisons of integers.

use fastrand::Rng;

use crate::rules::number;
use crate::{Fold, Function, parse};

fn at(text: &str, places: &[i64]) -> Option<i64> {
    number(text, 2).unwrap_or_else(|problem| panic!("{text}: {problem}")).at(places)
}

/// Whether a <= b sqrt d, by the signs of both sides and their squares.
fn is_at_most(a: i128, b: i128, d: i128) -> bool {
    let (left, right) = (a * a, b * b * d);
    match (a > 0, b >= 0) {
        (true, true) => left <= right,
        (true, false) => false,
        (false, true) => true,
        (false, false) => left >= right,
    }
}

/// Catches a floor that is one too large or too small, for factors of all sizes and signs, squares under the root, and
/// quotients that are nearly integers.
#[test]
fn floors_are_exact() {
    let mut rng = Rng::with_seed(11);
    for round in 0..20_000 {
        let size = [10, 1000, 1_000_000_000][round % 3];
        let (mut p, q) = (rng.i64(-size..=size), rng.i64(-size..=size));
        let d = match rng.u32(..4) {
            0 => rng.i64(0..30).pow(2),
            1 => rng.i64(0..1 << 32),
            _ => rng.i64(0..100),
        };
        let r = if rng.bool() { rng.i64(1..20) } else { -rng.i64(1..1000) };
        // Next to an integer: the whole part takes away all but a little of the root.
        if rng.bool() {
            p = -((q as f64) * (d as f64).sqrt()) as i64 + rng.i64(-2..=2);
        }
        let text = format!("floor((x + y * sqrt({d})) / {r})");
        let value = at(&text, &[p, q]).unwrap_or_else(|| panic!("{text} at {p}, {q}"));
        // value <= (p + q sqrt d) / r < value + 1, times r > 0.
        let (sign, size) = (i128::from(r.signum()), i128::from(r.abs()));
        let (p, q, d, value) = (sign * i128::from(p), sign * i128::from(q), d.into(), value);
        let bound = |number: i128| is_at_most(size * number - p, q, d);
        assert!(
            bound(value.into()) && !bound(i128::from(value) + 1),
            "{text} at {p}, {q}: {value}"
        );
    }
}

/// Catches constants that are put together wrongly: each text has the value of another one that has one root or none.
#[test]
fn numbers_with_roots_are_computed_with() {
    for (text, same) in [
        ("floor(phi * x)", "(x + floor(x * sqrt(5))) / 2"),
        ("floor(x / phi)", "floor(phi * x) - x"),
        ("floor(x * phi * phi)", "floor(x * phi) + x"),
        ("floor((1 + sqrt 13) / 2 * x)", "(x + floor(x * sqrt(13))) / 2"),
        ("floor(sqrt(12) * x)", "floor(2 * x * sqrt(3))"),
        ("floor(sqrt(2) * sqrt(8) * x / 3)", "4 * x / 3"),
        ("floor(x / sqrt(2))", "floor(x * sqrt(2)) / 2"),
        ("floor(x / (3 - sqrt(7)))", "(3 * x + floor(sqrt(7) * x)) / 2"),
        ("floor(x / (sqrt(7) - 3))", "floor((-3 - sqrt(7)) * x / 2)"),
        ("floor(x / 2 + y / 3)", "(3 * x + 2 * y) / 6"),
        ("floor(sqrt(0) * x + sqrt(1) * y)", "y"),
        (
            "floor(x * y * sqrt(3) - y * x * sqrt(3) + 7 / 2)",
            "floor(x * y * sqrt(3)) - floor(y * x * sqrt(3)) + 3",
        ),
        ("floor(-(x % 3) * sqrt(2) + (x & 5))", "floor(-sqrt(2) * (x % 3)) + (x & 5)"),
        ("floor((x + 1) * (y - 1) * phi)", "floor(phi * (x * y - x + y - 1))"),
        ("floor(0 * sqrt(2))", "0"),
    ] {
        for (x, y) in (0..50).flat_map(|x| (0..5).map(move |y| (x, y))) {
            assert_eq!(at(text, &[x, y]), at(same, &[x, y]), "{text} and {same} at {x}, {y}");
        }
    }
    // Where a part has no value, the whole has none.
    assert_eq!(
        (at("floor(0 * (1 % x) + phi)", &[0, 0]), at("floor(0 * (1 % x) + phi)", &[1, 0])),
        (None, Some(1))
    );
    // Large numbers: exactly, or not at all.
    assert_eq!(at("floor(sqrt(2) * x)", &[i64::MAX / 2, 0]), Some(6_521_908_912_666_391_104));
    assert_eq!(at("floor(sqrt(2) * x)", &[i64::MAX, 0]), None);
    let root = |number: i64| Function::TimesRoot(2).of(number);
    assert_eq!((root(-1), root(0), root(i64::MIN)), (Some(-2), Some(0), None));
}

/// Catches a text that means nothing and is accepted.
#[test]
fn what_is_no_such_number_is_refused() {
    for (text, words) in [
        ("floor()", "floor takes one number, and 0 are given"),
        ("floor(x, y)", "floor takes one number, and 2 are given"),
        ("floor(x / y)", "/ divides by a constant that is not 0"),
        ("floor(x / (y * phi))", "/ divides by a constant that is not 0"),
        ("floor(x / 0)", "/ divides by a constant that is not 0"),
        ("floor(sqrt(x))", "sqrt takes a constant"),
        ("floor(sqrt(-1))", "sqrt takes a constant"),
        ("floor(sqrt(1 / 2))", "sqrt takes a constant"),
        ("floor(sqrt(phi))", "sqrt takes a constant"),
        (
            "floor(sqrt(2) + sqrt(3))",
            "one floor has one square root, and here are those of 2 and of 3",
        ),
        ("floor(max(x, phi))", "phi and sqrt stand inside of floor"),
        ("floor(phi % 2)", "phi and sqrt stand inside of floor"),
        ("x * phi", "phi and sqrt stand inside of floor"),
        ("sqrt(4)", "phi and sqrt stand inside of floor"),
        (
            "floor(9223372036854775807 * 9223372036854775807 * phi)",
            "the constants inside of floor are too large",
        ),
        ("floor", "floor is a function and needs its arguments in brackets"),
        ("isqrt(x)", "did you mean floor_sqrt?"),
    ] {
        let problem = number(text, 2).expect_err(text);
        assert!(problem.contains(words), "{text}: {problem}");
    }
    let written = number("floor((1 + sqrt 13) / 2 * x) + (x << 3)", 1).expect("a number");
    let written = written.written(&["x"]).to_string();
    assert_eq!(written, "(x + floor(x * sqrt(13))) / 2 + x * 8");
}

/// Catches operators on binary digits that bind otherwise than in Python, above all more weakly than comparisons.
#[test]
fn operators_on_digits_bind_more_strongly_than_comparisons() {
    for (text, same) in [
        ("x & y == 0", "(x & y) == 0"),
        ("x == 1 | 2", "x == (1 | 2)"),
        ("x | y ^ 3 & 5", "x | (y ^ (3 & 5))"),
        ("x & 3 << 1", "x & (3 << 1)"),
        ("x << 1 + y", "x << (1 + y)"),
        ("-x & 3 * y", "(-x) & (3 * y)"),
        ("x&1==0&&y|1==3||x<<1>2", "((x & 1) == 0 and (y | 1) == 3) or (x << 1) > 2"),
    ] {
        assert_eq!(parse(text), parse(same), "{text}");
    }
    for text in ["x == 1 & x > 2", "x < 1 | x < 2", "0 < (x) & (y) < 2"] {
        let problem = parse(text).expect_err(text);
        assert!(problem.contains("or connect comparisons by `and` and `or`"), "{text}: {problem}");
    }
    for text in
        ["0 < (x & y) < 2", "x & y < 2", "0 < x & y", "0 < (x & y) + 1 < 2", "0 < x << y < 2"]
    {
        let syntax = parse(text).expect(text);
        assert_eq!(syntax.to_string(), text);
    }
    // Two's complement, as for ^.
    let negative = [Fold::BitAnd, Fold::BitOr, Fold::Xor].map(|fold| fold.of(-6, 11));
    assert_eq!(negative, [Some(10), Some(-5), Some(-15)]);
}
