//! Fixed parts: heaps of which each is paired with many heaps that follow one another.

/// The fixed part of sums.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FixedPart {
    pub(super) heap: u32,
    /// The plane of the number that stands for its value: the number without its six lowest bits.
    pub(super) plane: u32,
}

/// Fixed parts in the order of the six lowest bits of their numbers, then of their planes.
pub(super) struct FixedParts {
    all: Vec<FixedPart>,
    /// Where those with each pattern of the lowest bits begin, and where the last ones end.
    starts: [usize; 65],
}

impl FixedParts {
    pub(super) fn none() -> Self {
        FixedParts { all: Vec::new(), starts: [0; 65] }
    }

    /// Sorts heaps with their numbers.
    pub(super) fn new(heaps: impl Iterator<Item = (usize, u32)> + Clone) -> Self {
        let mut starts = [0; 65];
        for (_, number) in heaps.clone() {
            starts[number as usize % 64 + 1] += 1;
        }
        for low in 0..64 {
            starts[low + 1] += starts[low];
        }
        let mut next = starts;
        let mut all = vec![FixedPart::default(); starts[64]];
        for (heap, number) in heaps {
            let place = &mut next[number as usize % 64];
            all[*place] = FixedPart { heap: heap as u32, plane: number / 64 };
            *place += 1;
        }
        for low in 0..64 {
            all[starts[low]..starts[low + 1]].sort_unstable_by_key(|part| part.plane);
        }
        FixedParts { all, starts }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    #[inline(always)]
    pub(super) fn with_low_bits(&self, low: usize) -> &[FixedPart] {
        &self.all[self.starts[low]..self.starts[low + 1]]
    }
}
