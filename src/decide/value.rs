//! Grundy values in sentences: they are compared with constants, as in g[nim](x, y) == 3.

use std::sync::Arc;

use super::automatic::{Automatic, Game};
use super::number::{Number, Way};
use super::truth::Truth;
use crate::automata::{Automaton, Formula, Variable};
use crate::expression::{Problem, Sign};
use crate::prove::SetName;

/// The most Grundy values of which sentences may speak: each is proved by itself.
const MOST_VALUES: u32 = 255;

/// Why a Grundy value cannot be computed with.
pub(super) const IS_NO_NUMBER: &str = "a Grundy value can only be compared with a constant, as in \
                                       g == 3: each value has an automaton of its own";

/// The Grundy value of a position.
pub(super) struct Value {
    pub(super) game: Box<Game>,
    /// The heaps, in all ways in which they are natural numbers.
    pub(super) ways: Vec<Way>,
    /// Whether they always are.
    pub(super) always: bool,
}

impl Value {
    /// Says how it compares with a constant.
    pub(super) fn compared(
        &self,
        sign: Sign,
        other: &Number,
        automaton: &dyn Fn(Automatic) -> Arc<Automaton>,
    ) -> Result<Truth, Problem> {
        let constant = other.as_constant().ok_or(IS_NO_NUMBER)?;
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
            values.map(|value| automaton(Automatic::Set(self.game.clone(), SetName::Value(value))));
        let sets: Vec<Arc<Automaton>> = sets.collect();
        let at = |heaps: &[Variable]| {
            let is_in = |set: &Arc<Automaton>| Formula::Accepts(Arc::clone(set), heaps.to_vec());
            let among = Formula::Any(sets.iter().map(is_in).collect());
            if is_among { among } else { Formula::not(among) }
        };
        Ok(Truth::of_position(&self.ways, self.always, at))
    }
}
