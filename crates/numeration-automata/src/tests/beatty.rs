//! Multiples of the base of a numeration, rounded down, are compared with integers; what is not such a sequence is not proved.

use std::sync::Arc;

use crate::{Arithmetic, AutomataError, Formula, Limits, Numeration, evaluate};

/// All numerations whose base has an integer, or its opposite, as its inverse in its field.
fn numerations() -> Vec<Numeration> {
    let quotients = (1..=9).map(|a| Numeration::ostrowski(a).expect("in range"));
    quotients.chain((3..=10).map(|a| Numeration::quadratic(a, 1).expect("in range"))).collect()
}

/// Catches a floor that is wrong, by exact integers: 2 floor(n beta) - a n is the largest number of its parity whose square is at
/// most (a^2 + 4 s) n^2.
#[test]
fn multiples_are_rounded_down() {
    let limits = Limits::default();
    for numeration in numerations() {
        let &[a, s] = numeration.recurrence() else { panic!("two terms") };
        let name = numeration.to_string();
        let arithmetic = Arithmetic::of(&Arc::new(numeration), &limits).expect("proved");
        let beatty = arithmetic.beatty(&limits).expect("proved").expect("two terms");
        for n in (0..100_000u64).step_by(7).chain((1 << 40)..(1 << 40) + 300) {
            let square = (a * a + 4 * s) as u128 * u128::from(n).pow(2);
            let floor = (u128::from(n) * a as u128 + square.isqrt()) / 2;
            let floor = u64::try_from(floor).expect("64 bits");
            assert!(beatty.accepts(&[n, floor]), "{name}: {n}, {floor}");
            assert!(!beatty.accepts(&[n, floor + 1]), "{name}: {n}");
            assert!(floor == 0 || !beatty.accepts(&[n, floor - 1]), "{name}: {n}");
        }
    }
}

/// Catches a proof that says yes to anything: sequences that are wrong in one way each.
#[test]
fn another_sequence_is_not_proved() {
    let limits = Limits::default();
    let arithmetic =
        |numeration: Numeration| Arithmetic::of(&Arc::new(numeration), &limits).expect("proved");
    let pell = arithmetic(Numeration::pell());
    let (n, value, less, one) = (0, 1, 2, 3);
    let right = Arc::new(pell.beatty(&limits).expect("proved").expect("two terms"));
    let is_right = || Formula::Accepts(Arc::clone(&right), vec![n, value]);
    let at = |number: u64, other: u64| {
        Formula::All(vec![Formula::Is(n, number), Formula::Is(value, other)])
    };
    let but_at = |number: u64| Formula::All(vec![is_right(), Formula::not(Formula::Is(n, number))]);
    // From 6 on it is 1 more.
    let is_large = || Formula::exists(one, [Formula::Is(one, 5), Formula::Less(one, n)]);
    let one_more = Formula::exists(
        less,
        [
            Formula::Accepts(Arc::clone(&right), vec![n, less]),
            Formula::exists(one, [Formula::Is(one, 1), Formula::Sum([less, one, value])]),
        ],
    );
    let shifted = Formula::Any(vec![
        Formula::All(vec![is_large(), one_more]),
        Formula::All(vec![Formula::not(is_large()), is_right()]),
    ]);
    for (words, wrong) in [
        ("is there for all n", but_at(5)),
        ("is one number", Formula::Any(vec![is_right(), at(5, 3)])),
        ("floor(0 beta) = 0", Formula::Any(vec![but_at(0), at(0, 1)])),
        ("is from 1 to a + 1", Formula::Any(vec![but_at(5), at(5, 10)])),
        ("is 0 or 1", shifted),
        ("beta^2 = a beta + s", Formula::Sum([n, n, value])),
    ] {
        let wrong = evaluate(&wrong, &pell, &limits).and_then(|wrong| wrong.over(2, &limits));
        let wrong = Arc::new(wrong.expect("small"));
        match pell.prove_beatty(&wrong, 2, 1, &limits) {
            Err(AutomataError::NotProved(axiom)) => assert!(axiom.contains(words), "{axiom}"),
            other => panic!("{words}: {other:?}"),
        }
    }
    for name in ["base:2", "tribonacci", "quadratic:5,2", "fraenkel:1,2"] {
        let numeration = Numeration::parse(name).expect(name);
        assert_eq!(arithmetic(numeration).beatty(&limits).expect(name), None, "{name}");
    }
}
