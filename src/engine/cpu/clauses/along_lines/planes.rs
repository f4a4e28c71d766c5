//! The planes of a block along the last two heaps, and the stretches of cells that are computed one after the other.

use std::ops::Range;

use super::line_moves::LineMoves;
use crate::domain::tiling::{TileRegion, Tiling};
use crate::domain::{Coordinates, MAX_HEAPS};

/// The cells of a block that have their first heaps in common.
pub(super) struct Plane {
    /// The first cell, and its index in the table and in the block.
    first: Coordinates,
    index: usize,
    offset: usize,
    /// How many rows and columns there are.
    extent: [usize; 2],
    /// The sides of the domain and the edges of the block, whose last ones are the distances of neighbouring rows.
    sides: Coordinates,
    edges: Coordinates,
    /// How many tokens the last two heaps of a position may have more than those of the first cell.
    tokens: Option<usize>,
    /// Where the newest options of its cells lie, of those clauses that any of them has.
    pub(super) newest: Vec<Newest>,
    /// The same of the single options, by their numbers.
    pub(super) steps: Vec<(usize, Newest)>,
}

/// Where the newest options of the cells of a plane lie.
#[derive(Clone, Copy)]
pub(super) struct Newest {
    /// The group to whose lines they belong.
    pub(super) group: usize,
    /// How far back they lie in the table.
    pub(super) back: usize,
    /// The least last two heaps of a cell that has one.
    least: [u32; 2],
}

/// Cells that are computed one after the other: a diagonal of a plane, or its only row.
pub(super) struct Stretch {
    pub(super) first: Coordinates,
    index: usize,
    offset: usize,
    pub(super) length: usize,
    /// Whether they are a diagonal, in which the last heap falls and the one before rises.
    pub(super) is_diagonal: bool,
    /// How far neighbours lie from one another in the table, and in the block.
    pub(super) index_step: usize,
    pub(super) offset_step: usize,
}

impl Plane {
    /// Looks at the plane with these first heaps, counted from the first cell of the block.
    pub(super) fn new(
        tiling: &Tiling,
        moves: &LineMoves,
        region: &TileRegion,
        [w, x]: [u32; 2],
    ) -> Self {
        let domain = tiling.domain();
        let within = Coordinates([w, x, 0, 0]);
        let first = region.origin + within;
        let Coordinates([.., rows, columns]) = region.extent;
        let (LineMoves { groups, steps, .. }, sides) = (moves, domain.sides());
        let last = first + Coordinates([0, 0, rows - 1, columns - 1]);
        let newest = |group: usize, by: Coordinates| {
            let Coordinates([.., row, column]) = by;
            let back = by.row_major_index(sides);
            last.dominates(by).then_some(Newest { group, back, least: [row, column] })
        };
        let of_groups = groups.iter().enumerate();
        let bases = of_groups.flat_map(|(group, of)| of.bases.iter().map(move |by| (group, *by)));
        let of_steps = steps.iter().map(|step| step.vector).enumerate();
        Plane {
            first,
            index: first.row_major_index(sides),
            offset: within.row_major_index(region.edges),
            extent: [rows, columns].map(|cells| cells as usize),
            sides,
            edges: region.edges,
            tokens: domain.largest_token_sum().checked_sub(first.sum()).map(|rest| rest as usize),
            newest: bases.filter_map(|(group, by)| newest(group, by)).collect(),
            steps: of_steps.filter_map(|(number, by)| Some((number, newest(0, by)?))).collect(),
        }
    }

    /// Lists the stretches, in the order in which they are to be computed.
    pub(super) fn stretches(&self) -> impl Iterator<Item = Stretch> {
        let [rows, columns] = self.extent;
        let is_diagonal = self.edges[MAX_HEAPS - 2] > 1;
        let count = match (self.tokens, is_diagonal) {
            (None, _) => 0,
            (Some(tokens), true) => (rows + columns - 1).min(tokens + 1),
            (Some(_), false) => 1,
        };
        (0..count).map(move |sum| {
            // The first cell of a diagonal is in the first row that it meets.
            let row = if is_diagonal { (sum + 1).saturating_sub(columns) } else { 0 };
            let column = sum - row;
            let [width, depth] = [self.sides, self.edges].map(|of| of[MAX_HEAPS - 1] as usize);
            Stretch {
                first: self.first + Coordinates([0, 0, row as u32, column as u32]),
                index: self.index + row * width + column,
                offset: self.offset + row * depth + column,
                length: match is_diagonal {
                    true => (rows - row).min(column + 1),
                    false => columns.min(self.tokens.map_or(0, |tokens| tokens + 1)),
                },
                is_diagonal,
                // Where a row has a single cell, so has a diagonal, whose step does not matter.
                index_step: if is_diagonal { (width - 1).max(1) } else { 1 },
                offset_step: if is_diagonal { (depth - 1).max(1) } else { 1 },
            }
        })
    }
}

impl Stretch {
    /// Returns the index of a cell in the table.
    #[inline(always)]
    pub(super) fn index_of(&self, lane: usize) -> usize {
        self.index + lane * self.index_step
    }

    /// Returns the index of a cell in the block.
    #[inline(always)]
    pub(super) fn offset_of(&self, lane: usize) -> usize {
        self.offset + lane * self.offset_step
    }

    /// Returns the cells that have such an option.
    #[inline]
    pub(super) fn lanes_of(&self, newest: &Newest) -> Range<usize> {
        let Coordinates([.., row, column]) = self.first;
        let [least_row, least_column] = newest.least;
        let from = least_row.saturating_sub(row) as usize;
        if self.is_diagonal {
            let room = (column + 1).saturating_sub(least_column) as usize;
            return from..self.length.min(room).max(from);
        }
        let from =
            if from == 0 { least_column.saturating_sub(column) as usize } else { self.length };
        from..self.length.max(from)
    }

    /// Keeps the cells whose last heap is not less than the one before.
    pub(super) fn keep_upper_half(&mut self) {
        let Coordinates([.., row, column]) = self.first;
        let half = column.checked_sub(row).map_or(0, |room| room / 2 + 1);
        self.length = self.length.min(half as usize);
    }

    /// Returns the first of the cells of a diagonal whose neighbours behind along a step have a larger last heap but one
    /// than the last one.
    pub(super) fn first_behind_lower_half(&self, step: Coordinates) -> usize {
        let Coordinates([.., row, column]) = self.first;
        let Coordinates([.., rows, columns]) = step;
        // column - lane - columns < row + lane - rows
        let room = i64::from(column) + i64::from(rows) - i64::from(row) - i64::from(columns);
        (room.div_euclid(2) + 1).max(0) as usize
    }

    /// Returns the index in the table of the cell whose last two heaps are those of a cell, exchanged.
    pub(super) fn mirror_image_of(&self, lane: usize, sides: Coordinates) -> usize {
        let Coordinates([w, x, row, column]) = self.first;
        let lane = lane as u32;
        Coordinates([w, x, column - lane, row + lane]).row_major_index(sides)
    }

    /// Returns by how much the last two heaps grow from cell to cell.
    pub(super) fn growth(&self) -> [i64; 2] {
        if self.is_diagonal { [1, -1] } else { [0, 1] }
    }
}
