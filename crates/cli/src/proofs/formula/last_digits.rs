//! xor, & and | of a number x and one c below a power of 2, by cases: they change the last binary digits of x alone, which are its
//! remainder modulo this power. So they are defined by addition, and are automatic in every numeration.

use std::collections::BTreeMap;

use super::automatic::AutomaticFunction;
use super::linear::{Linear, comparison};
use super::number::{Number, Premise};
use crate::automata::{Formula, FreshVariables};
use heap_rules::{Problem, Sign};

/// The largest number c of which there are cases: so there are at most 63.
pub(super) const LARGEST_OF_CASES: u64 = 31;

/// Returns what an operation on binary digits makes of x and of a number c that is from `least` to `most`.
pub(super) fn operation(
    operation: AutomaticFunction,
    x: &Number,
    c: &Number,
    [least, most]: [u64; 2],
    fresh: &FreshVariables,
) -> Result<Number, Problem> {
    let power = (most + 1).next_power_of_two() as i64;
    // By what is added to x, or to 0: which numbers c and which remainders of x it is added for.
    let mut changes: BTreeMap<i64, Vec<(u64, i64)>> = BTreeMap::new();
    for c in least..=most {
        for rest in 0..power {
            let change = match operation {
                AutomaticFunction::BitAnd => rest & c as i64,
                AutomaticFunction::BitOr => (rest | c as i64) - rest,
                _ => (rest ^ c as i64) - rest,
            };
            changes.entry(change).or_default().push((c, rest));
        }
    }
    let mut problem = None;
    let is_total = least == most;
    let number = Number::function(&[x.clone(), c.clone()], is_total, fresh, |arguments| {
        let &[x, c] = arguments else { return Vec::new() };
        let case = |(&change, pairs): (&i64, &Vec<(u64, i64)>)| {
            let [whole, rest, value] = [(); 3].map(|()| fresh.variable());
            let [number, whole_part, remainder] = [x, whole, rest].map(Linear::variable);
            let changed = match operation {
                AutomaticFunction::BitAnd => Linear::constant(change),
                _ => number.plus(&Linear::constant(change))?,
            };
            let sum = whole_part.times(power.into())?.plus(&remainder)?;
            let one_of = |&(of, remainder): &(u64, i64)| {
                Formula::All(vec![Formula::Is(c, of), Formula::Is(rest, remainder.unsigned_abs())])
            };
            let formulas = vec![
                comparison(Sign::Equal, &number, &sum, fresh)?,
                Formula::Any(pairs.iter().map(one_of).collect()),
                comparison(Sign::Equal, &Linear::variable(value), &changed, fresh)?,
            ];
            Ok((Premise::new(vec![whole, rest, value], formulas), Linear::variable(value)))
        };
        let cases = changes.iter().map(case).collect::<Result<Vec<_>, Problem>>();
        cases.unwrap_or_else(|error| {
            problem = Some(error);
            Vec::new()
        })
    })?;
    match problem {
        Some(problem) => Err(problem),
        None => Ok(number.at_most(most_of_result(operation, x, most, power))),
    }
}

/// Returns a number that the result does not exceed, if there is one.
fn most_of_result(operation: AutomaticFunction, x: &Number, most: u64, power: i64) -> Option<u64> {
    let of_x = x.bounds().map(|[_, most]| most);
    match operation {
        AutomaticFunction::BitAnd => Some(of_x.map_or(most, |of_x| of_x.min(most))),
        _ => of_x.map(|of_x| (of_x + 1).next_power_of_two().max(power.unsigned_abs()) - 1),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::automata::{Arithmetic, Limits, Numeration, evaluate};
    use crate::proofs::formula::Truth;

    /// Catches digits that are changed otherwise, in numerations that are not binary, and a small number that is another one.
    #[test]
    fn numbers_are_those_of_binary_digits() {
        let limits = Limits::default();
        for name in ["fibonacci", "base:3", "fraenkel:2,1"] {
            let numeration = Arc::new(Numeration::parse(name).expect(name));
            let arithmetic = Arithmetic::of(&numeration, &limits).expect(name);
            for (function, of) in [
                (AutomaticFunction::Xor, (|x, c| x ^ c) as fn(u64, u64) -> u64),
                (AutomaticFunction::BitAnd, |x, c| x & c),
                (AutomaticFunction::BitOr, |x, c| x | c),
            ] {
                for [least, most] in [[0, 0], [1, 1], [6, 6], [0, 2]] {
                    let fresh = FreshVariables::after(3);
                    let [x, c, value] = [0, 1, 2].map(|of| Number::of(Linear::variable(of)));
                    let result = operation(function, &x, &c, [least, most], &fresh).expect(name);
                    let is_value = Truth::comparison(Sign::Equal, &result, &value, &fresh);
                    let is_value = evaluate(&is_value.expect(name).holds(), &arithmetic, &limits);
                    let is_value = is_value.and_then(|of| of.over(3, &limits)).expect(name);
                    for x in (0..40).chain([(1 << 40) + 5]) {
                        for (c, change) in (0..9).flat_map(|c| (0..9).map(move |of| (c, of))) {
                            let value = of(x, c) ^ change;
                            let expected = change == 0 && (least..=most).contains(&c);
                            let said = is_value.accepts(&[x, c, value]);
                            assert_eq!(said, expected, "{name}, {function:?}: {x}, {c}, {value}");
                        }
                    }
                }
            }
        }
    }
}
