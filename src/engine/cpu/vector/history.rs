//! The values that altered vectors lead to: in the tile that is being filled, and in finished ones.
//!
//! An altered vector leads to one cell, which may lie several tiles back. Tiles are kept for as many
//! fronts as the longest vectors span, which are all fronts if a vector is as long as the box.
//!
//! The cells behind the neighbouring cells of a row are neighbours too. They are found together: at most a few
//! *pieces*, each of which lies in one tile. Half of a mirror symmetric table is computed, and a cell below the
//! diagonal is found at its mirror image, so that pieces of a row may be pieces of a column.

use std::collections::HashMap;
use std::sync::Arc;

use super::mirror::is_below_diagonal;
use crate::domain::tiling::{Run, TileIndex};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::vector_games::mirror::mirror_image;
use crate::plan::Plan;
use crate::values::Values;

/// The axis along rows.
const ROW: usize = MAX_HEAPS - 1;
/// The axis along columns.
const COLUMN: usize = MAX_HEAPS - 2;

/// Finished tiles: those of the last fronts, or those of them that vectors lead to from one tile.
pub(in crate::engine::cpu) struct History<'a> {
    plan: &'a Plan,
    /// How many fronts back the altered vectors lead at most.
    fronts: u32,
    /// Whether cells below the diagonal are found at their mirror images.
    is_mirrored: bool,
    tiles: HashMap<TileIndex, Arc<Values>>,
}

/// Cells of a tile that an altered vector leads to from neighbouring cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::cpu) struct Piece {
    /// The tile.
    pub(in crate::engine::cpu) tile: TileIndex,
    /// Index of the first cell in the tile's values.
    pub(in crate::engine::cpu) offset: usize,
    /// How much further on the next cell is.
    pub(in crate::engine::cpu) stride: usize,
    /// Which cell of the run leads to the first of them.
    pub(in crate::engine::cpu) first: usize,
    /// Number of cells.
    pub(in crate::engine::cpu) length: usize,
}

impl<'a> History<'a> {
    /// Begins with no tile, for vectors that lead back by at most this many fronts.
    pub(in crate::engine::cpu) fn new(plan: &'a Plan, fronts: u32, is_mirrored: bool) -> Self {
        History { plan, fronts, is_mirrored, tiles: HashMap::new() }
    }

    /// Returns whether there is any altered vector.
    pub(in crate::engine::cpu) fn is_needed(&self) -> bool {
        self.fronts > 0
    }

    /// Keeps a finished tile.
    pub(in crate::engine::cpu) fn keep(&mut self, index: TileIndex, values: Values) {
        self.tiles.insert(index, Arc::new(values));
    }

    /// Forgets the tiles that no vector from this front or a later one leads to.
    pub(in crate::engine::cpu) fn forget_before(&mut self, front: u32) {
        let oldest = front.saturating_sub(self.fronts);
        self.tiles.retain(|index, _| index.sum() >= oldest);
    }

    /// Returns the same with those tiles alone that these vectors lead to from the cells of a tile.
    pub(super) fn behind(
        &self,
        index: TileIndex,
        vectors: impl Iterator<Item = Coordinates>,
    ) -> Self {
        let edges = self.plan.tiling().edges();
        let mut tiles = HashMap::new();
        for vector in vectors {
            for back in tiles_back(vector, edges) {
                let Some(behind) = index.checked_sub(back) else { continue };
                let is_image = self.is_mirrored && is_below_diagonal(behind);
                let behind = if is_image { mirror_image(behind) } else { behind };
                if let Some(values) = self.tiles.get(&behind) {
                    tiles.insert(behind, Arc::clone(values));
                }
            }
        }
        History { tiles, ..*self }
    }

    /// Returns the values of a finished tile that vectors still lead to.
    pub(in crate::engine::cpu) fn tile(&self, index: TileIndex) -> Option<&Values> {
        self.tiles.get(&index).map(Arc::as_ref)
    }

    /// Finds the cells that a vector leads to from the cells of a run, as far as they are in the domain.
    pub(in crate::engine::cpu) fn pieces_behind(
        &self,
        run: Run,
        vector: Coordinates,
    ) -> impl Iterator<Item = Piece> {
        // The first cell of the run from which the vector leads into the domain.
        let first = vector[ROW].saturating_sub(run.at[ROW]);
        let behind = run.at.along_row(first).checked_sub(vector);
        let length = run.length.saturating_sub(first as usize);
        let behind = behind.filter(|_| length > 0);
        // Below the diagonal the column is less than the row.
        let below = match behind {
            Some(Coordinates([.., y, z])) if self.is_mirrored => y.saturating_sub(z) as usize,
            _ => 0,
        };
        let below = below.min(length);
        let first = first as usize;
        let of_column = behind.map(|at| self.pieces(mirror_image(at), COLUMN, first, below));
        let beyond = behind.map(|at| at.along_row(below as u32));
        let of_row = beyond.map(|at| self.pieces(at, ROW, first + below, length - below));
        of_column.into_iter().chain(of_row).flatten()
    }

    /// Cuts neighbouring cells along an axis into pieces of tiles.
    fn pieces(
        &self,
        start: Coordinates,
        axis: usize,
        first: usize,
        length: usize,
    ) -> impl Iterator<Item = Piece> + use<'a> {
        let tiling = self.plan.tiling();
        let edges = tiling.edges();
        let stride = if axis == ROW { 1 } else { edges[ROW] as usize };
        let (mut at, mut first, end) = (start, first, first + length);
        std::iter::from_fn(move || {
            // To find a tile takes divisions.
            if first == end {
                return None;
            }
            let room = edges[axis] - at[axis] % edges[axis];
            let length = (end - first).min(room as usize);
            let (tile, offset) = tiling.locate(at);
            let piece = Piece { tile, offset, stride, first, length };
            at.0[axis] += length as u32;
            first += length;
            Some(piece)
        })
    }
}

/// Lists how many tiles back a vector leads: along each axis by one of two numbers.
pub(super) fn tiles_back(
    vector: Coordinates,
    edges: Coordinates,
) -> impl Iterator<Item = TileIndex> {
    let (least, most) = (vector / edges, vector.div_ceil(edges));
    Coordinates::cells_of_box(Coordinates([2; MAX_HEAPS]))
        .map(move |corner| Coordinates::from_fn(|axis| [least, most][corner[axis] as usize][axis]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a cell that is passed over, found twice, or at another place; and one below the diagonal that is not
    /// found at its mirror image.
    #[test]
    fn pieces_are_the_cells_behind_a_run() {
        let plan =
            Plan::parse("wythoff", "60x60", "grundy").expect("a plan").with_tile(8).expect("tiles");
        let tiling = plan.tiling();
        let of_vector = |y: u32, z: u32| Coordinates([0, 0, y, z]);
        let vectors = [(0, 1), (1, 0), (1, 2), (2, 1), (8, 8), (0, 20), (17, 3), (40, 59)];
        for is_mirrored in [false, true] {
            let history = History::new(&plan, 1, is_mirrored);
            let runs = tiling.tiles().flat_map(|index| tiling.region(index).patches(5));
            for (run, (y, z)) in runs.flat_map(|run| vectors.map(|vector| (run, vector))) {
                let vector = of_vector(y, z);
                let mut found = vec![None; run.length];
                for piece in history.pieces_behind(run, vector) {
                    for cell in 0..piece.length {
                        let place = (piece.tile, piece.offset + cell * piece.stride);
                        assert_eq!(
                            found[piece.first + cell].replace(place),
                            None,
                            "{run:?} {vector:?}"
                        );
                    }
                }
                for (cell, (at, _)) in run.cells().enumerate() {
                    let expected = at.checked_sub(vector).map(|behind| {
                        let Coordinates([.., y, z]) = behind;
                        let is_image = is_mirrored && y > z;
                        tiling.locate(if is_image { mirror_image(behind) } else { behind })
                    });
                    assert_eq!(found[cell], expected, "{at:?} {vector:?}");
                }
            }
        }
    }
}
