//! Words, addition and order are compared with numbers; what is not arithmetic is not proved.

use std::sync::Arc;

use super::numerations;
use crate::order::StateOrder;
use crate::{Arithmetic, AutomataError, Automaton, Limits, Numeration};

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
/// convergents of a continued fraction (Ostrowski), Tribonacci numbers (OEIS A000073), every other Fibonacci number
/// (A001906), A001353, A002605, A007482; those of Fraenkel 1998 for s = 2 and 3.
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
        ("quadratic:3,1", [1, 3, 8, 21, 55, 144]),
        ("quadratic:4,1", [1, 4, 15, 56, 209, 780]),
        ("recurrence:2,2", [1, 2, 6, 16, 44, 120]),
        ("recurrence:3,2", [1, 3, 11, 39, 139, 495]),
        ("fraenkel:1,1", [1, 2, 3, 5, 8, 13]),
        ("fraenkel:1,2", [1, 3, 7, 17, 41, 99]),
        ("fraenkel:2,1", [1, 3, 8, 22, 60, 164]),
        ("fraenkel:3,2", [1, 5, 23, 107, 497, 2309]),
    ] {
        let numeration = Numeration::parse(name).expect(name);
        for (place, weight) in weights.into_iter().enumerate() {
            let digits = numeration.digits_of(weight);
            assert_eq!(digits.len(), place + 1, "{name}: {weight}");
            assert!(digits[0] == 1 && digits[1..].iter().all(|&d| d == 0), "{name}: {weight}");
        }
    }
    for name in [
        "ostrowski:0",
        "ostrowski:10",
        "ostrowski:",
        "base:1",
        "tribonacci:2",
        "Pell",
        "quadratic:4,3",
        "quadratic:4",
        "recurrence:3,1",
        "recurrence:3,4",
        "recurrence:10,2",
        "recurrence:3",
        "fraenkel:0,2",
        "fraenkel:2,0",
        "fraenkel:9,2",
        "fraenkel:4294967295,1",
        "fraenkel:2",
        "fibonacci:",
    ] {
        assert!(Numeration::parse(name).is_err(), "{name}");
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
        for x in 0..20 {
            assert_eq!(seven.accepts(&[x]), x == 7);
            for y in 0..20 {
                assert_eq!(less.accepts(&[x, y]), x < y, "{numeration}");
                for z in 0..50 {
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

/// Catches a proof of arithmetic that says yes to anything: digits that are worth something else, and words
/// that are valid twice or not at all.
#[test]
fn a_wrong_numeration_is_not_proved() {
    let limits = Limits::default();
    for wrong in Numeration::wrong_ones() {
        let proved = Arithmetic::of(&Arc::new(wrong.clone()), &limits);
        assert!(matches!(proved, Err(AutomataError::NotProved(_))), "{wrong:?}: {proved:?}");
    }
}

/// Catches sets of states that fill the memory: the limit is met, and named.
#[test]
fn a_projection_that_grows_is_ended() {
    let fibonacci = Arc::new(Numeration::fibonacci());
    let limits = Limits { states: 10, ..Limits::default() };
    let sum = Automaton::sum(&fibonacci, &Limits::default()).expect("small");
    assert_eq!(
        sum.without_tracks(&[0], &StateOrder::default(), &Limits::default()).map(|_| ()),
        Ok(())
    );
    assert_eq!(
        sum.without_tracks(&[0], &StateOrder::default(), &limits),
        Err(AutomataError::TooManyStates(10))
    );
    let stop = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits { interrupt: Some(&stop), ..Limits::default() };
    assert_eq!(
        sum.without_tracks(&[0], &StateOrder::default(), &limits),
        Err(AutomataError::Interrupted)
    );
    assert_eq!(sum.minimized(&limits), Err(AutomataError::Interrupted));
}

/// Catches an addition of which states are left out, since the other root is large.
#[test]
fn addition_is_proved_in_all_numerations_of_two_terms() {
    let pairs = |first: u32, second: std::ops::RangeInclusive<u32>| second.map(move |b| (first, b));
    let quadratic = (3..=10).flat_map(|a| pairs(a, 1..=a - 2));
    let quadratic = quadratic.map(|(a, b)| Numeration::quadratic(a, b));
    let recurrences = (2..=9).flat_map(|a| pairs(a, 2..=a));
    let recurrences = recurrences.map(|(a, b)| Numeration::recurrence_of(a, b));
    let fraenkel = (1..=5).flat_map(|s| pairs(s, 1..=6 - s));
    let fraenkel = fraenkel.map(|(s, t)| Numeration::fraenkel(s, t));
    for numeration in quadratic.chain(recurrences).chain(fraenkel) {
        let numeration = Arc::new(numeration.expect("in range"));
        let proved = Arithmetic::of(&numeration, &Limits::default());
        assert!(proved.is_ok(), "{numeration}: {:?}", proved.err());
    }
}
