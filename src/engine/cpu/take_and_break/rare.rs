//! Rare and common heaps: the sparse space.
//!
//! Let M be a set of bits. The class of a heap of n tokens with the value v is the number of the bits of v that are in M or, if
//! heap sizes count, this number plus n, modulo 2. One class is called common: 1 if heap sizes do not count. They count
//! only if all moves that leave two heaps take numbers of tokens of the same parity; then the common class is 1
//! if this parity is even, else 0. A heap of the other class is rare. A number is common for the heap of n tokens if this
//! heap would be common with this value, else rare for it.
//!
//! **Claim.** Let a move from the heap of n tokens take k and leave heaps of a and b. The number of this option, the xor
//! of their values, is common for n if and only if one of both heaps is rare and the other is common.
//!
//! **Proof.** Under xor the numbers of bits in M add up modulo 2. So, if heap sizes do not count, the option would have a class
//! that is the sum of the classes of a and b, which is 1 if and only if they differ. If they count, the option would have the
//! sum of the classes of a and b, plus k, as n = a + b + k. If k is even, this is 1 if and only if the classes differ. If k is
//! odd, it is 0 if and only if they differ. ∎
//!
//! So rare heaps suffice to find all options with common numbers, and the least common number that no option has is the value,
//! unless a smaller rare number is missing too. All this holds for every M; on M depends how many heaps are rare. In
//! many games a suitable M leaves so few that none is found for a long time. The Walsh-Hadamard transform of the
//! counts of values tells for each M how many there are.
//!
//! **Source.** Berlekamp, Conway and Guy, Winning Ways, chapter 4 ("sparse spaces"); Flammenkamp, Sparse- and
//! common-positions of Sprague-Grundy values of octal games, for classes in which heap sizes count.

/// A division of heaps into rare and common ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Split {
    /// The bits of values that count, at least one.
    pub(super) mask: u32,
    /// 1 if heap sizes count, else 0.
    pub(super) of_heap: u32,
    /// The class of common heaps.
    pub(super) common: u32,
}

impl Split {
    /// Returns the split in which these bits count and, if the parity of splitting moves is given, heap sizes.
    pub(super) fn new(mask: u32, parity: Option<u32>) -> Self {
        let common = if parity == Some(1) { 0 } else { 1 };
        Split { mask, of_heap: u32::from(parity.is_some()), common }
    }

    /// Returns whether a heap with this value is common.
    #[inline(always)]
    pub(super) fn is_common(self, heap: usize, value: u32) -> bool {
        ((value & self.mask).count_ones() ^ self.of_heap & heap as u32) & 1 == self.common
    }

    /// Returns the place of a value among those of its class. It is the value without the lowest bit of the mask, which
    /// follows from the class and from the other bits. So places are in the order of the values, and have the xor of sums.
    #[inline(always)]
    pub(super) fn number(self, value: u32) -> u32 {
        let below = self.below_omitted();
        value >> 1 & !below | value & below
    }

    /// Returns the common or the rare value of a heap that has this place in its class.
    pub(super) fn value(self, heap: usize, number: u32, is_common: bool) -> u32 {
        let below = self.below_omitted();
        let value = (number & !below) << 1 | number & below;
        let is_right = self.is_common(heap, value) == is_common;
        if is_right { value } else { value | (below + 1) }
    }

    /// Returns how many rare values of a heap are smaller than the common one that has this place.
    pub(super) fn rare_below(self, heap: usize, number: u32) -> u32 {
        // Values with the same higher bits have the same omitted bit if they are of one class, and the other one else.
        let below = self.below_omitted();
        let has_omitted = self.value(heap, number, true) & (below + 1) != 0;
        let before = number & !below;
        if has_omitted { before + below + 1 } else { before }
    }

    /// Returns the bits below the omitted one.
    fn below_omitted(self) -> u32 {
        (1 << self.mask.trailing_zeros()) - 1
    }

    /// Counts rare heaps, where `counts` has for each value the numbers of heaps of even and of odd size with it.
    pub(super) fn count_rare(self, counts: &[[u32; 2]]) -> usize {
        let rare = |value: usize, odd: usize| !self.is_common(odd, value as u32);
        let of_value = |(value, counts): (usize, &[u32; 2])| {
            [0, 1]
                .into_iter()
                .filter(|&odd| rare(value, odd))
                .map(|odd| counts[odd] as usize)
                .sum::<usize>()
        };
        counts.iter().enumerate().map(of_value).sum()
    }

    /// Returns a split with the fewest rare heaps. `parity` is that of splitting moves, if it is the same for all.
    pub(super) fn best(counts: &[[u32; 2]], parity: Option<u32>) -> Self {
        let heaps: i64 = counts.iter().flatten().map(|&count| i64::from(count)).sum();
        let mut best = (i64::MAX, Split::new(1, None));
        let parities = [None].into_iter().chain(parity.map(Some));
        for parity in parities {
            let mut sums = vec![0; counts.len().next_power_of_two().max(2)];
            for (sum, &[even, odd]) in sums.iter_mut().zip(counts) {
                let (even, odd) = (i64::from(even), i64::from(odd));
                *sum = if parity.is_some() { even - odd } else { even + odd };
            }
            walsh_hadamard(&mut sums);
            for (mask, &surplus) in sums.iter().enumerate().skip(1) {
                let split = Split::new(mask as u32, parity);
                // The heaps of class 0 less those of class 1.
                let rare = if split.common == 1 { heaps + surplus } else { heaps - surplus } / 2;
                if rare < best.0 {
                    best = (rare, split);
                }
            }
        }
        best.1
    }
}

/// Replaces counts by their sums over all values v, with a minus where an odd number of the bits of v are in M, for each M.
fn walsh_hadamard(counts: &mut [i64]) {
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_mut(2 * half) {
            let (without, with) = block.split_at_mut(half);
            for (without, with) in without.iter_mut().zip(with) {
                (*without, *with) = (*without + *with, *without - *with);
            }
        }
        half *= 2;
    }
}
