//! Values in the order of heap sizes, and the search for a pair of heaps whose values have a given xor.

use fearless_simd::{Level, dispatch};

/// Pairs that are compared before it is asked whether one was found.
const STRETCH: usize = 256;

/// Values twice, forwards and backwards, so that both parts of the pairs of a sum are read forwards.
pub(super) struct Values {
    all: Vec<u16>,
    /// The last one is that of the empty heap.
    backwards: Vec<u16>,
}

impl Values {
    /// Makes room for the values of this number of heaps.
    pub(super) fn new(most: usize) -> Self {
        Values { all: Vec::with_capacity(most), backwards: vec![0; most] }
    }

    pub(super) fn all(&self) -> &[u16] {
        &self.all
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn push(&mut self, value: u16) {
        self.all.push(value);
        let place = self.backwards.len() - self.all.len();
        self.backwards[place] = value;
    }

    /// Appends the values up to that of the heap of `end`, exclusively, which repeat those of one period before.
    pub(super) fn repeat(&mut self, period: usize, end: usize) {
        while self.len() < end {
            self.push(self.all[self.len() - period]);
        }
    }

    /// Returns whether two heaps that are not empty have `sum` tokens together and values with this xor; if `unequal`, two
    /// that differ in size.
    pub(super) fn have_pair(&self, level: Level, sum: usize, xor: u16, unequal: bool) -> bool {
        let smallest_halves = if unequal { sum.saturating_sub(1) / 2 } else { sum / 2 };
        let small = &self.all[1..=smallest_halves];
        let large = &self.backwards[self.backwards.len() - sum..][..smallest_halves];
        dispatch!(level, _ => is_met(small, large, xor))
    }
}

/// Returns whether a value has this xor with the other one in its place.
#[inline(always)]
fn is_met(small: &[u16], large: &[u16], xor: u16) -> bool {
    small.chunks(STRETCH).zip(large.chunks(STRETCH)).any(|(small, large)| {
        // Without a branch, so that a vector of them is compared at once.
        let compare = |met, (small, large): (&u16, &u16)| met | u16::from(small ^ large == xor);
        small.iter().zip(large).fold(0, compare) != 0
    })
}
