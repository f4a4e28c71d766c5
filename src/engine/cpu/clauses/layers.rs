//! The order in which positions are computed: by their grades, of which every move makes the grade smaller.
//!
//! By the token sum, the cells of a layer are found by counting. By a grade that the rules state, the positions are
//! sorted.

use crate::domain::Coordinates;
use crate::plan::Plan;

/// The layers that are still to be computed.
pub(super) enum Layers {
    /// Positions of one token sum are a layer; these are the layers to come.
    Sums {
        /// The next token sum.
        next: u32,
        /// The largest one.
        last: u32,
        sides: Coordinates,
    },
    /// Positions of one grade are a layer. Each position that is to be computed is its grade and its index, of 32 bits each.
    Sorted {
        positions: Vec<u64>,
        /// How many of them are computed.
        done: usize,
        sides: Coordinates,
    },
}

/// The positions of a layer.
pub(super) enum Layer<'a> {
    Sums(&'a [Coordinates]),
    Sorted(&'a [u64], Coordinates),
}

impl Layer<'_> {
    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        match self {
            Layer::Sums(positions) => positions.len(),
            Layer::Sorted(positions, _) => positions.len(),
        }
    }

    /// Returns a position by its number.
    #[inline]
    pub(super) fn at(&self, number: usize) -> Coordinates {
        match self {
            Layer::Sums(positions) => positions[number],
            Layer::Sorted(positions, sides) => {
                Coordinates::from_row_major_index(positions[number] as u32 as usize, *sides)
            }
        }
    }
}

impl Layers {
    /// Returns all layers of the token sum.
    pub(super) fn of_sums(plan: &Plan) -> Self {
        let domain = plan.job().domain();
        Layers::Sums { next: 0, last: domain.largest_token_sum(), sides: domain.sides() }
    }

    /// Returns the layers of positions that are sorted by their grades.
    pub(super) fn of_sorted(plan: &Plan, positions: Vec<u64>) -> Self {
        Layers::Sorted { positions, done: 0, sides: plan.job().domain().sides() }
    }

    /// Returns the next layer and its grade. `buffer` holds the positions where they are counted, of which
    /// `is_open` tells which are to be computed.
    pub(super) fn next<'a>(
        &'a mut self,
        buffer: &'a mut Vec<Coordinates>,
        is_open: impl Fn(usize) -> bool,
    ) -> Option<(u32, Layer<'a>)> {
        match self {
            Layers::Sums { next, last, sides } => {
                if next > last {
                    return None;
                }
                buffer.clear();
                append_layer(*sides, *next, buffer, is_open);
                *next += 1;
                Some((*next - 1, Layer::Sums(buffer)))
            }
            Layers::Sorted { positions, done, sides } => {
                let rest = &positions[*done..];
                let grade = rest.first()? >> 32;
                let layer = &rest[..rest.partition_point(|position| position >> 32 == grade)];
                *done += layer.len();
                Some((grade as u32, Layer::Sorted(layer, *sides)))
            }
        }
    }
}

/// Appends the cells of a token sum that are open.
fn append_layer(
    sides: Coordinates,
    sum: u32,
    cells: &mut Vec<Coordinates>,
    is_open: impl Fn(usize) -> bool,
) {
    let Coordinates([a, b, c, d]) = sides;
    for w in 0..a.min(sum + 1) {
        for x in 0..b.min(sum - w + 1) {
            let rest = sum - w - x;
            // The last one of the two heaps is to lie within its side.
            for y in (rest + 1).saturating_sub(d)..c.min(rest + 1) {
                let at = Coordinates([w, x, y, rest - y]);
                if is_open(at.row_major_index(sides)) {
                    cells.push(at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::MAX_HEAPS;

    /// Catches a cell that is in no layer, in two, or in that of another token sum.
    #[test]
    fn each_cell_is_in_one_layer() {
        for sides in [[1, 1, 1, 7], [1, 1, 4, 6], [1, 1, 9, 2], [1, 3, 4, 5], [3, 2, 4, 2]] {
            let sides = Coordinates(sides);
            let last = sides.sum() - MAX_HEAPS as u32;
            let mut cells = Vec::new();
            for sum in 0..=last {
                let before = cells.len();
                append_layer(sides, sum, &mut cells, |_| true);
                assert!(cells[before..].iter().all(|at| at.sum() == sum));
                assert!(cells[before..].is_sorted());
            }
            cells.sort_unstable();
            assert_eq!(cells, Coordinates::cells_of_box(sides).collect::<Vec<_>>());
        }
    }
}
