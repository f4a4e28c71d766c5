//! Automata: deterministic, reading several numbers in parallel.

use std::collections::HashMap;
use std::sync::Arc;

use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;
use super::shortest::shortest_word;

/// No state: words that lead here are not accepted, however they go on.
pub(super) const NONE: u32 = u32::MAX;

/// The most letters: an automaton has a table of its states times its letters.
const MOST_LETTERS: usize = 1 << 14;

/// A deterministic automaton over tuples of digits.
///
/// Track t of letter l has the digit l / base^t mod base. The automaton begins in state 0. It accepts valid
/// words alone, and whether a word is accepted does not change when zeros are put before it, so that it is
/// a set of tuples of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    pub(super) numeration: Arc<Numeration>,
    pub(super) tracks: usize,
    /// The state after each letter, or [`NONE`]: `next[state * letters + letter]`.
    pub(super) next: Vec<u32>,
    pub(super) accepting: Vec<bool>,
}

impl Automaton {
    /// Explores the automaton whose states are described by values of a type: it begins in `first`, goes
    /// from state to state by `step`, which has a letter, and accepts where `accepts` says so.
    pub(super) fn explore<S: Clone + Eq + std::hash::Hash>(
        numeration: &Arc<Numeration>,
        tracks: usize,
        first: S,
        step: impl Fn(&S, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let letters = letters(numeration, tracks)?;
        let mut numbers = HashMap::from([(first.clone(), 0_u32)]);
        let mut states = vec![first];
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut number = 0;
        while number < states.len() {
            limits.check_table(states.len(), letters)?;
            let state = states[number].clone();
            accepting.push(accepts(&state));
            for letter in 0..letters {
                next.push(match step(&state, letter) {
                    None => NONE,
                    Some(target) => *numbers.entry(target).or_insert_with_key(|target| {
                        states.push(target.clone());
                        (states.len() - 1) as u32
                    }),
                });
            }
            number += 1;
        }
        Ok(Automaton { numeration: Arc::clone(numeration), tracks, next, accepting })
    }

    /// Explores in the same way an automaton that accepts valid words alone; `step` has the digits of a letter.
    pub(super) fn of_words<S: Clone + Eq + std::hash::Hash>(
        numeration: &Arc<Numeration>,
        tracks: usize,
        first: S,
        step: impl Fn(&S, &[u32]) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let letters = letters(numeration, tracks)?;
        let digits: Vec<Vec<u32>> = (0..letters).map(|l| digits(numeration, tracks, l)).collect();
        let step = |(state, valid): &(S, Vec<u32>), letter: usize| {
            let pairs = valid.iter().zip(&digits[letter]);
            let valid = pairs.map(|(&valid, &digit)| numeration.valid_after(valid, digit));
            Some((step(state, &digits[letter])?, valid.collect::<Option<Vec<u32>>>()?))
        };
        let accepts = |(state, valid): &(S, Vec<u32>)| {
            accepts(state) && valid.iter().all(|&valid| numeration.valid_end(valid))
        };
        Automaton::explore(numeration, tracks, (first, vec![0; tracks]), step, accepts, limits)
    }

    /// Returns the automaton of all valid words of some tracks: of all tuples of numbers.
    ///
    /// # Errors
    /// When there are too many tracks.
    pub fn all(
        numeration: &Arc<Numeration>,
        tracks: usize,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        Automaton::of_words(numeration, tracks, (), |(), _| Some(()), |()| true, limits)
    }

    /// Returns the automaton without tracks that accepts nothing, which stands for a statement that is false.
    pub fn nothing(numeration: &Arc<Numeration>) -> Self {
        let (next, accepting) = (vec![NONE], vec![false]);
        Automaton { numeration: Arc::clone(numeration), tracks: 0, next, accepting }
    }

    /// Returns the automaton that begins in state 0, goes from state to state by `after`, which has the digits that the
    /// tracks read, and accepts words that end in states of which `accepts` says so; of valid words alone, with as few
    /// states as possible. What it accepts is a set of tuples of numbers if it
    /// [ignores leading zeros](Automaton::ignores_leading_zeros).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Automaton, Limits, Numeration};
    /// let binary = Arc::new(Numeration::base(2)?);
    /// // State 1 has read an odd number of ones.
    /// let after = |state: u32, digits: &[u32]| Some(state ^ digits[0]);
    /// let limits = Limits::default();
    /// let odious = Automaton::of_transitions(&binary, 1, after, |state| state == 1, &limits)?;
    /// assert!(odious.accepts(&[0b10110]) && !odious.accepts(&[0b101]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many tracks, or more states than the limits allow.
    pub fn of_transitions(
        numeration: &Arc<Numeration>,
        tracks: usize,
        after: impl Fn(u32, &[u32]) -> Option<u32>,
        accepts: impl Fn(u32) -> bool,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let step = |&state: &u32, digits: &[u32]| after(state, digits);
        let accepts = |&state: &u32| accepts(state);
        Automaton::of_words(numeration, tracks, 0, step, accepts, limits)?.minimized(limits)
    }

    /// Returns a shortest word that transitions as those of [`Automaton::of_transitions`] accept although the numeration has
    /// no such word: its digits by track. `None` if they accept tuples of numbers alone.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Automaton, Limits, Numeration};
    /// let fibonacci = Arc::new(Numeration::fibonacci());
    /// let accepted = Automaton::accepted_invalid_word(&fibonacci, 1, |_, _| Some(0), |_| true, &Limits::default())?;
    /// assert_eq!(accepted, Some(vec![vec![1, 1]]));
    /// # Ok::<(), numeration_automata::AutomataError>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many tracks, or more pairs of states than the limits allow.
    pub fn accepted_invalid_word(
        numeration: &Arc<Numeration>,
        tracks: usize,
        after: impl Fn(u32, &[u32]) -> Option<u32>,
        accepts: impl Fn(u32) -> bool,
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<u32>>>, AutomataError> {
        // The states of the automaton of valid words, by track; `None` once some word is none, however it goes on.
        type Pair = (u32, Option<Vec<u32>>);
        let letters = letters(numeration, tracks)?;
        let digits: Vec<Vec<u32>> = (0..letters).map(|l| digits(numeration, tracks, l)).collect();
        let is_wrong = |(state, valid): &Pair| {
            let is_end = |&valid: &u32| numeration.valid_end(valid);
            accepts(*state) && !valid.as_ref().is_some_and(|valid| valid.iter().all(is_end))
        };
        let step = |(state, valid): &Pair, letter: usize| {
            let read = &digits[letter];
            let still = valid.as_ref().and_then(|valid| {
                let pairs = valid.iter().zip(read);
                pairs.map(|(&valid, &digit)| numeration.valid_after(valid, digit)).collect()
            });
            Some((after(*state, read)?, still))
        };
        let word = shortest_word((0, Some(vec![0; tracks])), letters, step, is_wrong, limits)?;
        let of_track = |word: &[usize], track| word.iter().map(|&l| digits[l][track]).collect();
        Ok(word.map(|word| (0..tracks).map(|track| of_track(&word, track)).collect()))
    }

    /// Returns how numbers are written.
    pub fn numeration(&self) -> &Arc<Numeration> {
        &self.numeration
    }

    /// Returns the number of tracks: of numbers that are read at once.
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// Returns the number of states, without the one of words that cannot be continued to an accepted one.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Returns the number of letters.
    pub(super) fn letters(&self) -> usize {
        self.next.len() / self.accepting.len().max(1)
    }

    /// Returns the state after a letter.
    pub(super) fn after(&self, state: u32, letter: usize) -> u32 {
        if state == NONE { NONE } else { self.next[state as usize * self.letters() + letter] }
    }

    /// Whether a word that ends in a state is accepted.
    pub(super) fn accepts_in(&self, state: u32) -> bool {
        state != NONE && self.accepting[state as usize]
    }

    /// Whether zeros before a word do not change whether it is accepted, so that the automaton is a set of
    /// tuples of numbers.
    pub fn ignores_leading_zeros(&self) -> bool {
        self.next.first() == Some(&0) || !self.accepting.contains(&true)
    }

    /// Whether words may end in a state.
    ///
    /// # Panics
    /// When there is no such state.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// Returns the transitions: a state, the digit that each track reads, and the state after it.
    pub fn transitions(&self) -> impl Iterator<Item = (usize, Vec<u32>, usize)> {
        let letters = self.letters();
        let targets = self.next.iter().enumerate().filter(|&(_, &next)| next != NONE);
        targets.map(move |(index, &next)| {
            let digits = digits(&self.numeration, self.tracks, index % letters);
            (index / letters, digits, next as usize)
        })
    }

    /// Whether a tuple of numbers, one for each track, is accepted.
    ///
    /// # Panics
    /// When there are more or fewer numbers than tracks.
    pub fn accepts(&self, numbers: &[u64]) -> bool {
        assert_eq!(numbers.len(), self.tracks, "one number for each track");
        let words: Vec<Vec<u32>> = numbers.iter().map(|&n| self.numeration.digits_of(n)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |word: &Vec<u32>, place: usize| match (place + word.len()).checked_sub(length) {
            Some(index) => word[index],
            None => 0,
        };
        let end = (0..length).fold(0, |state, place| {
            let digits: Vec<u32> = words.iter().map(|word| digit(word, place)).collect();
            self.after(state, letter_of(&self.numeration, &digits))
        });
        self.accepts_in(end)
    }
}

impl Automaton {
    /// Returns all automata that differ in one transition or in whether words may end in one state, the
    /// latter first: for tests that what is proved of an automaton is proved of no other. They need not
    /// accept valid words alone.
    pub fn mutants(&self) -> Vec<Automaton> {
        let mut mutants = Vec::new();
        for state in 0..self.states() {
            let mut mutant = self.clone();
            mutant.accepting[state] ^= true;
            mutants.push(mutant);
        }
        for index in 0..self.next.len() {
            for target in (0..self.states() as u32).chain([NONE]) {
                let mut mutant = self.clone();
                if std::mem::replace(&mut mutant.next[index], target) != target {
                    mutants.push(mutant);
                }
            }
        }
        mutants
    }
}

/// Returns the number of letters of some tracks.
pub(super) fn letters(numeration: &Numeration, tracks: usize) -> Result<usize, AutomataError> {
    let letters = (numeration.digit_count() as usize).checked_pow(tracks as u32);
    letters.filter(|&l| l <= MOST_LETTERS).ok_or(AutomataError::TooManyTracks(tracks))
}

/// Returns the digits of a letter, by track.
pub(super) fn digits(numeration: &Numeration, tracks: usize, letter: usize) -> Vec<u32> {
    let base = numeration.digit_count() as usize;
    let mut rest = letter;
    let digit = |_| {
        let digit = rest % base;
        rest /= base;
        digit as u32
    };
    (0..tracks).map(digit).collect()
}

/// Returns the letter with these digits.
pub(super) fn letter_of(numeration: &Numeration, digits: &[u32]) -> usize {
    let base = numeration.digit_count() as usize;
    digits.iter().rev().fold(0, |letter, &digit| letter * base + digit as usize)
}
