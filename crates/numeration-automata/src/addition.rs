//! Addition, order, equality and constants as automata.

use std::sync::Arc;

use super::automaton::Automaton;
use super::limits::{AutomataError, Limits};
use super::numeration::{Numeration, Prefix};

impl Automaton {
    /// Returns the automaton of the triples (x, y, z) with x + y = z.
    ///
    /// It follows the value of x + y - z, written by the digits that have been read. Only states from which
    /// 0 can still be reached are kept; there are finitely many. Which they are is estimated here with room
    /// to spare, and the rest is minimized away; that the result is addition, [`Arithmetic`](super::Arithmetic)
    /// proves.
    pub(super) fn sum(
        numeration: &Arc<Numeration>,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let left = LeftEigenvector::of(numeration);
        let largest_digit = f64::from(2 * (numeration.digit_count() - 1));
        let step = |prefix: &Prefix, digits: &[u32]| {
            let digit = i64::from(digits[0]) + i64::from(digits[1]) - i64::from(digits[2]);
            let prefix = numeration.append(prefix, digit);
            left.may_return_to_zero(&prefix, largest_digit).then_some(prefix)
        };
        let accepts = |prefix: &Prefix| numeration.value(prefix) == 0;
        Automaton::of_words(numeration, 3, numeration.empty(), step, accepts, limits)?
            .minimized(limits)
    }

    /// Returns the automaton of the pairs (x, y) with x < y: the first digits that differ decide.
    pub(super) fn less(
        numeration: &Arc<Numeration>,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let step = |&is_less: &bool, digits: &[u32]| {
            (is_less || digits[0] <= digits[1]).then_some(is_less || digits[0] < digits[1])
        };
        let accepts = |&is_less: &bool| is_less;
        Automaton::of_words(numeration, 2, false, step, accepts, limits)?.minimized(limits)
    }

    /// Returns the automaton of the pairs (x, x).
    pub(super) fn equal(
        numeration: &Arc<Numeration>,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let step = |(): &(), digits: &[u32]| (digits[0] == digits[1]).then_some(());
        Automaton::of_words(numeration, 2, (), step, |()| true, limits)
    }

    /// Returns the automaton of one number alone.
    pub(super) fn constant(
        numeration: &Arc<Numeration>,
        number: u64,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let word = numeration.digits_of(number);
        // The state is the number of digits of the word that have been read, after leading zeros.
        let step = |&read: &usize, digits: &[u32]| {
            if read == 0 && digits[0] == 0 {
                return Some(0);
            }
            (word.get(read) == Some(&digits[0])).then_some(read + 1)
        };
        Automaton::of_words(numeration, 1, 0, step, |&read| read == word.len(), limits)
    }
}

/// The greatest root of the recurrence, and the functional of prefixes that a digit 0 multiplies by it.
struct LeftEigenvector {
    root: f64,
    /// How large the other roots are, in the mean.
    others: f64,
    /// Its value at the unit vectors.
    components: Vec<f64>,
}

impl LeftEigenvector {
    /// Iterates: the functional l has l(append(s, 0)) = root l(s).
    fn of(numeration: &Numeration) -> Self {
        let terms = numeration.recurrence();
        let mut components = vec![1.0; terms.len()];
        let mut root = 1.0;
        for _ in 0..200 {
            let of_unit = |j: usize| match j {
                0 => terms.iter().zip(&components).map(|(&r, c)| r as f64 * c).sum::<f64>(),
                _ => components[j - 1],
            };
            let applied: Vec<f64> = (0..terms.len()).map(of_unit).collect();
            root = applied[0] / components[0];
            let scale = applied[0];
            components = applied.iter().map(|component| component / scale).collect();
        }
        // All roots together have the product of the last term.
        let (last, count) = (terms.last().map_or(0, |last| last.abs()), terms.len() - 1);
        let others = if count == 0 { 0.0 } else { (last as f64 / root).powf(1.0 / count as f64) };
        LeftEigenvector { root, others, components }
    }

    /// Whether digits of at most this size may still lead from a prefix to 0. The functional of a prefix
    /// grows by the root with every digit, and further digits can take back no more than a geometric
    /// series; the other roots are less than 1 in size, so that their part stays bounded. Of two roots it is at most the
    /// last summand here, when the value is 0.
    fn may_return_to_zero(&self, prefix: &Prefix, largest_digit: f64) -> bool {
        let size: f64 = prefix.0.iter().zip(&self.components).map(|(&s, c)| s as f64 * c).sum();
        let of_others = largest_digit * self.others / (self.root * (1.0 - self.others));
        size.abs() <= largest_digit / (self.root - 1.0) + 2.0 + of_others
    }
}
