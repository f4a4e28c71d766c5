//! Functions of numbers: which are linear by cases, and which are automatic.

use std::sync::Arc;

use super::automatic::{AutomaticFunction, ROOTS, numeration_of_root};
use super::last_digits::{self, LARGEST_OF_CASES};
use super::linear::Linear;
use super::number::{Number, Premise};
use super::truth::Truth;
use crate::automata::{Automaton, Formula, FreshVariables, Variable};
use heap_rules::{DIVIDES, Function, Operation, Problem, Sign};

/// The largest number by which numbers of zeros are divided.
const LARGEST_MODULUS: i128 = 12;

/// Says that nothing is decided about a function.
pub(crate) fn not_definable(name: &str) -> Problem {
    format!(
        "{name} is not definable by addition and order, and what is said with it cannot be decided"
    )
}

/// Whether a function of the language of expressions is neither linear by cases nor automatic.
pub(crate) fn undecided(name: &str) -> bool {
    matches!(name, "floor_sqrt" | "is_square" | "is_prime" | DIVIDES)
}

/// What functions make of numbers.
pub(crate) struct Functions<'a> {
    /// Finds the automaton of a function.
    pub(crate) automaton: &'a dyn Fn(AutomaticFunction) -> Arc<Automaton>,
    pub(crate) fresh: &'a FreshVariables,
}

impl Functions<'_> {
    /// Returns what a function of two numbers makes of them.
    pub(crate) fn of_two(&self, name: &str, one: &Number, two: &Number) -> Result<Number, Problem> {
        match name {
            "min" => one.better(two, Sign::Less, self.fresh),
            "max" => one.better(two, Sign::Greater, self.fresh),
            "sum" => Number::arithmetic(Operation::Plus, one, two, self.fresh),
            "xor" => self.operation(Operation::Xor, one, two),
            _ => Err(not_definable(name)),
        }
    }

    /// Says that the first number divides the second one, if the first is a constant.
    pub(crate) fn divides(&self, one: &Number, two: &Number) -> Result<Truth, Problem> {
        let zero = Number::constant(0);
        let rest = match one.as_constant() {
            None => return Err(not_definable(DIVIDES)),
            // 0 divides 0 alone.
            Some(0) => two.clone(),
            Some(_) => Number::arithmetic(Operation::Remainder, two, one, self.fresh)?,
        };
        Truth::comparison(Sign::Equal, &rest, &zero, self.fresh)
    }

    /// Returns what a function makes of a number.
    pub(crate) fn of_one(&self, name: &str, of: Number) -> Result<Number, Problem> {
        let fresh = self.fresh;
        match name {
            "abs" => of.better(&of.negative()?, Sign::AtLeast, fresh),
            "floor_phi" => self.value_of(AutomaticFunction::FloorPhi, &[of], true),
            "floor_phi2" => {
                // floor(n phi^2) = floor(n phi) + n
                let floors = self.automaton(AutomaticFunction::FloorPhi);
                Number::function(&[of], true, fresh, |arguments| {
                    let value = fresh.variable();
                    let is_floor = Formula::Accepts(Arc::clone(&floors), vec![arguments[0], value]);
                    let sum = Linear::variable(value).plus(&Linear::variable(arguments[0]));
                    let given = Premise::new(vec![value], vec![is_floor]);
                    sum.map(|sum| (given, sum)).into_iter().collect()
                })
            }
            "zeckendorf_shift" => self.value_of(AutomaticFunction::Shift, &[of], true),
            "zeckendorf_part" => self.value_of(AutomaticFunction::SmallestPart, &[of], false),
            "fibonacci_word" => {
                let letter = self.automaton(AutomaticFunction::LetterOne);
                Number::function(&[of], false, fresh, |arguments| {
                    let is_one = Formula::Accepts(Arc::clone(&letter), arguments.to_vec());
                    let is_zero =
                        [Formula::not(is_one.clone()), Formula::not(Formula::Is(arguments[0], 0))];
                    vec![
                        (Premise::new(Vec::new(), is_zero.to_vec()), Linear::constant(0)),
                        (Premise::new(Vec::new(), vec![is_one]), Linear::constant(1)),
                    ]
                })
            }
            _ => Err(not_definable(name)),
        }
    }

    /// Returns how many zeros a Zeckendorf representation ends in, modulo a constant.
    pub(crate) fn remainder_of_zeros(
        &self,
        of: Number,
        divisor: &Number,
    ) -> Result<Number, Problem> {
        let Some(modulus @ 1..=LARGEST_MODULUS) = divisor.as_constant() else {
            return Err(format!(
                "zeckendorf_zeros takes one number and is divided by a constant from 1 to {LARGEST_MODULUS}"
            ));
        };
        let modulus = modulus as u32;
        let sets: Vec<Arc<Automaton>> = (0..modulus)
            .map(|remainder| self.automaton(AutomaticFunction::Zeros { modulus, remainder }))
            .collect();
        Number::function(&[of], false, self.fresh, |arguments| {
            let case = |(remainder, set): (i64, &Arc<Automaton>)| {
                let is_in = Formula::Accepts(Arc::clone(set), arguments.to_vec());
                (Premise::new(Vec::new(), vec![is_in]), Linear::constant(remainder))
            };
            (0..).zip(&sets).map(case).collect()
        })
    }

    /// Returns what an operator makes of two numbers.
    pub(crate) fn operation(
        &self,
        operation: Operation,
        one: &Number,
        two: &Number,
    ) -> Result<Number, Problem> {
        let digit_by_digit = match operation {
            Operation::BitAnd => AutomaticFunction::BitAnd,
            Operation::Xor => AutomaticFunction::Xor,
            Operation::BitOr => AutomaticFunction::BitOr,
            _ => return Number::arithmetic(operation, one, two, self.fresh),
        };
        for (one, two) in [(one, two), (two, one)] {
            if let Some(bounds @ [_, ..=LARGEST_OF_CASES]) = two.bounds() {
                return last_digits::operation(digit_by_digit, one, two, bounds, self.fresh);
            }
        }
        self.value_of(digit_by_digit, &[one.clone(), two.clone()], true)
    }

    /// Returns floor(n sqrt d). Where n is negative, that is 1 less than the opposite of floor(-n sqrt d).
    pub(crate) fn floor_of_root(&self, of: &Number, radicand: u32) -> Result<Number, Problem> {
        if let Some(constant) = of.as_constant() {
            let constant = i64::try_from(constant).ok();
            let value = constant.and_then(|number| Function::TimesRoot(radicand).of(number));
            return value.map(Number::constant).ok_or("its numbers become too large".to_owned());
        }
        if numeration_of_root(radicand).is_none() {
            let known = ROOTS.map(|(radicand, _)| radicand.to_string()).join(", ");
            return Err(format!(
                "floor with sqrt({radicand}) is decided in none of the numerations; it is with the roots of {known}, and of \
                 these times squares, each in a numeration of its own"
            ));
        }
        let floors = self.automaton(AutomaticFunction::TimesRoot(radicand));
        let fresh = self.fresh;
        let case = |arguments: &[Variable], term: &dyn Fn(Linear) -> Result<Linear, Problem>| {
            let value = fresh.variable();
            let is_floor = Formula::Accepts(Arc::clone(&floors), vec![arguments[0], value]);
            let given = Premise::new(vec![value], vec![is_floor]);
            term(Linear::variable(value)).map(|term| (given, term)).into_iter().collect()
        };
        of.by_sign(
            fresh,
            |arguments| case(arguments, &Ok),
            |arguments| case(arguments, &|value| Linear::constant(-1).minus(&value)),
        )
    }

    /// Returns the last number of the tuples of a relation that begin with these numbers.
    fn value_of(
        &self,
        relation: AutomaticFunction,
        numbers: &[Number],
        is_total: bool,
    ) -> Result<Number, Problem> {
        let automaton = self.automaton(relation);
        let fresh = self.fresh;
        Number::function(numbers, is_total, fresh, |arguments: &[Variable]| {
            let value = fresh.variable();
            let tuple = [arguments, &[value]].concat();
            let is_value = Formula::Accepts(Arc::clone(&automaton), tuple);
            vec![(Premise::new(vec![value], vec![is_value]), Linear::variable(value))]
        })
    }

    /// Returns the automaton of a relation.
    fn automaton(&self, relation: AutomaticFunction) -> Arc<Automaton> {
        (self.automaton)(relation)
    }
}
