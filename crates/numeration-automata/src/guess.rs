//! The guess: an automaton from finitely many values.
//!
//! Two words belong to the same state if the same continuations lead to members of the set (Myhill and
//! Nerode). Only continuations of at most m digits are compared that do not leave the table. A word which
//! these do not tell apart from exactly one state belongs to it; if there are several, a larger table is
//! needed to tell. If m is large enough, and the table too, the automaton is the right one; whether it is,
//! has to be decided.

use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _,
};

use super::automaton::{Automaton, NONE, digits};
use super::limits::{AutomataError, Limits};
use super::numeration::{Numeration, Prefix};
use super::words::{Begun, Members, Visit, Words, most_digits};

/// How many states a thread compares with a word at least.
const FEWEST_A_THREAD: usize = 16;

/// What came of a guess.
#[derive(Debug, Clone)]
pub enum Guess {
    /// An automaton, which is the least one of its set.
    Automaton(Automaton),
    /// A word leads out of the table, or nothing in the table tells it apart from several states.
    TableTooSmall,
}

/// A word of several tracks: what its digits are worth, and how it may go on.
#[derive(Clone)]
struct Word {
    tracks: Vec<Prefix>,
    valid: u32,
}

impl Word {
    /// Returns the word with another letter.
    fn followed_by(&self, numeration: &Numeration, digits: &[u32], valid: u32) -> Word {
        let tracks = self.tracks.iter().zip(digits);
        let tracks = tracks.map(|(prefix, &digit)| numeration.append(prefix, digit.into()));
        Word { tracks: tracks.collect(), valid }
    }

    fn numbers(&self, numeration: &Numeration) -> impl Iterator<Item = u64> {
        self.tracks.iter().map(|prefix| numeration.value(prefix) as u64)
    }
}

/// Compares words by what the table says of their continuations.
struct Comparison<'a> {
    numeration: &'a Arc<Numeration>,
    words: Words,
    /// The digits of the letter 0.
    zeros: Vec<u32>,
    /// The most digits of a continuation.
    depth: usize,
    members: Members<'a>,
    limits: &'a Limits<'a>,
}

impl Comparison<'_> {
    /// Whether a continuation inside the table tells two words apart.
    fn tells_apart(&self, one: &Word, two: &Word) -> bool {
        if one.valid != two.valid {
            return true;
        }
        if one.tracks == two.tracks {
            return false;
        }
        let tracks = one.tracks.len();
        // With zeros, for the digits that follow.
        let (mut one, mut two) = (one.clone(), two.clone());
        let are_inside = |sums: &[u64]| {
            let (one, two) = sums.split_at(tracks);
            (self.members)(one).is_some() && (self.members)(two).is_some()
        };
        for places in 0..=self.depth {
            let sums: Vec<u64> =
                one.numbers(self.numeration).chain(two.numbers(self.numeration)).collect();
            if !are_inside(&sums) {
                break;
            }
            let begun = Begun { places, valid: one.valid, sums, state: () };
            let mut visit = Visit {
                step: |(), _| (),
                inside: |sums: &[u64]| !self.limits.is_interrupted() && are_inside(sums),
                leaf: |sums: &[u64], ()| {
                    let (one, two) = sums.split_at(tracks);
                    match ((self.members)(one), (self.members)(two)) {
                        (Some(one), Some(two)) if one != two => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                },
            };
            if self.words.walk(&begun, &mut visit).is_break() {
                return true;
            }
            let valid = one.valid;
            one = one.followed_by(self.numeration, &self.zeros, valid);
            two = two.followed_by(self.numeration, &self.zeros, valid);
        }
        false
    }
}

/// Guesses the automaton of a set of tuples of numbers; `depth` is the m of the module's documentation.
///
/// # Errors
/// When there are more states than the limits allow, or the computation is interrupted.
pub fn guess(
    numeration: &Arc<Numeration>,
    tracks: usize,
    depth: u32,
    members: Members,
    limits: &Limits,
) -> Result<Guess, AutomataError> {
    let depth = (depth as usize).min(most_digits(numeration, tracks, members));
    let words = Words::new(numeration, tracks, depth, limits)?;
    let zeros = vec![0; tracks];
    let alphabet: Vec<Vec<u32>> =
        (0..words.valid.letters()).map(|letter| digits(numeration, tracks, letter)).collect();
    let comparison = Comparison { numeration, words, zeros, depth, members, limits };
    let mut states = vec![Word { tracks: vec![numeration.empty(); tracks], valid: 0 }];
    let (mut next, mut accepting) = (Vec::new(), Vec::new());
    let mut number = 0;
    while number < states.len() {
        limits.check(states.len())?;
        let word = states[number].clone();
        let numbers: Vec<u64> = word.numbers(numeration).collect();
        accepting
            .push(comparison.words.valid.accepts_in(word.valid) && members(&numbers) == Some(true));
        for (letter, digits) in alphabet.iter().enumerate() {
            let valid = comparison.words.valid.after(word.valid, letter);
            if valid == NONE {
                next.push(NONE);
                continue;
            }
            let longer = word.followed_by(numeration, digits, valid);
            let numbers: Vec<u64> = longer.numbers(numeration).collect();
            if members(&numbers).is_none() {
                return Ok(Guess::TableTooSmall);
            }
            let alike = states.par_iter().with_min_len(FEWEST_A_THREAD).enumerate();
            let alike = alike.filter(|(_, state)| !comparison.tells_apart(state, &longer));
            let alike: Vec<usize> = alike.map(|(number, _)| number).collect();
            limits.check(states.len())?;
            match alike[..] {
                [] => {
                    next.push(states.len() as u32);
                    states.push(longer);
                }
                [state] => next.push(state as u32),
                _ => return Ok(Guess::TableTooSmall),
            }
        }
        number += 1;
    }
    let automaton = Automaton { numeration: Arc::clone(numeration), tracks, next, accepting };
    Ok(Guess::Automaton(automaton.minimized(limits)?))
}
