//! Sequences of numbers, each of which gets a number of its own: sets of states, or what a computation has met before.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::minimization::mixed;

/// Sequences, each with a number, one after the other in one piece of memory.
#[derive(Debug, Default)]
pub(super) struct Interned {
    members: Vec<u32>,
    /// Where each sequence ends.
    ends: Vec<usize>,
    /// By the hash of a sequence, its number; sequences of equal hash are compared.
    numbers: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
}

impl Interned {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, number: usize) -> &[u32] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.members[begin..self.ends[number]]
    }

    /// Returns the number of a sequence, which is a new one if the sequence is new.
    pub(super) fn number_of(&mut self, sequence: &[u32]) -> u32 {
        let mut hash = sequence.iter().fold(0, |hash, &number| mixed(hash, number));
        loop {
            match self.numbers.get(&hash) {
                Some(&number) if self.get(number as usize) == sequence => return number,
                Some(_) => hash = mixed(hash, 1),
                None => break,
            }
        }
        let number = self.len() as u32;
        self.numbers.insert(hash, number);
        self.members.extend_from_slice(sequence);
        self.ends.push(self.members.len());
        number
    }

    /// Returns about how much memory the sequences take, with what is held for more of them.
    pub(super) fn bytes(&self) -> usize {
        let of_a_sequence = size_of::<usize>() + 2 * (size_of::<u64>() + size_of::<u32>());
        self.members.capacity() * size_of::<u32>() + self.ends.capacity() * of_a_sequence
    }
}

/// Takes what is a hash already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        // The tables look at the highest bits and at the lowest ones.
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = mixed(self.0, byte.into()));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
