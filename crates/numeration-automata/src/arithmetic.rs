//! Arithmetic of a numeration, which is proved when it is made.
//!
//! **Claim.** Let S be the relation that an automaton takes for x + y = z, and let the numbers be ordered by
//! their words. If S is a total function with x + 0 = x and x + (y + 1) = (x + y) + 1, where n + 1 is the
//! least number above n, then it is addition.
//!
//! **Proof.** There are finitely many words below each one, so that every number is reached from 0 by
//! successors. By induction on y both equations leave only one value of x + y. ∎
//!
//! All of these statements are about automata, and are decided here. In so far as products, projections and
//! complements are right, a numeration whose recurrence, digits or bounds are not is found out.

use std::sync::Arc;

use super::automaton::Automaton;
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;
use super::relation::Relation;

/// Addition, order and equality in a numeration, proved.
#[derive(Debug, Clone)]
pub struct Arithmetic {
    numeration: Arc<Numeration>,
    sum: Arc<Automaton>,
    less: Arc<Automaton>,
    equal: Arc<Automaton>,
}

impl Arithmetic {
    /// Returns the arithmetic of a numeration.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Arithmetic, Limits, Numeration};
    /// let fibonacci = Arithmetic::of(&Arc::new(Numeration::fibonacci()), &Limits::default())?;
    /// assert!(fibonacci.sum().accepts(&[10_946, 1, 10_947]));
    /// // As in Mousavi, Schaeffer and Shallit 2016, besides one of words that cannot be accepted.
    /// assert_eq!(fibonacci.sum().states(), 16);
    /// # Ok::<(), numeration_automata::AutomataError>(())
    /// ```
    ///
    /// # Errors
    /// When addition or order are not proved, an automaton grows beyond the limits, or the computation is
    /// interrupted.
    pub fn of(numeration: &Arc<Numeration>, limits: &Limits) -> Result<Self, AutomataError> {
        let arithmetic = Arithmetic {
            numeration: Arc::clone(numeration),
            sum: Arc::new(Automaton::sum(numeration, limits)?),
            less: Arc::new(Automaton::less(numeration, limits)?),
            equal: Arc::new(Automaton::equal(numeration, limits)?),
        };
        arithmetic.prove(limits)?;
        Ok(arithmetic)
    }

    /// Returns how numbers are written.
    pub fn numeration(&self) -> &Arc<Numeration> {
        &self.numeration
    }

    /// Returns the automaton of the triples (x, y, z) with x + y = z.
    pub fn sum(&self) -> &Arc<Automaton> {
        &self.sum
    }

    /// Returns the automaton of the pairs (x, y) with x < y.
    pub fn less(&self) -> &Arc<Automaton> {
        &self.less
    }

    /// Returns the automaton of the pairs (x, x).
    pub fn equal(&self) -> &Arc<Automaton> {
        &self.equal
    }

    /// Proves order and addition. Two relations are equal exactly if their least automata are.
    fn prove(&self, limits: &Limits) -> Result<(), AutomataError> {
        let (x, y, z, w) = (0, 1, 2, 3);
        let sum = |a, b, c| Relation::named(&self.sum, &[a, b, c], limits);
        let less = |a, b| Relation::named(&self.less, &[a, b], limits);
        let equal = |a, b| Relation::named(&self.equal, &[a, b], limits);
        let everything = |variables| Relation::everything(&self.numeration, variables, limits);
        let nothing = |variables| everything(variables)?.complement(limits);
        let require = |holds: bool, axiom: &'static str| match holds {
            true => Ok(()),
            false => Err(AutomataError::NotProved(axiom)),
        };

        require(less(x, x)? == nothing(vec![x])?, "no number is less than itself")?;
        let compared =
            Relation::any(&self.numeration, &[less(x, y)?, equal(x, y)?, less(y, x)?], limits)?;
        require(compared == everything(vec![x, y])?, "any two numbers are ordered")?;
        let between = less(x, y)?.and(&less(y, z)?, limits)?;
        require(
            between.and(&less(x, z)?, limits)? == between,
            "what is less than a lesser number is less",
        )?;
        // The successor of x is the least number above it.
        let successor_of = |a, b, other| -> Result<Relation, AutomataError> {
            let between = less(a, other)?.and(&less(other, b)?, limits)?;
            less(a, b)?.and(&between.exists(other, limits)?.complement(limits)?, limits)
        };
        let has_successor = successor_of(x, y, z)?.exists(y, limits)?;
        require(has_successor == everything(vec![x])?, "every number has a successor")?;
        let zero =
            Relation::named(&Automaton::constant(&self.numeration, 0, limits)?, &[x], limits)?;
        let is_successor = successor_of(y, x, z)?.exists(y, limits)?;
        require(is_successor.complement(limits)? == zero, "0 alone is no successor")?;

        let has_sum = sum(x, y, z)?.exists(z, limits)?;
        require(has_sum == everything(vec![x, y])?, "any two numbers have a sum")?;
        let several = sum(x, y, z)?.and(&less(z, w)?, limits)?.and(&sum(x, y, w)?, limits)?;
        require(several == nothing(vec![x, y, z, w])?, "two numbers have one sum")?;
        let with_zero =
            Relation::named(&Automaton::constant(&self.numeration, 0, limits)?, &[y], limits)?;
        let with_zero = sum(x, y, z)?.and(&with_zero, limits)?.exists(y, limits)?;
        require(with_zero == equal(x, z)?, "x + 0 = x")?;
        // The triples (x, y, z) with x + (y + 1) = z, and those with (x + y) + 1 = z.
        let successor = successor_of(y, w, z)?;
        let one_more = successor.and(&sum(x, w, z)?, limits)?.exists(w, limits)?;
        let successor = successor_of(w, z, y)?;
        let then_one = successor.and(&sum(x, y, w)?, limits)?.exists(w, limits)?;
        require(one_more == then_one, "x + (y + 1) = (x + y) + 1")
    }
}
