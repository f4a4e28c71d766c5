//! Masks: which cells of a box or a simplex are positions, where a game says so.

use std::fmt;
use std::ops::Range;

use rayon::prelude::*;

use super::{Coordinates, Domain, MAX_HEAPS};

/// The cells of a domain that are positions, as a bit for each cell of the bounding box in row-major order.
#[derive(Clone, PartialEq, Eq)]
pub struct Mask {
    /// Sides of the bounding box, padded with 1.
    sides: Coordinates,
    words: Vec<u64>,
    /// How many positions come before each part of [`CELLS_AT_A_TIME`] cells.
    before: Vec<u64>,
    positions: u64,
}

/// Cells that a thread asks for at a time: few enough that their answers stay in a cache, and a multiple of the bits of a
/// word.
const CELLS_AT_A_TIME: usize = 1 << 14;
const WORDS_AT_A_TIME: usize = CELLS_AT_A_TIME / u64::BITS as usize;

impl Mask {
    /// The most cells that the bounding box of a masked domain may have: their bits take 2 GiB.
    pub(crate) const MOST_CELLS: u64 = 1 << 34;

    /// Asks which cells of a domain are positions. `ask` is given the first of consecutive cells along the last axis,
    /// all within the domain, and writes an answer for each of them: the answers are false before. It is called by
    /// several threads at once.
    ///
    /// The bounding box has at most [`Mask::MOST_CELLS`] cells.
    ///
    /// # Errors
    /// When `ask` fails, with its error at the first cells in row-major order at which it does so.
    pub(crate) fn of<E: Send>(
        domain: &Domain,
        ask: impl Fn(Coordinates, &mut [bool]) -> Result<(), E> + Sync,
    ) -> Result<Self, E> {
        let (sides, cells) = (domain.sides(), domain.sides().cells());
        let side = sides[MAX_HEAPS - 1] as usize;
        let mut words = vec![0_u64; cells.div_ceil(u64::BITS as usize)];
        let fill = |part: usize, words: &mut [u64]| {
            let start = part * CELLS_AT_A_TIME;
            let mut answers = vec![false; CELLS_AT_A_TIME.min(cells - start)];
            let mut done = 0;
            while done < answers.len() {
                let first = Coordinates::from_row_major_index(start + done, sides);
                let in_row = side - first[MAX_HEAPS - 1] as usize;
                let length = in_row.min(answers.len() - done);
                let within = length.min(domain.cells_from(first) as usize);
                if within > 0 {
                    ask(first, &mut answers[done..done + within])?;
                }
                done += length;
            }
            for (word, answers) in words.iter_mut().zip(answers.chunks(u64::BITS as usize)) {
                *word = answers.iter().rev().fold(0, |word, &answer| word << 1 | u64::from(answer));
            }
            Ok(())
        };
        let failure = words
            .par_chunks_mut(WORDS_AT_A_TIME)
            .enumerate()
            .map(|(part, words)| fill(part, words).err())
            .find_map_first(|failure| failure);
        match failure {
            Some(error) => Err(error),
            None => {
                let (mut before, mut positions) = (Vec::new(), 0);
                for part in words.chunks(WORDS_AT_A_TIME) {
                    before.push(positions);
                    positions += part.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                }
                Ok(Mask { sides, words, before, positions })
            }
        }
    }

    /// Returns the sides of the bounding box, padded with 1.
    pub(super) fn sides(&self) -> Coordinates {
        self.sides
    }

    /// Returns the number of positions.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether a cell of the bounding box is a position.
    #[inline]
    pub fn contains(&self, at: Coordinates) -> bool {
        self.contains_cell(at.row_major_index(self.sides))
    }

    /// Whether the cell with this index in row-major order is a position.
    #[inline]
    pub(crate) fn contains_cell(&self, index: usize) -> bool {
        self.words[index / u64::BITS as usize] >> (index % u64::BITS as usize) & 1 == 1
    }

    /// Returns the position with this number in row-major order, counted from 0; `None` if there are fewer positions.
    pub(crate) fn nth(&self, number: u64) -> Option<Coordinates> {
        let part = self.before.partition_point(|&before| before <= number).checked_sub(1)?;
        let mut left = number - self.before[part];
        let words = self.words.iter().enumerate().skip(part * WORDS_AT_A_TIME);
        for (index, &word) in words {
            let ones = u64::from(word.count_ones());
            if left < ones {
                // Takes away the lowest bit as often as there are positions before.
                let rest = (0..left).fold(word, |word, _| word & (word - 1));
                let cell = index * u64::BITS as usize + rest.trailing_zeros() as usize;
                return Some(Coordinates::from_row_major_index(cell, self.sides));
            }
            left -= ones;
        }
        None
    }

    /// Returns the first run of positions among cells of one row, counted from the first of these cells.
    pub(crate) fn first_run(&self, first: Coordinates, length: usize) -> Option<Range<usize>> {
        let from = first.row_major_index(self.sides);
        let end = from + length;
        let start = self.next(from, end, 0)?;
        let behind = self.next(start, end, u64::MAX).unwrap_or(end);
        Some(start - from..behind - from)
    }

    /// Returns the runs of positions among cells of one row, counted from the first of these cells.
    #[cfg(test)]
    pub(crate) fn runs(
        &self,
        first: Coordinates,
        length: usize,
    ) -> impl Iterator<Item = Range<usize>> {
        let mut done = 0;
        std::iter::from_fn(move || {
            let run = self.first_run(first.along_row(done as u32), length - done)?;
            let run = run.start + done..run.end + done;
            done = run.end;
            Some(run)
        })
    }

    /// Returns the first index of a range whose bit is set, or with all bits flipped that is not.
    fn next(&self, from: usize, end: usize, flipped: u64) -> Option<usize> {
        const BITS: usize = u64::BITS as usize;
        let mut at = from;
        while at < end {
            let rest = (self.words[at / BITS] ^ flipped) >> (at % BITS);
            if rest != 0 {
                return Some(at + rest.trailing_zeros() as usize).filter(|&found| found < end);
            }
            at = (at / BITS + 1) * BITS;
        }
        None
    }
}

impl fmt::Debug for Mask {
    /// Prints the number of positions, since a bit for each cell would be pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mask").field("positions", &self.positions).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tests::{PATTERNS, masked};

    /// Catches bits that are those of other cells, at the ends of words and of parts as well, and positions that are
    /// counted wrong: the last domains have several parts.
    #[test]
    fn masks_hold_what_was_answered() {
        for (text, heaps) in [
            ("7", 1),
            ("tokens 0", 2),
            ("5x130", 2),
            ("3x4x65", 3),
            ("2x3x4x5", 4),
            ("tokens 9", 3),
            ("200x300", 2),
            ("40000", 1),
            ("tokens 200", 2),
        ] {
            let domain = Domain::parse(text, heaps).expect(text);
            for is_position in PATTERNS {
                let restricted = masked(&domain, is_position);
                let mut positions = 0;
                for at in Coordinates::cells_of_box(domain.sides()) {
                    let expected = domain.contains(at) && is_position(at);
                    assert_eq!(restricted.contains(at), expected, "{text}, {at:?}");
                    if let Some(mask) = restricted.mask().filter(|_| expected) {
                        assert_eq!(mask.nth(positions), Some(at), "{text}");
                    }
                    positions += u64::from(expected);
                }
                assert_eq!(restricted.positions(), positions, "{text}");
                // A mask of all cells is none.
                assert_eq!(restricted.mask().is_none(), positions == domain.positions());
                assert!(restricted.mask().is_none_or(|mask| mask.nth(positions).is_none()));
            }
        }
    }

    /// Catches runs that are cut at the end of a word, or go beyond the range.
    #[test]
    fn runs_are_as_long_as_they_can_be() {
        let domain = Domain::boxed(&[2, 300]).expect("a box");
        let is_position = |at: Coordinates| !matches!(at[3], 0..5 | 70 | 200..=260);
        let answered = Mask::of(&domain, |first, row| {
            for (step, answer) in row.iter_mut().enumerate() {
                *answer = is_position(first.along_row(step as u32));
            }
            Ok::<(), ()>(())
        });
        let mask = answered.expect("no answer fails");
        let runs = |first: u32, length| {
            mask.runs(Coordinates([0, 0, 1, first]), length).collect::<Vec<_>>()
        };
        assert_eq!(runs(0, 300), [5..70, 71..200, 261..300]);
        assert_eq!(runs(6, 60), std::iter::once(0..60).collect::<Vec<_>>());
        assert_eq!(runs(60, 100), [0..10, 11..100]);
        assert!(runs(200, 61).is_empty());
        assert_eq!(runs(200, 62), std::iter::once(61..62).collect::<Vec<_>>());
    }

    /// Catches a failure that is lost, or depends on which thread comes first, and questions about cells outside a
    /// simplex.
    #[test]
    fn the_first_failure_is_told() {
        let domain = Domain::simplex(2, 999).expect("a simplex");
        let result = Mask::of(&domain, |first, row| {
            assert!(domain.contains(first.along_row(row.len() as u32 - 1)));
            if first[2] >= 57 { Err(first) } else { Ok(()) }
        });
        assert_eq!(result, Err(Coordinates([0, 0, 57, 0])));
    }
}
