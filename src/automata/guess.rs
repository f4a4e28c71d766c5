//! The guess: an automaton from finitely many values.
//!
//! Two words belong to the same state if the same continuations lead to members of the set (Myhill and
//! Nerode). Of infinitely many continuations those of at most m digits are compared. If m is large enough,
//! and the table too, the automaton is the right one; whether it is, has to be decided.

use std::collections::HashMap;
use std::sync::Arc;

use super::automaton::{Automaton, digits, letters};
use super::limits::{AutomataError, Limits};
use super::numeration::{Numeration, Prefix};

/// What came of a guess.
#[derive(Debug, Clone)]
pub enum Guess {
    /// An automaton, which is the least one of its set.
    Automaton(Automaton),
    /// A word had to be known whose numbers lie outside the table.
    TableTooSmall,
}

/// A word of several tracks: what its digits are worth, and whether they may go on.
#[derive(Clone)]
struct Word {
    tracks: Vec<(Prefix, u32)>,
}

impl Word {
    fn empty(numeration: &Numeration, tracks: usize) -> Self {
        Word { tracks: vec![(numeration.empty(), 0); tracks] }
    }

    /// Returns the word with another letter, if that is valid.
    fn followed_by(&self, numeration: &Numeration, digits: &[u32]) -> Option<Word> {
        let tracks = self.tracks.iter().zip(digits).map(|((prefix, valid), &digit)| {
            let valid = numeration.valid_after(*valid, digit)?;
            Some((numeration.append(prefix, digit.into()), valid))
        });
        Some(Word { tracks: tracks.collect::<Option<_>>()? })
    }

    fn numbers(&self, numeration: &Numeration) -> Vec<u64> {
        self.tracks.iter().map(|(prefix, _)| numeration.value(prefix) as u64).collect()
    }

    fn is_complete(&self, numeration: &Numeration) -> bool {
        self.tracks.iter().all(|&(_, valid)| numeration.valid_end(valid))
    }
}

/// Guesses the automaton of a set of tuples of numbers. `member` says whether a tuple is in the set, or
/// that it lies outside the table; `depth` is the m of the module's documentation.
///
/// # Errors
/// When there are more states than the limits allow, or the computation is interrupted.
pub fn guess(
    numeration: &Arc<Numeration>,
    tracks: usize,
    depth: u32,
    member: &dyn Fn(&[u64]) -> Option<bool>,
    limits: &Limits,
) -> Result<Guess, AutomataError> {
    let alphabet: Vec<Vec<u32>> =
        (0..letters(numeration, tracks)?).map(|l| digits(numeration, tracks, l)).collect();
    let residual = |word: &Word| {
        let mut bits = Vec::new();
        collect(numeration, &alphabet, word, depth, member, &mut bits).then_some(bits)
    };
    let first = Word::empty(numeration, tracks);
    let Some(of_first) = residual(&first) else { return Ok(Guess::TableTooSmall) };
    let mut numbers = HashMap::from([(of_first, 0_u32)]);
    let mut words = vec![first];
    let (mut next, mut accepting) = (Vec::new(), Vec::new());
    let mut number = 0;
    while number < words.len() {
        limits.check(words.len())?;
        let word = words[number].clone();
        let is_member = || member(&word.numbers(numeration));
        accepting.push(word.is_complete(numeration) && is_member() == Some(true));
        for digits in &alphabet {
            let Some(longer) = word.followed_by(numeration, digits) else {
                next.push(super::automaton::NONE);
                continue;
            };
            let Some(residual) = residual(&longer) else { return Ok(Guess::TableTooSmall) };
            next.push(*numbers.entry(residual).or_insert_with(|| {
                words.push(longer);
                (words.len() - 1) as u32
            }));
        }
        number += 1;
    }
    let automaton = Automaton { numeration: Arc::clone(numeration), tracks, next, accepting };
    Ok(Guess::Automaton(automaton.minimized(limits)?))
}

/// Collects for each continuation of at most `depth` letters whether it leads to a member: 1 or 0, or 2
/// where no word goes on in this way. Returns false if a number lies outside the table.
fn collect(
    numeration: &Numeration,
    alphabet: &[Vec<u32>],
    word: &Word,
    depth: u32,
    member: &dyn Fn(&[u64]) -> Option<bool>,
    bits: &mut Vec<u8>,
) -> bool {
    if !word.is_complete(numeration) {
        bits.push(0);
    } else {
        match member(&word.numbers(numeration)) {
            Some(is_member) => bits.push(is_member.into()),
            None => return false,
        }
    }
    depth == 0
        || alphabet.iter().all(|digits| match word.followed_by(numeration, digits) {
            Some(longer) => collect(numeration, alphabet, &longer, depth - 1, member, bits),
            None => {
                bits.push(2);
                true
            }
        })
}

/// Returns a tuple of numbers of a table at which an automaton and the table disagree, the first one in a
/// search in depth; `None` if they agree everywhere. The table holds every tuple below one of its tuples.
///
/// # Errors
/// When the computation is interrupted.
pub fn disagreement(
    automaton: &Automaton,
    member: &dyn Fn(&[u64]) -> Option<bool>,
    limits: &Limits,
) -> Result<Option<Vec<u64>>, AutomataError> {
    let (numeration, tracks) = (&automaton.numeration, automaton.tracks);
    let alphabet: Vec<Vec<u32>> =
        (0..letters(numeration, tracks)?).map(|l| digits(numeration, tracks, l)).collect();
    let mut open = vec![(Word::empty(numeration, tracks), 0_u32)];
    let mut visited = 0_u32;
    while let Some((word, state)) = open.pop() {
        visited = visited.wrapping_add(1);
        if visited.is_multiple_of(1 << 12) {
            limits.check(0)?;
        }
        let numbers = word.numbers(numeration);
        if word.is_complete(numeration)
            && member(&numbers).is_some_and(|is| is != automaton.accepts_in(state))
        {
            return Ok(Some(numbers));
        }
        let is_zero = numbers.iter().all(|&number| number == 0);
        for (letter, digits) in alphabet.iter().enumerate() {
            // Leading zeros change nothing, and further digits make numbers no smaller.
            let is_leading_zero = is_zero && digits.iter().all(|&digit| digit == 0);
            let Some(next) = word.followed_by(numeration, digits) else { continue };
            if !is_leading_zero && member(&next.numbers(numeration)).is_some() {
                open.push((next, automaton.after(state, letter)));
            }
        }
    }
    Ok(None)
}
