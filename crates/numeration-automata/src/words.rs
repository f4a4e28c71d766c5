//! The words of one length, walked from the most significant digit on.
//!
//! The value of a word is the sum of its digits times the weights of their places. So a walk over all
//! words keeps sums, one for each track, and adds to them what the next letter is worth. A table that holds
//! every tuple below one of its tuples cuts the walk off where a sum leaves it: further digits make
//! numbers no smaller.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::automaton::{Automaton, NONE, digits, letters};
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;

/// What is known of a set of tuples of numbers: whether a tuple belongs to it, or `None` where the table has no
/// answer. A table that holds a tuple holds every tuple below it.
pub type Members<'a> = &'a (dyn Fn(&[u64]) -> Option<bool> + Sync);

/// The letters of some tracks, as a walk needs them.
pub(super) struct Words {
    tracks: usize,
    /// All valid words.
    pub valid: Automaton,
    /// What each letter is worth in each place, by track: `worth[place][letter * tracks + track]`.
    worth: Vec<Vec<u64>>,
}

/// A word that a walk begins with.
#[derive(Clone)]
pub(super) struct Begun<S> {
    /// The number of digits that are to follow.
    pub places: usize,
    /// The state of the automaton of valid words.
    pub valid: u32,
    /// The sums so far, of one tuple or of several.
    pub sums: Vec<u64>,
    /// What else is followed.
    pub state: S,
}

/// What a walk asks and tells.
pub(super) struct Visit<Step, Inside, Leaf> {
    /// What is followed: the state after a letter.
    pub step: Step,
    /// Whether sums lie inside the table.
    pub inside: Inside,
    /// Is called for every word of the full length, inside the table or not.
    pub leaf: Leaf,
}

impl Words {
    /// Prepares walks over words of at most `places` digits.
    pub(super) fn new(
        numeration: &Arc<Numeration>,
        tracks: usize,
        places: usize,
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let valid = Automaton::all(numeration, tracks, limits)?;
        let letters = letters(numeration, tracks)?;
        let in_place = |weight: u64| {
            (0..letters)
                .flat_map(|letter| digits(numeration, tracks, letter))
                .map(|digit| u64::from(digit) * weight)
                .collect()
        };
        let worth = weights(numeration).take(places).map(in_place).collect();
        Ok(Words { tracks, valid, worth })
    }

    /// Walks over the words that go on from a word, in the order of their letters, until a leaf breaks.
    pub(super) fn walk<S: Copy, B>(
        &self,
        begun: &Begun<S>,
        visit: &mut Visit<
            impl Fn(S, usize) -> S,
            impl Fn(&[u64]) -> bool,
            impl FnMut(&[u64], S) -> ControlFlow<B>,
        >,
    ) -> ControlFlow<B> {
        let mut sums = begun.sums.repeat(begun.places + 1);
        self.descend(begun.places, begun.valid, begun.state, &mut sums, begun.sums.len(), visit)
    }

    /// Goes on from the sums at the beginning of `sums`, whose further room is for longer words.
    fn descend<S: Copy, B>(
        &self,
        places: usize,
        valid: u32,
        state: S,
        sums: &mut [u64],
        width: usize,
        visit: &mut Visit<
            impl Fn(S, usize) -> S,
            impl Fn(&[u64]) -> bool,
            impl FnMut(&[u64], S) -> ControlFlow<B>,
        >,
    ) -> ControlFlow<B> {
        let (own, room) = sums.split_at_mut(width);
        if places == 0 {
            return match self.valid.accepts_in(valid) {
                true => (visit.leaf)(own, state),
                false => ControlFlow::Continue(()),
            };
        }
        if !(visit.inside)(own) {
            return ControlFlow::Continue(());
        }
        for (letter, worth) in self.worth[places - 1].chunks_exact(self.tracks).enumerate() {
            let valid = self.valid.after(valid, letter);
            if valid == NONE {
                continue;
            }
            for (after, before) in
                room.chunks_exact_mut(self.tracks).zip(own.chunks_exact(self.tracks))
            {
                for ((after, before), worth) in after.iter_mut().zip(before).zip(worth) {
                    *after = before + worth;
                }
            }
            self.descend(places - 1, valid, (visit.step)(state, letter), room, width, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the words of `letters` more letters, in order.
    pub(super) fn split<S: Copy>(
        &self,
        begun: &Begun<S>,
        letters: usize,
        step: impl Fn(S, usize) -> S,
    ) -> Vec<Begun<S>> {
        let mut words = vec![begun.clone()];
        for _ in 0..letters.min(begun.places) {
            words = words.iter().flat_map(|word| self.longer(word, &step)).collect();
        }
        words
    }

    fn longer<S: Copy>(&self, word: &Begun<S>, step: impl Fn(S, usize) -> S) -> Vec<Begun<S>> {
        let places = word.places - 1;
        let with_letter = |(letter, worth): (usize, &[u64])| {
            let valid = self.valid.after(word.valid, letter);
            let sums = word.sums.iter().zip(worth.iter().cycle()).map(|(sum, worth)| sum + worth);
            (valid != NONE).then(|| Begun {
                places,
                valid,
                sums: sums.collect(),
                state: step(word.state, letter),
            })
        };
        self.worth[places].chunks_exact(self.tracks).enumerate().filter_map(with_letter).collect()
    }
}

/// Returns the weights of the places, from the last one on, as far as sums of some of them are written in 64 bits.
fn weights(numeration: &Numeration) -> impl Iterator<Item = u64> {
    numeration.weights().take_while(|&weight| weight < 1 << 56).map(|weight| weight as u64)
}

/// Returns the most digits that a number of a table has.
pub(super) fn most_digits(numeration: &Numeration, tracks: usize, members: Members) -> usize {
    let is_inside = |track: usize, weight: u64| {
        let mut unit = vec![0; tracks];
        unit[track] = weight;
        members(&unit).is_some()
    };
    let digits = |track| weights(numeration).take_while(|&weight| is_inside(track, weight)).count();
    (0..tracks).map(digits).max().unwrap_or(0)
}
