//! The language of expressions, on stored tables: what texts mean, what is refused, and what claims,
//! counts and summaries say.

mod random;

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::analyses::expression::{
    Condition, Filter, NoValue, NumberExpression, Part, list_positions, visit_positions,
};
use crate::analyses::theorem::{Claim, Finding, Scope, Verdict, check, check_partner, count, mask};
use crate::tests::common::{self, plan, stored};
use crate::tests::passes::summarize;
use grundytab::domain::{Plane, Region};
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, OtherTables, TableReader};
use grundytab::{Control, InvalidInputKind, Position};
use tempfile::TempDir;

/// Tables of Nim on 9 x 7, in normal and misère play, cut into tiles of 4.
struct Tables {
    directory: TempDir,
    nim: TableReader,
    misere: TableReader,
}

fn tables() -> Tables {
    let directory = TempDir::new().expect("a directory");
    let table = |name: &str, quantity: &str| {
        let plan = plan("nim:2", "9x7", quantity, Some(4));
        stored(&directory.path().join(name), &plan, Codec::Zstd, &CpuEngine)
    };
    let (nim, misere) = (table("nim.zarr", "grundy"), table("misere.zarr", "grundy misere"));
    assert_eq!(check_partner(&nim, &misere), Ok(()));
    Tables { directory, nim, misere }
}

fn finding(table: &TableReader, partner: Option<&TableReader>, text: &str) -> Finding {
    let others = OtherTables::partner(partner);
    finding_with(table, &others, text)
}

fn finding_with(table: &TableReader, others: &OtherTables, text: &str) -> Finding {
    let claim = Claim::parse(text, table.plan().job(), others).expect(text);
    let statements = [claim.into_statement()];
    let control = Control::default();
    let early = check(table, others, &statements, Scope::Everywhere, &control).expect("checked");
    let counted = count(table, others, &statements, 3, &control).expect("counted").remove(0);
    assert_eq!(early[0].counterexample(), counted.counterexample(), "{text}");
    counted
}

/// Catches operators that bind otherwise than the language says, and functions that compute something
/// else. Each claim is true by arithmetic, or of Nim.
#[test]
fn texts_mean_what_the_language_says() {
    let Tables { nim, misere, directory: _directory } = tables();
    for text in [
        "g == x ^ y",
        "p == (x == y)",
        "p != (x != y)",
        "g == 0 implies y < 2*x + 1",
        "x ^ y + 1 == x ^ (y + 1)",
        "2 + 3 * 4 == 14 and 2 * 3 + 4 == 10 and 10 - 3 - 2 == 5",
        "-2 * 3 == 0 - 6 and - - 2 == 2 and 1 - -1 == 2",
        "-7 / 2 == -4 && -7 % 2 == 1",
        "x - y < 0 implies abs(x - y) == y - x",
        "g == other || g + other == 1",
        "g <= x + y && g >= abs(x - y) && max(x, y) >= min(x, y)",
        "tokens == x + y and tokens == sum(x, y, 0) and g == xor(x, y)",
        "min(5, x, 3) <= 3 and max(x, y, 2) >= 2 and sum(1, 2, 3, 4) == 10 and xor(1, 2, 3) == 0",
        "gcd(12, 18, 8) == 2 and (gcd(x, y) == 0) == (x + y == 0)",
        "x & y == 0 implies x | y == x + y and g == x + y",
        "(x & y) + (x | y) == x + y and (x ^ y) == (x | y) - (x & y) and x >> 1 == x / 2 and g & 1 == tokens % 2",
        "1 << x >> x == 1 and x << 2 == 4 * x and 5 | 2 == 7 and 6 & 3 == 2 and -1 & x == x and -8 >> 1 == -4",
        "floor(phi * x) == floor_phi(x) and floor(x / phi) == floor_phi(x) - x and floor(-x / 2) == -x / 2",
        "floor(sqrt(2) * 7) == 9 and floor(-sqrt 2 * 7) == -10 and floor((1 + sqrt 13) / 2 * 10) == 23",
        // OEIS A000201 and A001950.
        "floor_phi(10) == 16 and floor_phi2(10) == 26 and floor_phi2(x) == floor_phi(x) + x",
        // 11 = 8 + 3, which is 10100 in Fibonacci numbers.
        "zeckendorf_part(11) == 3 and zeckendorf_zeros(11) == 2 and zeckendorf_shift(11) == 18",
        "!(x == y) || p",
        "not x == y or p",
        "not not (x == y) == p",
        "x == y or x != y and false or not p",
        "(true or false and false) and not (false or false)",
        "!p == (x != y)",
        // Comparisons in a row are a chain.
        "(0 <= x <= y < 7) == (x <= y)",
        "(x == y == g) == (x == 0 and y == 0)",
        "(6 >= y > x >= 0) == (y > x)",
        // What does not matter is not looked at.
        "x > 0 implies y / x >= 0",
        "implies(x > y, floor_phi(x - y) >= 0) && (x <= y || y / (x - y) >= 0)",
        // Implication is read from the right, and binds weakest.
        "(false implies false implies false) == true",
        "!(implies(implies(false, false), false))",
        "(false or true implies false) == false",
        "(true implies false or true) == true",
        "implies(p, x == y) and (p implies (x == y))",
        // Conditions are 0 and 1 where numbers are expected.
        "(p == 1) == p and (p == 0) == !p and p != 2 and 1 == (x >= 0)",
        "p + (x < y) + (y < x) == 1 and -p == 0 - (x == y) and sum(p, x != y) == 1",
        "(p < 1) == (x != y) and (p <= p(x, y)) and 5 * (x == x) == 5",
        "if(x < y, x, y) == min(x, y) and if(p, x == y, x != y) and if(p, 1, x != y) == 1",
        // Only what is chosen is evaluated.
        "if(x > 0, y / x, 0) >= 0 and if(x > y, floor_phi(x - y) > 0, true)",
        "p[other] == (other == 0) and g[other] == other and g[other](y, 0) == other(y, 0)",
    ] {
        let finding = finding(&nim, Some(&misere), text);
        assert_eq!(finding.holds_on + finding.silent_on, 63, "{text}: {finding:?}");
        assert!(finding.holds_on > 0, "{text}");
    }
}

/// Catches a first counterexample that is not the first in grade order, a wrong number of them, and a
/// list in the order of tiles.
#[test]
fn counterexamples_are_counted_and_listed_in_grade_order() {
    let Tables { nim, directory: _directory, .. } = tables();
    for (text, fails_on, positions) in [
        // The positions (3, 6), (4, 5), ..., (8, 1) are the first; sums reach 14.
        ("x + y < 9", 6 + 5 + 4 + 3 + 2 + 1, [[3, 6], [4, 5], [5, 4]]),
        ("g != 5", 7, [[0, 5], [1, 4], [4, 1]]),
        ("y < 6 || x < 2", 7, [[2, 6], [3, 6], [4, 6]]),
        ("x != y", 7, [[0, 0], [1, 1], [2, 2]]),
        // Negative numbers are less than 0, not large.
        ("x - y >= 0", 21, [[0, 1], [0, 2], [0, 3]]),
    ] {
        let finding = finding(&nim, None, text);
        assert_eq!((finding.fails_on, finding.holds_on), (fails_on, 63 - fails_on), "{text}");
        let listed: Vec<Position> = finding.counterexamples.iter().map(|c| c.position).collect();
        assert_eq!(listed, positions.map(|heaps| Position::new(&heaps)), "{text}");
        assert_eq!(finding.share(), Some((63 - fails_on) as f64 / 63.0), "{text}");
    }
}

/// Catches a claim that is told as confirmed although there was nothing to confirm it.
#[test]
fn claims_say_of_how_many_positions_they_say_nothing() {
    let Tables { nim, directory: _directory, .. } = tables();
    for (text, holds_on, silent_on) in [
        ("p implies x == y", 7, 56),
        ("x > 100 implies false", 0, 63),
        ("implies(x > 100, false)", 0, 63),
        ("p implies x > 0 implies x == y", 6, 57),
        ("p and x > 0 implies x == y", 6, 57),
        // No implication: true of every position.
        ("not p or x == y", 63, 0),
    ] {
        let finding = finding(&nim, None, text);
        assert_eq!((finding.holds_on, finding.silent_on), (holds_on, silent_on), "{text}");
        assert_eq!((finding.fails_on, finding.undefined_on, finding.outside_on), (0, 0, 0));
        assert_eq!(finding.is_vacuous(), holds_on == 0, "{text}");
    }
}

/// Catches a value of the wrong cell, one from beyond the table, and a row that is taken for another one
/// at the edge of a tile.
#[test]
fn other_positions_are_referred_to() {
    let Tables { directory, nim, misere } = tables();
    for (text, outside_on) in [
        ("g(x, y) == g and p(x, y) == p and other(x, y) == other", 0),
        ("g(x - 1, y) == (x - 1) ^ y", 7),
        ("g(x + 1, y) == (x + 1) ^ y", 7),
        ("g(x, y + 2) == x ^ (y + 2)", 18),
        ("p(x - 1, y - 1) == p", 63 - 8 * 6),
        ("g(0, 0) == 0 and g(8, 6) == 14", 0),
        ("x > 0 and g(x - 1, y) == g(y, x - 1) or true", 7),
        // Values above 8, which are no heap of x, are those of (8, 1) to (8, 6).
        ("g(g, 0) == g", 6),
        ("other(x, y - 1) == g(x, y - 1) or other(x, y - 1) + g(x, y - 1) == 1", 9),
        // A position that cannot exist is outside as well.
        ("g(x - 1000000000000, y) == 0", 63),
    ] {
        let finding = finding(&nim, Some(&misere), text);
        assert_eq!(finding.counterexample(), None, "{text}");
        assert_eq!(finding.outside_on, outside_on, "{text}");
        assert_eq!(finding.holds_on, 63 - outside_on, "{text}");
    }
    // In a simplex the cells beyond the largest token sum are outside, although they are stored.
    let plan = plan("triangle", "tokens 9", "outcome", Some(4));
    let triangle = stored(&directory.path().join("triangle.zarr"), &plan, Codec::Zstd, &CpuEngine);
    let finding = finding(&triangle, None, "p(x + 1, y, z) == p(y, z, x + 1)");
    // The positions of 9 tokens on three heaps, 11 choose 2, have no neighbour.
    assert_eq!((finding.outside_on, finding.fails_on), (55, 0));
}

/// Catches a class that is written by another number than the table stores: in this game Left alone
/// moves on x, and Right alone on y.
#[test]
fn outcome_classes_have_names() {
    let directory = TempDir::new().expect("a directory");
    let plan = plan("partizan:1,0:0,1", "6x6", "outcome-class", None);
    let table = stored(&directory.path().join("table.zarr"), &plan, Codec::Zstd, &CpuEngine);
    let claim = |text: &str| finding(&table, None, text);
    // With x moves for Left and y for Right the player with more moves wins; with equal numbers the
    // player who begins runs out first.
    for text in ["g == L implies x > 0", "g == P implies p", "g == P or g == L or g == R or g == N"]
    {
        let found = claim(text);
        assert!(found.counterexample().is_none() && !found.is_vacuous(), "{text}: {found:?}");
    }
    assert!(claim("y == 0 and x > 0 implies g == L").counterexample().is_none());
    assert!(claim("x == 0 and y > 0 implies g == R").counterexample().is_none());
    let nim = common::plan("nim:2", "6x6", "grundy", None);
    let refusal = Condition::parse("g == P", nim.job(), &OtherTables::default());
    let refusal = refusal.expect_err("no class").to_string();
    assert!(refusal.contains("P is an outcome class"), "{refusal}");
}

/// Before anything is checked, in one line.
#[test]
fn texts_that_make_no_sense_are_refused() {
    let plan = plan("nim:2", "9x7", "grundy", None);
    let deep = format!("{}x{} == 0", "(".repeat(100), ")".repeat(100));
    let signs = format!("{}true", "! ".repeat(500));
    let nots = format!("{}true", "not ".repeat(400));
    let long = format!("x == {}", "x + ".repeat(600) + "0");
    let none = OtherTables::default();
    for (text, words) in [
        ("", "it is empty"),
        (" \t ", "it is empty"),
        ("x +", "it ends where a number or a name is expected"),
        ("x y", "an operator is missing before y"),
        ("x 1", "an operator is missing before 1"),
        ("x (y)", "there is no function x"),
        ("p not p", "an operator is missing before not"),
        ("x", "a number stands where true or false is expected"),
        ("p + 1", "a number stands where true or false is expected"),
        ("g and p == 1", "a number stands where true or false is expected"),
        ("if(x, 1, 2) == 1", "a number stands where true or false is expected"),
        ("if(p, 1, 2)", "a number stands where true or false is expected"),
        (
            "if(p, 1) == 1",
            "if takes a condition and what it is then and else, as in if(x < y, x, y), and 2 are",
        ),
        ("if == 1", "if is a function and needs its arguments in brackets"),
        ("if p", "an operator is missing before p"),
        ("p[other]", "no table has the name other; no table is given by a name"),
        ("g[wythoff](x, y) == 1", "wythoff is a game, and no table has this name"),
        ("max[other](1, 2) == 1", "a table in square brackets follows p and g alone, not max"),
        ("x[other] == 1", "a table in square brackets follows p and g alone, not x"),
        ("move(x, y; 0, 0)", "`decide` takes sentences with it"),
        ("p[other", "a ] is missing"),
        ("x && p", "a number stands where true or false is expected"),
        ("-p", "a number stands where true or false is expected"),
        ("!g == 0", "! stands before a number; the word not takes in a whole comparison"),
        ("1 <= x >= 2", "<= and >= cannot follow one another; put brackets"),
        ("x != y != g", "!= and != cannot follow one another"),
        ("p == p == p", "== and == cannot follow one another"),
        ("x == y == p", "== and == cannot follow one another; put brackets"),
        ("p == x == y", "== and == cannot follow one another; put brackets"),
        ("p < x <= y", "< and <= cannot follow one another; put brackets"),
        (
            "x <= (y < 3) <= 1",
            "a chain compares numbers, and y < 3 is true or false and is compared with x and 1",
        ),
        ("p => x < y", "there is no operator =>; it is written implies"),
        ("p -> x < y", "there is no operator ->; it is written implies"),
        ("p <=> x < y", "there is no operator <=>; it is written iff"),
        ("x ≤ y", "there is no operator ≤; it is written <="),
        ("2y == x", "2y is not a number; numbers are written in digits, and a product as 2*y"),
        ("x == 9223372036854775808", "the number 9223372036854775808 is too large; the largest"),
        ("x == -9223372036854775809", "the number 9223372036854775809 is too large; the largest"),
        ("p == not p", "brackets are missing around not and what follows"),
        ("g = x", "= is not a comparison; equality is written =="),
        ("x += 1", "= is not a comparison; equality is written =="),
        ("z == 0", "the game has 2 heaps and no heap z"),
        ("other == 0", "there is no second table"),
        ("gg == 0", "there is no name gg; the names are x, y, tokens, g, p"),
        ("max == 0", "max is a function and needs its arguments in brackets"),
        ("let a == 1", "an operator is missing before a"),
        ("if p { true } else { false }", "an operator is missing before p"),
        ("eval(\"true\")", "an expression cannot contain '\"'"),
        ("x; y", "a semicolon stands outside the positions of a move"),
        ("x == 1 // x", "there is no operator //; it is written /, which rounds down"),
        (
            "|x - y| < 2",
            "| stands where a number or a name is expected; the absolute value is written abs(a)",
        ),
        (
            "x == 1 & y == 2",
            "& and | work on binary digits, and bind more strongly than comparisons",
        ),
        ("x <<= 2", "= is not a comparison"),
        ("isqrt(x) == 1", "there is no function isqrt; did you mean floor_sqrt?"),
        (
            "x * phi > y",
            "phi and sqrt stand inside of floor, as in floor(sqrt(2) * x) and floor(x / phi)",
        ),
        ("floor(x / y) == 1", "inside of floor, / divides by a constant that is not 0"),
        ("floor(sqrt(x)) == 1", "inside of floor, sqrt takes a constant"),
        ("x <= 2y", "2y is not a number; numbers are written in digits, and a product as 2*y"),
        ("x ** 2 == 1", "there is no operator **; it is written as a product: x*x"),
        ("*x == 1", "* stands where a number or a name is expected"),
        ("x == 1u8", "1u8 is not a number"),
        ("x == 0x10", "0x10 is not a number"),
        ("x == 1.5", "numbers are integers"),
        ("x == 99999999999999999999", "the number 99999999999999999999 is too large"),
        ("min(x) == 1", "min takes two numbers or more, and 1 are given"),
        ("abs(x, y) == 1", "abs takes one number, and 2 are given"),
        ("abs() == 1", "abs takes one number, and 0 are given"),
        ("g(x) == 1", "g takes as many heap sizes as the game has heaps, 2, and 1 are given"),
        ("implies(p) and p", "implies takes two truth values, and 1 are given"),
        ("x(1) == 1", "there is no function x; the functions are min, max"),
        ("x == y implies", "it ends where a number or a name is expected"),
        ("implies p", "something is missing before implies"),
        ("p and and p", "something is missing before and"),
        ("(x == 1", "a ) is missing at the end"),
        ("(x == 1 y", "an operator or a ) is missing before y"),
        ("x == 1)", "there is one ) too many"),
        ("x, y", "a comma stands outside the arguments of a function"),
        ("()", ") stands where a number or a name is expected"),
        (&deep, "it is nested more than 60 deep"),
        (&signs, "it is nested more than 60 deep"),
        (&nots, "it is nested more than 60 deep"),
        (&long, "it has more than 2000 characters"),
        ("x\u{1b} == 1", "an expression cannot contain"),
        ("x == ٣", "there is no name"),
    ] {
        let refusal = Condition::parse(text, plan.job(), &none).expect_err(text).to_string();
        assert!(refusal.contains(words), "{text}: {refusal}");
        assert!(!refusal.contains(|c: char| c.is_control()), "{refusal}");
    }
    let missing = Condition::parse("other == 0", plan.job(), &none).expect_err("no partner");
    assert_eq!(missing.kind, InvalidInputKind::MissingPartner);
    let unknown = Condition::parse("p[b]", plan.job(), &none).expect_err("no such table");
    assert_eq!(unknown.kind, InvalidInputKind::UnknownTable);
}

/// As long as it may be: what is read must not take more stack than a thread has.
#[test]
fn the_longest_expressions_are_evaluated() {
    let Tables { nim, directory: _directory, .. } = tables();
    for text in [
        format!("0 <= {}0", "x+".repeat(990)),
        format!("{}true", "p or ".repeat(390)),
        format!("0{}", "<=0".repeat(600)),
        format!("{}true", "true implies ".repeat(150)),
        format!("0 <= sum(0{})", ",x".repeat(990)),
        format!("{}true{}", "not (".repeat(28), ")".repeat(28)),
    ] {
        let finding = finding(&nim, None, &text);
        assert_eq!(finding.holds_on, 63, "{text}");
    }
}

/// The least number of 64 bits, of which the digits alone are too large a number.
#[test]
fn the_least_number_is_read() {
    let Tables { nim, directory: _directory, .. } = tables();
    for (text, holds_on) in [
        ("x > -9223372036854775808", 63),
        ("-9223372036854775808 < -9223372036854775807", 63),
        ("x - 9223372036854775807 - 1 == -9223372036854775808", 7),
    ] {
        let finding = finding(&nim, None, text);
        assert_eq!((finding.holds_on, finding.undefined_on), (holds_on, 0), "{text}");
    }
}

/// Only where it matters: on the first position in grade order at which it does.
#[test]
fn what_has_no_value_is_told() {
    let Tables { nim, directory: _directory, .. } = tables();
    for (text, position, undefined_on) in [
        ("6 / (x - 2) < 9", [2, 0], 7),
        ("6 % (x - 2) < 9", [2, 0], 7),
        ("floor_phi(x - 1) >= 0", [0, 0], 7),
        ("zeckendorf_part(x) >= 0", [0, 0], 7),
        ("gcd(x - 8, 1) == 1", [0, 0], 56),
        ("x * 9223372036854775807 >= 0", [2, 0], 49),
        ("0 - 9223372036854775807 - x < 0", [2, 0], 49),
        ("g(9223372036854775807 + x, 0) == 0", [1, 0], 56),
        ("y < 4 || x + 9223372036854775807 > 0", [1, 4], 24),
    ] {
        let found = finding(&nim, None, text);
        assert_eq!(found.undefined_on, undefined_on, "{text}");
        let first = found.counterexample().expect(text);
        assert!(first.is_undefined, "{text}");
        assert_eq!(first.position, Position::new(&position), "{text}");
    }
}

/// Catches bounds that depend on the order of the tiles, and means of the wrong number of positions: all
/// values are compared with those that a plain loop over the positions finds.
#[test]
fn summaries_are_those_of_all_values() {
    let Tables { nim, misere, directory: _directory } = tables();
    let others = OtherTables::partner(Some(&misere));
    type Value = fn(i64, i64) -> Result<i64, NoValue>;
    let expressions: [(&str, Value); 6] = [
        ("g", |x, y| Ok(x ^ y)),
        ("x - y", |x, y| Ok(x - y)),
        ("-3", |_, _| Ok(-3)),
        ("20 / (x - y)", |x, y| (20_i64).checked_div_euclid(x - y).ok_or(NoValue::Undefined)),
        ("g(x - 2, y)", |x, y| if x < 2 { Err(NoValue::OutsideTable) } else { Ok((x - 2) ^ y) }),
        ("1 / 0", |_, _| Err(NoValue::Undefined)),
    ];
    let parsed: Vec<NumberExpression> = expressions
        .iter()
        .map(|(text, _)| NumberExpression::parse(text, nim.plan().job(), &others).expect(text))
        .collect();
    let (all, control) = (Filter::default(), Control::default());
    let found = summarize(&nim, &others, &parsed, &all, &control).expect("summarized");
    for ((text, value), summary) in expressions.iter().zip(found) {
        let mut positions: Vec<[i64; 2]> =
            (0..9).flat_map(|x| (0..7).map(move |y| [x, y])).collect();
        positions.sort_by_key(|[x, y]| (x + y, *x));
        let values: Vec<(Result<i64, NoValue>, [i64; 2])> =
            positions.iter().map(|&[x, y]| (value(x, y), [x, y])).collect();
        let numbers: Vec<i64> = values.iter().filter_map(|(value, _)| value.ok()).collect();
        assert_eq!(summary.positions, numbers.len() as u64, "{text}");
        assert_eq!(summary.sum, numbers.iter().map(|&n| i128::from(n)).sum::<i128>(), "{text}");
        let of = |error| values.iter().filter(|(value, _)| *value == Err(error)).count() as u64;
        assert_eq!(summary.without_value.undefined_on, of(NoValue::Undefined), "{text}");
        assert_eq!(summary.without_value.outside_on, of(NoValue::OutsideTable), "{text}");
        for (extremum, expected) in
            [(summary.minimum, numbers.iter().min()), (summary.maximum, numbers.iter().max())]
        {
            let Some(&expected) = expected else {
                assert_eq!(extremum, None, "{text}");
                continue;
            };
            let at: Vec<[i64; 2]> =
                values.iter().filter(|(v, _)| *v == Ok(expected)).map(|(_, at)| *at).collect();
            let extremum = extremum.expect(text);
            assert_eq!((extremum.value, extremum.positions), (expected, at.len() as u64), "{text}");
            let heaps: Vec<i64> = extremum.position.heaps().iter().map(|&h| h.into()).collect();
            assert_eq!(heaps, at[0], "{text}");
        }
    }
}

/// Expressions are evaluated with a library's own scan, too.
#[test]
fn conditions_are_evaluated_in_a_scan() {
    let Tables { nim, misere, directory: _directory } = tables();
    let job = nim.plan().job();
    let others = OtherTables::partner(Some(&misere));
    let value = NumberExpression::parse("other - g", job, &others).expect("a number");
    let counts: Mutex<BTreeMap<i64, u32>> = Mutex::default();
    nim.scan_views(&others, &Control::default(), |position| {
        let value = value.at(position).expect("a value everywhere");
        *counts.lock().expect("no panic").entry(value).or_default() += 1;
    })
    .expect("scanned");
    // Misère Nim differs from Nim where all heaps are 0 or 1 alone.
    let expected = BTreeMap::from([(-1, 2), (0, 59), (1, 2)]);
    assert_eq!(*counts.lock().expect("no panic"), expected);
}

/// Catches batches that overlap, leave out positions of equal grade or come in another order than one that
/// holds all of them.
#[test]
fn all_positions_are_visited_in_grade_order() {
    let Tables { nim, directory, .. } = tables();
    let plan = plan("triangle", "tokens 11", "grundy", Some(4));
    let triangle = stored(&directory.path().join("triangle.zarr"), &plan, Codec::Zstd, &CpuEngine);
    for table in [&nim, &triangle] {
        let job = table.plan().job();
        let none = OtherTables::default();
        for text in ["true", "g % 3 == 1", "false", "p or tokens > 9", "g / x == g(x - 3, y)"] {
            let Ok(condition) = Condition::parse(text, job, &none) else { continue };
            let filter = Filter::of(condition);
            let control = Control::default();
            let whole = list_positions(table, &none, &filter, 1000, &control).expect("listed");
            assert_eq!(whole.matches, whole.positions.len() as u64, "{text}");
            assert!(whole.positions.is_sorted_by_key(|(position, _)| *position), "{text}");
            for batch in [0, 1, 2, 7, 63, 500] {
                let mut visited = Vec::new();
                let visit = |position, value| {
                    visited.push((position, value));
                    true
                };
                let left_out = visit_positions(table, &none, &filter, batch, &control, visit);
                let left_out = left_out.expect("visited");
                assert_eq!(left_out, Some(whole.without_value), "{text}, {batch} at a time");
                assert_eq!(visited, whole.positions, "{text}, {batch} at a time");
            }
            // A visitor that has seen enough is not called again.
            let mut calls = 0;
            let stops = |_, _| {
                calls += 1;
                calls < 3
            };
            let stopped = visit_positions(table, &none, &filter, 2, &control, stops);
            assert_eq!(stopped.expect("visited").is_none(), whole.positions.len() >= 3, "{text}");
            assert_eq!(calls, whole.positions.len().min(3), "{text}");
        }
    }
}

/// Catches parts with positions too many or too few, for which tiles are left out that have some.
#[test]
fn parts_hold_the_positions_of_their_region() {
    let directory = TempDir::new().expect("a directory");
    let plan = plan("triangle", "tokens 11", "grundy", Some(3));
    let table = stored(&directory.path().join("triangle.zarr"), &plan, Codec::Zstd, &CpuEngine);
    let domain = plan.job().domain();
    let condition = Condition::parse("true", plan.job(), &OtherTables::default());
    let condition = condition.expect("a condition");
    let region = |text| Region::parse(text).expect(text);
    let plane = |text| Plane::parse(text, domain).expect(text);
    type Holds = fn([u32; 3]) -> bool;
    let parts: [(Part, Holds); 5] = [
        (Part::of_domain(domain, None).expect("all"), |_| true),
        (Part::of_domain(domain, Some(&region("2:5,:7,4"))).expect("a box"), |[x, y, z]| {
            (2..5).contains(&x) && y < 7 && z == 4
        }),
        (Part::of_plane(plane("y=5"), None).expect("a plane"), |[_, y, _]| y == 5),
        (Part::of_plane(plane("sum=9"), Some(&region("1:,3"))).expect("a layer"), |[x, y, z]| {
            x + y + z == 9 && x >= 1 && y == 3
        }),
        (Part::of_plane(plane("x=0"), Some(&region("2:6,3:"))).expect("a plane"), |[x, y, z]| {
            x == 0 && (2..6).contains(&y) && z >= 3
        }),
    ];
    for (part, holds) in parts {
        let control = Control::default();
        let filter = Filter::of(condition.clone()).within(part.clone());
        let none = OtherTables::default();
        let found = list_positions(&table, &none, &filter, 1000, &control).expect("listed");
        let heaps = |position: &Position| position.heaps().try_into().expect("three heaps");
        let found: Vec<[u32; 3]> =
            found.positions.iter().map(|(position, _)| heaps(position)).collect();
        let mut expected = Vec::new();
        for x in 0..12 {
            for y in 0..12 - x {
                expected.extend((0..12 - x - y).map(|z| [x, y, z]).filter(|&at| holds(at)));
            }
        }
        expected.sort_by_key(|at| (at.iter().sum::<u32>(), *at));
        assert_eq!(found, expected, "{part:?}");
    }
}

/// Catches cells that are drawn although the claim holds there, and the other way round: the mask of a
/// claim holds what a listing of the opposite finds.
#[test]
fn masks_hold_the_counterexamples_of_a_plane() {
    let directory = TempDir::new().expect("a directory");
    let plan = plan("triangle", "tokens 11", "grundy", Some(3));
    let table = stored(&directory.path().join("triangle.zarr"), &plan, Codec::Zstd, &CpuEngine);
    let (job, control, none) = (plan.job(), Control::default(), OtherTables::default());
    // At (2, y, z) the third one has no value, which is neither a confirmation nor a counterexample.
    for (claim, opposite) in [
        ("g % 3 != 1", "g % 3 == 1"),
        ("x > 2 implies g <= 9 / (x - 2)", "x > 2 and g > 9 / (x - 2)"),
        ("6 / (x - 2) > -4", "x == 1"),
        ("g(x, y, z + 1) > g", "x + y + z < 11 and g(x, y, z + 1) <= g"),
    ] {
        let statement = Claim::parse(claim, job, &none).expect(claim).into_statement();
        let opposite = Condition::parse(opposite, job, &none).expect(opposite);
        for plane in ["z=0", "z=5", "x=2", "sum=9", "sum=11"] {
            let plane = Plane::parse(plane, job.domain()).expect(plane);
            let cells = plane.rectangle(None).expect("all of it");
            let mask = mask(&table, &none, &statement, &plane, &cells, &control).expect("scanned");
            let part = Part::of_plane(plane.clone(), None).expect("a part");
            let filter = Filter::of(opposite.clone()).within(part);
            let listing = list_positions(&table, &none, &filter, 1000, &control).expect("listed");
            assert_eq!(mask.count(Verdict::Fails), listing.matches, "{claim}, {plane}");
            for (position, _) in listing.positions {
                let (column, row) = plane.cell(position.coordinates()).expect("in the plane");
                assert!(mask.contains(column, row), "{claim}, {plane}: {position}");
            }
            assert!(!mask.contains(cells.columns.end, 0) && !mask.contains(0, cells.rows.end));
            let listed: Vec<(u32, u32)> = mask.counterexamples().collect();
            assert_eq!(listed.len() as u64, listing.matches);
            assert!(listed.iter().all(|&(column, row)| mask.contains(column, row)));
        }
    }
}

/// Catches a cell of which is said what is true of its neighbour, and counts that take cells that are none: on 5 by 7 cells,
/// each of the five things is said of cells that are told by their heaps.
#[test]
fn masks_tell_what_is_said_of_each_cell() {
    let directory = TempDir::new().expect("a directory");
    let plan = plan("nim", "5x7", "grundy", Some(3));
    let table = stored(&directory.path().join("nim.zarr"), &plan, Codec::Zstd, &CpuEngine);
    let (job, control, none) = (plan.job(), Control::default(), OtherTables::default());
    let claim = "x > 0 implies x / (x - 4) > -9 and (y < 3 or g(x, y + 2) > 99)";
    let statement = Claim::parse(claim, job, &none).expect(claim).into_statement();
    let plane = Plane::whole(job.domain()).expect("two heaps");
    let cells = plane.rectangle(None).expect("all of it");
    let mask = mask(&table, &none, &statement, &plane, &cells, &control).expect("scanned");
    let mut counts = [0; 5];
    for (x, y) in (0..5).flat_map(|x| (0..7).map(move |y| (x, y))) {
        let expected = match (x, y) {
            (0, _) => Verdict::Silent,
            (4, _) => Verdict::Undefined,
            (_, 0..3) => Verdict::Holds,
            (_, 3..5) => Verdict::Fails,
            _ => Verdict::OutsideTable,
        };
        assert_eq!(mask.said(x, y), expected, "{x} {y}");
        counts[expected as usize] += 1;
    }
    let all = [
        Verdict::Holds,
        Verdict::Fails,
        Verdict::Silent,
        Verdict::OutsideTable,
        Verdict::Undefined,
    ];
    assert_eq!(all.map(|said| mask.count(said)), counts);
}
