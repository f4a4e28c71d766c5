//! Linear conditions: a sum of multiples of numbers, and of a constant, is 0 or at least 0.
//!
//! Their automata follow the value that the digits so far have, whatever the factors are, instead of being put together from
//! additions and quantifiers.
//!
//! **Claim.** The value of a valid word, which is the sum of its digits times the weights of their places, is its number.
//! **Proof.** The automaton of addition accepts words alone of which the values add up, and it is proved to be addition
//! ([`Arithmetic`](super::Arithmetic)); so the value of n is n times that of the number 1, whose word is the digit 1 at the
//! place of weight 1. ∎
//!
//! **Claim.** Let s be what is remembered of a sum, so that its value is s(0) w(i) + s(1) w(i - 1) + ... as far as digits have
//! been read, where no term of the recurrence and no weight is negative. A digit adds a number of size at most c to s(0), the
//! *reach*. If a number t is such that (t, t, ...) followed by -c is at least t everywhere, and the value of (t, t, ...) is above
//! the size of the constant, then from any s that is at least t everywhere the sum is positive in the end, whatever follows.
//! **Proof.** What follows s is a sum of multiples of s by terms that are not negative. So it is at least what follows
//! (t, t, ...), which is at least t everywhere, and so on; and in the end the value is at least that of (t, t, ...). ∎
//! The same holds with other signs below 0. That t is such a number is computed in [`far`].

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::automaton::{Automaton, digits, letters};
use super::formula::Variable;
use super::limits::{AutomataError, Limits};
use super::numeration::{Numeration, Prefix};
use super::relation::Relation;

/// A sum of multiples of the numbers of variables, and of a constant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Linear {
    /// The factors, none of them 0.
    factors: BTreeMap<Variable, i64>,
    constant: i64,
}

/// What a sum is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Zero,
    NotNegative,
}

/// A linear condition.
pub(super) type Condition = (Linear, Sign);

/// Factors and constants are at most this large: an automaton has about as many states.
pub(super) const LARGEST: i64 = 256;

/// The most variables of a condition that others have been put into, and the most letters of its automaton.
const MOST_VARIABLES: usize = 4;
const MOST_LETTERS: usize = 1 << 12;

/// What is remembered is smaller in numerations in which addition is automatic.
const LARGEST_REMEMBERED: i64 = 1 << 40;

impl Linear {
    /// Returns a sum; `None` if a factor or the constant is too large.
    pub(super) fn of(terms: &[(Variable, i64)], constant: i64) -> Option<Self> {
        let first = Linear { factors: BTreeMap::new(), constant };
        terms.iter().try_fold(first, |sum, &(variable, factor)| {
            sum.plus(&Linear { factors: BTreeMap::from([(variable, 1)]), constant: 0 }, factor)
        })
    }

    /// Adds a multiple of another sum; `None` if a factor or the constant becomes too large.
    fn plus(&self, other: &Linear, times: i64) -> Option<Self> {
        let mut factors = self.factors.clone();
        for (&variable, &factor) in &other.factors {
            *factors.entry(variable).or_insert(0) += factor * times;
        }
        factors.retain(|_, factor| *factor != 0);
        let sum = Linear { factors, constant: self.constant + other.constant * times };
        let is_small =
            sum.factors.values().chain([&sum.constant]).all(|size| size.abs() <= LARGEST);
        is_small.then_some(sum)
    }

    /// Whether it is at least 0 whatever the numbers are.
    fn is_plain(&self) -> bool {
        self.constant >= 0 && self.factors.values().all(|&factor| factor > 0)
    }

    /// Returns what a variable is by the others if the sum is 0; `None` if it is not so by a whole sum.
    fn solved_for(&self, variable: Variable) -> Option<Self> {
        let factor = *self.factors.get(&variable)?;
        let mut rest = self.clone();
        rest.factors.remove(&variable);
        (factor.abs() == 1).then(|| Linear::default().plus(&rest, -factor)).flatten()
    }

    /// Puts a sum in the place of a variable; `None` if the result is too large.
    fn replaced(&self, variable: Variable, by: &Linear) -> Option<Self> {
        let mut rest = self.clone();
        let Some(factor) = rest.factors.remove(&variable) else { return Some(rest) };
        rest.plus(by, factor).filter(|sum| sum.factors.len() <= MOST_VARIABLES)
    }
}

/// Returns the sum that is at least 0 exactly where a condition is not satisfied, if there is one.
pub(super) fn negation((sum, sign): &Condition) -> Option<Linear> {
    let minus_one = Linear { factors: BTreeMap::new(), constant: -1 };
    match sign {
        Sign::NotNegative => minus_one.plus(sum, -1),
        // A natural number is not 0.
        Sign::Zero => sum.is_plain().then(|| minus_one.plus(sum, 1)).flatten(),
    }
}

/// Puts what bound variables are by others into conditions, as long as that makes these no larger than allowed. The bound
/// variables that are gone are removed; those of which something else is said must not be among them.
pub(super) fn put_in(bound: &mut Vec<Variable>, conditions: &mut Vec<Condition>) {
    let step = |bound: &[Variable], conditions: &[Condition]| {
        let equations = (0..conditions.len()).filter(|&at| conditions[at].1 == Sign::Zero);
        let mut ways = equations.flat_map(|at| bound.iter().map(move |&variable| (at, variable)));
        ways.find_map(|(at, variable)| {
            let by = conditions[at].0.solved_for(variable)?;
            let others = conditions.iter().enumerate().filter(|&(other, _)| other != at);
            let others = others.map(|(_, (sum, sign))| Some((sum.replaced(variable, &by)?, *sign)));
            let mut others = others.collect::<Option<Vec<Condition>>>()?;
            // The number of the variable is natural.
            others.push((by, Sign::NotNegative));
            Some((variable, others))
        })
    };
    while let Some((variable, after)) = step(bound, conditions) {
        bound.retain(|&other| other != variable);
        *conditions = after;
    }
    // What follows from one or two others is left out.
    for at in (0..conditions.len()).rev() {
        let (sum, sign) = conditions.remove(at);
        let known = || conditions.iter().filter(|(_, sign)| *sign == Sign::NotNegative);
        let is_above = |sum: &Linear, of: &Linear| sum.plus(of, -1).filter(Linear::is_plain);
        let follows = sum.is_plain()
            || known().any(|(one, _)| {
                is_above(&sum, one).is_some()
                    || sum
                        .plus(one, -1)
                        .is_some_and(|rest| known().any(|(two, _)| is_above(&rest, two).is_some()))
            });
        if sign == Sign::Zero || !follows {
            conditions.insert(at, (sum, sign));
        }
    }
}

/// Returns the relation of a linear condition; `None` if its automaton would be too large, or values are not followed in the
/// numeration.
pub(super) fn relation_of(
    numeration: &Arc<Numeration>,
    (sum, sign): &Condition,
    limits: &Limits,
) -> Result<Option<Relation>, AutomataError> {
    let variables: Vec<Variable> = sum.factors.keys().copied().collect();
    let tracks = variables.len();
    let size = (numeration.digit_count() as usize).checked_pow(tracks as u32);
    let factors: Vec<i64> = sum.factors.values().copied().collect();
    let reach = factors.iter().map(|factor| factor.abs()).sum::<i64>()
        * i64::from(numeration.digit_count() - 1);
    let Some(far) = far(numeration, reach, sum.constant) else { return Ok(None) };
    if size.is_none_or(|size| size > MOST_LETTERS) {
        return Ok(None);
    }
    // What the digits of each letter add.
    let added = |letter| {
        let pairs = factors.iter().zip(digits(numeration, tracks, letter));
        pairs.map(|(factor, digit)| factor * i64::from(digit)).sum::<i64>()
    };
    let added: Vec<i64> = (0..letters(numeration, tracks)?).map(added).collect();
    let is_small = Cell::new(true);
    // `None` where the sum is known to be positive.
    let step = |so_far: &Option<Prefix>, letter: usize| {
        let Some(prefix) = so_far else { return Some(None) };
        let after = numeration.append(prefix, added[letter]);
        if after.0.iter().any(|s| s.abs() > LARGEST_REMEMBERED) {
            is_small.set(false);
            return None;
        }
        if after.0.iter().all(|&s| s <= -far) {
            return None;
        }
        let is_positive = after.0.iter().all(|&s| s >= far);
        match sign {
            Sign::Zero if is_positive => None,
            _ => Some((!is_positive).then_some(after)),
        }
    };
    let accepts = |so_far: &Option<Prefix>| match (so_far, sign) {
        (None, _) => true,
        (Some(prefix), Sign::Zero) => numeration.value(prefix) + sum.constant == 0,
        (Some(prefix), Sign::NotNegative) => numeration.value(prefix) + sum.constant >= 0,
    };
    let first = Some(numeration.empty());
    let followed = Automaton::explore(numeration, tracks, first, step, accepts, limits)?;
    if !is_small.get() {
        return Ok(None);
    }
    let all = Automaton::all(numeration, tracks, limits)?;
    let every: Vec<usize> = (0..tracks).collect();
    let valid = followed.minimized(limits)?.and(&every, &all, &every, tracks, limits)?;
    Ok(Some(Relation { automaton: valid.minimized(limits)?, variables }))
}

/// Returns the number t of the claim above, if there is one.
fn far(numeration: &Numeration, reach: i64, constant: i64) -> Option<i64> {
    let parts = numeration.recurrence().iter().chain(numeration.first_weights());
    if parts.into_iter().any(|&part| part < 0) {
        return None;
    }
    let is_far = |far: i64| {
        let all = Prefix(vec![far; numeration.recurrence().len()]);
        let after = numeration.append(&all, -reach);
        after.0.iter().all(|&s| s >= far) && numeration.value(&all) > constant.abs()
    };
    (0..20).map(|power| (1 << power) * (reach + constant.abs()).max(1)).find(|&far| is_far(far))
}
