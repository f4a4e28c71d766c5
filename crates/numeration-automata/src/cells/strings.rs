//! Strings of letters along the sides of cells, as trees that follow the digits. Equal strings are stored once.
//!
//! A letter says what travels on a line across the side of a cell at one number: `slots` small numbers, one for each of the
//! next positions that it reaches.

use crate::interned::Interned;

/// The string of no letters.
pub(super) const NO_LETTERS: u32 = 0;

/// What of the strings below and above all letters is known: the least and the largest number in any of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) least: u8,
    pub(super) largest: u8,
}

impl Bounds {
    const NONE: Bounds = Bounds { least: u8::MAX, largest: 0 };

    fn with(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.min(other.least), largest: self.largest.max(other.largest) }
    }

    /// Whether all numbers are equal.
    pub(super) fn is_uniform(self) -> bool {
        self.least >= self.largest
    }
}

/// Sequences with this first number are letters, others are parts.
const LETTER: u32 = u32::MAX;

pub(super) struct Strings {
    interned: Interned,
    bounds: Vec<Bounds>,
}

impl Strings {
    pub(super) fn new() -> Self {
        let mut strings = Strings { interned: Interned::default(), bounds: Vec::new() };
        strings.letter(&[]);
        strings
    }

    pub(super) fn bounds(&self, string: u32) -> Bounds {
        self.bounds[string as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        self.interned.bytes() + self.bounds.capacity() * size_of::<Bounds>()
    }

    /// Returns the string of one letter.
    pub(super) fn letter(&mut self, slots: &[u8]) -> u32 {
        let all: Vec<u32> =
            std::iter::once(LETTER).chain(slots.iter().map(|&slot| slot.into())).collect();
        let of_slot = |&slot: &u8| Bounds { least: slot, largest: slot };
        self.add(&all, |_| slots.iter().map(of_slot).fold(Bounds::NONE, Bounds::with))
    }

    /// Returns the slots of a string of one letter; none of the one of no letters.
    pub(super) fn slots(&self, string: u32) -> impl Iterator<Item = u8> + '_ {
        self.interned.get(string as usize)[1..].iter().map(|&slot| slot as u8)
    }

    /// Returns the string of these parts.
    pub(super) fn joined(&mut self, parts: &[u32]) -> u32 {
        self.add(parts, |bounds| {
            parts.iter().map(|&part| bounds[part as usize]).fold(Bounds::NONE, Bounds::with)
        })
    }

    /// Returns a part of a string.
    pub(super) fn part(&self, string: u32, index: usize) -> u32 {
        self.interned.get(string as usize)[index]
    }

    fn add(&mut self, sequence: &[u32], bounds: impl Fn(&[Bounds]) -> Bounds) -> u32 {
        let string = self.interned.number_of(sequence);
        if string as usize == self.bounds.len() {
            let of_string = bounds(&self.bounds);
            self.bounds.push(of_string);
        }
        string
    }
}
