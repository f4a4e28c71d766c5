//! Addition and order are proved by formulas and compared with numbers; operations with their definition.

use std::sync::Arc;

use super::{Automaton, Formula, Guess, Limits, Numeration, disagreement, evaluate, guess};

fn numerations() -> Vec<Arc<Numeration>> {
    let bases = [2, 3, 10].map(|base| Numeration::base(base).expect("a base"));
    let recurrent = [Numeration::fibonacci(), Numeration::pell(), Numeration::tribonacci()];
    let quotients = [3, 4].map(|quotient| Numeration::ostrowski(quotient).expect("a quotient"));
    bases.into_iter().chain(recurrent).chain(quotients).map(Arc::new).collect()
}

fn is_true(formula: &Formula, numeration: &Arc<Numeration>) -> bool {
    evaluate(formula, numeration, &Limits::default()).expect("within limits").is_true()
}

/// Catches digits that are no valid word, or of another number.
#[test]
fn every_number_has_its_word() {
    for numeration in numerations() {
        let all = Automaton::all(&numeration, 1, &Limits::default()).expect("small");
        let mut words = std::collections::HashSet::new();
        assert!(all.accepts(&[u64::MAX]), "{numeration}");
        for number in 0..2000 {
            let digits = numeration.digits_of(number);
            let word = digits
                .iter()
                .fold(numeration.empty(), |word, &digit| numeration.append(&word, digit.into()));
            assert_eq!(numeration.value(&word), number as i64, "{numeration}");
            assert!(all.accepts(&[number]), "{numeration}: {number}");
            assert!(words.insert(digits));
        }
    }
}

/// Catches weights that are not those of the literature, and digits that are: denominators of the
/// convergents of a continued fraction (Ostrowski), Tribonacci numbers (OEIS A000073).
#[test]
fn weights_are_those_of_the_literature() {
    for (name, weights) in [
        ("fibonacci", [1, 2, 3, 5, 8, 13]),
        ("ostrowski:1", [1, 2, 3, 5, 8, 13]),
        ("pell", [1, 2, 5, 12, 29, 70]),
        ("ostrowski:2", [1, 2, 5, 12, 29, 70]),
        ("ostrowski:3", [1, 3, 10, 33, 109, 360]),
        ("ostrowski:9", [1, 9, 82, 747, 6805, 61_992]),
        ("tribonacci", [1, 2, 4, 7, 13, 24]),
    ] {
        let numeration = Numeration::parse(name).expect(name);
        for (place, weight) in weights.into_iter().enumerate() {
            let digits = numeration.digits_of(weight);
            assert_eq!(digits.len(), place + 1, "{name}: {weight}");
            assert!(digits[0] == 1 && digits[1..].iter().all(|&d| d == 0), "{name}: {weight}");
        }
    }
    for name in ["ostrowski:0", "ostrowski:10", "ostrowski:", "base:1", "tribonacci:2", "Pell"] {
        assert!(Numeration::parse(name).is_err(), "{name}");
    }
}

/// Catches an automaton that takes something else for addition: it is a total function that satisfies
/// the recursion by which addition is defined. By induction on y it is addition on all numbers.
#[test]
fn addition_is_proved() {
    let (x, y, z, w) = (0, 1, 2, 4);
    for numeration in numerations() {
        if numeration.digit_count() > 3 {
            continue; // Five numbers are too many letters in base 10; see the next test.
        }
        let total =
            Formula::for_all(x, Formula::for_all(y, Formula::exists(z, [Formula::Sum([x, y, z])])));
        assert!(is_true(&total, &numeration), "{numeration}");
        let two_sums = [Formula::Sum([x, y, z]), Formula::Sum([x, y, w]), Formula::Less(z, w)];
        let functional = Formula::not(Formula::exists(
            x,
            [Formula::exists(y, [Formula::exists(z, [Formula::exists(w, two_sums)])])],
        ));
        assert!(is_true(&functional, &numeration), "{numeration}");
        let neutral =
            Formula::for_all(x, Formula::exists(y, [Formula::Is(y, 0), Formula::Sum([x, y, x])]));
        assert!(is_true(&neutral, &numeration), "{numeration}");
        // x + (y + 1) = (x + y) + 1, where a successor is the least number that is greater.
        let successor = |a, b, between| {
            Formula::All(vec![
                Formula::Less(a, b),
                Formula::not(Formula::exists(
                    between,
                    [Formula::Less(a, between), Formula::Less(between, b)],
                )),
            ])
        };
        let (y1, z1, t) = (5, 6, 7);
        let step = Formula::exists(
            z,
            [
                Formula::Sum([x, y, z]),
                Formula::exists(
                    z1,
                    [
                        successor(z, z1, t),
                        Formula::exists(y1, [successor(y, y1, t), Formula::Sum([x, y1, z1])]),
                    ],
                ),
            ],
        );
        assert!(is_true(&Formula::for_all(x, Formula::for_all(y, step)), &numeration));
    }
}

/// Catches sums, orders and constants that are wrong on small numbers.
#[test]
fn arithmetic_agrees_with_numbers() {
    let limits = Limits::default();
    for numeration in numerations() {
        let sum = Automaton::sum(&numeration, &limits).expect("small");
        let less = Automaton::less(&numeration, &limits).expect("small");
        let seven = Automaton::constant(&numeration, 7, &limits).expect("small");
        for x in 0..40 {
            assert_eq!(seven.accepts(&[x]), x == 7);
            for y in 0..40 {
                assert_eq!(less.accepts(&[x, y]), x < y, "{numeration}");
                for z in 0..90 {
                    assert_eq!(sum.accepts(&[x, y, z]), x + y == z, "{numeration}: {x}, {y}, {z}");
                }
            }
        }
    }
    let fibonacci = Arc::new(Numeration::fibonacci());
    let sum = Automaton::sum(&fibonacci, &limits).expect("small");
    // As Mousavi, Schaeffer and Shallit have it, besides one of words that cannot be accepted.
    assert_eq!(sum.states(), 16);
}

/// Catches connectives and quantifiers that are wrong on small numbers.
#[test]
fn formulas_mean_what_they_say() {
    let (x, y, z) = (0, 1, 2);
    for numeration in numerations() {
        let formula = Formula::Any(vec![
            Formula::exists(z, [Formula::Sum([x, z, y]), Formula::Sum([z, z, x])]), // 2y = 3x
            Formula::All(vec![Formula::Is(x, 5), Formula::at_most(y, x)]),
        ]);
        let relation = evaluate(&formula, &numeration, &Limits::default()).expect("small");
        assert_eq!(relation.variables, [x, y]);
        for a in 0..60 {
            for b in 0..60 {
                let expected = (2 * b == 3 * a) || (a == 5 && b <= a);
                assert_eq!(relation.automaton.accepts(&[a, b]), expected, "{numeration}: {a}, {b}");
            }
        }
    }
}

/// Catches a comparison that leaves out a position of the table: one after the other is made wrong, in a
/// table that is no box.
#[test]
fn every_position_of_the_table_is_compared() {
    let limits = Limits::default();
    for numeration in numerations() {
        let less = Automaton::less(&numeration, &limits).expect("small");
        let is_inside = |at: &[u64]| at[0] < 15 && at[0] + 2 * at[1] < 30;
        let right = |at: &[u64]| is_inside(at).then(|| at[0] < at[1]);
        assert_eq!(disagreement(&less, &right, &limits), Ok(None), "{numeration}");
        for at in (0..15).flat_map(|x| (0..15).map(move |y| [x, y])) {
            let wrong = |other: &[u64]| Some(right(other)? != (other == at));
            let expected = is_inside(&at).then(|| at.to_vec());
            assert_eq!(disagreement(&less, &wrong, &limits), Ok(expected), "{numeration}");
        }
    }
}

/// Catches a guess that is not the set although the table is large enough, and one that is made although
/// the table cannot tell. Two digits are needed: in Fibonacci numeration only a 0 may follow after a 1.
#[test]
fn guesses_are_right_when_the_table_is_large_enough() {
    let limits = Limits::default();
    for numeration in numerations() {
        let table =
            |side: u64| move |at: &[u64]| (at[0] < side && at[1] < side).then_some(at[0] < at[1]);
        let guessed = guess(&numeration, 2, 2, &table(1000), &limits).expect("small");
        let Guess::Automaton(guessed) = guessed else { panic!("{numeration}: too small") };
        assert_eq!(guessed, Automaton::less(&numeration, &limits).expect("small"), "{numeration}");
        let guessed = guess(&numeration, 2, 2, &table(1), &limits).expect("small");
        assert!(matches!(guessed, Guess::TableTooSmall), "{numeration}");
    }
}
