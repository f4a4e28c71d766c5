//! The values behind the altered vectors of neighbouring cells, looked up together, for `vector_grundy.rs`.

use super::history::History;
use super::wavefront::TileWithLines;
use crate::domain::Coordinates;
use crate::domain::tiling::Run;
use crate::values::{Value, on_values};

/// The values that altered vectors lead to from the cells of a run.
pub(in crate::engine::cpu) struct ValuesBehind {
    /// The added vectors, then the removed ones.
    vectors: Vec<Coordinates>,
    added: usize,
    /// Vectors that lead from a cell of the run to another one, each with its index and its step.
    along_run: Vec<(usize, usize)>,
    /// For each cell, the value behind each vector.
    values: Vec<u32>,
}

/// Stands for the value behind a vector that leads out of the domain. No value is so large.
pub(in crate::engine::cpu) const NO_VALUE: u32 = u32::MAX;

impl ValuesBehind {
    /// Makes room for those of runs of at most this many cells.
    pub(in crate::engine::cpu) fn new(
        added: &[Coordinates],
        removed: &[Coordinates],
        most_cells: u32,
    ) -> Self {
        let vectors = [added, removed].concat();
        let step_along_run = |(index, vector): (usize, &Coordinates)| match *vector {
            Coordinates([0, 0, 0, step]) if step < most_cells => Some((index, step as usize)),
            _ => None,
        };
        ValuesBehind {
            along_run: vectors.iter().enumerate().filter_map(step_along_run).collect(),
            added: added.len(),
            values: vec![NO_VALUE; vectors.len() * most_cells as usize],
            vectors,
        }
    }

    /// Looks up the values behind the cells of a run, but for those in the run itself.
    pub(in crate::engine::cpu) fn look_up<State>(
        &mut self,
        run: Run,
        tile: &TileWithLines<'_, State>,
        history: &History,
    ) {
        if self.vectors.is_empty() {
            return;
        }
        self.values.fill(NO_VALUE);
        for (index, &vector) in self.vectors.iter().enumerate() {
            for piece in history.pieces_behind(run, vector) {
                let Some(values) = tile.values_of(piece.tile, history) else { continue };
                let places = self.values[piece.first * self.vectors.len() + index..].iter_mut();
                let places = places.step_by(self.vectors.len()).take(piece.length);
                on_values!(values, values => {
                    let values = values[piece.offset..].iter().step_by(piece.stride);
                    places.zip(values).for_each(|(place, value)| *place = value.to_u32());
                });
            }
        }
    }

    /// Leaves out what was found in cells that are no positions.
    pub(in crate::engine::cpu) fn leave_out(
        &mut self,
        run: Run,
        is_position: impl Fn(Coordinates) -> bool,
    ) {
        let count = self.vectors.len();
        for ((at, _), values) in run.cells().zip(self.values.chunks_exact_mut(count)) {
            for (value, &vector) in values.iter_mut().zip(&self.vectors) {
                if !at.checked_sub(vector).is_some_and(&is_position) {
                    *value = NO_VALUE;
                }
            }
        }
    }

    /// Returns the values behind the added and the removed vectors of a cell.
    #[inline(always)]
    pub(in crate::engine::cpu) fn of_cell(&self, cell: usize) -> (&[u32], &[u32]) {
        let count = self.vectors.len();
        self.values[cell * count..][..count].split_at(self.added)
    }

    /// Takes the value of a cell for the cells of the run from which vectors lead to it.
    #[inline(always)]
    pub(in crate::engine::cpu) fn set(&mut self, cell: usize, value: u32) {
        for &(index, step) in &self.along_run {
            if let Some(place) = self.values.get_mut((cell + step) * self.vectors.len() + index) {
                *place = value;
            }
        }
    }
}
