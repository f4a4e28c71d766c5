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
        // Words that are not written down are made here.
        let mut made: [Vec<u8>; MOST_HEAPS] = [const { Vec::new() }; MOST_HEAPS];
        let mut words: [&[u8]; MOST_HEAPS] = [&[]; MOST_HEAPS];
        for ((&heap, made), word) in heaps.iter().zip(&mut made).zip(&mut words) {
            let begin = heap as usize * self.length;
            *word = match self.written.get(begin..begin + self.length) {
                Some(written) => written,
                None => {
                    made.extend(self.words.word_of(heap.into())?.iter().map(|&digit| digit as u8));
                    made
                }
            };
        }
        let words = &words[..heaps.len()];
        let length = words.iter().map(|word| word.len()).max().unwrap_or(0);
        let end = (0..length).fold(0, |state, place| {
            // The letter of the digits of all heaps at the place, the first heap in the lowest digit.
            let letter = words.iter().rev().fold(0, |letter, word| {
                let index = (place + word.len()).checked_sub(length);
                letter * self.words.digits + index.map_or(0, |index| usize::from(word[index]))
            });
            self.machine.after(state, letter)
        });
        Some(self.machine.output(end) == 1)
    }
}

/// The most heaps of a game.
const MOST_HEAPS: usize = 4;
