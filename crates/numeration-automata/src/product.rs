//! Products: two automata that read in parallel, for *and*, *or* and *not*.

use std::collections::{HashMap, VecDeque};

use super::automaton::{Automaton, NONE, digits, letters};
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;

/// Which letter of an automaton each letter of a wider one is: `tracks[t]` is the wide track that track t
/// of the automaton reads.
pub(super) fn letter_map(
    numeration: &Numeration,
    wide: usize,
    tracks: &[usize],
) -> Result<Vec<usize>, AutomataError> {
    let base = numeration.digit_count() as usize;
    let narrow = |letter: usize| {
        let digits = digits(numeration, wide, letter);
        tracks.iter().rev().fold(0, |letter, &track| letter * base + digits[track] as usize)
    };
    Ok((0..letters(numeration, wide)?).map(narrow).collect())
}

impl Automaton {
    /// Returns the automaton over `wide` tracks that accepts what both accept, each on its own tracks. The
    /// tracks of both together must be all.
    pub(super) fn and(
        &self,
        own: &[usize],
        other: &Automaton,
        others: &[usize],
        wide: usize,
        limits: &Limits,
    ) -> Result<Automaton, AutomataError> {
        self.combined(own, other, others, wide, limits, false, |one, two| one && two)
    }

    /// Returns the automaton of what is accepted by this one or by another one over the same tracks.
    pub(super) fn or(&self, other: &Automaton, limits: &Limits) -> Result<Self, AutomataError> {
        let tracks: Vec<usize> = (0..self.tracks).collect();
        self.combined(&tracks, other, &tracks, self.tracks, limits, true, |one, two| one || two)
    }

    /// Returns the automaton of all tuples of numbers that this one does not accept.
    pub(super) fn complement(&self, limits: &Limits) -> Result<Self, AutomataError> {
        let all = Automaton::all(&self.numeration, self.tracks, limits)?;
        let tracks: Vec<usize> = (0..self.tracks).collect();
        self.combined(&tracks, &all, &tracks, self.tracks, limits, true, |one, all| all && !one)
    }

    /// Explores the pairs of states. With `is_partial` one of a pair may be no state, else both are.
    #[allow(clippy::too_many_arguments, reason = "two automata, their tracks, and how to combine")]
    fn combined(
        &self,
        own: &[usize],
        other: &Automaton,
        others: &[usize],
        wide: usize,
        limits: &Limits,
        is_partial: bool,
        accepts: impl Fn(bool, bool) -> bool,
    ) -> Result<Automaton, AutomataError> {
        let numeration = &self.numeration;
        let maps = [letter_map(numeration, wide, own)?, letter_map(numeration, wide, others)?];
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::from([((0, 0), 0)]);
        let mut pairs = vec![(0, 0)];
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut number = 0;
        while number < pairs.len() {
            limits.check_table(pairs.len(), maps[0].len())?;
            let (one, two) = pairs[number];
            accepting.push(accepts(self.accepts_in(one), other.accepts_in(two)));
            for (&of_one, &of_two) in maps[0].iter().zip(&maps[1]) {
                let pair = (self.after(one, of_one), other.after(two, of_two));
                let is_none = match pair {
                    (NONE, NONE) => true,
                    (NONE, _) | (_, NONE) => !is_partial,
                    (_, _) => false,
                };
                next.push(if is_none {
                    NONE
                } else {
                    *numbers.entry(pair).or_insert_with(|| {
                        pairs.push(pair);
                        (pairs.len() - 1) as u32
                    })
                });
            }
            number += 1;
        }
        Ok(Automaton { numeration: numeration.clone(), tracks: wide, next, accepting })
    }
}

/// Returns a tuple of numbers, written with as few digits as possible, that exactly one of two automata
/// over the same tracks accepts; `None` if they accept the same.
///
/// # Errors
/// When the search meets a limit, or a number of the tuple has more than 64 bits.
pub fn shortest_difference(
    one: &Automaton,
    two: &Automaton,
    limits: &Limits,
) -> Result<Option<Vec<u64>>, AutomataError> {
    // How each pair was reached: the number of the pair before, and the letter.
    let mut reached: Vec<((u32, u32), usize, usize)> = vec![((0, 0), 0, 0)];
    let mut known = HashMap::from([((0, 0), ())]);
    let mut open = VecDeque::from([0]);
    while let Some(number) = open.pop_front() {
        limits.check(reached.len())?;
        let (pair, ..) = reached[number];
        if one.accepts_in(pair.0) != two.accepts_in(pair.1) {
            let numbers = one.numbers(&word_to(&reached, number));
            let narrow = |number: Option<u128>| u64::try_from(number?).ok();
            let numbers: Option<Vec<u64>> = numbers.into_iter().map(narrow).collect();
            return numbers.map(Some).ok_or(AutomataError::LargeNumbers);
        }
        for letter in 0..one.letters() {
            let next = (one.after(pair.0, letter), two.after(pair.1, letter));
            if next != (NONE, NONE) && known.insert(next, ()).is_none() {
                open.push_back(reached.len());
                reached.push((next, number, letter));
            }
        }
    }
    Ok(None)
}

/// Returns the letters that led to a pair.
fn word_to(reached: &[((u32, u32), usize, usize)], last: usize) -> Vec<usize> {
    let mut word = Vec::new();
    let mut number = last;
    while number > 0 {
        let (_, before, letter) = reached[number];
        word.push(letter);
        number = before;
    }
    word.reverse();
    word
}
