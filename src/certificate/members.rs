//! Membership: whether positions are in a set of a certificate. The word of each heap size is written once
//! for many positions.

use super::moore_machine::MooreMachine;
use super::words::Words;

/// Heap sizes below this have their words written down.
const MOST_WRITTEN: u32 = 1 << 20;

/// The positions that the automaton of a set accepts.
pub(crate) struct Members {
    words: Words,
    machine: MooreMachine,
    /// The words of 0, 1, ..., each with zeros before it to one length, one after the other.
    written: Vec<u8>,
    length: usize,
}

impl Members {
    /// Prepares for heap sizes below `side`; larger ones are taken as well.
    pub(super) fn new(words: &Words, machine: &MooreMachine, side: u32) -> Self {
        let side = side.min(MOST_WRITTEN);
        let length = words.word_of(side.into()).map_or(0, |word| word.len());
        let mut written = Vec::with_capacity(side as usize * length);
        for number in 0..side {
            let Some(word) = words.word_of(number.into()).filter(|word| word.len() <= length)
            else {
                break;
            };
            written.resize(written.len() + length - word.len(), 0);
            written.extend(word.into_iter().map(|digit| digit as u8));
        }
        Members { words: words.clone(), machine: machine.clone(), written, length }
    }

    /// Whether the automaton accepts a position; `None` if a heap has no word.
    pub(crate) fn contains(&self, heaps: &[u32]) -> Option<bool> {
        // The letter of the digits of all heaps at a place, the first heap in the lowest digit.
        let letter = |digits: &mut dyn DoubleEndedIterator<Item = usize>| {
            digits.rev().fold(0, |letter, digit| letter * self.words.digits + digit)
        };
        let word = |heap: &u32| {
            let begin = *heap as usize * self.length;
            self.written.get(begin..begin + self.length)
        };
        let mut words: [&[u8]; MOST_HEAPS] = [&[]; MOST_HEAPS];
        let are_written = words.iter_mut().zip(heaps).all(|(written, heap)| {
            *written = word(heap).unwrap_or_default();
            word(heap).is_some()
        });
        let end = if are_written {
            let words = &words[..heaps.len()];
            (0..self.length).fold(0, |state, place| {
                let digits = &mut words.iter().map(|word| usize::from(word[place]));
                self.machine.after(state, letter(digits))
            })
        } else {
            let words: Vec<Vec<usize>> =
                heaps.iter().map(|&heap| self.words.word_of(heap.into())).collect::<Option<_>>()?;
            let length = words.iter().map(Vec::len).max().unwrap_or(0);
            (0..length).fold(0, |state, place| {
                let digits = &mut words.iter().map(|word| {
                    (place + word.len()).checked_sub(length).map_or(0, |index| word[index])
                });
                self.machine.after(state, letter(digits))
            })
        };
        Some(self.machine.output(end) == 1)
    }
}

/// The most heaps of a game.
const MOST_HEAPS: usize = 4;
