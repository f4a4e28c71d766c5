//! Permutations of the axes.

use super::{Coordinates, MAX_HEAPS};

/// A permutation of the axes of padded coordinates: an axis for each axis.
pub type Permutation = [usize; MAX_HEAPS];

/// Lists all permutations of the axes, the identity first.
pub fn permutations() -> impl Iterator<Item = Permutation> {
    let maps = Coordinates::cells_of_box(Coordinates([MAX_HEAPS as u32; MAX_HEAPS]));
    let maps = maps.map(|map| map.map(|axis| axis as usize));
    maps.filter(|map| (0..MAX_HEAPS).all(|axis| map.contains(&axis)))
}

impl Coordinates {
    /// The image under a permutation: it has on each axis what these coordinates have on `permutation[axis]`.
    pub fn permuted(self, permutation: &Permutation) -> Self {
        Coordinates::from_fn(|axis| self[permutation[axis]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_all_orders() {
        let all: Vec<Permutation> = permutations().collect();
        assert_eq!((all.len(), all[0]), (24, [0, 1, 2, 3]));
        assert!(all.is_sorted_by(|a, b| a < b));
    }
}
