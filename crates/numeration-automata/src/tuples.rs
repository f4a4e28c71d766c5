//! The tuples of numbers that an automaton accepts, those of fewest digits first.

use super::automaton::{Automaton, NONE, digits};
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;

/// Some tuples of numbers that an automaton accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tuples {
    /// The tuples, those with fewer digits first; `None` for a number of 2^128 or more.
    pub tuples: Vec<Vec<Option<u128>>>,
    /// Whether the automaton accepts no others.
    pub is_all: bool,
    /// Whether the automaton accepts finitely many.
    pub is_finite: bool,
}

impl Automaton {
    /// Returns the first `most` tuples of numbers that it accepts: those whose largest number has fewer digits
    /// come first; then those whose digits are smaller, compared place by place and number by number.
    ///
    /// The automaton must be the least one, and a set of tuples of numbers
    /// ([`Automaton::ignores_leading_zeros`]).
    ///
    /// # Errors
    /// When the search is interrupted.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Automaton, Limits, Numeration};
    /// let base2 = Arc::new(Numeration::base(2)?);
    /// let shift = Automaton::shift(&base2, &Limits::default())?;
    /// let found = shift.first_tuples(3, &Limits::default())?;
    /// assert_eq!(found.tuples, [[0, 0], [1, 2], [2, 4]].map(|pair| pair.map(Some)));
    /// assert!(!found.is_all);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_tuples(&self, most: usize, limits: &Limits) -> Result<Tuples, AutomataError> {
        // The states from which a word of k digits is accepted, for k = 0, 1, ...
        let mut accepting_after = vec![self.accepting.clone()];
        let mut tuples = Vec::new();
        if self.accepts_in(0) {
            tuples.push(vec![Some(0); self.tracks]);
        }
        let is_finite = self.is_finite();
        for length in 1.. {
            // A longer word of finitely many would meet a state twice.
            if is_finite && length > self.states() || tuples.len() > most {
                break;
            }
            limits.check(0)?;
            let before = &accepting_after[length - 1];
            let leads_there = |state: usize| {
                let targets = &self.next[state * self.letters()..][..self.letters()];
                targets.iter().any(|&next| next != NONE && before[next as usize])
            };
            let after = (0..self.states()).map(leads_there).collect();
            accepting_after.push(after);
            self.words_of(length, &accepting_after, most + 1, limits, &mut tuples)?;
        }
        let is_all = tuples.len() <= most;
        tuples.truncate(most);
        Ok(Tuples { tuples, is_all, is_finite })
    }

    /// Adds the tuples whose largest number has this many digits, until there are `enough`.
    fn words_of(
        &self,
        length: usize,
        accepting_after: &[Vec<bool>],
        enough: usize,
        limits: &Limits,
        tuples: &mut Vec<Vec<Option<u128>>>,
    ) -> Result<(), AutomataError> {
        // The letters in the order of their digits, the first number first.
        let mut order: Vec<usize> = (0..self.letters()).collect();
        order.sort_by_cached_key(|&letter| digits(&self.numeration, self.tracks, letter));
        // The first words of each length that go on to an accepted one. Each of them goes on to a tuple of its
        // own, so that no more than those that are wanted are followed.
        let mut words: Vec<(u32, Vec<usize>)> = vec![(0, Vec::new())];
        for left in (0..length).rev() {
            limits.check(0)?;
            // A word does not begin with zeros, the first letter.
            let letters = if left + 1 == length { &order[1..] } else { &order };
            let longer = words.iter().flat_map(|(state, word)| {
                let next = letters.iter().map(|&letter| (self.after(*state, letter), letter));
                let next = next.filter(|&(to, _)| to != NONE && accepting_after[left][to as usize]);
                next.map(|(to, letter)| (to, [word.as_slice(), &[letter]].concat()))
            });
            words = longer.take(enough - tuples.len()).collect();
        }
        tuples.extend(words.iter().map(|(_, word)| self.numbers(word)));
        Ok(())
    }

    /// Returns the numbers that a word writes, track by track.
    pub(super) fn numbers(&self, word: &[usize]) -> Vec<Option<u128>> {
        let letters: Vec<Vec<u32>> =
            word.iter().map(|&letter| digits(&self.numeration, self.tracks, letter)).collect();
        let track = |track: usize| letters.iter().map(move |digits| digits[track]);
        (0..self.tracks).map(|t| number(&self.numeration, track(t))).collect()
    }
}

/// Returns the number that these digits write, if it is below 2^128.
fn number(numeration: &Numeration, digits: impl DoubleEndedIterator<Item = u32>) -> Option<u128> {
    let mut weights = numeration.weights();
    let mut sum = 0_u128;
    for digit in digits.rev() {
        let weight = weights.next();
        if digit > 0 {
            sum = sum.checked_add(weight?.checked_mul(digit.into())?)?;
        }
    }
    Some(sum)
}
