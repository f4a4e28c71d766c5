//! Formulas are compared with numbers, and with themselves in another order.

use std::sync::Arc;

use super::{arithmetic, numerations};
use crate::evaluation::evaluate_by;
use crate::linear::{Linear, Sign, relation_of};
use crate::relation::Relation;
use crate::{Arithmetic, Formula, FreshVariables, Largest, Limits, Numeration, Variable, evaluate};

/// Catches connectives and quantifiers that are wrong on small numbers.
#[test]
fn formulas_mean_what_they_say() {
    let (x, y, z) = (0, 1, 2);
    for numeration in numerations() {
        let formula = Formula::Any(vec![
            Formula::exists(z, [Formula::Sum([x, z, y]), Formula::Sum([z, z, x])]), // 2y = 3x
            Formula::All(vec![Formula::Is(x, 5), Formula::at_most(y, x)]),
        ]);
        let relation =
            evaluate(&formula, &arithmetic(&numeration), &Limits::default()).expect("small");
        assert_eq!(relation.variables, [x, y]);
        for a in 0..60 {
            for b in 0..60 {
                let expected = (2 * b == 3 * a) || (a == 5 && b <= a);
                assert_eq!(relation.automaton.accepts(&[a, b]), expected, "{numeration}: {a}, {b}");
            }
        }
    }
}

/// Catches tracks that stand for other variables than those that are asked for.
#[test]
fn tracks_stand_for_variables_in_any_order() {
    let limits = Limits::default();
    let numeration = &numerations()[0];
    let sum = Formula::Sum([0, 1, 3]);
    let relation = evaluate(&sum, &arithmetic(numeration), &limits).expect("small");
    for order in [[0, 1, 2, 3], [3, 0, 2, 1], [2, 3, 1, 0]] {
        let automaton = relation.in_order(&order, &limits).expect("small");
        for number in 0..256_u64 {
            let numbers = [number % 4, number / 4 % 4, number / 16 % 4, number / 64];
            let of = |variable: Variable| {
                order.iter().zip(numbers).find(|(other, _)| **other == variable).expect("one").1
            };
            let expected = of(0) + of(1) == of(3);
            assert_eq!(automaton.accepts(&numbers), expected, "{numbers:?} for {order:?}");
        }
    }
}

/// Returns a random formula about the variables below `variables`.
fn random_formula(rng: &mut fastrand::Rng, variables: Variable, depth: u32) -> Formula {
    let mut variable = || rng.u32(..variables);
    let (x, y, z) = (variable(), variable(), variable());
    if depth == 0 {
        return match rng.u32(..4) {
            0 => Formula::Sum([x, y, z]),
            1 => Formula::Less(x, y),
            2 => Formula::Equal(x, y),
            _ => Formula::Is(x, rng.u64(..5)),
        };
    }
    // One statement alone, and none, are not treated as several are.
    let count = [3, 3, 2, 1, 0][rng.usize(..5)];
    let several: Vec<_> = (0..count).map(|_| random_formula(rng, variables, depth - 1)).collect();
    match rng.u32(..8) {
        0 => Formula::Any(several),
        1 => Formula::not(Formula::All(several)),
        2 | 3 => Formula::exists(x, several),
        4 => Formula::exists(x, [Formula::Any(several)]),
        5 => Formula::not(Formula::not(Formula::exists(x, several))),
        _ => Formula::All(several),
    }
}

/// Returns the same formula, with the statements of each *and* and *or* in another order, and with *or* in
/// terms of *and*.
fn shuffled(rng: &mut fastrand::Rng, formula: &Formula) -> Formula {
    let mut each = |formulas: &[Formula]| {
        let mut formulas: Vec<_> = formulas.iter().map(|f| shuffled(rng, f)).collect();
        rng.shuffle(&mut formulas);
        formulas
    };
    match formula {
        Formula::All(formulas) => Formula::All(each(formulas)),
        Formula::Any(formulas) => {
            let negated = each(formulas).into_iter().map(Formula::not);
            Formula::not(Formula::All(negated.collect()))
        }
        Formula::Not(formula) => Formula::not(shuffled(rng, formula)),
        Formula::Exists(x, formula) => Formula::Exists(*x, Box::new(shuffled(rng, formula))),
        other => other.clone(),
    }
}

/// Whether a formula is true of these numbers, where quantifiers run over the numbers below a bound.
fn is_true_below(formula: &Formula, bound: u64, numbers: &mut Vec<u64>) -> bool {
    let at = |x: &Variable| numbers[*x as usize];
    match formula {
        Formula::Accepts(automaton, variables) => {
            automaton.accepts(&variables.iter().map(at).collect::<Vec<_>>())
        }
        Formula::Sum([x, y, z]) => at(x) + at(y) == at(z),
        Formula::Less(x, y) => at(x) < at(y),
        Formula::Equal(x, y) => at(x) == at(y),
        Formula::Is(x, number) => at(x) == *number,
        Formula::Not(formula) => !is_true_below(formula, bound, numbers),
        Formula::All(formulas) => formulas.iter().all(|f| is_true_below(f, bound, numbers)),
        Formula::Any(formulas) => formulas.iter().any(|f| is_true_below(f, bound, numbers)),
        Formula::Exists(x, formula) => {
            let outside = at(x);
            let exists = (0..bound).any(|number| {
                numbers[*x as usize] = number;
                is_true_below(formula, bound, numbers)
            });
            numbers[*x as usize] = outside;
            exists
        }
    }
}

/// Catches an elimination that takes one variable for another - the same one is bound several times in
/// these formulas - or that forgets a statement: whatever order a formula is written in, it is the same
/// relation, and on small numbers it agrees with trying all small numbers.
#[test]
fn the_order_of_a_formula_does_not_matter() {
    let limits = Limits::default();
    let mut rng = fastrand::Rng::with_seed(13);
    for numeration in numerations() {
        if numeration.digit_count() == 10 {
            continue; // Four tracks have 10,000 letters: too slow for a test.
        }
        let arithmetic = arithmetic(&numeration);
        for _ in 0..25 {
            let formula = random_formula(&mut rng, 4, 2);
            let relation = evaluate(&formula, &arithmetic, &limits).expect("small");
            for _ in 0..3 {
                let same = shuffled(&mut rng, &formula);
                let other = evaluate(&same, &arithmetic, &limits).expect("small");
                // Variables about which nothing is said may be left out of one of them.
                let (one, other) = (relation.over(4, &limits), other.over(4, &limits));
                assert_eq!(one, other, "{numeration}: {formula:?}");
            }
            // In the ways that suit large automata.
            let large = evaluate_by(&formula, &arithmetic, &limits, 0).expect("small");
            assert_eq!(
                relation.over(4, &limits),
                large.over(4, &limits),
                "{numeration}: {formula:?}"
            );
            // Numbers that matter are sums of few small ones.
            for _ in 0..5 {
                let mut at: Vec<u64> = (0..4).map(|_| rng.u64(..6)).collect();
                let free: Vec<u64> = relation.variables.iter().map(|&x| at[x as usize]).collect();
                let expected = is_true_below(&formula, 24, &mut at);
                assert_eq!(relation.automaton.accepts(&free), expected, "{formula:?} at {at:?}");
            }
        }
    }
}

/// Catches six tracks that are refused, or taken for others.
#[test]
fn six_numbers_are_read_at_once() {
    let limits = Limits::default();
    for numeration in numerations() {
        if numeration.digit_count() > 3 {
            continue;
        }
        let arithmetic = arithmetic(&numeration);
        let formula = Formula::All((0..4).map(|x| Formula::Sum([x, x + 1, x + 2])).collect());
        let relation = evaluate(&formula, &arithmetic, &limits).expect("small");
        assert_eq!(relation.automaton.tracks(), 6);
        for first in 0..5 {
            let mut numbers = vec![first, 3];
            (0..4).for_each(|x| numbers.push(numbers[x] + numbers[x + 1]));
            assert!(relation.automaton.accepts(&numbers), "{numeration}: {numbers:?}");
            numbers[5] += 1;
            assert!(!relation.automaton.accepts(&numbers), "{numeration}: {numbers:?}");
        }
    }
}

/// Catches a number that is put in wrongly, or for another variable of the same name.
#[test]
fn numbers_that_are_put_in_are_those() {
    let limits = Limits::default();
    let mut rng = fastrand::Rng::with_seed(7);
    for numeration in numerations().into_iter().filter(|numeration| numeration.digit_count() < 4) {
        let arithmetic = arithmetic(&numeration);
        for number in 0..100 {
            let variables = 4;
            let formula = random_formula(&mut rng, variables, 3);
            let known = [(0, rng.u64(..6)), (2, rng.u64(..40))];
            let known = &known[..rng.usize(1..=2)];
            let put_in = formula.with_constants(known, &arithmetic, &limits).expect("it is small");
            let is = known.iter().map(|&(variable, number)| Formula::Is(variable, number));
            let all = Formula::All(is.chain([formula.clone()]).collect());
            let expected = known.iter().fold(all, |all, (x, _)| Formula::exists(*x, [all]));
            let [made, expected] = [put_in, expected].map(|formula| {
                let relation = evaluate(&formula, &arithmetic, &limits).expect("it is small");
                relation.over(variables as usize, &limits).expect("it is small")
            });
            assert!(made == expected, "{numeration}, {number}: {formula:?} with {known:?}");
        }
    }
}

/// Catches a linear condition whose value is followed wrongly, or taken for decided too early: sums and order are those that are
/// proved, and others agree with small numbers.
#[test]
fn linear_conditions_are_followed() {
    let limits = Limits::default();
    let mut rng = fastrand::Rng::with_seed(31);
    for numeration in numerations() {
        let arithmetic = arithmetic(&numeration);
        let relation = |terms: &[(Variable, i64)], constant, sign| {
            let sum = Linear::of(terms, constant).expect("small");
            relation_of(&numeration, &(sum, sign), &limits).expect("small")
        };
        let Some(sum) = relation(&[(0, 1), (1, 1), (2, -1)], 0, Sign::Zero) else {
            // A term of the recurrence is negative, or there are many letters.
            assert!(numeration.recurrence().iter().any(|&term| term < 0), "{numeration}");
            continue;
        };
        assert_eq!(sum, Relation::named(arithmetic.sum(), &[0, 1, 2], &limits).expect("small"));
        let less = relation(&[(0, -1), (1, 1)], -1, Sign::NotNegative).expect("small");
        assert_eq!(less, Relation::named(arithmetic.less(), &[0, 1], &limits).expect("small"));
        for _ in 0..10 {
            let factors = [(); 3].map(|()| rng.i64(-3..=3));
            let constant = rng.i64(-9..=9);
            let sign = if rng.bool() { Sign::Zero } else { Sign::NotNegative };
            let terms: Vec<(Variable, i64)> = (0..).zip(factors).collect();
            let found = relation(&terms, constant, sign).expect("small").over(3, &limits);
            let found = found.expect("small");
            for _ in 0..200 {
                let most = [5, 40, 1_000_000][rng.usize(..3)];
                let numbers = [(); 3].map(|()| rng.u64(..most));
                let value =
                    factors.iter().zip(numbers).map(|(f, n)| f * n as i64).sum::<i64>() + constant;
                let expected = value == 0 || sign == Sign::NotNegative && value > 0;
                assert_eq!(
                    found.accepts(&numbers),
                    expected,
                    "{numeration}: {terms:?} {numbers:?}"
                );
            }
        }
    }
}

/// The positions (x, y) from which k > 0 tokens can be taken from one heap and l >= k of the other, where l <= 2 k, such that a
/// P-position of Wythoff Nim is left, (floor(n phi), floor(n phi) + n).
fn wedge(arithmetic: &Arithmetic) -> Formula {
    let fresh = FreshVariables::after(2);
    let beatty = arithmetic.beatty(&Limits::default()).expect("proved").expect("there is one");
    let [n, a, b, k, l, double] = [(); 6].map(|()| fresh.variable());
    let conditions = [
        Formula::Sum([k, k, double]),
        Formula::at_most(l, double),
        Formula::at_most(k, l),
        Formula::not(Formula::Is(k, 0)),
        Formula::Sum([a, k, 0]),
        Formula::Sum([b, l, 1]),
        Formula::exists(n, [Formula::Accepts(beatty.into(), vec![n, a]), Formula::Sum([a, n, b])]),
    ];
    let bound = [a, b, k, l, double].into_iter();
    bound.fold(Formula::All(conditions.to_vec()), |formula, v| Formula::exists(v, [formula]))
}

/// Catches linear conditions that are put together by quantifiers although automata become larger so, and automata that are not
/// noted.
#[test]
fn linear_conditions_keep_automata_small() {
    let arithmetic = arithmetic(&Arc::new(Numeration::fibonacci()));
    let wedge = wedge(&arithmetic);
    let [quantified, followed] = [usize::MAX, 0].map(|few| {
        let largest = Largest::default();
        let limits = Limits { largest: Some(&largest), ..Limits::default() };
        let relation = evaluate_by(&wedge, &arithmetic, &limits, few).expect("small");
        (relation, largest.get().expect("there are several"))
    });
    assert_eq!(quantified.0, followed.0);
    assert!(
        followed.1.states <= 400 && quantified.1.states > 500,
        "{} {}",
        followed.1,
        quantified.1
    );
    let told = followed.1.to_string();
    assert!(told.ends_with(" states, of 4 numbers: and"), "{told}");
}
