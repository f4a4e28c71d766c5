//! Linear terms, as 2 x + y - 3, and their comparison as formulas about natural numbers.
//!
//! Nothing is subtracted in a formula: x - y < 3 becomes x < y + 3, so that a difference may be negative.

use std::collections::BTreeMap;

use crate::automata::{Formula, FreshVariables, Variable};
use heap_rules::{Problem, Sign};

/// A sum of multiples of variables and a constant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Linear {
    /// The factors, none of them 0.
    factors: BTreeMap<Variable, i128>,
    constant: i128,
}

const TOO_LARGE: &str = "its numbers become too large";

impl Linear {
    pub(crate) fn constant(number: i64) -> Self {
        Linear { factors: BTreeMap::new(), constant: number.into() }
    }

    pub(crate) fn variable(variable: Variable) -> Self {
        Linear { factors: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// Returns the number if no variable is in it.
    pub(crate) fn as_constant(&self) -> Option<i128> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// Returns the variable if it is nothing else.
    pub(crate) fn as_variable(&self) -> Option<Variable> {
        match self.factors.iter().next() {
            Some((&variable, 1)) if self.factors.len() == 1 && self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    /// Whether it is a natural number whatever its variables stand for.
    pub(crate) fn is_natural(&self) -> bool {
        self.constant >= 0 && self.factors.values().all(|&factor| factor > 0)
    }

    pub(crate) fn times(&self, factor: i128) -> Result<Self, Problem> {
        let product = |number: i128| number.checked_mul(factor).ok_or(TOO_LARGE);
        let mut factors = BTreeMap::new();
        for (&variable, &own) in self.factors.iter().filter(|_| factor != 0) {
            factors.insert(variable, product(own)?);
        }
        Ok(Linear { factors, constant: product(self.constant)? })
    }

    pub(crate) fn plus(&self, other: &Linear) -> Result<Self, Problem> {
        let sum = |a: i128, b: i128| a.checked_add(b).ok_or(TOO_LARGE);
        let mut factors = self.factors.clone();
        for (&variable, &factor) in &other.factors {
            let own = factors.entry(variable).or_insert(0);
            *own = sum(*own, factor)?;
        }
        factors.retain(|_, factor| *factor != 0);
        Ok(Linear { factors, constant: sum(self.constant, other.constant)? })
    }

    pub(crate) fn minus(&self, other: &Linear) -> Result<Self, Problem> {
        self.plus(&other.times(-1)?)
    }

    /// Returns the two terms without negative numbers whose difference it is.
    fn sides(&self) -> Result<[Side; 2], Problem> {
        let part = |sign: i128| -> Result<Side, Problem> {
            let natural = |number: i128| u64::try_from(number).map_err(|_| TOO_LARGE);
            let factors = self.factors.iter().map(|(&variable, &factor)| (variable, factor * sign));
            let factors = factors.filter(|(_, factor)| *factor > 0);
            Ok(Side {
                factors: factors
                    .map(|(variable, factor)| Ok((variable, natural(factor)?)))
                    .collect::<Result<_, Problem>>()?,
                constant: natural((self.constant * sign).max(0))?,
            })
        };
        Ok([part(1)?, part(-1)?])
    }
}

/// Returns the comparison of two terms.
pub(crate) fn comparison(
    sign: Sign,
    left: &Linear,
    right: &Linear,
    fresh: &FreshVariables,
) -> Result<Formula, Problem> {
    let [more, less] = left.minus(right)?.sides()?;
    Ok(match sign {
        Sign::Equal => equal(&more, &less, fresh),
        Sign::NotEqual => Formula::not(equal(&more, &less, fresh)),
        Sign::Less => is_less(&more, &less, fresh),
        Sign::Greater => is_less(&less, &more, fresh),
        Sign::AtMost => Formula::not(is_less(&less, &more, fresh)),
        Sign::AtLeast => Formula::not(is_less(&more, &less, fresh)),
    })
}

/// A linear term whose numbers are all natural.
struct Side {
    factors: Vec<(Variable, u64)>,
    constant: u64,
}

impl Side {
    /// Returns the variable if it is nothing else.
    fn as_variable(&self) -> Option<Variable> {
        match self.factors.as_slice() {
            &[(variable, 1)] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    /// Says that its value is that of a variable.
    fn is(&self, value: Variable, fresh: &FreshVariables) -> Formula {
        match (self.factors.as_slice(), self.constant) {
            ([], constant) => Formula::Is(value, constant),
            (&[(variable, factor)], 0) => Formula::multiple(factor, variable, value, fresh),
            (&[(variable, factor), ref rest @ ..], constant) => {
                let first = Side { factors: vec![(variable, factor)], constant: 0 };
                let others = Side { factors: rest.to_vec(), constant };
                first.with_value(fresh, |first| {
                    others.with_value(fresh, |others| Formula::Sum([first, others, value]))
                })
            }
        }
    }

    /// Says something of a variable that has its value.
    fn with_value(&self, fresh: &FreshVariables, say: impl FnOnce(Variable) -> Formula) -> Formula {
        match self.as_variable() {
            Some(variable) => say(variable),
            None => {
                let value = fresh.variable();
                Formula::exists(value, [self.is(value, fresh), say(value)])
            }
        }
    }
}

fn equal(one: &Side, two: &Side, fresh: &FreshVariables) -> Formula {
    match one.as_variable() {
        Some(variable) => two.is(variable, fresh),
        None => two.with_value(fresh, |value| one.is(value, fresh)),
    }
}

fn is_less(one: &Side, two: &Side, fresh: &FreshVariables) -> Formula {
    one.with_value(fresh, |less| two.with_value(fresh, |more| Formula::Less(less, more)))
}

/// There are numbers for which a formula is true.
pub(crate) fn exist(variables: &[Variable], formula: Formula) -> Formula {
    variables.iter().rev().fold(formula, |formula, &variable| Formula::exists(variable, [formula]))
}
