//! The Beatty sequence of the base of a numeration: floor(n beta), where beta is the greatest root of the recurrence.
//!
//! It is there for recurrences w(i + 1) = a w(i) + s w(i - 1) with s = 1 or -1: beta^2 = a beta + s, and the other root is
//! beta' = -s / beta. With a digit 0 appended, n becomes a number that differs from n beta by the sum of the digits d(i) times
//! beta'^(i + 1) or, in Fibonacci numeration, beta'^(i + 2). For s = 1 the sign of this sum is that of the last digit that is
//! not 0, and its size less than 1; for s = -1 it is from 0 to 1. So n beta is rounded down by a shift of the digits, from
//! which 1 is taken or not.
//!
//! This need not be believed, since it is proved when it is made. **Claim.** Let f be a function with f(0) = 0,
//! 1 <= f(n + 1) - f(n) <= a + 1, f(2n) - 2 f(n) = 0 or 1, and f(f(n)) at most 2 away from a f(n) + s n, for all n. Then f(n) is
//! n beta, rounded down.
//!
//! **Proof.** Let e(n) = f(n) - n beta. As beta^2 = a beta + s and a - beta = beta', e(f(n)) differs from beta' e(n) by at most 2.
//! Each n lies between some f(k) <= n and f(k + 1) with k <= n, so that |e(n)| is at most |e(f(k))| + (a + 1)(a + 1 + beta), which
//! is at most |e(k)| / beta and a constant. So the largest |e(k)| for k <= n is bounded by a constant for all n, and
//! f(2^i n) / 2^i comes as close to n beta as one likes. By f(2n) - 2 f(n) = 0 or 1 it lies between f(n) and f(n) + 1, and as
//! n beta is irrational for n > 0, f(n) < n beta < f(n) + 1. ∎

use std::sync::Arc;

use super::arithmetic::Arithmetic;
use super::automaton::Automaton;
use super::evaluation::evaluate;
use super::formula::{Formula, FreshVariables, Variable};
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;

impl Arithmetic {
    /// Returns the automaton of the pairs (n, floor(n beta)) for the greatest root beta of the recurrence, which is proved.
    /// `None` if the recurrence has not two terms of which the second is 1 or -1, or other first weights than those above.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Arithmetic, Limits, Numeration};
    /// let limits = Limits::default();
    /// let pell = Arithmetic::of(&Arc::new(Numeration::pell()), &limits)?;
    /// let beatty = pell.beatty(&limits)?.expect("pell has one");
    /// // 1000 (1 + sqrt 2) = 2414.2...
    /// assert!(beatty.accepts(&[1000, 2414]) && !beatty.accepts(&[1000, 2415]));
    /// # Ok::<(), numeration_automata::AutomataError>(())
    /// ```
    ///
    /// # Errors
    /// When it is not proved, an automaton grows beyond the limits, or the computation is interrupted.
    pub fn beatty(&self, limits: &Limits) -> Result<Option<Automaton>, AutomataError> {
        let numeration = self.numeration();
        let &[a, s @ (1 | -1)] = numeration.recurrence() else { return Ok(None) };
        if numeration.first_weights() != [1, 0] && **numeration != Numeration::fibonacci() {
            return Ok(None);
        }
        let Ok(a) = u64::try_from(a) else { return Ok(None) };
        let automaton = self.shifted_and_less(s, limits)?;
        self.prove_beatty(&Arc::new(automaton.clone()), a, s, limits)?;
        Ok(Some(automaton))
    }

    /// Returns the pairs (n, m) of which m is n with a digit 0 appended, or one less where n beta is less than that.
    fn shifted_and_less(&self, s: i64, limits: &Limits) -> Result<Automaton, AutomataError> {
        let numeration = self.numeration();
        let (n, value, shifted, one) = (0, 1, 2, 3);
        let shift = Arc::new(Automaton::shift(numeration, limits)?);
        // Which numbers of zeros at the end have a last digit that makes n beta less than the shifted number.
        let odd = match numeration.first_weights() {
            [1, 0] => 1,
            _ => 0,
        };
        let is_less = match s {
            1 => {
                let zeros = Automaton::trailing_zeros(numeration, 2, odd, limits)?;
                Formula::Accepts(Arc::new(zeros), vec![n])
            }
            _ => Formula::not(Formula::Is(n, 0)),
        };
        let one_less =
            Formula::exists(one, [Formula::Is(one, 1), Formula::Sum([value, one, shifted])]);
        let cases = vec![
            Formula::All(vec![is_less.clone(), one_less]),
            Formula::All(vec![Formula::not(is_less), Formula::Equal(value, shifted)]),
        ];
        let formula = Formula::exists(
            shifted,
            [Formula::Accepts(shift, vec![n, shifted]), Formula::Any(cases)],
        );
        evaluate(&formula, self, limits)?.over(2, limits)
    }

    /// Proves what the claim asks of a function.
    pub(super) fn prove_beatty(
        &self,
        f: &Arc<Automaton>,
        a: u64,
        s: i64,
        limits: &Limits,
    ) -> Result<(), AutomataError> {
        let fresh = FreshVariables::after(2);
        let (n, value) = (0, 1);
        let is = |n: Variable, value: Variable| Formula::Accepts(Arc::clone(f), vec![n, value]);
        let require = |formula: Formula, axiom: &'static str| {
            let is_true = evaluate(&formula, self, limits)?.is_true();
            is_true.then_some(()).ok_or(AutomataError::NotProved(axiom))
        };
        // For all numbers with these formulas another one is true.
        let always = |variables: &[Variable], given: Vec<Formula>, then: Formula| {
            let given = given.into_iter().chain([Formula::not(then)]).collect();
            let counterexample =
                variables.iter().fold(Formula::All(given), |formula, &variable| {
                    Formula::exists(variable, [formula])
                });
            Formula::not(counterexample)
        };
        // The number is one of these.
        let among = |number: Variable, values: std::ops::RangeInclusive<u64>| {
            Formula::Any(values.map(|value| Formula::Is(number, value)).collect())
        };

        let other = fresh.variable();
        let has_value = Formula::for_all(n, Formula::exists(value, [is(n, value)]));
        require(has_value, "floor(n beta) is there for all n")?;
        let both = vec![is(n, value), is(n, other)];
        let one_value = always(&[n, value, other], both, Formula::Equal(value, other));
        require(one_value, "floor(n beta) is one number")?;
        let at_zero = vec![Formula::Is(n, 0), is(n, value)];
        require(always(&[n, value], at_zero, Formula::Is(value, 0)), "floor(0 beta) = 0")?;

        let [one, next, after, step] = [(); 4].map(|()| fresh.variable());
        let steps =
            vec![Formula::Is(one, 1), Formula::Sum([n, one, next]), is(n, value), is(next, after)];
        // What is after less is a step, or there is none.
        let grows =
            Formula::exists(step, [Formula::Sum([value, step, after]), among(step, 1..=a + 1)]);
        let grows = always(&[n, value, one, next, after], steps, grows);
        require(grows, "floor((n + 1) beta) - floor(n beta) is from 1 to a + 1")?;

        let [twice, doubled] = [(); 2].map(|()| fresh.variable());
        let doubles = vec![
            Formula::Sum([n, n, next]),
            is(n, value),
            Formula::Sum([value, value, twice]),
            is(next, doubled),
        ];
        let is_near =
            Formula::exists(step, [Formula::Sum([twice, step, doubled]), among(step, 0..=1)]);
        let is_near = always(&[n, value, next, twice, doubled], doubles, is_near);
        require(is_near, "floor(2n beta) - 2 floor(n beta) is 0 or 1")?;

        // f(f(n)) and a f(n) + s n, where n is added to the one or the other.
        let [again, multiple, left, right] = [(); 4].map(|()| fresh.variable());
        let (to_left, to_right) = match s {
            1 => (Formula::Equal(again, left), Formula::Sum([multiple, n, right])),
            _ => (Formula::Sum([again, n, left]), Formula::Equal(multiple, right)),
        };
        let iterated = vec![
            is(n, value),
            is(value, again),
            Formula::multiple(a, value, multiple, &fresh),
            to_left,
            to_right,
        ];
        let apart = |less, more| {
            Formula::exists(step, [Formula::Sum([less, step, more]), among(step, 0..=2)])
        };
        let is_near = Formula::Any(vec![apart(left, right), apart(right, left)]);
        let is_near = always(&[n, value, again, multiple, left, right], iterated, is_near);
        require(is_near, "beta^2 = a beta + s")
    }
}
