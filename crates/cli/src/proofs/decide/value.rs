//! Grundy values in sentences: they are compared with constants, as in g[nim](x, y) == 3, and those of games of finitely
//! many moves with any numbers.

use std::sync::Arc;

use super::automatic::{Automatic, Game};
use crate::automata::{Automaton, Formula, FreshVariables, Variable};
use crate::proofs::formula::{Number, Truth, Way};
use crate::proofs::prove::{SetName, largest_value_of_sums};
use grundytab::control::Control;
use heap_rules::{Problem, Sign};

/// The most Grundy values of which sentences may speak: each is proved by itself.
const MOST_VALUES: u32 = 255;

/// Why a Grundy value cannot be computed with.
const IS_NO_NUMBER: &str = "a Grundy value can only be compared with a constant, as in \
                                       g == 3: each value has an automaton of its own. In a game of finitely many \
                                       moves, and in take-and-break games, it can be compared with any number";

/// The automata of relations.
type Automata<'a> = &'a dyn Fn(Automatic) -> Arc<Automaton>;

/// What stands for a number in a sentence.
pub(super) enum Operand {
    /// It can be computed with.
    Number(Number),
    /// A Grundy value, which can be compared with constants alone.
    Value(Value),
    /// How many zeros the Zeckendorf representation of a number ends in, of which remainders alone are automatic.
    Zeros(Number),
}

impl Operand {
    /// Returns it as a number that can be computed with.
    pub(super) fn number(self) -> Result<Number, Problem> {
        match self {
            Operand::Number(number) => Ok(number),
            Operand::Value(_) => Err(IS_NO_NUMBER.into()),
            Operand::Zeros(_) => {
                Err("zeckendorf_zeros is not automatic; its remainder by a constant is, as in \
                     zeckendorf_zeros(n) % 2"
                    .into())
            }
        }
    }
}

/// The Grundy value of a position.
pub(super) struct Value {
    pub(super) game: Box<Game>,
    /// The heaps, in all ways in which they are natural numbers.
    pub(super) ways: Vec<Way>,
    /// Whether they always are.
    pub(super) always: bool,
}

impl Value {
    /// Says how it compares with a number, or with another Grundy value.
    pub(super) fn compared(
        &self,
        sign: Sign,
        other: Operand,
        automata: Automata,
        fresh: &FreshVariables,
    ) -> Result<Truth, Problem> {
        let other = match other {
            Operand::Value(value) if self.largest().is_none() => {
                return value.compared_one_by_one(sign.mirrored(), automata, |sign, own| {
                    self.compared_with_constant(sign.mirrored(), own, automata)
                });
            }
            Operand::Value(value) => {
                return self.compared_one_by_one(sign, automata, |sign, own| {
                    value.compared_with_constant(sign.mirrored(), own, automata)
                });
            }
            other => other.number()?,
        };
        if let Some(constant) = other.as_constant() {
            return self.compared_with_constant(sign, constant, automata);
        }
        self.compared_one_by_one(sign, automata, |sign, own| {
            Truth::comparison(sign, &Number::constant(own as i64), &other, fresh)
        })
    }

    /// Returns a number that no value of the game exceeds, if its moves are finitely many: a position has no more options
    /// than these, and its value is the least number that is not among theirs. Of games whose moves lead to sums of positions
    /// it is the largest value of a table: that there is no larger one is proved with the values.
    fn largest(&self) -> Option<u32> {
        if self.game.ruleset.has_sums() {
            return largest_value_of_sums(&self.game.ruleset, &Control::default()).ok().flatten();
        }
        let game = self.game.ruleset.vector_game()?;
        let is_finite = game.rays().is_empty() && !game.is_infinite();
        let moves = game.alterations().len() + usize::from(!game.to_zero().is_empty());
        u32::try_from(moves).ok().filter(|_| is_finite)
    }

    /// Says that it is one of the values of the game for which `compared` says how it compares.
    fn compared_one_by_one(
        &self,
        sign: Sign,
        automata: Automata,
        compared: impl Fn(Sign, i128) -> Result<Truth, Problem>,
    ) -> Result<Truth, Problem> {
        let largest = self.largest().ok_or(IS_NO_NUMBER)?;
        let (mut holds, mut fails, mut always) = (Vec::new(), Vec::new(), true);
        for own in 0..=largest {
            let is = self.compared_with_constant(Sign::Equal, own.into(), automata)?;
            let ([yes, no], is_total) = compared(sign, own.into())?.ways();
            // Where there is no value, it is none of these, and nothing is said.
            holds.push(Formula::All(vec![is.holds(), yes]));
            fails.push(Formula::All(vec![is.holds(), no]));
            always &= is_total;
        }
        Ok(match always && self.always {
            true => Truth::total(Formula::Any(holds)),
            false => Truth::partial(Formula::Any(holds), Formula::Any(fails)),
        })
    }

    fn compared_with_constant(
        &self,
        sign: Sign,
        constant: i128,
        automata: Automata,
    ) -> Result<Truth, Problem> {
        // Larger values than are proved lead to a refusal later on.
        let natural = |number: i128| number.clamp(0, 1 << 16) as u32;
        let (value, above) = (natural(constant), natural(constant.saturating_add(1)));
        let values = match sign {
            Sign::Equal | Sign::NotEqual => value..above,
            Sign::Less | Sign::AtLeast => 0..value,
            Sign::AtMost | Sign::Greater => 0..above,
        };
        let is_among = matches!(sign, Sign::Equal | Sign::Less | Sign::AtMost);
        if values.end > MOST_VALUES {
            return Err(format!("Grundy values are proved up to {} alone", MOST_VALUES - 1));
        }
        let sets =
            values.map(|value| automata(Automatic::Set(self.game.clone(), SetName::Value(value))));
        let sets: Vec<Arc<Automaton>> = sets.collect();
        let at = |heaps: &[Variable]| {
            let is_in = |set: &Arc<Automaton>| Formula::Accepts(Arc::clone(set), heaps.to_vec());
            let among = Formula::Any(sets.iter().map(is_in).collect());
            if is_among { among } else { Formula::not(among) }
        };
        Ok(Truth::of_position(&self.ways, self.always, at))
    }
}
