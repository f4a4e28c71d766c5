//! Whether linear inequalities contradict one another, by the elimination of Fourier and Motzkin.
//!
//! A place is eliminated by adding multiples of each inequality in which its coefficient is positive to each one in which
//! it is negative. Over the rational numbers what remains has a solution exactly if there was one. All numbers here
//! are integers: a constant may be rounded down after a division by the common divisor of the coefficients, which finds
//! more contradictions. What is dropped for its size or on overflow only makes it easier to satisfy the rest.

use std::collections::BTreeMap;

use super::budget::Budget;
use super::linear::Form;
use crate::language::quadratic::greatest_common_divisor;

/// The most inequalities that are looked at at once.
const MOST: usize = 600;

/// Coefficients, and the smallest constant with which they stand: that inequality implies the others.
type System = BTreeMap<Vec<i64>, i64>;

/// Returns whether it is proved that no integers satisfy all of the inequalities, each of which says that a form is at
/// least 0. `false` where it is not proved.
pub(crate) fn is_contradiction(forms: &[Form], budget: &Budget) -> bool {
    if budget.spend(forms.len()).is_none() {
        return false;
    }
    let places = forms.iter().map(Form::places).max().unwrap_or(0);
    let mut system = System::new();
    for form in forms {
        let coefficients: Vec<i128> = (0..places).map(|place| form.at(place).into()).collect();
        if add(&mut system, &coefficients, form.constant.into()) {
            return true;
        }
    }
    let mut open: Vec<usize> = (0..places).collect();
    while let Some(place) = cheapest(&system, &mut open) {
        let sign = |coefficients: &[i64]| coefficients[place].signum();
        let mut rest: System = system
            .iter()
            .filter(|row| sign(row.0) == 0)
            .map(|row| (row.0.clone(), *row.1))
            .collect();
        let with = |wanted: i64| system.iter().filter(move |row| sign(row.0) == wanted);
        for (one, &constant_one) in with(1) {
            for (two, &constant_two) in with(-1) {
                let (a, b) = (-i128::from(two[place]), i128::from(one[place]));
                let sum = |one: i64, two: i64| a * i128::from(one) + b * i128::from(two);
                let coefficients: Vec<i128> =
                    one.iter().zip(two).map(|(&one, &two)| sum(one, two)).collect();
                if add(&mut rest, &coefficients, sum(constant_one, constant_two)) {
                    return true;
                }
                if rest.len() > MOST || budget.spend(1).is_none() {
                    return false;
                }
            }
        }
        system = rest;
    }
    false
}

/// Returns whether it is proved that an inequality holds wherever all of some others do.
pub(crate) fn follows(facts: &[Form], form: &Form, budget: &Budget) -> bool {
    let negated = form.negated();
    negated.is_some_and(|negated| is_contradiction(&[facts, &[negated]].concat(), budget))
}

/// Takes the place out of `open` whose elimination makes the fewest inequalities.
fn cheapest(system: &System, open: &mut Vec<usize>) -> Option<usize> {
    let cost = |&place: &usize| {
        let count = |sign: i64| system.keys().filter(|row| row[place].signum() == sign).count();
        count(1) * count(-1)
    };
    let at = (0..open.len()).min_by_key(|&at| cost(&open[at]))?;
    Some(open.swap_remove(at))
}

/// Adds an inequality, and returns whether it is a contradiction by itself.
fn add(system: &mut System, coefficients: &[i128], constant: i128) -> bool {
    let divisor = coefficients.iter().fold(0, |divisor, &of| greatest_common_divisor(divisor, of));
    if divisor == 0 {
        return constant < 0;
    }
    let coefficients = coefficients.iter().map(|of| i64::try_from(of / divisor).ok());
    if let (Some(coefficients), Ok(constant)) =
        (coefficients.collect::<Option<Vec<_>>>(), i64::try_from(constant.div_euclid(divisor)))
    {
        let smallest = system.entry(coefficients).or_insert(constant);
        *smallest = constant.min(*smallest);
    }
    false
}
