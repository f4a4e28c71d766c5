//! The moves at a position, as the language says.

use super::{Clauses, Fault, Move};
use crate::clause::WrittenClauses;

fn rules(text: &str) -> Clauses {
    WrittenClauses::parse(text).and_then(|written| Clauses::of(&written)).expect(text)
}

/// Returns the options at a position of a box with sides of 100.
fn options(text: &str, heaps: &[u32]) -> Result<Vec<Vec<u32>>, Fault> {
    let moves = rules(text).moves(0, heaps, &|cell| cell.iter().all(|&heap| heap < 100))?;
    Ok(moves.into_iter().map(|of| of.option.concat()).collect())
}

fn undefined<T>(what: &'static str, values: Option<&[i64]>) -> Result<T, Fault> {
    Err(Fault::undefined(what, values.map(named)))
}

/// Returns the values of a variable k, if it has one.
fn named(values: &[i64]) -> Vec<(String, i64)> {
    values.iter().map(|&value| ("k".to_owned(), value)).collect()
}

#[test]
fn options_are_those_of_all_values_of_the_variables() {
    let nim = "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y";
    for (text, heaps, expected) in [
        (nim, [0, 0], vec![]),
        (nim, [1, 2], vec![[0, 2], [1, 0], [1, 1]]),
        // Bounds that are not included, and a range that holds nothing.
        ("(x - k, y) for 0 < k < x", [3, 0], vec![[1, 0], [2, 0]]),
        ("(x - k, y) for 3 <= k <= x", [2, 0], vec![]),
        // A bound with an earlier variable, sets, and conditions on several variables.
        ("(x - k, y + l) for 1 <= k <= x, 0 <= l < k", [2, 1], vec![[0, 1], [0, 2], [1, 1]]),
        ("(x - k, y) for k in {-5, 1, 3} if k > 0 and k <= x", [2, 7], vec![[1, 7]]),
        ("(x - k, y - l) for 0 <= k <= x, 0 <= l <= y if k + l == 2", [1, 3], vec![[0, 2], [1, 1]]),
        // Several clauses and several values lead to one option.
        ("(x - 1, y) if x > 0; (x - k, y) for k in {1, 2} if k <= x", [2, 0], vec![[0, 0], [1, 0]]),
        ("(x / 2, y) for 1 <= k <= 5 if x > 0", [9, 3], vec![[4, 3]]),
    ] {
        let expected: Vec<Vec<u32>> = expected.into_iter().map(|option| option.to_vec()).collect();
        assert_eq!(options(text, &heaps), Ok(expected), "{text} at {heaps:?}");
    }
}

/// Catches a grade that is asked for where play may go on for ever, and moves that are left out there.
#[test]
fn moves_of_loopy_rules_may_lead_anywhere_in_the_table() {
    let text = "loopy; positions x != 3; (x + k, y) for k in {0, 1, 2}; (x, y - 1) if y > 0";
    assert_eq!(options(text, &[1, 1]), Ok(vec![vec![1, 0], vec![1, 1], vec![2, 1]]));
    let outside = Fault::Outside { option: vec![100, 0], values: named(&[1]) };
    assert_eq!(options(text, &[99, 0]), Err(outside));
}

/// Catches a sum whose positions are not those of its summands, or not in order, and a move that is left out or made
/// although a position of its sum is no position of the game.
#[test]
fn options_may_be_sums() {
    let kayles = "(a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k";
    let ruler = "positions x >= 1; sum (i) for a <= i < x for 1 <= a <= x";
    let mixed = "positions x != 2; (x - a) + sum (i) for i in {3, 1} for 1 <= a < x; () if x == 5";
    for (text, heap, expected) in [
        (kayles, 0, vec![]),
        (kayles, 1, vec![vec![0, 0]]),
        (kayles, 3, vec![vec![0, 1], vec![0, 2], vec![1, 1]]),
        (ruler, 1, vec![vec![]]),
        (ruler, 4, vec![vec![], vec![1, 2, 3], vec![2, 3], vec![3]]),
        (mixed, 5, vec![vec![], vec![1, 1, 3], vec![1, 3, 3], vec![1, 3, 4]]),
    ] {
        let expected = expected.into_iter().map(|sum: Vec<u32>| {
            let option = sum.into_iter().map(|heap| vec![heap]).collect();
            Move { option, points: Some(0) }
        });
        assert_eq!(
            rules(text).moves(0, &[heap], &|_| true),
            Ok(expected.collect()),
            "{text} at {heap}"
        );
    }
    assert!(rules(kayles).have_sums() && rules("(x - 1) if x > 1; () if x == 1").have_sums());
    assert!(!rules("(x - 1) if x > 1").have_sums());
}

/// Catches a game of which all moves leave nothing, and that is refused, or read on other heaps than its conditions name.
#[test]
fn conditions_may_say_how_many_heaps_there_are() {
    let nothing = Move { option: vec![], points: Some(0) };
    for (text, heaps, at) in [
        ("() if x == 1", 1, vec![1]),
        ("terminal z == 2; () if y == 1", 3, vec![5, 1, 0]),
        ("left: () if y == 1; right:", 2, vec![0, 1]),
    ] {
        let rules = rules(text);
        assert_eq!(rules.heaps, heaps, "{text}");
        assert_eq!(rules.moves(0, &at, &|_| true), Ok(vec![nothing.clone()]), "{text}");
        assert_eq!(rules.moves(0, &vec![2; heaps], &|_| true), Ok(vec![]), "{text}");
    }
}

/// Catches a fault in a later position of a sum that is not seen, or told with other values.
#[test]
fn every_position_of_a_sum_is_checked() {
    let fault = |text: &str, heap| rules(text).moves(0, &[heap], &|_| true).expect_err(text);
    let values = |values: &[(&str, i64)]| -> Vec<(String, i64)> {
        values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
    };
    let outside = Fault::Outside { option: vec![-1], values: values(&[("a", 2)]) };
    assert_eq!(fault("(a) + (1 - a) for 0 <= a < x", 3), outside);
    let grade =
        Fault::Grade { option: vec![3], values: values(&[("a", 0), ("i", 3)]), grades: [3, 3] };
    assert_eq!(fault("(a) + sum (i) for 1 <= i <= 3 for 0 <= a < x", 3), grade);
    let undefined = Fault::undefined("the option of a clause", Some(values(&[("i", 0)])));
    assert_eq!(fault("sum (1 / i) for 0 <= i <= 3 if x > 2", 3), undefined);
    assert_eq!(
        fault("sum (1 / i) for 0 <= i <= 1 / (x - 3)", 3),
        Fault::undefined("a bound of a variable", None)
    );
    let endless = rules("sum (0) for 0 <= i <= 1000000 if x > 2");
    let tried = endless.moves_among(0, &[3], &|_| true, 1000);
    assert_eq!(tried, Err(Fault::TooManyValues { most: 1000 }));
}

#[test]
fn players_have_moves_of_their_own() {
    let rules = rules(
        "left: (x - 1) if x > 0 pays 2; right: (x - k) for 2 <= k <= x pays -k; (0) if x > 0",
    );
    let moves = |player| rules.moves(player, &[3], &|_| true);
    let of = |option: u32, points| Move { option: vec![vec![option]], points: Some(points) };
    assert_eq!(moves(0), Ok(vec![of(2, 2)]));
    // Two moves to one option that pay different points are two.
    assert_eq!(moves(1), Ok(vec![of(0, -3), of(0, 0), of(1, -2)]));
}

#[test]
fn terminal_positions_have_no_moves_and_other_cells_are_no_options() {
    // A terminal position is not looked at: its options would lie outside.
    assert_eq!(options("terminal x < 3; (x - 3)", &[2]), Ok(vec![]));
    assert_eq!(options("terminal x < 3; (x - 3)", &[3]), Ok(vec![vec![0]]));
    let odd = "positions x % 2 == 1; (x - k) for 1 <= k <= x";
    assert_eq!(options(odd, &[5]), Ok(vec![vec![1], vec![3]]));
    let rules = rules(odd);
    assert_eq!((rules.is_position(&[4]), rules.is_position(&[5])), (Ok(false), Ok(true)));
    // A cell that is no position is no option, even where its grade is too large.
    assert_eq!(options("positions x < 5; (x + 2)", &[4]), Ok(vec![]));
    let outside = |option: i64, values: &[i64]| {
        Err(Fault::Outside { option: vec![option], values: named(values) })
    };
    // Where a heap is negative there is no cell, whatever the condition says; it need not have a value there.
    for positions in ["10 / (x + 1) > 0", "x >= 0"] {
        let below = format!("positions {positions}; (x - 1)");
        assert_eq!(options(&below, &[0]), outside(-1, &[]));
    }
    // A cell outside of the table, which has heaps up to 99, is an error only if it is a position, or may be one.
    let grade = |positions: &str| {
        format!("positions {positions}; grade 999 - x; (x * k) for k in {{2, 4294967296}} if x > 0")
    };
    assert_eq!(options(&grade("x < 60"), &[30]), Ok(vec![]));
    assert_eq!(options(&grade("x < 60"), &[29]), Ok(vec![vec![58]]));
    assert_eq!(options(&grade("x < 101"), &[50]), outside(100, &[2]));
    assert_eq!(options(&grade("10 / (100 - x) > 0"), &[50]), outside(100, &[2]));
}

/// Catches a sum that is refused although one of its positions is none of the game, so that there is no move.
#[test]
fn a_sum_with_a_cell_outside_that_is_no_position_is_no_move() {
    let text = "positions x < 100; grade 99 - x; (x + 1) + (2*x) if x > 0";
    let moves = |heap| rules(text).moves(0, &[heap], &|cell| cell[0] < 100);
    assert_eq!(moves(50), Ok(vec![]));
    let both = Move { option: vec![vec![50], vec![98]], points: Some(0) };
    assert_eq!(moves(49), Ok(vec![both]));
}

#[test]
fn faults_name_what_is_wrong() {
    let outside = |option: &[i64], values: &[i64]| {
        Err(Fault::Outside { option: option.to_vec(), values: named(values) })
    };
    let grade =
        |option: u32, grades| Err(Fault::Grade { option: vec![option], values: vec![], grades });
    for (text, heap, expected) in [
        ("(x - k) for 1 <= k <= 2", 1, outside(&[-1], &[2])),
        ("(x + 99)", 1, outside(&[100], &[])),
        ("(x * 4294967296)", 1, outside(&[4_294_967_296], &[])),
        ("(x)", 3, grade(3, [3, 3])),
        ("(x + 1)", 3, grade(4, [3, 4])),
        ("grade x / 2; (x - 1)", 3, grade(2, [1, 1])),
        ("grade 10 - x; (x + 1)", 10, Err(Fault::GradeOutOfRange { grade: -1 })),
        ("grade x * 4294967296; (x - 1)", 1, Err(Fault::GradeOutOfRange { grade: 4_294_967_296 })),
        // Expressions without a value: division by 0, beyond 64 bits, functions that are not defined.
        ("(x - 1) if 1 / (x - 1) > 0", 1, undefined("the condition of a clause", Some(&[]))),
        (
            "(x - k) for k in {1} if 1 % (k - 1) == 0",
            1,
            undefined("the condition of a clause", Some(&[1])),
        ),
        ("(x - k) for 1 <= k <= 5 / (x - 1)", 1, undefined("a bound of a variable", None)),
        ("(x - k) for 1 <= k < -9223372036854775808", 1, undefined("a bound of a variable", None)),
        ("(x - k) for 9223372036854775807 < k <= x", 1, undefined("a bound of a variable", None)),
        ("(x * 9223372036854775807 * 2)", 1, undefined("the option of a clause", Some(&[]))),
        ("(floor_sqrt(x - 2))", 1, undefined("the option of a clause", Some(&[]))),
        ("(fibonacci_word(x - 1))", 1, undefined("the option of a clause", Some(&[]))),
        ("positions 1 / x > 0; (x - 1)", 1, undefined("the condition on positions", None)),
        (
            "terminal 1 / (x - 1) > 0; (x - 1)",
            1,
            undefined("the condition on terminal positions", None),
        ),
        ("grade x + 1 / x; (x - 1)", 1, undefined("the grade", None)),
    ] {
        assert_eq!(options(text, &[heap]), expected, "{text} at {heap}");
    }
    let what = Fault::Grade { option: vec![4, 0], values: named(&[2]), grades: [3, 4] };
    assert_eq!(
        what.to_string(),
        "a move (k = 2) leads from grade 3 to (4, 0), whose grade is 4; every move must make the grade smaller"
    );
}

#[test]
fn what_does_not_matter_is_not_looked_at() {
    for condition in [
        "x == 0 or 1 / x > 0",
        "not (x > 0 and 1 / x > 0)",
        "x > 0 implies 1 / x > 0",
        "if(x == 0, true, 1 / x > 0)",
        "if(x == 0, 1, 1 / x) == 1",
        "x == 0 or x == 0 or 1 / x > 0",
    ] {
        let text = format!("(x, y - 1) if {condition}");
        assert_eq!(options(&text, &[0, 1]), Ok(vec![vec![0, 0]]), "{text}");
    }
    // The first part matters always, and both parts of `iff` do.
    for condition in ["1 / x > 0 or x == 0", "1 / x > 0 and false", "x == 1 iff 1 / x > 0"] {
        let text = format!("(x, y - 1) if {condition}");
        assert_eq!(
            options(&text, &[0, 1]),
            undefined("the condition of a clause", Some(&[])),
            "{text}"
        );
    }
    // What a move pays is looked at by scores alone.
    let moves = rules("(x - 1) pays 1 / (x - 1)").moves(0, &[1], &|_| true);
    assert_eq!(moves, Ok(vec![Move { option: vec![vec![0]], points: None }]));
}

/// Remainders are not negative, quotients are rounded accordingly, and conditions are 0 and 1 among numbers.
#[test]
fn numbers_are_those_of_the_language() {
    for (text, expected) in [
        ("-7 / 2", Some(-4)),
        ("-7 % 2", Some(1)),
        ("7 / -2", Some(-3)),
        ("7 % -2", Some(1)),
        ("-9223372036854775808 / -1", None),
        ("-9223372036854775808 % -1", None),
        ("abs(-9223372036854775808)", None),
        ("-(-9223372036854775808)", None),
        ("2 + 3 * 4 ^ 1", Some(15)),
        ("7 - 2 - 1", Some(4)),
        ("(3 > 2) + (3 > 4)", Some(1)),
        ("sum(1, 2, 3) + xor(1, 2, 3) + gcd(12, 18) + tokens", Some(12 + 5)),
        ("gcd(-2, 4)", None),
        ("if(divides(0, 0) and not divides(0, 3) and divides(-2, 4), 1, 0)", Some(1)),
        ("is_square(-1) + is_prime(-3) + is_prime(1) + is_square(0)", Some(1)),
        ("zeckendorf_part(0)", None),
    ] {
        let number = super::number(text, 2).expect(text);
        assert_eq!(number.at(&[2, 3]), expected, "{text}");
    }
}

/// Catches a walk that does not end, and one that takes all memory.
#[test]
fn endless_ranges_end() {
    for text in [
        "(x - 1) for 0 <= k <= 9223372036854775806 pays k",
        "(x - 1) for -9223372036854775808 <= k <= 9223372036854775807, 0 <= l <= k if k < 0",
    ] {
        let found = options(text, &[1]);
        assert!(matches!(found, Err(Fault::TooManyValues { .. })), "{text}: {found:?}");
    }
}

#[test]
fn a_heap_that_the_rules_do_not_have_is_no_panic() {
    let rules = rules("positions x > 0; grade y; (x - 1, y) for 1 <= k <= y");
    for heaps in [&[][..], &[1], &[1, 2, 3]] {
        for player in 0..3 {
            let _ = rules.moves(player, heaps, &|_| true);
        }
    }
}
