//! The values of a layer of four heaps.
//!
//! The positions (a, b, c, d) with a + b + c + d = n are stored in lexicographic order: by a, then b, then
//! c. A *row* has a fixed a and b; d follows from c.

use crate::domain::Coordinates;

/// What stands for a value that is not tracked: of outcomes any but 0.
pub(super) const UNTRACKED: u16 = u16::MAX;

/// The values of the positions of one token sum.
pub(super) struct Layer {
    /// The token sum.
    pub(super) grade: u32,
    values: Vec<u16>,
}

/// Returns the number of pairs of natural numbers whose sum is less than n.
pub(super) fn pairs_below(n: u32) -> usize {
    let n = n as usize;
    n * (n + 1) / 2
}

/// Returns the number of triples of natural numbers whose sum is less than n.
pub(super) fn triples_below(n: u32) -> usize {
    let n = n as usize;
    n * (n + 1) / 2 * (n + 2) / 3
}

/// Returns the index of a pair (a, b) among those whose sum is less than n, in lexicographic order.
#[inline(always)]
pub(super) fn pair_index(n: u32, a: u32, b: u32) -> usize {
    pairs_below(n) - pairs_below(n - a) + b as usize
}

/// Lists the first position of each row, whose third heap is empty.
fn first_of_rows(grade: u32) -> impl Iterator<Item = Coordinates> {
    let pairs = (0..=grade).flat_map(move |a| (0..=grade - a).map(move |b| (a, b)));
    pairs.map(move |(a, b)| Coordinates([a, b, 0, grade - a - b]))
}

impl Layer {
    /// A layer whose values are all to be filled in.
    pub(super) fn new(grade: u32) -> Self {
        Layer { grade, values: vec![UNTRACKED; triples_below(grade + 1)] }
    }

    /// Returns the value of a position of the layer.
    #[inline(always)]
    pub(super) fn value(&self, Coordinates([a, b, c, _]): Coordinates) -> u16 {
        // The triples (a, b, c) whose sum is at most the grade. Those after a have sums below `room`.
        let room = self.grade + 1 - a;
        let before = triples_below(self.grade + 1) - triples_below(room);
        self.values[before + pair_index(room, b, c)]
    }

    /// Lists the rows, each with its first position, whose third heap is empty, and its values.
    pub(super) fn rows(&mut self) -> impl Iterator<Item = (Coordinates, &mut [u16])> {
        let mut rest = self.values.as_mut_slice();
        first_of_rows(self.grade).map(move |first| {
            let (row, others) = std::mem::take(&mut rest).split_at_mut(first[3] as usize + 1);
            rest = others;
            (first, row)
        })
    }

    /// Returns the bytes of the values of a layer.
    pub(super) fn bytes(grade: u32) -> u64 {
        2 * triples_below(grade + 1) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches two positions that share a place, and a row that is not where the index says.
    #[test]
    fn rows_are_where_their_positions_are() {
        for grade in [0, 1, 2, 7] {
            let mut layer = Layer::new(grade);
            let mut next = 0;
            for (first, row) in layer.rows() {
                assert_eq!(first.sum(), grade);
                assert_eq!(row.len() as u32, first[3] + 1);
                row.iter_mut().for_each(|value| {
                    *value = next;
                    next += 1;
                });
            }
            let cells = Coordinates::cells_of_box(Coordinates([grade + 1; 4]));
            let of_layer: Vec<u16> =
                cells.filter(|at| at.sum() == grade).map(|at| layer.value(at)).collect();
            assert_eq!(of_layer, (0..next).collect::<Vec<u16>>());
            assert_eq!(of_layer.len() as u64 * 2, Layer::bytes(grade));
        }
    }
}
