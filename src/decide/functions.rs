//! Functions in sentences: which are linear by cases, and which are automatic.

use std::sync::Arc;

use super::Problem;
use super::automatic::Automatic;
use super::linear::Linear;
use super::number::{Number, Premise};
use super::translation::{Term, Translator};
use super::truth::Truth;
use super::words::FUNCTIONS;
use crate::automata::{Automaton, Formula, Variable};
use crate::expression::{Connective, Operation, Sign, Syntax};
use crate::wording::did_you_mean;

/// The largest number by which numbers of zeros are divided.
const LARGEST_MODULUS: i128 = 12;

impl Translator<'_> {
    /// Returns what a word with arguments in brackets means.
    pub(super) fn call(
        &mut self,
        name: &str,
        game: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<Term, Problem> {
        let count = arguments.len();
        let takes = |what: &str| format!("{name} takes {what}, and {count} are given");
        match name {
            "p" | "g" => {
                let game = self.game(name, game)?;
                let heaps = game.ruleset.heaps();
                if count != heaps {
                    return Err(takes(&format!(
                        "as many heap sizes as the game has heaps, {heaps}"
                    )));
                }
                let heaps = self.numbers(arguments)?;
                match name {
                    "p" => self.is_p(game, &heaps).map(Term::Truth),
                    _ => self.value(game, &heaps).map(Term::Value),
                }
            }
            _ if game.is_some() => {
                Err(format!("a game in square brackets follows p and g only, not {name}"))
            }
            "other" => Err("other is the value in a second table, and there is none".into()),
            "implies" if count == 2 => {
                let of = arguments.iter().map(|of| self.truth(of)).collect::<Result<_, _>>()?;
                Ok(Term::Truth(Truth::connected(Connective::Implies, of)))
            }
            "implies" => Err(takes("two truth values")),
            "min" | "max" | "sum" | "xor" | "gcd" if count < 2 => Err(takes("two numbers or more")),
            "min" | "max" | "sum" | "xor" | "gcd" => {
                let numbers = self.numbers(arguments)?;
                self.fold(name, &numbers).map(Term::Number)
            }
            _ if !FUNCTIONS.contains(&name) => Err(format!(
                "there is no function {name}; {}the functions are {}, implies, and p and g of a game",
                did_you_mean(name, FUNCTIONS.into_iter().chain(["implies"])),
                FUNCTIONS.join(", ")
            )),
            _ => {
                let numbers = self.numbers(arguments)?;
                match <[Number; 1]>::try_from(numbers) {
                    Ok([of]) => self.function(name, of).map(Term::Number),
                    Err(_) => Err(takes("one number")),
                }
            }
        }
    }

    /// Returns what a function of two numbers or more makes of numbers, one after the other.
    fn fold(&self, name: &str, numbers: &[Number]) -> Result<Number, Problem> {
        let mut all = Number::constant(0);
        for (index, of) in numbers.iter().enumerate() {
            all = match name {
                _ if index == 0 => of.clone(),
                "min" => all.better(of, Sign::Less, &self.fresh)?,
                "max" => all.better(of, Sign::Greater, &self.fresh)?,
                "sum" => Number::arithmetic(Operation::Plus, &all, of, &self.fresh)?,
                "xor" => self.xor(&all, of)?,
                _ => {
                    return Err(
                        "gcd is not definable by addition and order, and sentences with it cannot \
                                be decided"
                            .into(),
                    );
                }
            };
        }
        Ok(all)
    }

    /// Returns what a function makes of a number.
    fn function(&self, name: &str, of: Number) -> Result<Number, Problem> {
        let fresh = &self.fresh;
        match name {
            "abs" => of.better(&of.negative()?, Sign::AtLeast, fresh),
            "floor_phi" => self.value_of(Automatic::FloorPhi, &[of], true),
            "floor_phi2" => {
                // floor(n phi^2) = floor(n phi) + n
                let floors = self.automaton(Automatic::FloorPhi);
                Number::function(&[of], true, fresh, |arguments| {
                    let value = fresh.variable();
                    let is_floor = Formula::Accepts(Arc::clone(&floors), vec![arguments[0], value]);
                    let sum = Linear::variable(value).plus(&Linear::variable(arguments[0]));
                    let given = Premise::new(vec![value], vec![is_floor]);
                    sum.map(|sum| (given, sum)).into_iter().collect()
                })
            }
            "zeckendorf_shift" => self.value_of(Automatic::Shift, &[of], true),
            "zeckendorf_part" => self.value_of(Automatic::SmallestPart, &[of], false),
            "fibonacci_word" => {
                let letter = self.automaton(Automatic::LetterOne);
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
            // "zeckendorf_zeros": its remainders are read elsewhere.
            _ => Err(format!(
                "{name} is not automatic; its remainder by a constant is, as in {name}(n) % 2"
            )),
        }
    }

    /// Returns how many zeros a Zeckendorf representation ends in, modulo a constant.
    pub(super) fn remainder_of_zeros(
        &mut self,
        arguments: &[Syntax],
        divisor: &Syntax,
    ) -> Result<Number, Problem> {
        let numbers = self.numbers(arguments)?;
        let modulus = self.number(divisor)?.as_constant();
        let (Some(modulus @ 1..=LARGEST_MODULUS), [_]) = (modulus, numbers.as_slice()) else {
            return Err(format!(
                "zeckendorf_zeros takes one number and is divided by a constant from 1 to {LARGEST_MODULUS}"
            ));
        };
        let modulus = modulus as u32;
        let sets: Vec<Arc<Automaton>> = (0..modulus)
            .map(|remainder| self.automaton(Automatic::Zeros { modulus, remainder }))
            .collect();
        Number::function(&numbers, false, &self.fresh, |arguments| {
            let case = |(remainder, set): (i64, &Arc<Automaton>)| {
                let is_in = Formula::Accepts(Arc::clone(set), arguments.to_vec());
                (Premise::new(Vec::new(), vec![is_in]), Linear::constant(remainder))
            };
            (0..).zip(&sets).map(case).collect()
        })
    }

    /// Returns the xor of two natural numbers.
    pub(super) fn xor(&self, one: &Number, two: &Number) -> Result<Number, Problem> {
        self.value_of(Automatic::Xor, &[one.clone(), two.clone()], true)
    }

    /// Returns the last number of the tuples of a relation that begin with these numbers.
    fn value_of(
        &self,
        relation: Automatic,
        numbers: &[Number],
        is_total: bool,
    ) -> Result<Number, Problem> {
        let automaton = self.automaton(relation);
        let fresh = &self.fresh;
        Number::function(numbers, is_total, fresh, |arguments: &[Variable]| {
            let value = fresh.variable();
            let tuple = [arguments, &[value]].concat();
            let is_value = Formula::Accepts(Arc::clone(&automaton), tuple);
            vec![(Premise::new(vec![value], vec![is_value]), Linear::variable(value))]
        })
    }

    /// Returns the automaton of a relation.
    fn automaton(&self, relation: Automatic) -> Arc<Automaton> {
        (self.automaton)(relation)
    }
}
