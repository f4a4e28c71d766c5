//! Products: two automata that read in parallel, for *and*, *or* and *not*.

use super::automaton::{Automaton, NONE, digits, letters};
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;
use super::shortest::shortest_word;

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
        let step = |&(one, two): &(u32, u32), letter: usize| {
            let pair = (self.after(one, maps[0][letter]), other.after(two, maps[1][letter]));
            match pair {
                (NONE, NONE) => None,
                (NONE, _) | (_, NONE) if !is_partial => None,
                (_, _) => Some(pair),
            }
        };
        let accepts =
            |&(one, two): &(u32, u32)| accepts(self.accepts_in(one), other.accepts_in(two));
        Automaton::explore(numeration, wide, (0, 0), step, accepts, limits)
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
    let step = |pair: &(u32, u32), letter: usize| {
        let next = (one.after(pair.0, letter), two.after(pair.1, letter));
        (next != (NONE, NONE)).then_some(next)
    };
    let differ = |pair: &(u32, u32)| one.accepts_in(pair.0) != two.accepts_in(pair.1);
    let word = shortest_word((0, 0), one.letters(), step, differ, limits)?;
    let narrow = |number: Option<u128>| u64::try_from(number?).ok();
    let numbers = word.map(|word| one.numbers(&word).into_iter().map(narrow).collect());
    numbers.map(|numbers: Option<_>| numbers.ok_or(AutomataError::LargeNumbers)).transpose()
}
